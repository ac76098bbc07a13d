"""A doubled hand that has its card: whether its turn goes on, and what it may choose."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Play
from controller.rules import decisions

from . import legal, target


def after_card(play: Play, house: House, hand: Hand) -> Hand:
    """The hand as a card leaves it: over, done, or about to choose whether to double again."""
    doubled = hand.doubles > 0
    again = (
        doubled
        and not hand.ruled
        and (could_double(play, house, hand) or could_rescue(play, house, hand))
    )
    done = hand.ruled or (not again and legal.finished(house, hand, doubled=doubled))
    return replace(hand, done=done, again=again)


def could_double(play: Play, house: House, hand: Hand) -> bool:
    """Whether its total and its doubles let it double once more, and a card is left for it."""
    if play.marks.dealt_out:
        return False
    return decisions.why_not(house.pack, legal.situation(play, hand), "double") is None


def could_rescue(play: Play, house: House, hand: Hand) -> bool:
    """Whether its turn goes on after the card of its double since it may be rescued in it."""
    own = house.pack.play.rescue_until.value == "own_turn"
    return own and decisions.why_not(house.pack, legal.situation(play, hand), "rescue") is None


def may_choose_double(play: Play, house: House) -> Hand | None:
    """The hand that has still to choose, where a further double is among its choices."""
    hand = target.choosing(play, house)
    return hand if hand is not None and could_double(play, house, hand) else None


def doubles_again(house: House, hand: Hand) -> bool:
    """A doubled hand that has its card, in a game that lets it double once more."""
    most = decisions.max_doubles(house.pack).value
    return most > 1 and hand.doubles > 0 and hand.done and not hand.rescued
