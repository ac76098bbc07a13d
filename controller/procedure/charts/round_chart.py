"""From the first wager to the cleared layout (MA 5-11, 7.d-7.i).

No root final state: it would stop the machine for ever.
"""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.bank import bank_fees as f
from controller.procedure.reducers.bank import player_dealer as k
from controller.procedure.reducers.cards import burns as b
from controller.procedure.reducers.deal import cash_and_coupons as h
from controller.procedure.reducers.deal import initial_deal as d
from controller.procedure.reducers.deal import second_spots as n
from controller.procedure.reducers.deal import shared_boxes as o
from controller.procedure.reducers.deal import wagers as w
from controller.procedure.reducers.play import dealer_draws as own
from controller.procedure.reducers.play import decisions as p
from controller.procedure.reducers.play import hand_signals as g
from controller.procedure.reducers.play import hole_check as q
from controller.procedure.reducers.play import missed_draw as m
from controller.procedure.reducers.settle import settlement as s

from .base import ProcedureChart


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

    box_set = (
        wagering.to(wagering, validators=w.box_settable, on=w.set_box)
        | dealing.to(dealing, validators=w.box_settable, on=w.set_box)
        | deal_out.to(deal_out, validators=w.box_settable, on=w.set_box)
    )
    wager_set = wagering.to(wagering, validators=h.wager_settable, on=h.set_wager)
    bank_set = wagering.to(wagering, validators=k.bank_settable, on=k.set_bank)
    bank_declined = wagering.to(wagering, validators=k.declinable, on=k.decline)
    bank_ruled = wagering.to(wagering, validators=k.ruling_due, on=k.rule)
    provider_seated = wagering.to(wagering, validators=k.seatable, on=k.seat_provider)
    schedule_changed = wagering.to(wagering, validators=f.schedulable, on=f.change_schedule)
    second_spots = wagering.to(wagering, validators=n.decidable, on=n.decide)
    spot_given = (
        wagering.to(wagering, validators=n.givable, on=n.give)
        | dealing.to(dealing, validators=n.givable, on=n.give)
        | deal_out.to(deal_out, validators=n.givable, on=n.give)
        | insurance.to(insurance, validators=n.givable, on=n.give)
        | peek_due.to(peek_due, validators=n.givable, on=n.give)
        | deciding.to(deciding, validators=n.givable, on=n.give)
        | turn_due.to(turn_due, validators=n.givable, on=n.give)
        | dealer_plays.to(dealer_plays, validators=n.givable, on=n.give)
        | settled.to(settled, validators=n.givable, on=n.give)
    )
    fees_taken = (
        wagering.to(wagering, validators=f.fees_payable, on=f.take_fees)
        | dealing.to(dealing, validators=f.fees_payable, on=f.take_fees)
        | deal_out.to(deal_out, validators=f.fees_payable, on=f.take_fees)
    )
    wagerer_consents = wagering.to(wagering, validators=o.consent_due, on=o.consent)
    caller_seated = wagering.to(wagering, validators=o.seat_due, on=o.seat)
    players_linked = wagering.to(wagering, validators=o.linkable, on=o.link) | settled.to(
        settled, validators=o.linkable, on=o.link_and_settle
    )
    let_in = wagering.to(wagering, validators=o.may_let_in, on=o.let_in)
    layout_cleared = wagering.to(wagering)
    wager_sensed = (
        wagering.to(wagering, on=w.sense_wager)
        | dealing.to(dealing, on=w.late_wager)
        | settled.to(settled, on=w.sense_wager)
    )
    card_drawn = (
        wagering.to(dealing, cond=d.deal_may_begin, on=d.first_card)
        | dealing.to(dealing, on=d.deal_card)
        | deal_out.to(deal_out, on=d.deal_card)
        | match_due.to(deciding, cond=p.match_may_wait, on=p.hit_unpaid)
        | insurance.to(deciding, cond=p.no_check_and_hand_may_draw, on=p.first_hit)
        | deciding.to(deciding, cond=p.hand_may_draw, on=p.hit)
    )
    card_not_read = (
        wagering.to(dealing, cond=d.deal_may_begin, on=d.first_unread)
        | dealing.to(dealing, on=d.deal_unread)
        | deal_out.to(deal_out, on=d.deal_unread)
    )
    deal_fits = dealing.to(deal_out)
    deal_unfit = deal_out.to(dealing)
    deal_called_off = dealing.to(wagering) | deal_out.to(wagering)
    timer_fired = dealing.to(dealing, on=d.cards_due)
    boxes_confirmed = dealing.to(dealing, on=d.confirm_boxes) | deal_out.to(
        deal_out, on=d.confirm_boxes
    )
    burn_reported = dealing.to(dealing, validators=d.burn_reportable, on=d.report_burn) | (
        deal_out.to(deal_out, validators=d.burn_reportable, on=d.report_burn)
    )
    burn_answered = (
        wagering.to(wagering, validators=b.answer_due, cond=b.is_burn, on=b.named)
        | wagering.to(dealing, validators=b.answer_due, on=b.was_first)
        | dealing.to(dealing, validators=b.answer_due, cond=b.is_burn, on=b.was_burn)
        | dealing.to(dealing, validators=b.answer_due, on=b.named)
    )
    box_skipped = dealing.to(dealing, validators=d.box_dealt, on=d.skip_box) | deal_out.to(
        deal_out, validators=d.box_dealt, on=d.skip_box
    )
    deal_told_anew = dealing.to(dealing, validators=d.lies_told, on=d.tell_anew) | deal_out.to(
        deal_out, validators=d.lies_told, on=d.tell_anew
    )
    dealer_missed = dealing.to(dealing, on=d.miss_dealer) | deal_out.to(deal_out, on=d.miss_dealer)
    deal_ok = deal_out.to(deciding, validators=d.deal_ok_due, on=d.place) | dealing.to(
        dealing, validators=d.deal_ok_due
    )
    match_called = deciding.to(match_due)
    match_done = match_due.to(deciding, on=q.pay_match) | deciding.to(
        deciding, validators=q.match_open, on=q.pay_match_late
    )
    insurance_called = deciding.to(insurance)
    insured = insurance.to(insurance, validators=q.insurable, on=q.insure)
    insurance_closed = insurance.to(deciding, validators=q.no_check_due, on=q.close_insurance)
    peek_called = deciding.to(peek_due)
    peeked = (
        dealing.to(dealing, on=d.withhold)
        | deal_out.to(deal_out, on=d.withhold)
        | match_due.to(match_due, on=q.peeked_early)
        | insurance.to(deciding, cond=q.reader_in_use, on=q.peek_answered)
        | peek_due.to(deciding, on=q.peek_answered)
    )
    peek_attested = insurance.to(
        deciding, validators=q.check_attestable, on=q.attest_peek
    ) | peek_due.to(deciding, validators=q.check_attestable, on=q.attest_peek)
    reader_gone = peek_due.to(deciding, on=q.go_on)
    lamp_read = insurance.to(deciding, on=q.give_answer) | peek_due.to(deciding, on=q.give_answer)
    next = deciding.to(deciding, validators=p.next_due, on=p.stand) | turn_due.to(
        turn_due, validators=own.announcement_due, on=own.announce
    )
    hit = deciding.to(deciding, validators=p.hit_due, on=p.ask_hit) | turn_due.to(
        deciding, validators=p.hit_due, on=p.reopen_hit
    )
    double = deciding.to(deciding, validators=p.double_due, on=p.double) | turn_due.to(
        deciding, validators=p.double_due, on=p.reopen_double
    )
    split = deciding.to(deciding, validators=p.split_due, on=p.split) | turn_due.to(
        deciding, validators=p.split_due, on=p.reopen_split
    )
    surrender = deciding.to(deciding, validators=p.surrender_due, on=p.surrender) | turn_due.to(
        turn_due, validators=p.surrender_due, on=p.surrender
    )
    rescue = deciding.to(deciding, validators=p.rescue_due, on=p.rescue) | turn_due.to(
        turn_due, validators=p.rescue_due, on=p.rescue
    )
    cover_chosen = deciding.to(deciding, validators=o.cover_due, on=o.choose_cover) | turn_due.to(
        turn_due, validators=o.cover_due, on=o.choose_cover
    )
    signalled = deciding.to(deciding, validators=g.signal_due, on=g.follow)
    card_taken = deciding.to(deciding, validators=p.taking_due, on=p.take_pending)
    draw_missed = (
        deciding.to(deciding, validators=m.missed_due, on=m.missed)
        | turn_due.to(turn_due, validators=m.missed_due, on=m.missed)
        | dealer_plays.to(dealer_plays, validators=m.missed_due, on=m.missed)
    )
    hands_finished = deciding.to(turn_due, on=p.call_turn)
    turn_recalled = turn_due.to(deciding) | dealer_plays.to(deciding) | settled.to(deciding)
    hand_turned = turn_due.to(dealer_plays)
    dealer_done = dealer_plays.to(settled, on=s.settle)
    amount_stated = settled.to(settled, validators=s.amount_asked, on=s.state_amount)
    round_closed = settled.to(wagering, on=s.clear)
