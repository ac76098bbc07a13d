"""What a device says: numbered events, kept there until they are acknowledged."""

from __future__ import annotations

from controller.domain.input_row import DESK, Row
from controller.domain.sealed import Sealed

from .base import Fact, Reading

__all__ = [
    "CardDrawn",
    "CardNotRead",
    "CardPushedBack",
    "CardsTakenIn",
    "CoverCardSeen",
    "EventsOverrun",
    "MeterRead",
    "Peeked",
    "ReaderFaulted",
    "RestCounted",
    "SeatButtonPressed",
    "ShoeLoaded",
    "ShoeOpened",
    "ShuffleDone",
    "ShuffleFaulted",
    "SpinDone",
    "SpinFaulted",
    "SystemFaulted",
    "UnknownEvent",
    "WagerSensed",
]


# ---- shoe scanner ----
class CardDrawn(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("card_drawn", ("shoe", "dealer_hand", "round"), clears=True, acts=True)

    card: Sealed
    how: str = "due"
    """Set by an amendment only: `due`, `error`, `error_seen` or `face_up`, as a person said; or
    `pushed_back`, as the shoe said."""


class CardNotRead(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A card left the shoe and the scanner could not tell which."""

    row = Row(
        "card_not_read",
        ("shoe", "round", "desk"),
        clears=True,
        acts=True,
        beside="A card was not read",
    )

    foreign: bool = False
    """It bears another back or the mark of another set; nothing else is told of it."""


class CardPushedBack(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The last card went back into the mouth of the shoe."""

    row = Row(
        "card_pushed_back",
        DESK,
        record="A card went back into the shoe",
        clause="irregularity.card_pushed_back",
        beside="A card went back into the shoe",
    )


class CoverCardSeen(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("cover_card_seen", ("shoe",), clears=True)


class ShoeLoaded(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The shoe's gate closed on a full load."""

    row = Row(
        "shoe_loaded",
        ("shoe",),
        record="The shoe is loaded",
        clause="line.load",
        beside="Shoe loaded",
    )


class ShoeOpened(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "shoe_opened",
        DESK,
        record="The shoe was opened",
        clause="irregularity.shoe_opened",
        beside="Shoe opened",
    )


class RestCounted(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cards left at the end of the shoe were run out and counted."""

    row = Row(
        "rest_counted",
        ("shoe",),
        clears=True,
        record="{0.cards} cards left in the shoe",
        clause="line.rest",
    )

    cards: int


# ---- card reader ----
class Peeked(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("peeked", ("inspection", "round"), acts=True)

    answer: Sealed = Sealed(b"", b"")
    """`yes` or `no`, sealed like a card until the table gives it."""
    blackjack: bool | None = None
    """In rows of before, which hold the answer in clear."""


class ReaderFaulted(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "reader_faulted",
        ("inspection", "desk"),
        record="The reader failed: {0.reason}",
        clause="irregularity.reader_fault",
        beside="Reader fault",
    )

    reason: str


# ---- shuffler ----
class ShuffleDone(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "shuffle_done",
        ("shuffle",),
        record="Shuffled: {0.cards} cards",
        clause="line.shuffling",
        beside="Shuffle done",
    )

    order: int
    cards: int


class ShuffleFaulted(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "shuffle_faulted",
        ("shuffle",),
        record="The shuffle failed: {0.reason}",
        clause="line.shuffler_fault",
        beside="Shuffler fault",
    )

    order: int
    reason: str
    """`jam`, `stopped`, `count`, `door`."""
    cards: int = 0


class CardsTakenIn(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A continuous shuffler has taken in and counted cards that were put back."""

    row = Row(
        "cards_taken_in",
        ("shoe",),
        clears=True,
        record="{0.cards} cards back in the device",
        clause="line.discards",
        beside="Cards taken in",
    )

    cards: int


# ---- wheel ----
class SeatButtonPressed(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "seat_button_pressed",
        ("wheel",),
        record="Box {0.box}: seat button",
        clause="line.press_button",
    )

    box: int


class WagerSensed(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("wager_sensed", ("round", "desk"), clause="wheel.bonus_spin_cents")

    box: int
    on: bool
    cents: int = 0
    """0 = the sensor knows one amount only."""
    kind: str = "bonus_spin"
    """`bonus_spin` or `xtreme`."""

    def in_record(self) -> str:
        return f"Box {self.box}: Bonus Spin chip {'on' if self.on else 'off'}"


class SpinDone(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "spin_done",
        ("wheel",),
        record="The wheel rests on {0.section}",
        clause="line.spun",
        beside="Wheel at rest",
    )

    order: int
    section: str
    turns: int | None = None
    """Whole turns; None = it does not count them."""
    direction: str = ""
    """`clockwise` or `anticlockwise`; empty = it does not tell."""
    box: int = 0
    """The seat of the hot spot, where the system names one."""
    community: str = ""
    """The symbol that pays the others, where a second ring has it."""
    wager: str = ""
    """The wager that it spun for, `bonus_spin` or `xtreme`; empty = it does not tell."""


class SpinFaulted(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "spin_faulted",
        ("wheel",),
        record="The spin failed: {0.reason}",
        clause="irregularity.spin_fault",
        beside="Wheel fault",
    )

    order: int
    reason: str


# ---- approved progressive system ----
class MeterRead(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What a meter of the system stands at; with `hit`, what a jackpot has emptied it of."""

    row = Row("meter_read", DESK, aside=True, beside="Meter read")

    order: int
    """The report that it answers; 0 = it tells of itself."""
    meter: str
    cents: int
    """Rounded down, as the system shows it."""
    number: int
    """How often this meter has moved in its life."""
    hit: bool = False


class SystemFaulted(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "system_faulted",
        DESK,
        aside=True,
        record="The progressive system failed: {0.reason}",
        clause="wheel.meters",
        beside="Progressive system fault",
    )

    reason: str
    """`memory`, `link`, `door`, `tamper`."""


class UnknownEvent(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """An event type that this version does not know: acknowledged, recorded, raised."""

    row = Row("unknown_event", DESK)

    code: int
    critical: bool = False
    text: str = ""
    """What the driver can say of it, in people's words."""


class EventsOverrun(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The device lost this many events."""

    row = Row("events_overrun", DESK)

    lost: int


EVERY: tuple[type[Fact], ...] = (
    CardDrawn,
    CardNotRead,
    CardPushedBack,
    CoverCardSeen,
    ShoeLoaded,
    ShoeOpened,
    RestCounted,
    Peeked,
    ReaderFaulted,
    ShuffleDone,
    ShuffleFaulted,
    CardsTakenIn,
    SeatButtonPressed,
    WagerSensed,
    SpinDone,
    SpinFaulted,
    MeterRead,
    SystemFaulted,
    UnknownEvent,
    EventsOverrun,
)
