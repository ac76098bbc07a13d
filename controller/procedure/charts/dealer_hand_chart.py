"""The dealer's cards, from the hole card face down to the final total (MA 7.i~2, 12.b, 12.c)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.play import dealer_draws as r

from .base import ProcedureChart


class DealerHandChart(ProcedureChart):
    none = State(initial=True)
    down = State()
    due = State()
    drawing = State()
    finished = State()

    dealt = none.to(down)
    turn_called = down.to(due, on=r.open_turn)
    turn_recalled = due.to(down) | drawing.to(down) | finished.to(down)
    turned = due.to(drawing, validators=r.turn_due, on=r.turn)
    second_card_called = due.to(drawing, on=r.call_second_card)
    card_drawn = drawing.to(drawing, cond=r.must_draw, on=r.draw) | due.to(
        drawing, cond=r.second_card_due, on=r.draw_unannounced
    )
    dealer_finished = drawing.to(finished, on=r.finish)
    cleared = finished.to(none) | none.to(none)
