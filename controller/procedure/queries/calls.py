"""The dealer calls the floor: one open call at most, taken back until somebody has answered it.

What a pause was about is ruled under the same kind.
"""

from __future__ import annotations

from typing import Final

from controller.procedure.state.play import Irregularity, Play

CALL: Final = "free_ruling"
TAKEN_BACK = "taken_back"
REPORTED = "reported"
"""The dealer has said what the call was for: that is ruled, under its own kind."""


def open_call(play: Play) -> Irregularity | None:
    """The dealer's call that nobody has closed yet; what a pause was about is no call."""
    open_ones = (i for i in play.irregularities if (i.kind, i.status) == (CALL, "raised"))
    return next((i for i in open_ones if not i.code), None)


def may_take_back(play: Play) -> bool:
    found = open_call(play)
    return found is not None and not found.notices and not found.answers


def of_pause(i: Irregularity) -> str:
    """What a pause that is to be ruled is called; empty = it is none. It holds the table."""
    if i.kind != CALL or not i.code:
        return ""
    return "{about}, box {box}" if i.box else "{about}"
