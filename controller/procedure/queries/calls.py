"""The dealer calls the floor: one open call at most, taken back until somebody has answered it."""

from __future__ import annotations

from typing import Final

from controller.procedure.state.play import Irregularity, Play

CALL: Final = "free_ruling"
TAKEN_BACK = "taken_back"


def open_call(play: Play) -> Irregularity | None:
    """The call that nobody has closed yet."""
    return next((i for i in play.irregularities if (i.kind, i.status) == (CALL, "raised")), None)


def may_take_back(play: Play) -> bool:
    found = open_call(play)
    return found is not None and not found.notices and not found.answers
