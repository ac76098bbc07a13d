"""Amber questions that the dealer answers: each has the line until it is answered."""

from __future__ import annotations

from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play

from .kinds.every_kind import KINDS
from .standing import dealers, open_ones


def question(play: Play, house: House) -> Irregularity | None:
    """The one on the line; the dealer may do nothing else meanwhile."""
    for i in open_ones(play):
        on_line = KINDS[i.kind].on_line
        if on_line == "always" or (on_line == "dealers" and dealers(house, i.kind)):
            return i
    return None
