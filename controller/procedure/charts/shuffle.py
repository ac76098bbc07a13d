"""The shuffle by machine (MA 4.a, 4.b.1, 15.j)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers import shuffle as r

from .base import ProcedureChart


class ShuffleChart(ProcedureChart):
    idle = State(initial=True)
    running = State()
    faulted = State()
    done = State()

    shuffle_asked = idle.to(running, validators=r.shuffle_due, on=r.order_shuffle) | faulted.to(
        running, validators=r.shuffle_due, on=r.order_shuffle
    )
    shuffle_done = running.to(done, on=r.shuffle_counted)
    shuffle_faulted = running.to(faulted, on=r.shuffle_failed)
    shuffle_void = running.to(faulted)
    batch_loaded = done.to(idle)
