"""The events of the five devices: code, body and the reading that each becomes.

A body is its fields in order, then optional fields; those not known are skipped. A code that is not
in the table, or a body that does not fit its code, becomes `UnknownEvent`: recorded and raised.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from drivers import event as said
from drivers.errors import FrameError
from drivers.reading import NO, YES, Concealed, EventReading

from .fields import BOOL, DIRECTION, TEXT, TURNS, U8, U16, U32, U64, Cursor, Field
from .wire import CRITICAL, Event


class Code(IntEnum):
    CARD_DRAWN = 0x10
    CARD_NOT_READ = 0x11
    COVER_CARD_SEEN = 0x12
    SHOE_LOADED = 0x13
    SHOE_OPENED = 0x14
    REST_COUNTED = 0x15
    CARD_PUSHED_BACK = 0x16
    CARD_NOT_OF_SET = 0x17
    PEEKED = 0x20
    READER_FAULTED = 0x21
    SHUFFLE_DONE = 0x30
    SHUFFLE_FAULTED = 0x31
    CARDS_TAKEN_IN = 0x32
    SEAT_BUTTON_PRESSED = 0x40
    WAGER_SENSED = 0x41
    SPIN_DONE = 0x42
    SPIN_FAULTED = 0x43
    PROGRESSIVE_SENSED = 0x44
    PRIZE_DONE = 0x45
    METER_READ = 0x50
    HIT_CONFIRMED = 0x51
    SYSTEM_FAULTED = 0x52
    EVENTS_OVERRUN = 0xF0


def _pack_card(card: bytes) -> bytes:
    if len(card) != 2:
        raise FrameError("card has two bytes", length=len(card))
    return card


CARD = Field(_pack_card, lambda cursor: Concealed(cursor.take(2)))
"""Rank then suit in ASCII: `A23456789TJQK` and `shdc`; carried unread."""
SAID = Field(lambda _: b"", lambda _: True)
"""True, and no byte: the code alone says it."""

METER: tuple[tuple[str, Field], ...] = (
    *(("order", U64), ("meter", TEXT), ("cents", U64), ("number", U32)),
)

BODIES: dict[int, tuple[type[said.Event], tuple[tuple[str, Field], ...]]] = {
    Code.CARD_DRAWN: (said.CardDrawn, (("card", CARD),)),
    Code.CARD_NOT_READ: (said.CardNotRead, ()),
    Code.COVER_CARD_SEEN: (said.CoverCardSeen, ()),
    Code.SHOE_LOADED: (said.ShoeLoaded, ()),
    Code.SHOE_OPENED: (said.ShoeOpened, ()),
    Code.REST_COUNTED: (said.RestCounted, (("cards", U16),)),
    Code.CARD_PUSHED_BACK: (said.CardPushedBack, ()),
    Code.CARD_NOT_OF_SET: (said.CardNotRead, (("foreign", SAID),)),
    Code.PEEKED: (said.Peeked, (("blackjack", BOOL),)),
    Code.READER_FAULTED: (said.ReaderFaulted, (("reason", TEXT),)),
    Code.SHUFFLE_DONE: (said.ShuffleDone, (("order", U64), ("cards", U16))),
    Code.SHUFFLE_FAULTED: (
        said.ShuffleFaulted,
        (("order", U64), ("reason", TEXT), ("cards", U16)),
    ),
    Code.CARDS_TAKEN_IN: (said.CardsTakenIn, (("cards", U16),)),
    Code.SEAT_BUTTON_PRESSED: (said.SeatButtonPressed, (("box", U8),)),
    Code.WAGER_SENSED: (said.WagerSensed, (("box", U8), ("on", BOOL))),
    Code.SPIN_DONE: (said.SpinDone, (("order", U64), ("section", TEXT), ("turns", TURNS))),
    Code.SPIN_FAULTED: (said.SpinFaulted, (("order", U64), ("reason", TEXT))),
    Code.PROGRESSIVE_SENSED: (
        said.WagerSensed,
        (("box", U8), ("on", BOOL), ("cents", U16), ("kind", TEXT)),
    ),
    Code.PRIZE_DONE: (
        said.SpinDone,
        (("order", U64), ("section", TEXT), ("turns", TURNS), ("box", U8), ("community", TEXT)),
    ),
    Code.METER_READ: (said.MeterRead, METER),
    Code.HIT_CONFIRMED: (said.MeterRead, (*METER, ("hit", SAID))),
    Code.SYSTEM_FAULTED: (said.SystemFaulted, (("reason", TEXT),)),
    Code.EVENTS_OVERRUN: (said.EventsOverrun, (("lost", U32),)),
}
OPTIONAL: dict[int, tuple[tuple[int, str, Field], ...]] = {
    Code.SPIN_DONE: ((1, "direction", DIRECTION), (2, "wager", TEXT)),
    Code.PRIZE_DONE: ((1, "direction", DIRECTION), (2, "wager", TEXT)),
}
"""Tag, name and field of what a body may carry behind its fields."""


def pack_body(code: Code, **values: Any) -> bytes:
    """The body of an event, as a device sends it; a card is its two bytes."""
    _, fields = BODIES[code]
    more = [one for one in OPTIONAL.get(code, ()) if one[1] in values]
    if values.keys() != {*(name for name, _ in fields), *(name for _, name, _ in more)}:
        raise FrameError(f"fields of {code.name}", length=len(values))
    body = b"".join(field.pack(values[name]) for name, field in fields)
    for tag, name, field in more:
        packed = field.pack(values[name])
        body += bytes([tag, len(packed)]) + packed
    return body


def to_reading(
    event: Event, device: str, raw: bytes, codes: frozenset[Code], at: int = 0
) -> EventReading:
    """Name what an event says. `raw`: its bytes without the resend flag; `codes`: its role's.

    `at`: when it happened, by the device's clock.
    """
    kind, values = _named(event, codes)
    secret = _concealed(values)
    named = kind(device=device, boot=event.boot, n=event.n, at=at, **values)
    return EventReading(event=named, raw=Concealed(raw), secret=secret)


def _concealed(values: dict[str, Any]) -> Concealed:
    """Take out what only the table's door opens: a card, or a reader's answer."""
    if "blackjack" in values:
        return Concealed(YES if values.pop("blackjack") else NO)
    card: Concealed = values.pop("card", Concealed(b""))
    return card


def _named(event: Event, codes: frozenset[Code]) -> tuple[type[said.Event], dict[str, Any]]:
    known = BODIES.get(event.code)
    if known is None:
        critical = bool(event.flags & CRITICAL)
        return said.UnknownEvent, {"code": event.code, "critical": critical}
    kind, fields = known
    cursor = Cursor(event.body)
    try:
        values = {name: field.take(cursor) for name, field in fields}
        behind = cursor.optional()
        for tag, name, field in OPTIONAL.get(event.code, ()):
            if tag in behind:
                values[name] = field.take(Cursor(behind[tag]))
    except FrameError:
        return said.UnknownEvent, {"code": event.code, "critical": True}
    if event.code not in codes:
        return said.UnknownEvent, {"code": event.code, "critical": True}
    return kind, values
