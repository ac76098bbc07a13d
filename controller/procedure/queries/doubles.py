"""For how much a counted hand may be doubled: in full, or by the chip for less."""

from __future__ import annotations

from controller.domain.money import CHIPS_CENTS
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Play
from controller.rules import decisions

from . import legal


def for_less(play: Play, house: House, hand: Hand) -> tuple[int, ...]:
    """Amounts under the full one that the text allows, the largest first. Units: cents."""
    full = legal.full_double(play, house, hand)
    if full is None:
        return ()
    chips = {full // 2, *(cents for cents in CHIPS_CENTS if cents < full)}
    return tuple(cents for cents in sorted(chips, reverse=True) if _fits(play, house, hand, cents))


def told_late(play: Play, house: House, hand: Hand) -> tuple[int | None, ...]:
    """What a double may have been that is told after its card; None = nobody counted.

    Where the text knows the full wager and its exact half, the half is asked first: it is the
    one that cannot be read off the layout afterwards. A further double is as the one before.
    """
    full = legal.full_double(play, house, hand)
    if full is None:
        return (None,)
    less = for_less(play, house, hand)
    halves = decisions.doubles_half(house.pack) and not hand.doubles
    return (*less, full) if halves else (full, *less)


def _fits(play: Play, house: House, hand: Hand, cents: int) -> bool:
    return legal.why_not(play, house, "double", hand.box, hand.number, cents=cents) is None
