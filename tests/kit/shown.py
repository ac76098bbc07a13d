"""What the pages show of an evening, and how the record tells its last input."""

from __future__ import annotations

from controller.audit.explain import Told, tell
from controller.audit.fold import Turn
from controller.domain.views.floor_view import FloorView
from controller.domain.views.view import Box, DealerView, TableName
from controller.view import Frame, dealer_view, floor_view

from .evening import Evening


def page(at: Evening) -> DealerView:
    return dealer_view(at.state, at.house, frame(at))


def floor_page(at: Evening, rank: str = "casino_supervisor") -> FloorView:
    return floor_view(at.state, at.house, frame(at), rank)


def frame(at: Evening) -> Frame:
    return Frame(seq=at.seq, at=at.mono, table=TableName(id="t", pack="p"))


def box(at: Evening, no: int) -> Box:
    return next(b for b in page(at).boxes if b.no == no)


def labels(at: Evening, slot: str) -> list[str]:
    """Of the keys whose place begins so."""
    return [a.label for a in page(at).allowed if a.slot.startswith(slot)]


def told(at: Evening) -> Told:
    stamped, step = at.steps[-1]
    before = at.steps[-2][1].state
    kind = type(stamped.input).__name__
    return tell(Turn(stamped.seq, kind, stamped, step.outcome, before, step, at.house))
