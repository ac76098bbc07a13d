"""Opening and closing of the table, short form (MA 2.a-3.c: attested in one line)."""

# ruff: noqa: A003 - in these class bodies `open` is the state
from __future__ import annotations

from statemachine import State

from controller.procedure.reducers import shoe as r

from .base import ProcedureChart


class OpeningChart(ProcedureChart):
    closed = State(initial=True)
    open = State()

    table_opened = closed.to(open, on=r.open_table)
    table_closed = open.to(closed, validators=r.close_due, on=r.close_table)
