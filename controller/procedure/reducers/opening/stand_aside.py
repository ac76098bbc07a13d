"""The table dealt without its controller: since when, each shoe and dealer, a shuffle to come back.

Source: house.stand-aside; where the text demands a reader, only with one whose own lamp answers.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.reducers.cards.shoe_in_play import forget_cards
from controller.procedure.reducers.wheel import lockout
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.inputs import ROWS, Input, row
from controller.procedure.state.play import Play

from .checklist_lines import between_rounds


def why_not_aside(play: Play, house: House, item: cmd.StoodAside) -> Why:
    if item.aside == bool(play.manual.aside_since):
        return house.no("not_now")
    if not item.aside:
        return None
    if play.opening != "open":
        return house.no("not_open")
    if not between_rounds(play):
        return house.no("round_open")
    if play.shuffle == "running":
        return house.no("not_now")
    lamp = house.pack.shoe.stand_aside.value == "reader_lamp"
    if lamp != item.lamp:
        return house.no("reader_lamp" if lamp else "not_now")
    return None


def stand(c: Context) -> None:
    item = c.input
    assert isinstance(item, cmd.StoodAside)
    refuse(why_not_aside(c.play, c.house, item))
    if not item.aside:
        c.play = replace(c.play, manual=replace(c.play.manual, aside_since=0, aside_by="", shoes=0))
        lockout.open_again(c)
        return
    since = replace(c.play.manual, aside_since=c.at, aside_by=item.by)
    c.play = replace(c.play, manual=since)
    lockout.close(c)
    c.follow(follow_ups.Shoe.FORGOTTEN)
    c.follow(follow_ups.Shuffle.STACK_FORGOTTEN)
    if c.play.cut != "none":
        c.follow(follow_ups.Cut.UNSTACKED)


def forget_shoe(c: Context) -> None:
    """No card of this shoe is known any more: a full shuffle comes before the next."""
    c.play = replace(
        c.play, stack=replace(c.play.stack, steps=0, by="", ordered=False, why="order")
    )
    forget_cards(c)


def unplayed(play: Play, item: Input) -> bool:
    """What devices of the play say meanwhile is recorded and not played."""
    return bool(play.manual.aside_since) and isinstance(item, fact.Fact) and not row(item).aside


def why_not_here(play: Play, house: House, kind: type[cmd.Command]) -> Why:
    """Why a command of that kind has no effect while the controller stands aside."""
    aside = play.manual.aside_since and not ROWS[kind].aside
    return house.no("stood_aside") if aside else None


def takes(c: Context) -> bool:
    """A command while the controller stands aside; a shoe change is only counted."""
    if not c.play.manual.aside_since or not isinstance(c.input, cmd.Command):
        return False
    refuse(why_not_here(c.play, c.house, type(c.input)))
    if isinstance(c.input, cmd.ShoeNoted):
        c.play = replace(c.play, manual=replace(c.play.manual, shoes=c.play.manual.shoes + 1))
        return True
    return False
