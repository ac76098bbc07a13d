"""The shuffle by machine or by hand, up to one whole stack (MA 4.a, 4.b.1, 4.j, 15.j, 15.k)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.cards import continuous_shuffler as d
from controller.procedure.reducers.cards import shuffle as r

from .base import ProcedureChart


class ShuffleChart(ProcedureChart):
    idle = State(initial=True)
    running = State()
    faulted = State()
    miscounted = State()
    by_hand = State()
    done = State()

    shuffle_asked = (
        idle.to(running, validators=r.shuffle_due, on=r.order_shuffle)
        | faulted.to(running, validators=r.shuffle_due, on=r.order_shuffle)
        | miscounted.to(running, validators=r.shuffle_due, on=r.order_shuffle)
    )
    shuffle_done = running.to(done, cond=r.count_agrees, on=r.shuffled) | running.to(
        miscounted, on=r.miscounted
    )
    count_stands = miscounted.to(done, on=r.shuffled) | running.to(done, on=r.shuffled)
    shuffle_faulted = running.to(faulted, on=r.shuffle_failed) | idle.to(
        faulted, cond=d.deals, on=d.fail
    )
    shuffle_void = running.to(faulted)
    shuffler_set_aside = (
        idle.to(idle, validators=r.may_be_set_aside, on=r.set_aside)
        | faulted.to(idle, validators=r.may_be_set_aside, on=r.set_aside)
        | miscounted.to(idle, validators=r.may_be_set_aside, on=r.set_aside)
    )
    step_done = (
        idle.to(done, validators=r.step_due, cond=r.last_step, on=r.finish_by_hand)
        | idle.to(by_hand, validators=r.step_due, on=r.take_step)
        | by_hand.to(done, validators=r.step_due, cond=r.last_step, on=r.finish_by_hand)
        | by_hand.to(by_hand, validators=r.step_due, on=r.take_step)
        | faulted.to(faulted, validators=r.step_due)
        | done.to(done, validators=r.step_due, on=r.step_after_cut)
    )
    came_shuffled = idle.to(idle, cond=d.serves) | idle.to(done, on=r.came_shuffled)
    batch_opened = done.to(idle, on=r.change_places)
    shoe_ended = done.to(done, on=r.take_out)
    reshuffle_ordered = (
        idle.to(idle, validators=r.may_be_ordered, on=r.order_reshuffle)
        | running.to(running, validators=r.may_be_ordered, on=r.order_reshuffle)
        | faulted.to(faulted, validators=r.may_be_ordered, on=r.order_reshuffle)
        | miscounted.to(miscounted, validators=r.may_be_ordered, on=r.order_reshuffle)
        | done.to(
            idle, validators=r.may_be_ordered, cond=r.stack_lies_open, on=r.shuffle_stack_again
        )
        | done.to(done, validators=r.may_be_ordered, on=r.order_reshuffle)
    )
    batch_loaded = done.to(idle)
    stack_forgotten = (
        idle.to(idle) | faulted.to(idle) | miscounted.to(idle) | by_hand.to(idle) | done.to(idle)
    )
    batch_back = idle.to(done)
