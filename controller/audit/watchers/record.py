"""What the record itself may never show: a refusal that moves, a clock that goes back."""

from __future__ import annotations

from collections.abc import Iterator

from controller.audit.move import Move
from controller.procedure.state.play import Play

BY_THE_CLOCK = ("opening", "day", "irregularities", "timers", "limits")


def refusal_moves(m: Move) -> Iterator[str]:
    """procedure/README: a refusal moves nothing but the mark of a deal in doubt.

    What the clock has brought since comes before the input, also before one that is refused.
    """
    if m.step.outcome.verdict != "refused" or m.step.boundary is not None:
        return
    told = m.was.limits
    due = bool(told.next_low) and told.due <= m.stamped.at
    late = m.step.outcome.raised or due or m.was.day.date != m.is_.day.date
    counted = ("wagers",) if told != m.is_.limits else ()
    spared = ("doubt", *(BY_THE_CLOCK if late else ()), *counted)
    for name in Play.__struct_fields__:
        if name not in spared and getattr(m.was, name) != getattr(m.is_, name):
            yield f"a refused input moved {name}"


def clock_back(m: Move) -> Iterator[str]:
    """controller/README 2: the table's own clock never goes back."""
    if m.stamped.mono < m.past.mono:
        yield "the table's clock went back"
