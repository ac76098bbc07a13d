"""The table's day: checklist, open, closing count (MA 2, 6.b.2~2, 7.i~6; MD 2; CA dealing.11).

A line that no longer reads as it was attested reopens the list between two rounds.
"""

# ruff: noqa: A003 - in these class bodies `open` is the state
from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.opening import checklist_lines

from .base import ProcedureChart, asks, stay


class OpeningChart(ProcedureChart):
    closed = State(initial=True)
    checking = State()
    open = State()
    closing = State()

    table_opened = closed.to(checking, on=checklist_lines.open_table)
    layout_referenced = stay(
        checking, validators=checklist_lines.reference_written, on=checklist_lines.reference
    )
    line_attested = stay(
        checking, open, validators=checklist_lines.line_listed, on=checklist_lines.attest
    )
    all_as_listed = stay(
        checking, validators=checklist_lines.list_ready, on=checklist_lines.attest_all
    )
    list_complete = checking.to(open)
    list_reopened = open.to(checking)
    table_closed = closing.from_(
        checking,
        open,
        validators=asks(checklist_lines.why_not_close),
        on=checklist_lines.close_table,
    )
    decks_counted = closing.to(
        closed, validators=checklist_lines.seal_written, on=checklist_lines.count
    )
