"""A Blackjack that is none: the hands that it ended are asked, or they are dead.

The check said yes and nobody had a decision; the turned card says no, or it was a ten and
the card in its place makes no Blackjack. The hole card lies open then, for which no text has a
clause: nothing is settled before a casino supervisor has ruled (console/README 1.3).
"""

from __future__ import annotations

from typing import Final

from controller.domain.structs import replace
from controller.procedure.queries import legal, target
from controller.procedure.reducers.settle import settlement
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context
from controller.procedure.state.play import Hand

from . import phase

SHOWN: Final = "hole_card_shown"
UNASKED = target.UNASKED


def recall(c: Context) -> bool:
    """Whether hands that nobody asked come back; the ruling is asked for with them."""
    p = c.play
    if not (p.peek and p.peek_given) or not legal.dealer_turned(p):
        return False
    if legal.dealer_value(p, c.house).blackjack:
        return False
    hands = tuple(_as_dealt(c, h) for h in p.hands)
    c.play = replace(c.play, peek=False, hands=hands)
    if all(h.done for h in hands):
        return False
    i = c.raise_(SHOWN, card=p.dealer[1], about=UNASKED)
    c.put(replace(i, answers=(("who", "PLAYERS"),)))
    turn_back(c)
    return True


def _as_dealt(c: Context, hand: Hand) -> Hand:
    """Open again, as the deal left it: only a Blackjack takes no decision."""
    if hand.dead or hand.ruled or hand.decided or len(hand.cards) < 2:
        return hand
    return replace(hand, done=target.value(c.house, hand).blackjack)


def reopen(c: Context) -> None:
    """A check that was none has ended the hands: they are asked once the ruling is given."""
    c.play = replace(c.play, hands=tuple(_as_dealt(c, h) for h in c.play.hands))
    if c.play.round == "turn_due":
        turn_back(c)


def turn_back(c: Context) -> None:
    """To the decisions, or to what is asked before them."""
    if c.play.round in phase.BEFORE_DECISIONS:
        if c.play.round == "insurance":
            c.play = replace(c.play, insurance_closed=False)
        c.follow(follow_ups.Round.ASKED_ANEW)
        return
    if c.play.round == "settled":
        settlement.take_back(c)
    c.follow(follow_ups.Round.TURN_RECALLED)
    c.follow(follow_ups.DealerHand.TURN_RECALLED)


def recall_left(c: Context) -> bool:
    """Whether a hand that had no turn with its cards as they are known now has the turn.

    With the hole card still down it decides as if nobody had passed it by; else a person rules.
    """
    at = target.index(c.play, c.house)
    if at is None or c.play.round not in ("turn_due", "dealer_plays", "settled"):
        return False
    hand = replace(c.play.hands[at], last=True)
    c.put_hand(at, hand)
    if legal.dealer_turned(c.play):
        c.raise_("hand_not_asked", box=hand.box, hand=hand.number)
    turn_back(c)
    return True


def play_on(c: Context) -> None:
    """The card stays open. Insurance is lost now that it is known (MA 11.d, MD 8.F)."""
    c.play = replace(c.play, answer_at=c.play.drawn)
    if any(w.kind == "insurance" for w in c.play.wagers):
        settlement.collect_insurance(c)
    phase.advance(c)
