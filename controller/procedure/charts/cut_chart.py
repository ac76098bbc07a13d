"""The cut, the cover card and the recut, up to a stack for the shoe (MA 4.b-4.f, MD 5.B-5.F)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.cards import cut as r

from .base import ProcedureChart


class CutChart(ProcedureChart):
    none = State(initial=True)
    due = State()
    cutting = State()
    cover_due = State()
    placed = State()

    stack_ready = (
        none.to(placed, cond=r.nothing_to_insert, on=r.place_uncut)
        | none.to(cover_due, cond=r.machine_spares_cut, on=r.begin)
        | none.to(due, on=r.begin)
    )
    cut_taken = (
        none.to(none, validators=r.cut_offered)
        | due.to(cutting, validators=r.cut_offered, on=r.take_cut)
        | cutting.to(cutting, validators=r.cut_offered)
    )
    cut_placed = cutting.to(placed, on=r.place) | cover_due.to(placed, on=r.place)
    recut_ordered = (
        cutting.to(due, validators=r.recut_due, on=r.recut)
        | placed.to(due, validators=r.recut_due, on=r.recut)
        | none.to(due, validators=r.recut_due, on=r.take_back)
    )
    cut_undone = cutting.to(due, on=r.begin) | placed.to(due, on=r.begin)
    unstacked = (
        none.to(none) | due.to(none) | cutting.to(none) | cover_due.to(none) | placed.to(none)
    )
    shoe_filled = placed.to(none)
