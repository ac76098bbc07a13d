"""From the load to the count at the end of the shoe (MA 4.e~5, 7.c, 7.j)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers import cut
from controller.procedure.reducers import shoe as r

from .base import ProcedureChart


class ShoeChart(ProcedureChart):
    empty = State(initial=True)
    burn_due = State()
    ready = State()
    last_round = State()
    rest_due = State()

    shoe_loaded = empty.to(burn_due, cond=cut.cut_is_placed, on=r.load)
    card_drawn = burn_due.to(ready, on=r.burn)
    burn_taken_out = ready.to(burn_due)
    cover_card_seen = (
        burn_due.to(rest_due, on=r.cover_at_burn)
        | ready.to(last_round, cond=r.deal_has_begun, on=r.cover)
        | ready.to(rest_due, on=r.cover)
    )
    round_over = (
        empty.to(empty)
        | burn_due.to(burn_due)
        | ready.to(ready)
        | last_round.to(rest_due)
        | rest_due.to(rest_due)
    )
    reshuffle_due = (
        burn_due.to(rest_due) | ready.to(rest_due) | last_round.to(rest_due) | rest_due.to(rest_due)
    )
    rest_counted = rest_due.to(empty, on=r.reconcile)
