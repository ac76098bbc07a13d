"""The shuffle: what is due, what the shuffler or the dealer did, what it counted (MA 4.a, 15.j)."""

from __future__ import annotations

from controller.domain import facts as fact
from controller.procedure.context import Context, Why, refuse
from controller.procedure.house import House
from controller.procedure.state import Play

from .orders import close_order


def why_not_shuffle(play: Play, house: House) -> Why:
    if play.opening != ("open",):
        return house.no("not_open")
    if play.shoe != ("empty",):
        return house.no("rest_first")
    return None


def shuffle_due(c: Context) -> None:
    refuse(why_not_shuffle(c.play, c.house))


def order_shuffle(c: Context) -> None:
    c.want("shuffle")


def shuffle_counted(c: Context) -> None:
    """The shuffler's count against the pack: a difference is told before the cards are loaded."""
    assert isinstance(c.input, fact.ShuffleDone)
    close_order(c, "shuffle", "done")
    expected = c.house.shoe_cards - c.play.removed
    if c.input.cards != expected:
        c.raise_("count_differs", about=f"{c.input.cards} of {expected}")
    c.follow("cut", "stack_ready")


def shuffle_failed(c: Context) -> None:
    """An incomplete shuffle is no shuffle (MA 15.j)."""
    assert isinstance(c.input, fact.ShuffleFaulted)
    close_order(c, "shuffle", "failed")
    c.raise_("shuffler_fault", about=c.input.reason)
