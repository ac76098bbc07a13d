"""From the receipt of the decks to a stack that may be shuffled, and the idle table.

MA 3.a-3.c~3, 4.i; MD 4.A-4.G, 5.H, 5.I; NH play.1-play.3. What a pack does not ask is passed by.
"""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.opening import idle_table
from controller.procedure.reducers.opening import table_decks as r

from .base import ProcedureChart


class DecksChart(ProcedureChart):
    none = State(initial=True)
    received = State()
    inspected = State()
    verified = State()
    spread = State()
    idle = State()
    arrived = State()
    looked = State()
    washed = State()
    ready = State()

    decks_received = none.to(received, validators=r.receivable, on=r.receive)
    came_preshuffled = received.to(ready, on=r.to_the_cut)
    decks_inspected = received.to(inspected, validators=r.tens_fit, on=r.inspect)
    decks_verified = inspected.to(verified, validators=r.verified_right, on=r.verify)
    deck_spread = verified.to(spread, cond=r.last_deck, validators=r.spread_right, on=r.spread) | (
        verified.to(verified, validators=r.spread_right, on=r.spread)
    )
    play_stopped = ready.to(idle, validators=idle_table.idle_due, on=idle_table.gather)
    first_player = (
        spread.to(looked, validators=r.box_exists, on=r.look)
        | idle.to(arrived, cond=idle_table.must_be_turned, validators=r.box_exists, on=r.arrive)
        | idle.to(looked, validators=r.box_exists, on=r.look)
        | ready.to(ready, validators=r.player_unknown, on=r.arrive)
    )
    spread_turned = (
        idle.to(idle, validators=idle_table.may_be_turned, on=idle_table.turn_up)
        | arrived.to(looked, validators=idle_table.may_be_turned, on=idle_table.turn_up)
        | looked.to(looked, validators=idle_table.may_be_turned, on=idle_table.turn_up)
    )
    batch_asked = looked.to(looked, validators=idle_table.batch_askable, on=idle_table.ask_batch)
    cards_washed = looked.to(washed, validators=r.wash_due)
    card_shown = washed.to(looked, validators=r.washed_again)
    cards_stacked = washed.to(ready, on=idle_table.stack) | looked.to(
        ready, validators=r.no_wash, on=idle_table.stack
    )
    batch_spread = ready.to(idle, on=idle_table.spread_batch)
    not_asked = (
        received.to(inspected)
        | inspected.to(verified)
        | verified.to(spread)
        | spread.to(looked)
        | looked.to(washed)
        | washed.to(ready)
    )
    taken_out = (
        received.to(none, on=r.take_out)
        | inspected.to(none, on=r.take_out)
        | verified.to(none, on=r.take_out)
        | spread.to(none, on=r.take_out)
        | idle.to(none, on=r.take_out)
        | arrived.to(none, on=r.take_out)
        | looked.to(none, on=r.take_out)
        | washed.to(none, on=r.take_out)
        | ready.to(none, validators=r.between_rounds, on=r.take_out)
    )
