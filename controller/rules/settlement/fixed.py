"""The super bonus for three suited sevens and the fixed payment to the others at the table."""

from __future__ import annotations

from controller.domain.settled import PlayedHand, PlayedRound
from controller.domain.wagers import Payment, Wager
from controller.rules.outcome import suited_sevens
from controller.rules.pack import Pack

from .main import cover_of


def fixed_payments(pack: Pack, played: PlayedRound, won: set[tuple[int, int]]) -> list[Payment]:
    """`won` = (box, hand) of the winning hands."""
    if played.dealer[0].rank not in pack.settle.super_up_ranks.value:
        return []
    found: list[Payment] = []
    for hand in played.hands:
        if (hand.box, hand.hand) in won and _earns(pack, hand):
            award = _awards(pack, played, hand)
            found += award
            held = all(p.direction == "hold" for p in award)
            if award or not pack.settle.envy_requires_award.value:
                found += _envy(pack, played, hand, held=bool(award) and held)
    return found


def _earns(pack: Pack, hand: PlayedHand) -> bool:
    s = pack.settle
    if hand.split and not s.super_on_split.value:
        return False
    if hand.doubled and not s.super_on_doubled.value:
        return False
    return suited_sevens(hand.cards)


def _awards(pack: Pack, played: PlayedRound, hand: PlayedHand) -> list[Payment]:
    """To each wagerer of the winning hand by the tier of his own original wager."""
    found: list[Payment] = []
    for wager in _mains(played):
        cover = cover_of(hand, wager.wagerer)
        if wager.box != hand.box or (cover and not cover.on):
            continue
        cents, clause = _tier(pack, threshold_cents(played, wager))
        if cents == 0:
            continue
        found.append(
            Payment(
                box=wager.box,
                wagerer=wager.wagerer,
                kind="super_bonus",
                cents=cents,
                direction="hold" if cents is None else "pay",
                clause=clause,
                hand=hand.hand,
                text="the original wager decides the amount" if cents is None else "",
            )
        )
    return found


def threshold_cents(played: PlayedRound, wager: Wager) -> int | None:
    """What counts of the wager for a threshold; None = nobody has said, or it was not counted."""
    for box, wagerer, counts in played.coupons:
        if (box, wagerer) == (wager.box, wager.wagerer) and not counts:
            return None if counts is None else 0
    return wager.cents


def _tier(pack: Pack, cents: int | None) -> tuple[int | None, str]:
    s = pack.settle
    if s.super_high_cents.value:
        if cents is None:
            return None, s.super_low_from_cents.clause
        if cents >= s.super_high_from_cents.value:
            return s.super_high_cents.value, s.super_high_cents.clause
    if cents is not None and cents < s.super_low_from_cents.value:
        return 0, s.super_low_from_cents.clause
    return s.super_low_cents.value, s.super_low_cents.clause


def _mains(played: PlayedRound) -> list[Wager]:
    return [w for w in played.wagers if w.kind == "main"]


def _envy(pack: Pack, played: PlayedRound, hand: PlayedHand, *, held: bool) -> list[Payment]:
    """Once per player and event, at the player's first box; the winner's own boxes earn none."""
    s = pack.settle
    if s.envy_to.value == "nobody":
        return []
    winners = {player(played, w) for w in _mains(played) if w.box == hand.box}
    paid: set[str] = set() if s.envy_to.value == "every_player" else set(winners)
    found: list[Payment] = []
    for wager in sorted(_mains(played), key=lambda w: w.box):
        who = player(played, wager)
        if who in paid:
            continue
        paid.add(who)
        found.append(
            Payment(
                box=wager.box,
                wagerer=wager.wagerer,
                kind="envy",
                cents=s.envy_cents.value,
                direction="hold" if held else "pay",
                clause=s.envy_cents.clause,
                text=f"three sevens at box {hand.box}",
            )
        )
    return found


def player(played: PlayedRound, wager: Wager) -> str:
    """Who wagered: a named wagerer, or the player of the box and of the boxes linked to it."""
    if wager.wagerer:
        return wager.wagerer
    for linked in played.same_player:
        if wager.box in linked:
            return f"box {min(linked)}"
    return f"box {wager.box}"
