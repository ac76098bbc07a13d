"""From the receipt of the decks to a stack that may be shuffled, and the idle table.

MA 3.a-3.c~3, 4.i; MD 4.A-4.G, 5.H, 5.I; NH play.1-play.3. What a pack does not ask is passed by.
"""

from __future__ import annotations

from statemachine import State

from controller.procedure.reducers.opening import idle_table, table_decks

from .base import ProcedureChart, asks, asks_of_input, stay


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

    decks_received = none.to(
        received, validators=asks_of_input(table_decks.why_not_receive), on=table_decks.receive
    )
    came_preshuffled = received.to(ready, on=table_decks.to_the_cut)
    decks_inspected = received.to(
        inspected, validators=asks(table_decks.why_not_tens, "tens"), on=table_decks.inspect
    )
    decks_verified = inspected.to(
        verified, validators=asks_of_input(table_decks.why_not_verify), on=table_decks.verify
    )
    deck_spread = verified.to(
        spread,
        cond=table_decks.last_deck,
        validators=asks(table_decks.why_not_spread, "deck"),
        on=table_decks.spread,
    ) | stay(verified, validators=asks(table_decks.why_not_spread, "deck"), on=table_decks.spread)
    play_stopped = ready.to(
        idle, validators=asks(idle_table.why_not_idle, face_up="face_up"), on=idle_table.gather
    )
    first_player = (
        spread.to(looked, validators=table_decks.box_exists, on=table_decks.look)
        | idle.to(
            arrived,
            cond=idle_table.must_be_turned,
            validators=table_decks.box_exists,
            on=table_decks.arrive,
        )
        | idle.to(looked, validators=table_decks.box_exists, on=table_decks.look)
        | stay(ready, validators=asks(table_decks.why_not_known, "box"), on=table_decks.arrive)
    )
    spread_turned = (
        stay(idle, validators=asks(idle_table.why_not_turned_up), on=idle_table.turn_up)
        | arrived.to(looked, validators=asks(idle_table.why_not_turned_up), on=idle_table.turn_up)
        | stay(looked, validators=asks(idle_table.why_not_turned_up), on=idle_table.turn_up)
    )
    batch_asked = stay(looked, validators=asks(idle_table.why_not_batch), on=idle_table.ask_batch)
    cards_washed = looked.to(washed, validators=table_decks.wash_due)
    card_shown = washed.to(looked, validators=table_decks.washed_again)
    cards_stacked = washed.to(ready, on=idle_table.stack) | looked.to(
        ready, validators=table_decks.no_wash, on=idle_table.stack
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
    taken_out = none.from_(
        received,
        inspected,
        verified,
        spread,
        idle,
        arrived,
        looked,
        washed,
        on=table_decks.take_out,
    ) | ready.to(none, validators=table_decks.between_rounds, on=table_decks.take_out)
