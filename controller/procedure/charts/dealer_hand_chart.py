"""The dealer's cards, from the hole card face down to the final total (MA 7.i~2, 12.b, 12.c)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.play import dealer_draws

from .base import ProcedureChart, stay


class DealerHandChart(ProcedureChart):
    none = State(initial=True)
    down = State()
    due = State()
    drawing = State()
    finished = State()

    dealt = none.to(down)
    turn_called = down.to(due, on=dealer_draws.open_turn)
    turn_recalled = down.from_(due, drawing, finished)
    draw_recalled = drawing.from_(finished)
    turned = due.to(drawing, validators=dealer_draws.turn_due, on=dealer_draws.turn)
    second_card_called = due.to(drawing, on=dealer_draws.call_second_card)
    card_drawn = stay(drawing, cond=dealer_draws.must_draw, on=dealer_draws.draw) | due.to(
        drawing, cond=dealer_draws.second_card_due, on=dealer_draws.draw_unannounced
    )
    dealer_finished = drawing.to(finished, on=dealer_draws.finish)
    cleared = finished.to(none) | stay(none)
