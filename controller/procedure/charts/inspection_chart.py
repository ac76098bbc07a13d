"""The daily inspection of the card reader: its seal, then four test cards (MD 2.F)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.opening import reader_inspection as r

from .base import ProcedureChart


class InspectionChart(ProcedureChart):
    none = State(initial=True)
    testing = State()

    seal_read = none.to(testing, validators=r.inspectable, on=r.seal) | testing.to(
        testing, validators=r.inspectable, on=r.seal
    )
    peeked = (
        testing.to(none, cond=r.wrong_answer, on=r.fail)
        | testing.to(none, cond=r.last_card, on=r.passed)
        | testing.to(testing, on=r.answered)
    )
    reader_faulted = testing.to(none, on=r.fault)
