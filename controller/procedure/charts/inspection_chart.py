"""The daily inspection of the card reader: its seal, then four test cards (MD 2.F)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.opening import reader_inspection

from .base import ProcedureChart, stay


class InspectionChart(ProcedureChart):
    none = State(initial=True)
    testing = State()

    seal_read = none.to(
        testing, validators=reader_inspection.inspectable, on=reader_inspection.seal
    ) | stay(testing, validators=reader_inspection.inspectable, on=reader_inspection.seal)
    peeked = (
        testing.to(none, cond=reader_inspection.wrong_answer, on=reader_inspection.fail)
        | testing.to(none, cond=reader_inspection.last_card, on=reader_inspection.passed)
        | stay(testing, on=reader_inspection.answered)
    )
    reader_faulted = testing.to(none, on=reader_inspection.fault)
