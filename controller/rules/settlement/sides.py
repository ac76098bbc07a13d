"""Insurance, Break Bonus and the wagers that a wheel of the house's own pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from controller.domain.cards import Card
from controller.domain.settled import PlayedRound
from controller.domain.structs import replace
from controller.domain.wagers import Payment, Wager
from controller.rules.hands import is_blackjack, total
from controller.rules.pack import Pack, Rule
from controller.rules.sheet import rate
from controller.rules.stakes import Item, never_dealt


def insurance_items(pack: Pack, played: PlayedRound) -> list[Item]:
    """An insurance wins when an ace up becomes a dealer blackjack."""
    insured = [w for w in played.wagers if w.kind == "insurance"]
    if not insured:
        return []
    by = rate(pack.settle.insurance)
    won = played.dealer[0].rank == "A" and is_blackjack(played.dealer)
    if not won:
        return lost_insurance(pack, insured)
    return [Item.of(w.box, w.wagerer, w.kind, w.cents, 1, by) for w in insured]


def lost_insurance(pack: Pack, wagers: Sequence[Wager]) -> list[Item]:
    """Of a round whose dealer has no blackjack: by the clause of those who lose, at no odds."""
    top, bottom, _, _ = rate(pack.settle.insurance)
    losers = (top, bottom, "", pack.line.take_insurance.clause)
    lost = [w for w in wagers if w.kind == "insurance"]
    return [Item.of(w.box, w.wagerer, w.kind, w.cents, -1, losers) for w in lost]


def break_items(pack: Pack, played: PlayedRound) -> list[Item]:
    """The dealer goes over: the odds go by the number of cards. Else it loses, at no odds."""
    wagers = [w for w in played.wagers if w.kind == "break_bonus"]
    if not wagers:
        return []
    over = total(played.dealer)[0] > 21
    won, lost = rate(break_rate(pack, len(played.dealer))), (1, 1, "", pack.deal.break_bonus.clause)
    by, sign = (won, 1) if over else (lost, -1)
    return [Item.of(w.box, w.wagerer, w.kind, w.cents, sign, by) for w in wagers]


def break_rate(pack: Pack, cards: int) -> Rule[str]:
    s = pack.settle
    return {
        3: s.break_three_cards,
        4: s.break_four_cards,
        5: s.break_five_cards,
        6: s.break_six_cards,
        7: s.break_seven_cards,
    }.get(max(cards, 3), s.break_eight_cards)


def spins_due(
    pack: Pack, wagers: Sequence[Wager], initial: Mapping[int, Sequence[Card]]
) -> tuple[int, ...]:
    """Boxes whose first two cards earn a turn of the wheel."""
    if pack.wheel.spin_trigger.value != "blackjack":
        return ()
    boxes = {w.box for w in wagers if w.kind == "bonus_spin"}
    return tuple(sorted(box for box in boxes if is_blackjack(initial.get(box, ()))))


def wheel_items(
    pack: Pack, played: PlayedRound, initial: Mapping[int, Sequence[Card]]
) -> tuple[list[Item], list[Payment]]:
    """Bonus Spin with a wheel of the house's own: ace or blackjack in the first two cards.

    A blackjack without its spin is held: the wheel has not said what to pay.
    """
    items: list[Item] = []
    held: list[Payment] = []
    due = spins_due(pack, played.wagers, initial)
    spins = {spin.box: spin for spin in played.spins if spin.kind == "bonus_spin"}
    for wager in played.wagers:
        first = initial.get(wager.box, ())
        if wager.kind != "bonus_spin":
            continue
        if len(first) < 2:
            items.append(never_dealt(pack, wager))
        elif wager.box not in due:
            items.append(_by_ace(pack, wager, ace=any(card.rank == "A" for card in first)))
        elif (spin := spins.get(wager.box)) is None or spin.cents is None:
            held.append(_spin_due(pack, wager))
        else:
            items.append(_by_wheel(pack, wager, spin.section, spin.cents))
    return items, held


def _stake(pack: Pack, wager: Wager) -> Item:
    wheel = pack.wheel
    stake = wager.cents if wager.cents is not None else wheel.bonus_spin_cents.value[0]
    return Item(
        box=wager.box,
        wagerer=wager.wagerer,
        kind=wager.kind,
        stake=stake,
        lost=stake if wheel.bonus_spin_stake.value == "kept" else 0,
        clause=wheel.ace_award_cents.clause,
    )


def _by_ace(pack: Pack, wager: Wager, *, ace: bool) -> Item:
    item = _stake(pack, wager)
    if ace:
        return replace(item, win=pack.wheel.ace_award_cents.value, text="ace")
    return replace(item, lost=item.stake)


def _by_wheel(pack: Pack, wager: Wager, section: str, cents: int) -> Item:
    wheel = pack.wheel
    more = wheel.ace_award_cents.value if wheel.ace_stacks_with_wheel.value else 0
    item = _stake(pack, wager)
    return replace(item, win=cents + more, clause=wheel.spin_prize.clause, text=section)


def _spin_due(pack: Pack, wager: Wager) -> Payment:
    return Payment(
        box=wager.box,
        wagerer=wager.wagerer,
        kind=wager.kind,
        direction="hold",
        clause=pack.wheel.spin_trigger.clause,
        text="spin due",
    )
