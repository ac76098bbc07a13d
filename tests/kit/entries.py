"""A confirmed deal, the entries of its log, and the floor's edits of them."""

from __future__ import annotations

from typing import Any

from controller.procedure.state.inputs import Amended, Edit, Outcome, Stamped

from .evening import Evening


def dealt(cards: str, *boxes: int) -> Evening:
    evening = Evening().opened().lit(*boxes)
    evening.draw(cards)
    evening.press("act1")
    return evening


def entry(evening: Evening, kind: type) -> int:
    """Id of the last entry with such an input."""
    return next(e.id for e in reversed(evening.state.log) if isinstance(e.input, kind))


def amended(evening: Evening, *edits: Edit, rank: str = "floorperson") -> Outcome:
    return evening.floor(Amended(edits=edits, why="layout looked at"), rank=rank)


def stamp(evening: Evening, item: Any) -> Stamped:
    return Stamped(evening.seq + 1, evening.mono * 1000, evening.mono + 1000, "test", item)
