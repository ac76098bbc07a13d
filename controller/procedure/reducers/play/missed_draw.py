"""A card asked for and not dealt: after all others, or the hand is dead (MA 15.i, MD 13.O).

The player chooses. Cards that went to other boxes meanwhile stay there.
"""

from __future__ import annotations

from typing import Final

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.queries import legal, target
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.rules import decisions

MISSED: Final = "missed_draw"


def why_not_missed(p: Play, house: House, box: int, number: int) -> Why:
    """Only a hand that was passed over and could have drawn; else the card is still its own."""
    at = target.find(p, box, number)
    if at is None:
        return house.no("no_hand", box=box)
    hand = p.hands[at]
    asked = any(
        (i.kind, i.box, i.hand, i.status, i.round) == (MISSED, box, number, "raised", 0)
        for i in p.irregularities
    )
    if asked or not target.may_be_missed(hand):
        return house.no("not_passed", box=box)
    no = decisions.why_not(house.pack, legal.situation(p, hand), "hit")
    return (no.clause, no.text) if no else None


def missed(c: Context) -> None:
    assert isinstance(c.input, cmd.MissedDraw)
    c.raise_(MISSED, box=c.input.box, hand=c.input.hand)


def shown(p: Play) -> bool:
    """The dealer's second card lies open: no card comes before it any more."""
    if len(p.dealer) < 2:
        return False
    return p.dealer[1].face is not None or p.dealer_hand not in ("down", "due")


def card_last(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """The hand is open again; its card comes when every other hand has its own."""
    if shown(c.play):
        refuse(c.house.no("hole_turned"))
    at = target.find(c.play, i.box, i.hand)
    if at is None:
        return
    hand = replace(
        c.play.hands[at], done=False, decided=True, hit_asked=True, waits=True, last=True
    )
    c.put_hand(at, hand)
    if c.play.round in ("turn_due", "dealer_plays"):
        c.follow(follow_ups.Round.TURN_RECALLED)
        c.follow(follow_ups.DealerHand.TURN_RECALLED)
