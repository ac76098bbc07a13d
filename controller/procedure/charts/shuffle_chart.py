"""The shuffle by machine or by hand, up to one whole stack (MA 4.a, 4.b.1, 4.j, 15.j, 15.k)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.cards import continuous_shuffler, shuffle

from .base import ProcedureChart, asks, stay


class ShuffleChart(ProcedureChart):
    idle = State(initial=True)
    running = State()
    faulted = State()
    miscounted = State()
    by_hand = State()
    done = State()

    shuffle_asked = running.from_(
        idle,
        faulted,
        miscounted,
        validators=asks(shuffle.why_not_shuffle),
        on=shuffle.order_shuffle,
    )
    shuffle_done = running.to(done, cond=shuffle.count_agrees, on=shuffle.shuffled) | running.to(
        miscounted, on=shuffle.miscounted
    )
    count_stands = done.from_(miscounted, running, on=shuffle.shuffled)
    shuffle_faulted = running.to(faulted, on=shuffle.shuffle_failed) | idle.to(
        faulted, cond=continuous_shuffler.deals, on=continuous_shuffler.fail
    )
    shuffle_void = running.to(faulted)
    shuffler_set_aside = stay(
        idle, validators=asks(shuffle.why_not_set_aside, "how"), on=shuffle.set_aside
    ) | idle.from_(
        faulted, miscounted, validators=asks(shuffle.why_not_set_aside, "how"), on=shuffle.set_aside
    )
    step_done = (
        idle.to(
            done,
            validators=asks(shuffle.why_not_step, "step"),
            cond=shuffle.last_step,
            on=shuffle.finish_by_hand,
        )
        | idle.to(by_hand, validators=asks(shuffle.why_not_step, "step"), on=shuffle.take_step)
        | by_hand.to(
            done,
            validators=asks(shuffle.why_not_step, "step"),
            cond=shuffle.last_step,
            on=shuffle.finish_by_hand,
        )
        | stay(by_hand, validators=asks(shuffle.why_not_step, "step"), on=shuffle.take_step)
        | stay(faulted, validators=asks(shuffle.why_not_step, "step"))
        | stay(done, validators=asks(shuffle.why_not_step, "step"), on=shuffle.step_after_cut)
    )
    came_shuffled = stay(idle, cond=continuous_shuffler.serves) | idle.to(
        done, on=shuffle.came_shuffled
    )
    batch_opened = done.to(idle, on=shuffle.change_places)
    shoe_ended = stay(done, on=shuffle.take_out)
    reshuffle_ordered = (
        stay(
            idle,
            running,
            faulted,
            miscounted,
            validators=asks(shuffle.why_not_order),
            on=shuffle.order_reshuffle,
        )
        | done.to(
            idle,
            validators=asks(shuffle.why_not_order),
            cond=shuffle.stack_lies_open,
            on=shuffle.shuffle_stack_again,
        )
        | stay(done, validators=asks(shuffle.why_not_order), on=shuffle.order_reshuffle)
    )
    batch_loaded = done.to(idle)
    stack_forgotten = stay(idle) | idle.from_(faulted, miscounted, by_hand, done)
    batch_back = idle.to(done)
