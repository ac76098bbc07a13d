"""Whether the dealer must, may or may not take a card."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from controller.domain.cards import Card
from controller.domain.settled import PlayedHand
from controller.domain.wagers import Wager

from .hands import total
from .outcome import FINALS, verdict
from .pack import Pack
from .sheet import sheet


class Draw(Struct, frozen=True):
    must: bool
    may: bool
    clause: str
    reason: str


def dealer_draws(
    pack: Pack,
    dealer: Sequence[Card],
    hands: Sequence[PlayedHand],
    wagers: Sequence[Wager] = (),
) -> Draw:
    """Ask with the dealer's cards as they lie, after every player's hand is done."""
    play = pack.play
    if len(dealer) < 2:
        leaf = pack.deal.first_box
        return Draw(True, True, leaf.clause, "The dealer's second card is always taken")
    best, soft = total(dealer)
    if best > 21:
        return Draw(False, False, pack.settle.dealer_bust.clause, f"The dealer is over: {best}")
    if best == 21 and len(dealer) == 2:
        return Draw(False, False, play.blackjack_ends_round.clause, "The dealer has blackjack")
    stands = play.dealer_stands_from
    soft_17 = play.dealer_soft_17
    if best == stands.value and soft and soft_17.value == "hit":
        return _completes(pack, hands, wagers, soft_17.clause, f"Soft {best} draws")
    if best >= stands.value:
        leaf_clause = soft_17.clause if soft and best == stands.value else stands.clause
        return Draw(False, False, leaf_clause, f"The dealer stands on {best}")
    return _completes(pack, hands, wagers, stands.clause, f"The dealer draws on {best}")


def _completes(
    pack: Pack,
    hands: Sequence[PlayedHand],
    wagers: Sequence[Wager],
    clause: str,
    reason: str,
) -> Draw:
    leaf = pack.play.dealer_completes
    match leaf.value:
        case "when_it_matters" if not matters(pack, hands):
            return Draw(False, False, leaf.clause, "No card can change a result")
        case "when_needed" if not _needed(hands, wagers):
            return Draw(False, False, leaf.clause, "No live hand needs it")
    return Draw(True, True, clause, reason)


def matters(pack: Pack, hands: Sequence[PlayedHand]) -> bool:
    """Settle every live hand against each possible dealer result: say whether any two differ."""
    rules = sheet(pack)
    for hand in hands:
        if _given_up(hand):
            continue
        verdicts = {
            verdict(rules, hand.cards, final, split=hand.split, doubled=hand.doubled > 0)
            for final in FINALS
        }
        if len({(sign, rate[0], rate[1]) for sign, rate in verdicts}) > 1:
            return True
    return False


def _needed(hands: Sequence[PlayedHand], wagers: Sequence[Wager]) -> bool:
    if any(wager.kind == "break_bonus" for wager in wagers):
        return True
    return any(total(hand.cards)[0] < 21 for hand in hands if not _given_up(hand))


def _given_up(hand: PlayedHand) -> bool:
    """On a shared box each wagerer rescues for himself; the hand goes on for the others."""
    rescued = hand.rescued and all(c.rescued or not c.on for c in hand.covers)
    return hand.surrendered or rescued or hand.dead
