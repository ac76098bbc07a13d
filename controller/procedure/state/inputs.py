"""What enters a step and what it decided: inputs, one row for each, their stamp, their outcome.

Source: controller/README 2.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.orders import Order
from controller.domain.sealed import Exposed


class Edit(Struct, frozen=True, array_like=True):
    """Put `inputs` before entry `anchor`, or instead of it (empty = struck out)."""

    anchor: int
    how: Literal["before", "instead"]
    inputs: tuple[Input, ...]


class Amended(cmd.Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Edits of the open round's entries, with who and why."""

    edits: tuple[Edit, ...]
    why: str


# fmt: off
Input: TypeAlias = (
    fact.CardDrawn | fact.CardNotRead | fact.CardPushedBack | fact.CoverCardSeen | fact.ShoeLoaded
    | fact.ShoeOpened | fact.RestCounted | fact.Peeked | fact.ReaderFaulted
    | fact.ShuffleDone | fact.ShuffleFaulted | fact.CardsTakenIn | fact.SeatButtonPressed
    | fact.WagerSensed | fact.SpinDone | fact.SpinFaulted | fact.UnknownEvent | fact.EventsOverrun
    | fact.MeterRead | fact.SystemFaulted
    | fact.DeviceUp | fact.DeviceLost | fact.OrderAnswered | fact.TimerFired | fact.Started
    | fact.LevelLate | fact.RulesOffered | fact.Noted
    | fact.SoftwareFound | fact.ClockStepped | fact.ClockRead | fact.Exported
    | cmd.TableOpened | cmd.ShuffleAsked | cmd.CutPlaced | cmd.CountReported
    | cmd.TableClosed | cmd.LayoutCleared | cmd.BoxSet | cmd.WagerSet | cmd.BurnReported
    | cmd.BankDeclined | cmd.BankRuled | cmd.ProviderSeated | cmd.FeesTaken
    | cmd.ScheduleChanged | cmd.AmountStated | cmd.SecondSpots | cmd.SpotGiven | cmd.AsTheyLie
    | cmd.WagererConsents | cmd.CallerSeated | cmd.PlayersLinked | cmd.CashConfirmed
    | cmd.CashChanged | cmd.CouponRuled | cmd.LetIn | cmd.CoverChosen | cmd.Signalled
    | cmd.BankSet | cmd.BoxSkipped | cmd.DealerMissed | cmd.BoxesConfirmed | cmd.DealOk
    | cmd.MatchDone | cmd.PeekAttested | cmd.Insured | cmd.InsuranceClosed | cmd.Next
    | cmd.Hit | cmd.Double | cmd.Split | cmd.Surrender | cmd.Rescue | cmd.CardTaken
    | cmd.Turned | cmd.LastCard | cmd.Undo
    | cmd.MissedDraw | cmd.CardsTouched | cmd.DealerSignedOn | cmd.BurnAnswered
    | cmd.BurnShown | cmd.ShoeEmptied
    | cmd.CutTaken | cmd.RecutOrdered | cmd.ShuffleOrdered | cmd.ShuffleStep
    | cmd.ShufflerSetAside
    | cmd.FloorCalled | cmd.Reported | cmd.OfferAnswered | cmd.FactAnswered | cmd.Notified
    | cmd.Ruled | cmd.CardEntered | cmd.RoundVoided | cmd.OutOfService | cmd.BacklogConfirmed
    | cmd.MeterStated | cmd.RulesAccepted | cmd.Adjusted | cmd.PersonChanged
    | cmd.Paused | cmd.PauseSeen | cmd.Resumed
    | cmd.CardKeyed | cmd.CoverCardKeyed | cmd.ShoeNoted | cmd.SpinAttested | cmd.StoodAside
    | cmd.AllAsListed | cmd.CardShown | cmd.CardsStacked | cmd.CardsWashed | cmd.DeckSpread
    | cmd.DecksCounted | cmd.DecksInspected | cmd.DecksReceived | cmd.DecksTakenOut
    | cmd.DecksVerified | cmd.FirstPlayer | cmd.LayoutReferenced | cmd.LineAttested | cmd.NoPlay
    | cmd.ReaderSealRead | cmd.SpreadTurned | cmd.BatchAsked
    | cmd.KeyPressed | cmd.MenuAsked | Amended
)
# fmt: on


Owner = Literal[
    "opening",
    "inspection",
    "decks",
    "shuffle",
    "cut",
    "shoe",
    "round",
    "dealer_hand",
    "wheel",
    "desk",
]


class Row(Struct, frozen=True):
    """What the rules of taking an input need; what it does stands with its reducer.

    The first of the charts that takes the event where it stands owns the input, else the last one.
    `desk` is no chart: answers, notices, rulings, devices, orders.
    """

    event: str
    charts: tuple[Owner, ...]
    """Empty = it becomes another input, or edits entries, before a chart could own it."""
    rank: Literal["dealer", "floorperson", "casino_supervisor"] = "dealer"
    """The least that may say it; a ruling's rank is the pack's."""
    in_hold: bool = False
    """Taken while the table is held, and before every device has been heard."""
    unheard: bool = False
    """Taken before every device has been heard."""
    aside: bool = False
    """Taken while the controller stands aside: of links, meters and the table itself."""
    undone: bool = False
    """UNDO takes it back."""
    clears: bool = False
    """Says that the settled layout is cleared."""
    of_hand: bool = False
    """Waits while the rack is shuffled to finish the round."""
    acts: bool = False
    """What the dealer does next: what a spin paid or a correction changed was told before it."""


ROUND: tuple[Owner, ...] = ("round",)
DESK: tuple[Owner, ...] = ("desk",)

ROWS: dict[type, Row] = {
    fact.CardDrawn: Row("card_drawn", ("shoe", "dealer_hand", "round"), clears=True, acts=True),
    fact.CardNotRead: Row("card_not_read", ("shoe", "round", "desk"), clears=True, acts=True),
    fact.CardPushedBack: Row("card_pushed_back", DESK),
    fact.CoverCardSeen: Row("cover_card_seen", ("shoe",), clears=True),
    fact.ShoeLoaded: Row("shoe_loaded", ("shoe",)),
    fact.ShoeOpened: Row("shoe_opened", DESK),
    fact.RestCounted: Row("rest_counted", ("shoe",), clears=True),
    fact.Peeked: Row("peeked", ("inspection", "round"), acts=True),
    fact.ReaderFaulted: Row("reader_faulted", ("inspection", "desk")),
    fact.ShuffleDone: Row("shuffle_done", ("shuffle",)),
    fact.ShuffleFaulted: Row("shuffle_faulted", ("shuffle",)),
    fact.CardsTakenIn: Row("cards_taken_in", ("shoe",), clears=True),
    fact.SeatButtonPressed: Row("seat_button_pressed", ("wheel",)),
    fact.WagerSensed: Row("wager_sensed", ("round", "desk")),
    fact.SpinDone: Row("spin_done", ("wheel",)),
    fact.SpinFaulted: Row("spin_faulted", ("wheel",)),
    fact.UnknownEvent: Row("unknown_event", DESK),
    fact.EventsOverrun: Row("events_overrun", DESK),
    fact.MeterRead: Row("meter_read", DESK, aside=True),
    fact.SystemFaulted: Row("system_faulted", DESK, aside=True),
    fact.DeviceUp: Row("device_up", DESK, aside=True),
    fact.DeviceLost: Row("device_lost", DESK, aside=True),
    fact.OrderAnswered: Row("order_answered", DESK, aside=True),
    fact.TimerFired: Row("timer_fired", ROUND, aside=True),
    fact.Started: Row("started", DESK, aside=True),
    fact.LevelLate: Row("level_late", DESK, aside=True),
    fact.RulesOffered: Row("rules_offered", DESK, aside=True),
    fact.Exported: Row("exported", DESK, aside=True),
    fact.Noted: Row("noted", DESK, aside=True),
    fact.SoftwareFound: Row("software_found", DESK, aside=True),
    fact.ClockStepped: Row("clock_stepped", DESK, aside=True),
    fact.ClockRead: Row("clock_read", DESK, aside=True),
    cmd.TableOpened: Row("table_opened", ("opening",)),
    cmd.ShuffleAsked: Row("shuffle_asked", ("shuffle",)),
    cmd.CutPlaced: Row("cut_placed", ("cut",)),
    cmd.CountReported: Row("rest_counted", ("shoe",), clears=True),
    cmd.TableClosed: Row(
        "table_closed", ("opening",), rank="floorperson", in_hold=True, aside=True, clears=True
    ),
    cmd.LayoutCleared: Row("layout_cleared", ROUND, clears=True),
    cmd.BoxSet: Row("box_set", ROUND, undone=True),
    cmd.WagerSet: Row("wager_set", ROUND, undone=True),
    cmd.BurnReported: Row("burn_reported", ROUND, undone=True),
    cmd.BankDeclined: Row("bank_declined", ROUND, undone=True),
    cmd.BankRuled: Row("bank_ruled", ROUND, rank="floorperson"),
    cmd.ProviderSeated: Row("provider_seated", ROUND, rank="floorperson"),
    cmd.FeesTaken: Row("fees_taken", ROUND, undone=True),
    cmd.ScheduleChanged: Row("schedule_changed", ROUND, rank="floorperson"),
    cmd.AmountStated: Row("amount_stated", ROUND),
    cmd.SecondSpots: Row("second_spots", ROUND, rank="floorperson"),
    cmd.SpotGiven: Row("spot_given", ROUND, rank="floorperson"),
    cmd.AsTheyLie: Row("deal_told_anew", ROUND, rank="floorperson"),
    cmd.WagererConsents: Row("wagerer_consents", ROUND),
    cmd.CallerSeated: Row("caller_seated", ROUND),
    cmd.PlayersLinked: Row("players_linked", ROUND),
    cmd.CashConfirmed: Row("cash_confirmed", DESK),
    cmd.CashChanged: Row("cash_changed", DESK, in_hold=True),
    cmd.CouponRuled: Row("coupon_ruled", DESK, rank="casino_supervisor"),
    cmd.LetIn: Row("let_in", ROUND, rank="floorperson"),
    cmd.CoverChosen: Row("cover_chosen", ROUND),
    cmd.Signalled: Row("signalled", ROUND, of_hand=True, acts=True),
    cmd.BankSet: Row("bank_set", ROUND, undone=True),
    cmd.BoxSkipped: Row("box_skipped", ROUND, undone=True),
    cmd.DealerMissed: Row("dealer_missed", ROUND),
    cmd.BoxesConfirmed: Row("boxes_confirmed", ROUND),
    cmd.DealOk: Row("deal_ok", ROUND, acts=True),
    cmd.MatchDone: Row("match_done", ROUND, acts=True),
    cmd.PeekAttested: Row("peek_attested", ROUND, acts=True),
    cmd.Insured: Row("insured", ROUND, undone=True, acts=True),
    cmd.InsuranceClosed: Row("insurance_closed", ROUND, acts=True),
    cmd.Next: Row("next", ROUND, undone=True, of_hand=True, acts=True),
    cmd.Hit: Row("hit", ROUND, undone=True, of_hand=True, acts=True),
    cmd.Double: Row("double", ROUND, undone=True, of_hand=True, acts=True),
    cmd.Split: Row("split", ROUND, undone=True, of_hand=True, acts=True),
    cmd.Surrender: Row("surrender", ROUND, undone=True, of_hand=True, acts=True),
    cmd.Rescue: Row("rescue", ROUND, undone=True, of_hand=True, acts=True),
    cmd.CardTaken: Row("card_taken", ROUND, of_hand=True, acts=True),
    cmd.Turned: Row("turned", ("dealer_hand",), of_hand=True, acts=True),
    cmd.LastCard: Row("hole_card_shown", DESK),
    cmd.Undo: Row("", ()),
    cmd.MissedDraw: Row("draw_missed", ROUND),
    cmd.CardsTouched: Row("cards_touched", DESK),
    cmd.DealerSignedOn: Row("dealer_signed_on", ("shoe",), aside=True),
    cmd.BurnAnswered: Row("burn_answered", ROUND),
    cmd.BurnShown: Row("burn_shown", DESK),
    cmd.ShoeEmptied: Row("shoe_emptied", ("shoe",)),
    cmd.CutTaken: Row("cut_taken", ("cut",)),
    cmd.RecutOrdered: Row("recut_ordered", ("cut",)),
    cmd.ShuffleOrdered: Row("reshuffle_ordered", ("shuffle",), rank="floorperson"),
    cmd.ShuffleStep: Row("step_done", ("shuffle",)),
    cmd.ShufflerSetAside: Row("shuffler_set_aside", ("shuffle",), rank="floorperson", in_hold=True),
    cmd.FloorCalled: Row("floor_called", DESK, in_hold=True, aside=True),
    cmd.Reported: Row("reported", DESK, in_hold=True),
    cmd.OfferAnswered: Row("offer_answered", DESK, of_hand=True, acts=True),
    cmd.FactAnswered: Row("fact_answered", DESK, in_hold=True, aside=True),
    cmd.Notified: Row("notified", DESK, in_hold=True, aside=True),
    cmd.Ruled: Row("ruled", DESK, in_hold=True, aside=True),
    cmd.CardEntered: Row("card_entered", DESK, rank="floorperson", in_hold=True),
    cmd.RoundVoided: Row("round_voided", DESK, in_hold=True),
    cmd.OutOfService: Row("out_of_service", DESK, rank="floorperson", in_hold=True, aside=True),
    cmd.BacklogConfirmed: Row(
        "backlog_confirmed", DESK, rank="floorperson", in_hold=True, aside=True
    ),
    cmd.MeterStated: Row("meter_stated", DESK, rank="floorperson", in_hold=True),
    cmd.RulesAccepted: Row("rules_accepted", DESK, rank="floorperson"),
    cmd.Adjusted: Row("adjusted", DESK, rank="casino_supervisor"),
    cmd.CardKeyed: Row("card_drawn", ("shoe", "dealer_hand", "round"), undone=True, acts=True),
    cmd.CoverCardKeyed: Row("cover_card_seen", ("shoe",)),
    cmd.ShoeNoted: Row("shoe_loaded", ("shoe",), aside=True),
    cmd.SpinAttested: Row("spin_attested", DESK, rank="floorperson", in_hold=True),
    cmd.StoodAside: Row("stood_aside", DESK, rank="floorperson", in_hold=True, aside=True),
    cmd.AllAsListed: Row("all_as_listed", ("opening",)),
    cmd.CardShown: Row("card_shown", ("decks",)),
    cmd.CardsStacked: Row("cards_stacked", ("decks",)),
    cmd.CardsWashed: Row("cards_washed", ("decks",)),
    cmd.DeckSpread: Row("deck_spread", ("decks",)),
    cmd.DecksCounted: Row("decks_counted", ("opening",), rank="floorperson", in_hold=True),
    cmd.DecksInspected: Row("decks_inspected", ("decks",)),
    cmd.DecksReceived: Row("decks_received", ("decks",)),
    cmd.DecksTakenOut: Row("taken_out", ("decks",), rank="floorperson"),
    cmd.DecksVerified: Row("decks_verified", ("decks",), rank="floorperson"),
    cmd.FirstPlayer: Row("first_player", ("decks",)),
    cmd.LayoutReferenced: Row("layout_referenced", ("opening",), rank="floorperson"),
    cmd.LineAttested: Row("line_attested", ("opening",)),
    cmd.NoPlay: Row("play_stopped", ("decks",)),
    cmd.ReaderSealRead: Row("seal_read", ("inspection",), rank="floorperson"),
    cmd.SpreadTurned: Row("spread_turned", ("decks",)),
    cmd.BatchAsked: Row("batch_asked", ("decks",)),
    cmd.KeyPressed: Row("", (), clears=True),
    cmd.Paused: Row("paused", DESK, rank="floorperson", in_hold=True, aside=True),
    cmd.PauseSeen: Row("pause_seen", DESK, in_hold=True, aside=True),
    cmd.Resumed: Row("resumed", DESK, rank="floorperson", in_hold=True, aside=True),
    cmd.PersonChanged: Row("person_changed", DESK, in_hold=True),
    cmd.MenuAsked: Row("menu_asked", DESK, in_hold=True, aside=True),
    Amended: Row("", ()),
}


def row(item: Input) -> Row:
    return ROWS[type(item)]


class Stamped(Struct, frozen=True, array_like=True):
    """An input as the door stamped it. Units: `at` us UTC, `mono` ms of the table's own clock."""

    seq: int
    at: int
    mono: int
    source: str
    input: Input


class Raised(Struct, frozen=True, array_like=True):
    id: str
    kind: str


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What a step decided: recorded beside its input, compared on every replay."""

    verdict: Literal["accepted", "refused", "dropped", "parked", "fault"]
    clause: str = ""
    text: str = ""
    raised: tuple[Raised, ...] = ()
    withdrawn: tuple[Raised, ...] = ()
    orders: tuple[Order, ...] = ()
    exposed: tuple[Exposed, ...] = ()
    answers: tuple[tuple[str, bool], ...] = ()
    """Questions that the vault answered inside the seal."""
    lost: tuple[int, ...] = ()
    """Entries that fell away in an amended fold."""


class Recorded(Struct, frozen=True, array_like=True):
    """The payload of a journal row of kind `input`."""

    stamped: Stamped
    outcome: Outcome
    came_to: str = ""
    """Where it left the table, in short; empty in rows of before."""
