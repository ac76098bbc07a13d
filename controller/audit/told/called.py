"""When the floor was called and who came: a story says both, with the seconds between."""

from __future__ import annotations

from collections.abc import Iterable

from controller.audit.fold import Turn
from controller.audit.scene import Line
from controller.domain import commands as cmd
from controller.procedure.irregularities import catalog


def came(turns: Iterable[Turn]) -> dict[int, Line]:
    """By row: the first thing that somebody of the floor did after a call or a hold."""
    found: dict[int, Line] = {}
    since: int | None = None
    for turn in turns:
        item, accepted = turn.stamped.input, turn.recorded.verdict == "accepted"
        if since is None and accepted and _calls(turn):
            since = turn.stamped.mono
        elif accepted and isinstance(item, cmd.FloorCalled) and item.back:
            since = None
        elif since is not None and accepted and _of_floor(turn):
            assert isinstance(item, cmd.Command)
            after = round((turn.stamped.mono - since) / 1000)
            clause = turn.house.pack.line.stop.clause
            text = f"{item.by} is there, {after} s after the table stopped"
            found[turn.row] = Line(text, clause)
            since = None
    return found


def _calls(turn: Turn) -> bool:
    item = turn.stamped.input
    if isinstance(item, cmd.FloorCalled):
        return not item.back
    was = catalog.hold(turn.before.play, turn.house, turn.before.devices)
    now = catalog.hold(turn.step.state.play, turn.house, turn.step.state.devices)
    return was is None and now is not None and not _of_floor(turn)


def _of_floor(turn: Turn) -> bool:
    item = turn.stamped.input
    return isinstance(item, cmd.Command) and item.rank not in ("dealer", cmd.SURVEILLANCE)
