"""A pause: no card while it runs, from any state, and play goes on (console/README 3).

It is no irregularity: nothing is to be ruled. A red hold beside it stays what it is.
Source: house.pause.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.queries import calls, places
from controller.procedure.reducers.deal import initial_deal
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.parts.pausing import Pause
from controller.procedure.state.play import Play

"""The timer after which the next rank is called."""
LASTS_S = 300.0
PAUSED = "paused"
"""What a card is about that was drawn meanwhile."""


def why_not_paused(play: Play, house: House, item: cmd.Paused) -> Why:
    if play.opening == "closed":
        return house.no("not_open")
    if not 0 <= item.box <= house.boxes:
        return house.no("no_such_box")
    if item.reason == "other" and not item.note.strip():
        return house.no("reason_first")
    return None


def why_not_resumed(play: Play, house: House) -> Why:
    return None if play.pause.since else house.no("not_paused")


def act(c: Context) -> None:
    item = c.input
    match item:
        case cmd.Paused():
            refuse(why_not_paused(c.play, c.house, item))
            _pause(c, item)
        case cmd.PauseSeen():
            refuse(why_not_resumed(c.play, c.house))
            _seen(c, item)
        case cmd.Resumed():
            refuse(why_not_resumed(c.play, c.house))
            _resume(c, item)


def _pause(c: Context, item: cmd.Paused) -> None:
    now = c.play.pause
    if not now.since:
        now = Pause(since=c.at, by=item.by)
        c.arm("pause", LASTS_S)
        c.disarm("deal_gap")
    c.play = replace(
        c.play, pause=replace(now, reason=item.reason, box=item.box, note=item.note.strip())
    )


def _seen(c: Context, item: cmd.PauseSeen) -> None:
    if c.play.pause.seen_by:
        refuse(c.house.no("told_already"))
    c.play = replace(c.play, pause=replace(c.play.pause, seen_by=item.by, seen_at=c.at))


def _resume(c: Context, item: cmd.Resumed) -> None:
    """No card was late: the wait for the next one begins anew."""
    was, last = c.play.pause, c.play.watch.last_draw
    end(c)
    if last and c.play.round in initial_deal.OF_DEAL:
        c.play = replace(c.play, watch=replace(c.play.watch, last_draw=c.mono))
        if c.play.dealt and places.due(c.play) > 0:
            initial_deal.wait_for_card(c)
    if item.ruling:
        c.raise_(calls.CALL, box=was.box, about=was.reason.replace("_", " "))


def end(c: Context) -> None:
    c.disarm("pause")
    c.play = replace(c.play, pause=Pause())


def lasts(c: Context) -> None:
    """It runs for long: the supervisor is called."""
    c.disarm("pause")
    if c.play.pause.since:
        c.play = replace(c.play, pause=replace(c.play.pause, called=cmd.RANKS[-1]))
