"""From the first wager to the cleared layout (MA 5-11, 7.d-7.i).

No root final state: it would stop the machine for ever.
"""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.bank import bank_fees, player_dealer
from controller.procedure.reducers.cards import burns
from controller.procedure.reducers.deal import (
    cash_and_coupons,
    initial_deal,
    passed_over,
    shared_boxes,
    wagers,
)
from controller.procedure.reducers.deal import second_spots as spots
from controller.procedure.reducers.play import dealer_draws as own
from controller.procedure.reducers.play import (
    decisions,
    hand_signals,
    hole_check,
    missed_draw,
    phase,
)
from controller.procedure.reducers.settle import settlement

from .base import ProcedureChart, asks, asks_of_input, stay


class RoundChart(ProcedureChart):
    wagering = State(initial=True)
    dealing = State()
    deal_out = State()
    match_due = State()
    insurance = State()
    peek_due = State()
    deciding = State()
    turn_due = State()
    dealer_plays = State()
    settled = State()

    box_set = stay(
        wagering,
        dealing,
        deal_out,
        validators=asks(wagers.why_not_box, "box", lit="lit"),
        on=wagers.set_box,
    )
    wager_set = stay(
        wagering, validators=cash_and_coupons.wager_settable, on=cash_and_coupons.set_wager
    )
    bank_set = stay(
        wagering, validators=asks_of_input(player_dealer.why_not_bank), on=player_dealer.set_bank
    )
    bank_declined = stay(
        wagering, validators=asks(player_dealer.why_not_decline, "box"), on=player_dealer.decline
    )
    bank_ruled = stay(
        wagering, validators=asks_of_input(player_dealer.why_not_rule), on=player_dealer.rule
    )
    provider_seated = stay(
        wagering, validators=player_dealer.seatable, on=player_dealer.seat_provider
    )
    schedule_changed = stay(
        wagering,
        validators=asks(bank_fees.why_not_schedule, "schedule"),
        on=bank_fees.change_schedule,
    )
    second_spots = stay(wagering, validators=asks_of_input(spots.why_not_decide), on=spots.decide)
    spot_given = stay(
        wagering,
        dealing,
        deal_out,
        insurance,
        peek_due,
        deciding,
        turn_due,
        dealer_plays,
        settled,
        validators=spots.givable,
        on=spots.give,
    )
    fees_taken = stay(
        wagering,
        dealing,
        deal_out,
        validators=asks(bank_fees.why_not_fees, "rate"),
        on=bank_fees.take_fees,
    )
    wagerer_consents = stay(
        wagering, validators=asks(shared_boxes.why_not_consent, "box"), on=shared_boxes.consent
    )
    caller_seated = stay(
        wagering, validators=asks_of_input(shared_boxes.why_not_seat), on=shared_boxes.seat
    )
    players_linked = stay(
        wagering, validators=asks(shared_boxes.why_not_link, "boxes"), on=shared_boxes.link
    ) | stay(
        settled,
        validators=asks(shared_boxes.why_not_link, "boxes"),
        on=shared_boxes.link_and_settle,
    )
    let_in = stay(wagering, validators=shared_boxes.may_let_in, on=shared_boxes.let_in)
    layout_cleared = stay(wagering)
    wager_sensed = (
        stay(wagering, on=wagers.sense_wager)
        | stay(dealing, on=wagers.late_wager)
        | stay(settled, on=wagers.sense_wager)
    )
    card_drawn = (
        wagering.to(dealing, cond=initial_deal.deal_may_begin, on=initial_deal.first_card)
        | stay(dealing, deal_out, on=initial_deal.deal_card)
        | match_due.to(deciding, cond=decisions.match_may_wait, on=decisions.hit_unpaid)
        | insurance.to(deciding, cond=decisions.no_check_and_hand_may_draw, on=decisions.first_hit)
        | stay(deciding, cond=decisions.hand_may_draw, on=decisions.hit)
    )
    card_not_read = wagering.to(
        dealing, cond=initial_deal.deal_may_begin, on=initial_deal.first_unread
    ) | stay(dealing, deal_out, on=initial_deal.deal_unread)
    deal_begun = wagering.to(dealing)
    deal_fits = dealing.to(deal_out)
    deal_unfit = deal_out.to(dealing)
    deal_called_off = wagering.from_(dealing, deal_out)
    timer_fired = stay(dealing, on=initial_deal.cards_due)
    boxes_confirmed = stay(dealing, deal_out, on=initial_deal.confirm_boxes)
    burn_reported = stay(
        dealing,
        deal_out,
        validators=asks(initial_deal.why_not_burn, made="made"),
        on=initial_deal.report_burn,
    )
    burn_answered = (
        stay(wagering, validators=asks(burns.why_not_answer), cond=burns.is_burn, on=burns.named)
        | wagering.to(dealing, validators=asks(burns.why_not_answer), on=burns.was_first)
        | stay(
            dealing, validators=asks(burns.why_not_answer), cond=burns.is_burn, on=burns.was_burn
        )
        | stay(dealing, validators=asks(burns.why_not_answer), on=burns.named)
    )
    box_skipped = stay(dealing, deal_out, validators=passed_over.box_dealt, on=passed_over.skip_box)
    deal_told_anew = stay(
        dealing, deal_out, validators=initial_deal.lies_told, on=initial_deal.tell_anew
    )
    dealer_missed = stay(
        dealing, deal_out, validators=passed_over.dealer_dealt, on=passed_over.miss_dealer
    )
    deal_ok = deal_out.to(
        deciding, validators=asks(initial_deal.why_not_deal_ok, "boxes"), on=initial_deal.place
    ) | stay(dealing, validators=asks(initial_deal.why_not_deal_ok, "boxes"))
    asked_anew = deciding.from_(match_due, insurance, peek_due, on=phase.proceed)
    match_called = deciding.to(match_due)
    match_done = match_due.to(deciding, on=hole_check.pay_match) | stay(
        deciding, validators=hole_check.match_open, on=hole_check.pay_match_late
    )
    insurance_called = deciding.to(insurance)
    insured = stay(insurance, validators=hole_check.insurable, on=hole_check.insure)
    insurance_closed = insurance.to(
        deciding, validators=hole_check.no_check_due, on=hole_check.close_insurance
    )
    peek_called = deciding.to(peek_due)
    peeked = (
        stay(dealing, deal_out, on=initial_deal.withhold)
        | stay(match_due, on=hole_check.peeked_early)
        | insurance.to(deciding, cond=hole_check.reader_in_use, on=hole_check.peek_answered)
        | peek_due.to(deciding, on=hole_check.peek_answered)
    )
    peek_attested = deciding.from_(
        insurance,
        peek_due,
        validators=asks(hole_check.why_not_attest, "blackjack"),
        on=hole_check.attest_peek,
    )
    reader_gone = peek_due.to(deciding, on=hole_check.go_on)
    lamp_read = deciding.from_(insurance, peek_due, on=hole_check.give_answer)
    next = stay(deciding, validators=decisions.next_due, on=decisions.stand) | stay(
        turn_due, validators=own.announcement_due, on=own.announce
    )
    hit = stay(deciding, validators=decisions.hit_due, on=decisions.ask_hit) | turn_due.to(
        deciding, validators=decisions.hit_due, on=decisions.reopen_hit
    )
    double = stay(deciding, validators=decisions.double_due, on=decisions.double) | turn_due.to(
        deciding, validators=decisions.double_due, on=decisions.reopen_double
    )
    split = stay(deciding, validators=decisions.split_due, on=decisions.split) | turn_due.to(
        deciding, validators=decisions.split_due, on=decisions.reopen_split
    )
    surrender = stay(deciding, turn_due, validators=decisions.surrender_due, on=decisions.surrender)
    rescue = stay(deciding, turn_due, validators=decisions.rescue_due, on=decisions.rescue)
    cover_chosen = stay(
        deciding,
        turn_due,
        validators=asks_of_input(shared_boxes.why_not_cover),
        on=shared_boxes.choose_cover,
    )
    signalled = stay(
        deciding, validators=asks_of_input(hand_signals.why_not), on=hand_signals.follow
    )
    card_taken = stay(deciding, validators=decisions.taking_due, on=decisions.take_pending)
    draw_missed = stay(
        deciding,
        turn_due,
        dealer_plays,
        validators=asks(missed_draw.why_not_missed, "box", "hand"),
        on=missed_draw.missed,
    )
    hands_finished = deciding.to(turn_due, on=decisions.call_turn)
    turn_recalled = deciding.from_(turn_due, dealer_plays, settled)
    draw_recalled = dealer_plays.from_(settled)
    hand_turned = turn_due.to(dealer_plays)
    dealer_done = dealer_plays.to(settled, on=settlement.settle)
    amount_stated = stay(
        settled, validators=asks_of_input(settlement.why_not_amount), on=settlement.state_amount
    )
    round_closed = settled.to(wagering, on=settlement.clear)
