"""Which wagers may be placed, by whom and how much, before the first card."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from msgspec import Struct

from controller.domain.money import Exact, dollars, odds, times
from controller.domain.wagers import Wager

from .decisions import No, insurance_cap
from .pack import ASK, Amount, Pack

SIDES = ("match", "bonus_spin", "break_bonus", "xtreme")
INSURANCE = "insurance"
"""A wager, which nobody rounds."""


def why_not_place(
    pack: Pack, wager: Wager, beside: Sequence[Wager] = (), *, bank_boxes: Collection[int] = ()
) -> No | None:
    """Say why the wager is refused; `beside` = what stands in the same box already.

    An amount that was not counted is checked for its kind only. `bank_boxes` = the boxes of the
    player-dealer.
    """
    if wager.box in bank_boxes:
        return _by(pack.deal.bank_wagers.clause, "The bank does not wager against itself")
    boxes = pack.deal.boxes
    if not 1 <= wager.box <= boxes.number:
        return _by(boxes.clause, f"Boxes are 1 to {boxes.number}")
    own = [w for w in beside if w.wagerer == wager.wagerer and w.kind == "main"]
    if wager.kind == "main":
        return _main(pack, wager, beside)
    if not own:
        return _by(pack.deal.side_needs_main.clause, "Only beside a main wager of one's own")
    match wager.kind:
        case "match":
            return _match(pack, wager, own[0])
        case "break_bonus":
            return _break(pack, wager)
        case "bonus_spin" | "xtreme":
            return _spin(pack, wager)
    return _by(f"{pack.ledger} house.not-in-text", f"There is no wager {wager.kind!r} here")


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """The boxes that have a marked area of their own, by wager."""

    main: tuple[int, ...] = ()
    match: tuple[int, ...] = ()
    bonus_spin: tuple[int, ...] = ()


def why_not_layout(pack: Pack, layout: Layout) -> No | None:
    """Whether every box has exactly one area for each wager that the table offers."""
    deal = pack.deal
    boxes = tuple(range(1, deal.boxes.number + 1))
    for kind, offered, leaf, marked in (
        ("main", True, deal.main_area, layout.main),
        ("match", deal.match.value, deal.match_area, layout.match),
        (
            "bonus_spin",
            pack.wheel.bonus_spin.value != "off",
            deal.bonus_spin_area,
            layout.bonus_spin,
        ),
    ):
        if leaf.value == "none":
            continue
        if not offered and marked:
            return _by(leaf.clause, f"An area for {kind}, which is not offered")
        wrong = [box for box in boxes if marked.count(box) != 1] or [*{*marked} - {*boxes}]
        if offered and wrong:
            return _by(leaf.clause, f"Box {wrong[0]} needs one area for {kind}")
    return None


def why_not_boxes(pack: Pack, boxes: Sequence[int], *, by_text: bool = False) -> No | None:
    """Whether one player may hold these boxes; `by_text` = in any house, whatever this one says."""
    leaf = pack.deal.boxes_per_player
    most = leaf.most if by_text else leaf.number
    if len(boxes) > most:
        return _by(leaf.clause, f"At most {most} for one player")
    ordered = sorted(boxes)
    apart = any(b - a != 1 for a, b in pairwise(ordered))
    if apart and pack.deal.boxes_adjacent.value:
        return _by(pack.deal.boxes_adjacent.clause, "The boxes of one player are neighbours")
    return None


def why_not_bank(pack: Pack, cents: int | None) -> No | None:
    """Whether a player-dealer may put up this amount."""
    if pack.deal.bank.value != "player_dealer":
        return _by(pack.deal.bank.clause, "The house banks")
    least = bank_least(pack)
    if cents is None or cents < least:
        clause = pack.deal.bank_min_cents.clause
        return _by(clause, f"The bank puts up at least {dollars(least)}")
    return None


def least(pack: Pack, kind: str) -> tuple[int, ...]:
    """The least wagers of that kind; one, or each amount that the text names."""
    deal = pack.deal
    amounts = {
        "main": deal.main_min_cents,
        "match": deal.match_min_cents,
        "break_bonus": deal.break_min_cents,
    }
    if kind in amounts:
        return (amounts[kind].known(amounts[kind].least),)
    return tuple(pack.wheel.bonus_spin_cents.value if kind == "bonus_spin" else ())


def bank_least(pack: Pack) -> int:
    """The least that a player-dealer puts up; a house that names none has its least wager."""
    main = pack.deal.main_min_cents
    return pack.deal.bank_min_cents.known(main.known(main.least))


def _by(clause: str, text: str) -> No:
    return No(clause, text)


def _main(pack: Pack, wager: Wager, beside: Sequence[Wager]) -> No | None:
    deal = pack.deal
    others = {w.wagerer for w in beside if w.kind == "main"} - {wager.wagerer}
    if len(others) >= deal.wagerers_per_box.number:
        most = deal.wagerers_per_box.number
        return _by(deal.wagerers_per_box.clause, f"At most {most} to a box")
    no = _between(pack, wager, deal.main_min_cents, deal.main_max_cents)
    matches = (w for w in beside if (w.kind, w.wagerer) == ("match", wager.wagerer))
    return no or next((over for w in matches if (over := why_not_over_main(pack, w, wager))), None)


def why_not_over_main(pack: Pack, match: Wager, main: Wager) -> No | None:
    """Whichever of the two changes: a match wager never stands above its main wager."""
    if pack.deal.match_cap.value != "main" or main.cents is None:
        return None
    if main.cents == 0 or (match.cents or 0) > main.cents:
        return _by(pack.deal.match_cap.clause, "More than the main wager")
    return None


def why_not_take_off(pack: Pack, wager: Wager, beside: Sequence[Wager]) -> No | None:
    """A main wager stays as long as a side wager of the same wagerer needs it."""
    sides = {w.kind for w in beside if w.wagerer == wager.wagerer and w.kind in SIDES}
    if wager.kind != "main" or not sides or not pack.deal.side_needs_main.value:
        return None
    return _by(pack.deal.side_needs_main.clause, "Its side wagers come off first")


def _match(pack: Pack, wager: Wager, main: Wager) -> No | None:
    deal = pack.deal
    if not deal.match.value:
        return _by(deal.match.clause, "Match wagers are not offered")
    no = _between(pack, wager, deal.match_min_cents, deal.match_max_cents)
    return no or why_not_over_main(pack, wager, main)


def _break(pack: Pack, wager: Wager) -> No | None:
    deal = pack.deal
    if not deal.break_bonus.value:
        return _by(deal.break_bonus.clause, "There is no Break Bonus")
    return _between(pack, wager, deal.break_min_cents, deal.break_max_cents)


def _spin(pack: Pack, wager: Wager) -> No | None:
    wheel = pack.wheel
    if wager.kind == "bonus_spin":
        if wheel.bonus_spin.value == "off":
            return _by(wheel.bonus_spin.clause, "Bonus Spin is off")
        allowed = wheel.bonus_spin_cents
    else:
        if not wheel.xtreme.value:
            return _by(wheel.xtreme.clause, "Xtreme is off")
        allowed = wheel.xtreme_cents
    if wager.cents is not None and wager.cents not in allowed.value:
        amounts = " or ".join(dollars(cents) for cents in allowed.value)
        return _by(allowed.clause, f"{amounts}, no other amount")
    return None


def _between(pack: Pack, wager: Wager, least: Amount, most: Amount) -> No | None:
    if wager.cents is None:
        return None
    if wager.cents < least.known(least.least):
        return _by(least.clause, f"{dollars(wager.cents)} is too little")
    if most.value != ASK and wager.cents > most.value:
        return _by(most.clause, f"{dollars(wager.cents)} is too much")
    unit = pack.deal.main_unit_cents
    if wager.cents % unit.number:
        return _by(unit.clause, f"In whole units of {dollars(unit.number)}")
    return None


def why_not_enter(
    pack: Pack, *, wagered_last_round: bool, first_round_of_shoe: bool, let_in: bool = False
) -> No | None:
    """Whether a person who sat out may wager before the reshuffle."""
    entry = pack.deal.mid_shoe_entry
    if entry.value == "allow" or wagered_last_round or first_round_of_shoe or let_in:
        return None
    return _by(pack.deal.entry_bar_ends.clause, "Waits for the shuffle")


def why_not_spoken(
    pack: Pack, kind: str, confirmed_by: Collection[str], *, before_first_card: bool
) -> No | None:
    """Whether a spoken wager with cash stands: who must have confirmed it, and when."""
    leaf = pack.deal.spoken_match_cash if kind == "match" else pack.deal.spoken_cash
    if not leaf.value:
        return _by(leaf.clause, "The text knows no spoken wager")
    missing = [rank for rank in leaf.value if rank not in confirmed_by]
    if missing:
        return _by(leaf.clause, f"The {missing[0].replace('_', ' ')} confirms it first")
    return None if before_first_card else _by(leaf.clause, "Confirmed before the first card only")


def amounts_in_small_chips(pack: Pack, main_cents: int) -> tuple[tuple[str, Exact], ...]:
    """What may fall due on this wager and cannot be made in the smallest chip, with its cents."""
    chip, settle = pack.play.smallest_chip_cents.number, pack.settle
    rounds = settle.rounding.value != "exact" and settle.rounding_unit_cents.number % chip == 0
    due: dict[str, Exact] = {
        "blackjack": times(main_cents, *odds(pack.settle.blackjack.value)),
        INSURANCE: insurance_cap(pack, main_cents) if pack.play.insurance.value != "none" else 0,
        "surrender": times(main_cents, 1, 2) if pack.play.surrender.value != "none" else 0,
    }
    odd = {what: cents for what, cents in due.items() if cents % chip}
    return tuple((what, cents) for what, cents in odd.items() if what == INSURANCE or not rounds)
