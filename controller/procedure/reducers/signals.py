"""Hand signal and voice that differ: both are entered, the pack says which counts (NH play.18)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure import legal, target
from controller.procedure.context import Context, Why, refuse
from controller.procedure.house import House
from controller.procedure.state import Play
from controller.rules import decisions

from . import play as p


def counted(house: House, i: cmd.Signalled) -> str:
    """`hit` or `stand`; empty = neither, so the player is asked again."""
    return decisions.signalled(house.pack, hand=i.shown, voice=i.spoken)


def why_not(play: Play, house: House, i: cmd.Signalled) -> Why:
    what = counted(house, i)
    if not what:
        return house.no("ask_again")
    if no := legal.why_not(play, house, what, i.box, i.hand):
        return no
    now = target.index(play, house)
    return house.no("waits_turn", box=i.box) if target.find(play, i.box, i.hand) != now else None


def signal_due(c: Context) -> None:
    assert isinstance(c.input, cmd.Signalled)
    refuse(why_not(c.play, c.house, c.input))


def follow(c: Context) -> None:
    """A stand ends the hand. A hit needs nothing: the next card is that hand's."""
    assert isinstance(c.input, cmd.Signalled)
    if counted(c.house, c.input) == "stand":
        p.stand(c)
