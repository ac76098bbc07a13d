"""The wiring diagram: each input type, its event, and the charts that may own it, in order.

The first chart whose present state knows the event owns the input, else the last one.
`desk` is no chart: answers, notices, rulings, devices, orders.
"""

from __future__ import annotations

from msgspec import structs

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.play import Play

from .base import ProcedureChart
from .cut_chart import CutChart
from .dealer_hand_chart import DealerHandChart
from .decks_chart import DecksChart
from .inspection_chart import InspectionChart
from .opening_chart import OpeningChart
from .round_chart import RoundChart
from .rows import FlatChart
from .shoe_chart import ShoeChart
from .shuffle_chart import ShuffleChart
from .wheel_chart import WheelChart

CHARTS: dict[str, type[ProcedureChart]] = {
    "opening": OpeningChart,
    "inspection": InspectionChart,
    "decks": DecksChart,
    "shuffle": ShuffleChart,
    "cut": CutChart,
    "shoe": ShoeChart,
    "round": RoundChart,
    "dealer_hand": DealerHandChart,
    "wheel": WheelChart,
}

OWNERS: dict[type, tuple[str, tuple[str, ...]]] = {
    fact.CardDrawn: ("card_drawn", ("shoe", "dealer_hand", "round")),
    fact.CardNotRead: ("card_not_read", ("shoe", "round", "desk")),
    fact.CardPushedBack: ("card_pushed_back", ("desk",)),
    fact.CoverCardSeen: ("cover_card_seen", ("shoe",)),
    fact.ShoeLoaded: ("shoe_loaded", ("shoe",)),
    fact.ShoeOpened: ("shoe_opened", ("desk",)),
    fact.RestCounted: ("rest_counted", ("shoe",)),
    fact.Peeked: ("peeked", ("inspection", "round")),
    fact.ReaderFaulted: ("reader_faulted", ("inspection", "desk")),
    fact.ShuffleDone: ("shuffle_done", ("shuffle",)),
    fact.ShuffleFaulted: ("shuffle_faulted", ("shuffle",)),
    fact.CardsTakenIn: ("cards_taken_in", ("shoe",)),
    fact.SeatButtonPressed: ("seat_button_pressed", ("wheel",)),
    fact.WagerSensed: ("wager_sensed", ("round", "desk")),
    fact.SpinDone: ("spin_done", ("wheel",)),
    fact.SpinFaulted: ("spin_faulted", ("wheel",)),
    fact.MeterRead: ("meter_read", ("desk",)),
    fact.SystemFaulted: ("system_faulted", ("desk",)),
    fact.UnknownEvent: ("unknown_event", ("desk",)),
    fact.EventsOverrun: ("events_overrun", ("desk",)),
    fact.DeviceUp: ("device_up", ("desk",)),
    fact.DeviceLost: ("device_lost", ("desk",)),
    fact.LevelLate: ("level_late", ("desk",)),
    fact.OrderAnswered: ("order_answered", ("desk",)),
    fact.TimerFired: ("timer_fired", ("round",)),
    fact.Started: ("started", ("desk",)),
    fact.RulesOffered: ("rules_offered", ("desk",)),
    fact.SoftwareFound: ("software_found", ("desk",)),
    fact.ClockStepped: ("clock_stepped", ("desk",)),
    fact.ClockRead: ("clock_read", ("desk",)),
    fact.Exported: ("exported", ("desk",)),
    fact.Noted: ("noted", ("desk",)),
    cmd.TableOpened: ("table_opened", ("opening",)),
    cmd.AllAsListed: ("all_as_listed", ("opening",)),
    cmd.LineAttested: ("line_attested", ("opening",)),
    cmd.LayoutReferenced: ("layout_referenced", ("opening",)),
    cmd.ReaderSealRead: ("seal_read", ("inspection",)),
    cmd.DecksReceived: ("decks_received", ("decks",)),
    cmd.DecksInspected: ("decks_inspected", ("decks",)),
    cmd.DecksVerified: ("decks_verified", ("decks",)),
    cmd.DeckSpread: ("deck_spread", ("decks",)),
    cmd.FirstPlayer: ("first_player", ("decks",)),
    cmd.CardsWashed: ("cards_washed", ("decks",)),
    cmd.CardShown: ("card_shown", ("decks",)),
    cmd.CardsStacked: ("cards_stacked", ("decks",)),
    cmd.NoPlay: ("play_stopped", ("decks",)),
    cmd.SpreadTurned: ("spread_turned", ("decks",)),
    cmd.BatchAsked: ("batch_asked", ("decks",)),
    cmd.DecksTakenOut: ("taken_out", ("decks",)),
    cmd.DecksCounted: ("decks_counted", ("opening",)),
    cmd.TableClosed: ("table_closed", ("opening",)),
    cmd.ShuffleAsked: ("shuffle_asked", ("shuffle",)),
    cmd.CutPlaced: ("cut_placed", ("cut",)),
    cmd.CutTaken: ("cut_taken", ("cut",)),
    cmd.RecutOrdered: ("recut_ordered", ("cut",)),
    cmd.ShuffleOrdered: ("reshuffle_ordered", ("shuffle",)),
    cmd.ShuffleStep: ("step_done", ("shuffle",)),
    cmd.ShufflerSetAside: ("shuffler_set_aside", ("shuffle",)),
    cmd.CountReported: ("rest_counted", ("shoe",)),
    cmd.LayoutCleared: ("layout_cleared", ("round",)),
    cmd.BoxSet: ("box_set", ("round",)),
    cmd.BankSet: ("bank_set", ("round",)),
    cmd.BankDeclined: ("bank_declined", ("round",)),
    cmd.BankRuled: ("bank_ruled", ("round",)),
    cmd.ProviderSeated: ("provider_seated", ("round",)),
    cmd.FeesTaken: ("fees_taken", ("round",)),
    cmd.ScheduleChanged: ("schedule_changed", ("round",)),
    cmd.SecondSpots: ("second_spots", ("round",)),
    cmd.SpotGiven: ("spot_given", ("round",)),
    cmd.AmountStated: ("amount_stated", ("round",)),
    cmd.WagerSet: ("wager_set", ("round",)),
    cmd.WagererConsents: ("wagerer_consents", ("round",)),
    cmd.CallerSeated: ("caller_seated", ("round",)),
    cmd.PlayersLinked: ("players_linked", ("round",)),
    cmd.LetIn: ("let_in", ("round",)),
    cmd.CashConfirmed: ("cash_confirmed", ("desk",)),
    cmd.CashChanged: ("cash_changed", ("desk",)),
    cmd.CouponRuled: ("coupon_ruled", ("desk",)),
    cmd.Adjusted: ("adjusted", ("desk",)),
    cmd.DealerSignedOn: ("dealer_signed_on", ("shoe",)),
    cmd.BurnAnswered: ("burn_answered", ("round",)),
    cmd.BurnShown: ("burn_shown", ("desk",)),
    cmd.ShoeEmptied: ("shoe_emptied", ("shoe",)),
    cmd.BurnReported: ("burn_reported", ("round",)),
    cmd.BoxSkipped: ("box_skipped", ("round",)),
    cmd.DealerMissed: ("dealer_missed", ("round",)),
    cmd.BoxesConfirmed: ("boxes_confirmed", ("round",)),
    cmd.AsTheyLie: ("deal_told_anew", ("round",)),
    cmd.DealOk: ("deal_ok", ("round",)),
    cmd.MatchDone: ("match_done", ("round",)),
    cmd.PeekAttested: ("peek_attested", ("round",)),
    cmd.Insured: ("insured", ("round",)),
    cmd.InsuranceClosed: ("insurance_closed", ("round",)),
    cmd.Next: ("next", ("round",)),
    cmd.Hit: ("hit", ("round",)),
    cmd.Double: ("double", ("round",)),
    cmd.Split: ("split", ("round",)),
    cmd.Surrender: ("surrender", ("round",)),
    cmd.Rescue: ("rescue", ("round",)),
    cmd.CoverChosen: ("cover_chosen", ("round",)),
    cmd.Signalled: ("signalled", ("round",)),
    cmd.CardTaken: ("card_taken", ("round",)),
    cmd.MissedDraw: ("draw_missed", ("round",)),
    cmd.Turned: ("turned", ("dealer_hand",)),
    cmd.LastCard: ("hole_card_shown", ("desk",)),
    cmd.FloorCalled: ("floor_called", ("desk",)),
    cmd.Reported: ("reported", ("desk",)),
    cmd.CardsTouched: ("cards_touched", ("desk",)),
    cmd.OfferAnswered: ("offer_answered", ("desk",)),
    cmd.FactAnswered: ("fact_answered", ("desk",)),
    cmd.Notified: ("notified", ("desk",)),
    cmd.Ruled: ("ruled", ("desk",)),
    cmd.CardEntered: ("card_entered", ("desk",)),
    cmd.RoundVoided: ("round_voided", ("desk",)),
    cmd.OutOfService: ("out_of_service", ("desk",)),
    cmd.MenuAsked: ("menu_asked", ("desk",)),
    cmd.PersonChanged: ("person_changed", ("desk",)),
    cmd.MeterStated: ("meter_stated", ("desk",)),
    cmd.RulesAccepted: ("rules_accepted", ("desk",)),
    cmd.BacklogConfirmed: ("backlog_confirmed", ("desk",)),
    cmd.CardKeyed: ("card_drawn", ("shoe", "dealer_hand", "round")),
    cmd.CoverCardKeyed: ("cover_card_seen", ("shoe",)),
    cmd.ShoeNoted: ("shoe_loaded", ("shoe",)),
    cmd.SpinAttested: ("spin_attested", ("desk",)),
    cmd.StoodAside: ("stood_aside", ("desk",)),
}

MOVES = {name: FlatChart(chart) for name, chart in CHARTS.items()}


def stands(play: Play, chart: str) -> str:
    """The state in which that chart stands."""
    found: str = getattr(play, chart)
    return found


def moved(play: Play, chart: str, state: str) -> Play:
    """The play with that chart there; the compiled rows answer with words of this chart alone."""
    return structs.replace(play, **{chart: state})


def knows(play: Play, chart: str, event: str) -> bool:
    """Whether the chart takes the event where it stands."""
    return MOVES[chart].knows(stands(play, chart), event)


def owner(play: Play, kind: type) -> tuple[str, str]:
    """(chart, event) for an input of this type now."""
    event, charts = OWNERS[kind]
    for chart in charts:
        if chart != "desk" and knows(play, chart, event):
            return chart, event
    return charts[-1], event
