"""The cut, the cover card and the recut, up to a stack for the shoe (MA 4.b-4.f, MD 5.B-5.F)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.cards import cut

from .base import ProcedureChart, asks, stay


class CutChart(ProcedureChart):
    none = State(initial=True)
    due = State()
    cutting = State()
    cover_due = State()
    placed = State()

    stack_ready = (
        none.to(placed, cond=cut.nothing_to_insert, on=cut.place_uncut)
        | none.to(cover_due, cond=cut.machine_spares_cut, on=cut.begin)
        | none.to(due, on=cut.begin)
    )
    cut_taken = (
        stay(none, validators=asks(cut.why_not_cut, "box"))
        | due.to(cutting, validators=asks(cut.why_not_cut, "box"), on=cut.take_cut)
        | stay(cutting, validators=asks(cut.why_not_cut, "box"))
    )
    cut_placed = placed.from_(cutting, cover_due, on=cut.place)
    recut_ordered = due.from_(cutting, placed, validators=cut.recut_due, on=cut.recut) | none.to(
        due, validators=cut.recut_due, on=cut.take_back
    )
    cut_undone = due.from_(cutting, placed, on=cut.begin)
    unstacked = stay(none) | none.from_(due, cutting, cover_due, placed)
    shoe_filled = placed.to(none)
