"""From the load to the count at the end of the shoe (MA 4.e~5, 7.c, 7.j)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.cards import burns as b
from controller.procedure.reducers.cards import continuous_shuffler as d
from controller.procedure.reducers.cards import cut, shuffle
from controller.procedure.reducers.cards import shoe_in_play as r
from controller.procedure.reducers.opening import stand_aside

from .base import ProcedureChart


class ShoeChart(ProcedureChart):
    empty = State(initial=True)
    burn_due = State()
    ready = State()
    last_round = State()
    rest_due = State()

    shoe_loaded = (
        empty.to(burn_due, cond=b.loaded_and_burnt, on=r.load)
        | empty.to(last_round, cond=b.loaded_for_rest, on=r.load)
        | empty.to(ready, cond=cut.cut_is_placed, on=r.load)
        | empty.to(empty, cond=cut.machine_loads)
        | burn_due.to(burn_due, cond=cut.machine_loads)
    )
    stack_taken_back = burn_due.to(empty, on=r.unload) | ready.to(empty, on=r.unload)
    card_drawn = (
        burn_due.to(burn_due, cond=b.more_due, on=b.burn)
        | burn_due.to(last_round, cond=b.in_last_round, on=b.burn)
        | burn_due.to(ready, cond=b.due_now, on=b.burn)
    )
    card_not_read = (
        burn_due.to(burn_due, cond=b.more_due, on=b.burn_unread)
        | burn_due.to(last_round, cond=b.in_last_round, on=b.burn_unread)
        | burn_due.to(ready, cond=b.due_now, on=b.burn_unread)
    )
    burn_taken_out = ready.to(burn_due, on=b.burn_again) | last_round.to(burn_due, on=b.burn_again)
    burn_due_again = ready.to(burn_due) | last_round.to(burn_due)
    dealer_signed_on = (
        empty.to(empty, validators=b.sign_on_due, on=b.sign_on)
        | burn_due.to(burn_due, validators=b.sign_on_due, on=b.sign_on)
        | ready.to(
            burn_due, validators=b.sign_on_due, cond=b.new_dealer_burns, on=b.sign_on_to_burn
        )
        | ready.to(ready, validators=b.sign_on_due, on=b.sign_on)
        | last_round.to(
            burn_due, validators=b.sign_on_due, cond=b.relief_burns, on=b.sign_on_to_burn
        )
        | last_round.to(last_round, validators=b.sign_on_due, on=b.sign_on)
        | rest_due.to(rest_due, validators=b.sign_on_due, on=b.sign_on)
    )
    cards_taken_in = (
        empty.to(empty, cond=d.serves)
        | burn_due.to(burn_due, cond=d.deals, on=d.take_in)
        | ready.to(ready, cond=d.deals, on=d.take_in)
        | last_round.to(last_round, cond=d.deals, on=d.take_in)
    )
    cover_card_seen = (
        burn_due.to(burn_due, cond=d.deals, on=d.cover)
        | ready.to(ready, cond=d.deals, on=d.cover)
        | last_round.to(last_round, cond=d.deals, on=d.cover)
        | burn_due.to(burn_due, cond=r.round_in_hand, on=r.cover)
        | burn_due.to(rest_due, cond=r.ends_at_once, on=r.cover)
        | burn_due.to(burn_due, on=r.cover_at_burn)
        | ready.to(last_round, cond=r.deal_has_begun, on=r.cover)
        | ready.to(rest_due, cond=r.ends_at_once, on=r.cover)
        | ready.to(last_round, on=r.cover_at_burn)
        | last_round.to(last_round, cond=r.one_more_cover, on=r.count_cover)
        | rest_due.to(rest_due, cond=r.one_more_cover, on=r.count_cover)
    )
    too_few = ready.to(last_round, cond=r.round_was_last, on=r.end_on_count) | ready.to(
        rest_due, on=r.end_on_count
    )
    shoe_emptied = (
        burn_due.to(empty, validators=r.emptied_due, cond=r.rack_is_shuffled, on=r.suspend)
        | burn_due.to(burn_due, validators=r.emptied_due, on=r.report_empty)
        | ready.to(empty, validators=r.emptied_due, cond=r.rack_is_shuffled, on=r.suspend)
        | ready.to(ready, validators=r.emptied_due, on=r.report_empty)
        | last_round.to(empty, validators=r.emptied_due, cond=r.rack_is_shuffled, on=r.suspend)
        | last_round.to(last_round, validators=r.emptied_due, on=r.report_empty)
    )
    round_over = (
        empty.to(empty, cond=r.was_suspended, on=r.shuffle_whole)
        | empty.to(empty)
        | burn_due.to(empty, cond=d.all_due, on=d.shuffle_all)
        | burn_due.to(burn_due, cond=d.deals, on=d.gather)
        | ready.to(empty, cond=d.all_due, on=d.shuffle_all)
        | ready.to(ready, cond=d.deals, on=d.gather)
        | last_round.to(empty, cond=d.all_due, on=d.shuffle_all)
        | burn_due.to(rest_due, cond=r.was_last)
        | burn_due.to(burn_due)
        | ready.to(rest_due, cond=shuffle.reshuffle_is_ordered, on=shuffle.reshuffle_begins)
        | ready.to(ready)
        | last_round.to(rest_due)
        | rest_due.to(rest_due)
    )
    reshuffle_due = (
        burn_due.to(burn_due, cond=d.in_round, on=d.order_all)
        | burn_due.to(empty, cond=d.deals, on=d.shuffle_all)
        | ready.to(ready, cond=d.in_round, on=d.order_all)
        | ready.to(empty, cond=d.deals, on=d.shuffle_all)
        | last_round.to(last_round, cond=d.deals, on=d.order_all)
        | burn_due.to(rest_due, on=shuffle.reshuffle_begins)
        | ready.to(rest_due, on=shuffle.reshuffle_begins)
        | last_round.to(rest_due, on=shuffle.reshuffle_begins)
        | rest_due.to(rest_due, on=shuffle.reshuffle_begins)
    )
    device_out = (
        burn_due.to(empty, on=d.suspend)
        | ready.to(empty, on=d.suspend)
        | last_round.to(empty, on=d.suspend)
    )
    rest_counted = rest_due.to(empty, on=r.reconcile)
    forgotten = (
        empty.to(empty, on=stand_aside.forget_shoe)
        | burn_due.to(empty, on=stand_aside.forget_shoe)
        | ready.to(empty, on=stand_aside.forget_shoe)
        | last_round.to(empty, on=stand_aside.forget_shoe)
        | rest_due.to(empty, on=stand_aside.forget_shoe)
    )
