"""From the load to the count at the end of the shoe (MA 4.e~5, 7.c, 7.j)."""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.cards import (
    burns,
    continuous_shuffler,
    cut,
    shoe_in_play,
    shuffle,
)
from controller.procedure.reducers.opening import stand_aside

from .base import ProcedureChart, asks, asks_of_input, stay


class ShoeChart(ProcedureChart):
    empty = State(initial=True)
    burn_due = State()
    ready = State()
    last_round = State()
    rest_due = State()

    shoe_loaded = (
        empty.to(burn_due, cond=burns.loaded_and_burnt, on=shoe_in_play.load)
        | empty.to(last_round, cond=burns.loaded_for_rest, on=shoe_in_play.load)
        | empty.to(ready, cond=cut.cut_is_placed, on=shoe_in_play.load)
        | stay(empty, burn_due, cond=cut.machine_loads)
    )
    stack_taken_back = empty.from_(burn_due, ready, on=shoe_in_play.unload)
    card_drawn = (
        stay(burn_due, cond=burns.more_due, on=burns.burn)
        | burn_due.to(last_round, cond=burns.in_last_round, on=burns.burn)
        | burn_due.to(ready, cond=burns.due_now, on=burns.burn)
    )
    card_not_read = (
        stay(burn_due, cond=burns.more_due, on=burns.burn_unread)
        | burn_due.to(last_round, cond=burns.in_last_round, on=burns.burn_unread)
        | burn_due.to(ready, cond=burns.due_now, on=burns.burn_unread)
    )
    burn_taken_out = burn_due.from_(ready, last_round, on=burns.burn_again)
    burn_due_again = burn_due.from_(ready, last_round)
    dealer_signed_on = (
        stay(empty, burn_due, validators=asks_of_input(burns.why_not_sign_on), on=burns.sign_on)
        | ready.to(
            burn_due,
            validators=asks_of_input(burns.why_not_sign_on),
            cond=burns.new_dealer_burns,
            on=burns.sign_on_to_burn,
        )
        | stay(ready, validators=asks_of_input(burns.why_not_sign_on), on=burns.sign_on)
        | last_round.to(
            burn_due,
            validators=asks_of_input(burns.why_not_sign_on),
            cond=burns.relief_burns,
            on=burns.sign_on_to_burn,
        )
        | stay(
            last_round, rest_due, validators=asks_of_input(burns.why_not_sign_on), on=burns.sign_on
        )
    )
    cards_taken_in = stay(empty, cond=continuous_shuffler.serves) | stay(
        burn_due, ready, last_round, cond=continuous_shuffler.deals, on=continuous_shuffler.take_in
    )
    cover_card_seen = (
        stay(
            burn_due,
            ready,
            last_round,
            cond=continuous_shuffler.deals,
            on=continuous_shuffler.cover,
        )
        | stay(burn_due, cond=shoe_in_play.round_in_hand, on=shoe_in_play.cover)
        | burn_due.to(rest_due, cond=shoe_in_play.ends_at_once, on=shoe_in_play.cover)
        | stay(burn_due, on=shoe_in_play.cover_at_burn)
        | ready.to(last_round, cond=shoe_in_play.deal_has_begun, on=shoe_in_play.cover)
        | ready.to(rest_due, cond=shoe_in_play.ends_at_once, on=shoe_in_play.cover)
        | ready.to(last_round, on=shoe_in_play.cover_at_burn)
        | stay(last_round, rest_due, cond=shoe_in_play.one_more_cover, on=shoe_in_play.count_cover)
    )
    too_few = ready.to(
        last_round, cond=shoe_in_play.round_was_last, on=shoe_in_play.end_on_count
    ) | ready.to(rest_due, on=shoe_in_play.end_on_count)
    shoe_emptied = (
        burn_due.to(
            empty,
            validators=asks(shoe_in_play.why_not_emptied),
            cond=shoe_in_play.rack_is_shuffled,
            on=shoe_in_play.suspend,
        )
        | stay(
            burn_due, validators=asks(shoe_in_play.why_not_emptied), on=shoe_in_play.report_empty
        )
        | ready.to(
            empty,
            validators=asks(shoe_in_play.why_not_emptied),
            cond=shoe_in_play.rack_is_shuffled,
            on=shoe_in_play.suspend,
        )
        | stay(ready, validators=asks(shoe_in_play.why_not_emptied), on=shoe_in_play.report_empty)
        | last_round.to(
            empty,
            validators=asks(shoe_in_play.why_not_emptied),
            cond=shoe_in_play.rack_is_shuffled,
            on=shoe_in_play.suspend,
        )
        | stay(
            last_round, validators=asks(shoe_in_play.why_not_emptied), on=shoe_in_play.report_empty
        )
    )
    round_over = (
        stay(empty, cond=shoe_in_play.was_suspended, on=shoe_in_play.shuffle_whole)
        | stay(empty)
        | burn_due.to(empty, cond=continuous_shuffler.all_due, on=continuous_shuffler.shuffle_all)
        | stay(burn_due, cond=continuous_shuffler.deals, on=continuous_shuffler.gather)
        | ready.to(empty, cond=continuous_shuffler.all_due, on=continuous_shuffler.shuffle_all)
        | stay(ready, cond=continuous_shuffler.deals, on=continuous_shuffler.gather)
        | last_round.to(empty, cond=continuous_shuffler.all_due, on=continuous_shuffler.shuffle_all)
        | burn_due.to(rest_due, cond=shoe_in_play.was_last)
        | stay(burn_due)
        | ready.to(rest_due, cond=shuffle.reshuffle_is_ordered, on=shuffle.reshuffle_begins)
        | stay(ready)
        | last_round.to(rest_due)
        | stay(rest_due)
    )
    reshuffle_due = (
        stay(burn_due, cond=continuous_shuffler.in_round, on=continuous_shuffler.order_all)
        | burn_due.to(empty, cond=continuous_shuffler.deals, on=continuous_shuffler.shuffle_all)
        | stay(ready, cond=continuous_shuffler.in_round, on=continuous_shuffler.order_all)
        | ready.to(empty, cond=continuous_shuffler.deals, on=continuous_shuffler.shuffle_all)
        | stay(last_round, cond=continuous_shuffler.deals, on=continuous_shuffler.order_all)
        | rest_due.from_(burn_due, ready, last_round, on=shuffle.reshuffle_begins)
        | stay(rest_due, on=shuffle.reshuffle_begins)
    )
    device_out = empty.from_(burn_due, ready, last_round, on=continuous_shuffler.suspend)
    rest_counted = rest_due.to(empty, on=shoe_in_play.reconcile)
    forgotten = stay(empty, on=stand_aside.forget_shoe) | empty.from_(
        burn_due, ready, last_round, rest_due, on=stand_aside.forget_shoe
    )
