"""A chart as a table in time order: state, event, guards, validators, target, action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from controller.procedure.charts.base import ProcedureChart


def _names(specs: Iterable[Any]) -> str:
    return ", ".join(s.func.__name__ for s in specs if not s.is_convention) or "-"


def rows(chart: type[ProcedureChart]) -> Iterator[tuple[str, ...]]:
    for state in chart.states:
        for t in state.transitions:
            events = " | ".join(str(e) for e in t.events)
            assert t.target is not None
            guard, check, action = _names(t.cond), _names(t.validators), _names(t.on)
            yield state.id, events, guard, check, t.target.id, action


def table(chart: type[ProcedureChart]) -> str:
    head = ("state", "event", "if", "unless refused by", "to", "do")
    lines = [head, *rows(chart)]
    width = [max(len(line[n]) for line in lines) for n in range(len(head))]
    return "".join(
        "  ".join(cell.ljust(w) for cell, w in zip(line, width, strict=True)).rstrip() + "\n"
        for line in lines
    )
