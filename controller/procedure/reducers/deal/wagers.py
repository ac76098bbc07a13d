"""Boxes and wagers, up to the first card (MA 5.d, 6.b, 16.b)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.wagers import Wager
from controller.procedure.queries import legal, limits, places
from controller.procedure.reducers.bank import bank_fees, player_dealer
from controller.procedure.reducers.opening import table_decks
from controller.procedure.reducers.wheel import lockout
from controller.procedure.reducers.wheel.lockout import ON_WHEEL
from controller.procedure.state.context import Context, Why
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import FIRST, recounted, unsaid, without
from controller.procedure.state.play import Play
from controller.rules import placing
from controller.rules.settlement.progressive import paytable
from controller.rules.wheels import offered

from . import shared_boxes
from .initial_deal import fit


def why_not_bet(play: Play, house: House) -> Why:
    """A table takes wagers once it is open, its decks are ready and its shoe is loaded."""
    if play.opening == "closed":
        return house.no("not_open")
    if play.opening != "open":
        return house.no("list_first")
    if play.decks != "ready":
        return table_decks.decks_step_line(play, house)
    return house.no("shoe_first") if play.shoe == "empty" else None


def why_not_box(play: Play, house: House, box: int, *, lit: bool = True) -> Why:
    if not 1 <= box <= house.boxes:
        return house.no("box_range", n=house.boxes)
    if play.round == "wagering" and (early := why_not_bet(play, house)):
        return early
    if lit and play.round == "wagering" and player_dealer.bank_due(play, house):
        return player_dealer.due_line(play, house)
    if (
        lit
        and play.round == "wagering"
        and (barred := shared_boxes.why_not_enter(play, house, box))
    ):
        return barred
    if not lit and places.without_cards(play, box):
        return house.no("no_such_box")
    if play.bank is None or not (lit or box == play.bank.box):
        return None
    own = player_dealer.circles(play)
    no = placing.why_not_place(
        limits.pack(play, house, box), Wager(box, "", "main"), bank_boxes=own
    )
    return (no.clause, no.text) if no else None


def set_box(c: Context) -> None:
    """Light or unlight a box; during the deal this re-maps every card.

    A box whose chips were told this round is never dropped: it got no card (MD 13.M, MA 15.h).
    """
    assert isinstance(c.input, cmd.BoxSet)
    box, lit = c.input.box, c.input.lit
    if c.play.round != "wagering" and box in c.play.told and box in c.play.boxes:
        others = tuple(s for s in c.play.skipped if s[0] != box)
        c.play = replace(
            c.play, skipped=others if lit else (*others, (box, 1), (box, 2)), doubt=False
        )
        fit(c)
        return
    kept = tuple(b for b in c.play.boxes if b != box)
    wagers = c.play.wagers
    if not lit and c.play.round == "wagering":
        people = without(shared_boxes.alone(c.play.people, box), wagers_at(c.play, box))
        for said in [x for x in people.cash if x.box == box]:
            people = unsaid(people, (box, said.kind, said.wagerer))
        c.play = replace(c.play, people=people)
        left = {a for a in c.play.prizes.acknowledged if a[0] == box}
        wagers = tuple(w for w in wagers if w.box != box or (w.box, w.kind) in left)
    if lit and not any(w.box == box and w.kind == "main" for w in wagers):
        # Chips lie there: they are not the cash that was said and that nobody has confirmed.
        c.play = replace(c.play, people=unsaid(c.play.people, (box, "main", FIRST)))
        wagers = tuple(sorted((*wagers, Wager(box, "", "main")), key=_by_box))
    c.play = replace(
        c.play,
        boxes=tuple(sorted((*kept, box))) if lit else kept,
        told=tuple(b for b in c.play.told if lit or b != box),
        wagers=wagers,
        skipped=tuple(s for s in c.play.skipped if lit or s[0] != box),
        doubt=False,
    )
    bank_fees.refund(c)
    if lit:
        shared_boxes.line_up_again(c, box)
    if c.play.round != "wagering":
        (lockout.box_in if lit else lockout.box_out)(c, box)
    fit(c)


def wagers_at(play: Play, box: int) -> tuple[Wager, ...]:
    return tuple(w for w in play.wagers if w.box == box)


def why_not_wager(
    play: Play, house: House, box: int, kind: str, cents: int | None, wagerer: str = FIRST
) -> Why:
    if not 1 <= box <= house.boxes:
        return house.no("box_range", n=house.boxes)
    if kind not in ("main", "match", "break_bonus", *ON_WHEEL):
        return house.no("unknown_wager")
    if play.round == "wagering" and (early := why_not_bet(play, house)):
        return early
    if player_dealer.bank_due(play, house):
        return player_dealer.due_line(play, house)
    if kind != "main" and box not in play.boxes:
        return house.no("bonus_needs_main" if kind in ON_WHEEL else "match_needs_main", box=box)
    if kind in ON_WHEEL and offered(house.pack) and (not house.wheel or play.wheel_out):
        return house.no("wheel_table")
    if kind == "main" and (barred := shared_boxes.why_not_enter(play, house, box)):
        return barred
    if no_join := shared_boxes.why_not_join(play, house, box, kind, wagerer):
        return no_join
    beside = [
        replace(w, cents=legal.bound_cents(play, box, w.wagerer)) if w.kind == "main" else w
        for w in wagers_at(play, box)
        if (w.kind, w.wagerer) != (kind, wagerer)
    ]
    capped = kind == "match" and house.pack.deal.match_cap.value == "main"
    if capped and (unbounded := legal.why_not_bounded(play, house, box, wagerer)):
        return unbounded
    made = Wager(box, wagerer, kind, cents)
    no = placing.why_not_place(
        limits.pack(play, house, box), made, beside, bank_boxes=player_dealer.circles(play)
    )
    return (no.clause, no.text) if no else None


def why_not_off(play: Play, house: House, box: int, kind: str, wagerer: str = FIRST) -> Why:
    """A main wager is not taken from under its side wagers; the whole box may go dark."""
    off = Wager(box, wagerer, kind)
    no = placing.why_not_take_off(house.pack, off, wagers_at(play, box))
    return (no.clause, no.text) if no else None


def why_not_tapped(play: Play, house: House, box: int, kind: str) -> Why:
    """What its device has acknowledged comes and goes with the chip, not with a tap."""
    known = house.by_paytables and (box, kind) in play.prizes.acknowledged
    return house.no("of_device") if known else None


def put_wager(
    c: Context, box: int, kind: str, on: bool, cents: int | None, wagerer: str = FIRST
) -> None:
    gone = [w for w in c.play.wagers if (w.box, w.kind, w.wagerer) == (box, kind, wagerer)]
    kept = tuple(w for w in c.play.wagers if w not in gone)
    if on:
        cents = _fixed(c, kind, cents)
        if kind == "main" and box not in c.play.boxes:
            c.play = replace(c.play, boxes=tuple(sorted((*c.play.boxes, box))))
        kept = (*kept, Wager(box, wagerer, kind, cents))
    people = without(c.play.people, gone)
    if on:  # what is said last of the chips counts
        people = unsaid(recounted(c.play.people, gone), (box, kind, wagerer))
    c.play = replace(c.play, wagers=tuple(sorted(kept, key=_by_box)), people=people)
    if isinstance(c.input, cmd.WagerSet):
        tell(c, box, on=on, kind=kind)
    if kind == "main" and not any(w.box == box and w.kind == "main" for w in kept):
        c.play = replace(c.play, boxes=tuple(b for b in c.play.boxes if b != box))
    if kind == "main":
        shared_boxes.line_up_again(c, box)
    bank_fees.refund(c)


def _fixed(c: Context, kind: str, cents: int | None) -> int | None:
    """A Bonus Spin of one amount alone is of that one, whoever saw the chip (MA 16.b)."""
    if kind == "bonus_spin" and not c.house.by_paytables:
        return c.pack.wheel.bonus_spin_cents.value[0]
    return cents


def tell(c: Context, box: int, *, on: bool, kind: str) -> None:
    """Somebody saw the chips there this round; a sensor's are asked about by themselves."""
    told = set(c.play.told)
    if on:
        told.add(box)
    elif kind == "main":
        told.discard(box)
    c.play = replace(c.play, told=tuple(sorted(told)))


def _by_box(wager: Wager) -> tuple[int, str, str]:
    return wager.box, wager.kind, wager.wagerer


def sense_wager(c: Context) -> None:
    """The seat's sensor sees the chip, and where it is a progressive's acknowledges it.

    While the wheel does not serve it is no wager: it is in when the wheel is back before the deal.
    """
    assert isinstance(c.input, fact.WagerSensed)
    i = c.input
    if not _sensible(c, i):
        c.raise_("unknown_event", about=i.device)
        return
    if lockout.of_before(c, i):
        return
    turning = {s.box for s in c.play.spins if s.status not in ("rested", "void")}
    if c.play.round == "settled" and i.box in turning:
        lockout.told_again(c, i)
        return
    late = tuple(w for w in c.play.late if (w.box, w.kind) != (i.box, i.kind))
    c.play = replace(c.play, late=late)
    if c.play.wheel_out and i.on:
        lies = Wager(i.box, FIRST, i.kind, _fixed(c, i.kind, i.cents or None))
        c.play = replace(c.play, late=(*late, lies))
    else:
        put_wager(c, i.box, i.kind, i.on, i.cents or None)
    lockout.acknowledge(c, (i.box, i.kind), on=i.on)


def _sensible(c: Context, i: fact.WagerSensed) -> bool:
    """Whether the table has such a wager, of that amount."""
    wheel = c.pack.wheel
    if not c.house.by_paytables:
        return bool(wheel.bonus_spin_cents.value) and i.kind == "bonus_spin"
    if i.kind == "xtreme":
        return wheel.xtreme.value and (not i.on or i.cents in wheel.xtreme_cents.value)
    if not wheel.bonus_spin_on_meters:
        return False
    amounts = wheel.bonus_spin_cents.value
    return not i.on or (i.cents in amounts and bool(paytable(c.pack, i.cents)))


def late_wager(c: Context) -> None:
    """A chip comes or goes with the wagers in: this round keeps what was locked."""
    assert isinstance(c.input, fact.WagerSensed)
    i = c.input
    if not _sensible(c, i):
        c.raise_("unknown_event", about=i.device)
    elif not lockout.of_before(c, i) and not lockout.told_again(c, i):
        cents = _fixed(c, i.kind, i.cents or None)
        lockout.moved_late(c, Wager(i.box, FIRST, i.kind, cents), on=i.on)
