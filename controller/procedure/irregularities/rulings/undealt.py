"""No card is left: a double or a split whose card never came is none, and its stake goes back.

No text has a word on it. What was staked for a card is not lost without it; the hand is what its
cards make it, and one card makes none: of the deal too its wager goes back.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.irregularities.standing import clause
from controller.procedure.queries import chips, places, target
from controller.procedure.reducers.deal.initial_deal import OF_DEAL
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import caller_of
from controller.procedure.state.play import Hand, Irregularity, Play

from .free_rulings import moved


def why_not_as_dealt(play: Play, house: House, _: Irregularity) -> str:
    """No hand can be settled against a dealer who lacks one of the first two cards."""
    in_deal = play.round in OF_DEAL
    lacks = places.due(play) > 0 if in_deal else len(play.dealer) < 2
    return house.no("dealer_lacks_card")[1] if lacks else ""


def stand_as_they_are(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Who waits for a card gets none; the others may still stand or give up."""
    was, of = c.play, clause(c.house, i.kind)
    back = (*_doubles(was, of), *_splits(was, of))
    boxes = dict.fromkeys(h.box for h in was.hands)
    hands = tuple(_left(h) for box in boxes for h in _together(was, box))
    marks = replace(was.marks, dealt_out=True)
    changed = replace(was.changed, undealt=(*was.changed.undealt, *back))
    c.play = replace(was, hands=hands, marks=marks, changed=changed)
    moved(c)


def _left(hand: Hand) -> Hand:
    if target.doubling(hand):
        once = hand.doubles > 1
        return replace(
            hand,
            doubles=hand.doubles - 1,
            double_cents=hand.carded_cents if once else None,
            done=True,
        )
    if len(hand.cards) < 2:
        return replace(hand, dead=True, done=True, owed=False, waits=False)
    if hand.waits:
        return replace(hand, done=True, waits=False)
    return hand


# ---- the split that was made last, and neither of whose hands has a card ----
def _parted(play: Play, box: int) -> tuple[Hand, Hand] | None:
    """The hand whose turn it is and the one parted from it; those behind them wait longer."""
    bare = [h for h in play.hands if h.box == box and h.split and len(h.cards) < 2 and not h.dead]
    return (bare[0], bare[1]) if len(bare) > 1 else None


def _together(play: Play, box: int) -> tuple[Hand, ...]:
    """The hands of the box, a pair that got no card laid together again."""
    own = [h for h in play.hands if h.box == box]
    if (parted := _parted(play, box)) is None:
        return tuple(own)
    one, two = parted
    first = own.index(one)
    pair = replace(one, cards=(*one.cards, *two.cards), split=len(own) > 2, done=True)
    later = (replace(h, number=h.number - 1) for h in own[first + 2 :])
    return (*own[:first], pair, *later)


# ---- what goes back ----
def _doubles(play: Play, of: str) -> Iterator[Payment]:
    for hand in play.hands:
        if target.doubling(hand):
            yield _back(hand, "double", _added(hand), of)


def _added(hand: Hand) -> int | None:
    """By the last double alone."""
    before = hand.carded_cents if hand.doubles > 1 else 0
    return None if hand.double_cents is None or before is None else hand.double_cents - before


def _splits(play: Play, of: str) -> Iterator[Payment]:
    for box in dict.fromkeys(h.box for h in play.hands):
        if (parted := _parted(play, box)) is not None:
            main = chips.main_cents(play, box, caller_of(play.people, box))
            yield _back(parted[1], "split", main, of)


def _back(hand: Hand, kind: str, cents: int | None, of: str) -> Payment:
    number = hand.number - (kind == "split")
    return Payment(box=hand.box, kind=kind, hand=number, cents=cents, direction="return", clause=of)
