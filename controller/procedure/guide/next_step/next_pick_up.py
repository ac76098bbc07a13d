"""Which cards are picked up at the end: those that still lie (MA 7.h, MD 7.T, NH play.20)."""

from __future__ import annotations

from controller.procedure.queries import continuous, legal, target
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Play
from controller.rules.pack.line_keys import LineKey

from .ended_hands import drew_last


def pick_up(p: Play, house: House) -> str:
    """From the dealer's far right; the dealer's own cards come last, under the others."""
    lie = {h.box for at, h in enumerate(p.hands) if h.cards and not _gone(p, house, at)}
    if not p.hands:
        lie = set(p.boxes if p.dealt else ())
    if not lie:
        return ""
    boxes = sorted(lie, reverse=True)
    key: LineKey = "pick_up_device" if continuous.deals(p, house) else "pick_up"
    return house.line(key, boxes=" ".join(map(str, boxes)))[1]


def _gone(p: Play, house: House, at: int) -> bool:
    hand = p.hands[at]
    paid = p.payments[: p.paid_before]
    if any((x.box, x.kind, x.direction) == (hand.box, "main", "pay") for x in paid):
        return True  # a blackjack that was paid at its turn
    return _over(house, hand) and not _found_late(p, at)


def _over(house: House, hand: Hand) -> bool:
    """Its cards went with its wager, where the text has it so."""
    return house.pack.settle.busted_cards.value == "at_once" and target.bust(house, hand)


def _found_late(p: Play, at: int) -> bool:
    """In the settlement, or a void came before the next act acknowledged the line."""
    hand = p.hands[at]
    if (hand.box, hand.number) in p.changed.late:
        return True
    return legal.is_void(p) and drew_last(p) == at and not legal.dealer_turned(p)
