"""What a device says, each with its row; the fields are those of `drivers.event`.

What a driver conceals is sealed at the door and added here.
"""

from __future__ import annotations

from controller.domain.input_row import DESK, Row
from controller.domain.sealed import Sealed
from drivers import event
from drivers.number import counted

from .base import Fact

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
class CardDrawn(Fact, event.CardDrawn, frozen=True, kw_only=True):
    row = Row("card_drawn", ("shoe", "dealer_hand", "round"), clears=True, acts=True)

    card: Sealed
    how: str = "due"
    """Set by an amendment only: `due`, `error`, `error_seen` or `face_up`, as a person said; or
    `pushed_back`, as the shoe said."""


class CardNotRead(Fact, event.CardNotRead, frozen=True):
    row = Row(
        "card_not_read",
        ("shoe", "round", "desk"),
        clears=True,
        acts=True,
        beside="A card was not read",
    )


class CardPushedBack(Fact, event.CardPushedBack, frozen=True):
    row = Row(
        "card_pushed_back",
        DESK,
        record="A card went back into the shoe",
        clause="irregularity.card_pushed_back",
        beside="A card went back into the shoe",
    )


class CoverCardSeen(Fact, event.CoverCardSeen, frozen=True):
    row = Row("cover_card_seen", ("shoe",), clears=True)


class ShoeLoaded(Fact, event.ShoeLoaded, frozen=True):
    row = Row(
        "shoe_loaded",
        ("shoe",),
        record="The shoe is loaded",
        clause="line.load",
        beside="Shoe loaded",
    )


class ShoeOpened(Fact, event.ShoeOpened, frozen=True):
    row = Row(
        "shoe_opened",
        DESK,
        record="The shoe was opened",
        clause="irregularity.shoe_opened",
        beside="Shoe opened",
    )


class RestCounted(Fact, event.RestCounted, frozen=True):
    row = Row(
        "rest_counted",
        ("shoe",),
        clears=True,
        clause="line.rest",
    )

    def in_record(self) -> str:
        return f"{counted(self.cards, 'card')} left in the shoe"


# ---- card reader ----
class Peeked(Fact, event.Peeked, frozen=True, kw_only=True):
    row = Row("peeked", ("inspection", "round"), acts=True)

    answer: Sealed = Sealed(b"", b"")
    """`yes` or `no`, sealed like a card until the table gives it."""
    blackjack: bool | None = None
    """In rows of before, which hold the answer in clear."""


class ReaderFaulted(Fact, event.ReaderFaulted, frozen=True):
    row = Row(
        "reader_faulted",
        ("inspection", "desk"),
        record="The reader failed: {0.reason}",
        clause="irregularity.reader_fault",
        beside="Reader fault",
    )


# ---- shuffler ----
class ShuffleDone(Fact, event.ShuffleDone, frozen=True):
    row = Row(
        "shuffle_done",
        ("shuffle",),
        record="Shuffled: {0.cards} cards",
        clause="line.shuffling",
        beside="Shuffle done",
    )


class ShuffleFaulted(Fact, event.ShuffleFaulted, frozen=True):
    row = Row(
        "shuffle_faulted",
        ("shuffle",),
        record="The shuffle failed: {0.reason}",
        clause="line.shuffler_fault",
        beside="Shuffler fault",
    )


class CardsTakenIn(Fact, event.CardsTakenIn, frozen=True):
    row = Row(
        "cards_taken_in",
        ("shoe",),
        clears=True,
        clause="line.discards",
        beside="Cards taken in",
    )

    def in_record(self) -> str:
        return f"{counted(self.cards, 'card')} back in the device"


# ---- wheel ----
class SeatButtonPressed(Fact, event.SeatButtonPressed, frozen=True):
    row = Row(
        "seat_button_pressed",
        ("wheel",),
        record="Box {0.box}: seat button",
        clause="line.press_button",
    )


class WagerSensed(Fact, event.WagerSensed, frozen=True):
    row = Row("wager_sensed", ("round", "desk"), clause="wheel.bonus_spin_cents")

    def in_record(self) -> str:
        return f"Box {self.box}: Bonus Spin chip {'on' if self.on else 'off'}"


class SpinDone(Fact, event.SpinDone, frozen=True):
    row = Row(
        "spin_done",
        ("wheel",),
        record="The wheel rests on {0.section}",
        clause="line.spun",
        beside="Wheel at rest",
    )


class SpinFaulted(Fact, event.SpinFaulted, frozen=True):
    row = Row(
        "spin_faulted",
        ("wheel",),
        record="The spin failed: {0.reason}",
        clause="irregularity.spin_fault",
        beside="Wheel fault",
    )


# ---- approved progressive system ----
class MeterRead(Fact, event.MeterRead, frozen=True):
    row = Row("meter_read", DESK, aside=True, beside="Meter read")


class SystemFaulted(Fact, event.SystemFaulted, frozen=True):
    row = Row(
        "system_faulted",
        DESK,
        aside=True,
        record="The progressive system failed: {0.reason}",
        clause="wheel.meters",
        beside="Progressive system fault",
    )


class UnknownEvent(Fact, event.UnknownEvent, frozen=True):
    row = Row("unknown_event", DESK)


class EventsOverrun(Fact, event.EventsOverrun, frozen=True):
    row = Row("events_overrun", DESK)


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
