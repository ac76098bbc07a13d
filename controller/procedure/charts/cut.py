"""The cover card goes in about a quarter from the back; no cut after a machine (MA 4.b.1)."""

from __future__ import annotations

from statemachine import State

from .base import ProcedureChart


class CutChart(ProcedureChart):
    none = State(initial=True)
    due = State()
    placed = State()

    stack_ready = none.to(due)
    cut_placed = due.to(placed)
    shoe_filled = placed.to(none)
