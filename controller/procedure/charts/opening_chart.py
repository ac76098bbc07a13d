"""The table's day: checklist, open, closing count (MA 2, 6.b.2~2, 7.i~6; MD 2; CA dealing.11).

A line that reads otherwise than it was attested reopens the list between two rounds.
"""

# ruff: noqa: A003 - in these class bodies `open` is the state
from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.opening import checklist_lines as r

from .base import ProcedureChart


class OpeningChart(ProcedureChart):
    closed = State(initial=True)
    checking = State()
    open = State()
    closing = State()

    table_opened = closed.to(checking, on=r.open_table)
    layout_referenced = checking.to(checking, validators=r.reference_written, on=r.reference)
    line_attested = checking.to(checking, validators=r.line_listed, on=r.attest) | open.to(
        open, validators=r.line_listed, on=r.attest
    )
    all_as_listed = checking.to(checking, validators=r.list_ready, on=r.attest_all)
    list_complete = checking.to(open)
    list_reopened = open.to(checking)
    table_closed = checking.to(closing, validators=r.close_due, on=r.close_table) | open.to(
        closing, validators=r.close_due, on=r.close_table
    )
    decks_counted = closing.to(closed, validators=r.seal_written, on=r.count)
