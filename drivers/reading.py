"""What devices say, on the way to the table's door.

A card or an answer is `Concealed`, and so are the event's own bytes, over which the door makes its
keyed mac. What nobody may see is here; what the device says beside it is in `event`.
"""

from __future__ import annotations

from typing import Literal, NoReturn, TypeAlias

from msgspec import Struct

from .event import Event, Notice, Said


class Concealed:
    """Bytes that may hold a card: they cannot be shown, compared, measured, hashed or encoded."""

    __slots__ = ("_inside",)

    def __init__(self, inside: bytes) -> None:
        self._inside = inside

    def __repr__(self) -> str:
        return "<concealed>"

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError("concealed bytes are not compared")

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> NoReturn:
        raise TypeError("concealed bytes are not copied out")


def open_concealed(concealed: Concealed) -> bytes:
    """Give the bytes.

    Only the table's door calls this, to seal a card; the daemon, to find whose badge it is; and the
    bench, for a deck that is nobody's.
    """
    return concealed._inside  # noqa: SLF001 - the one opening


YES, NO = b"yes", b"no"
"""A reader's answer."""


class EventReading(Struct, frozen=True, kw_only=True):
    """A numbered event with what only the table's door may open."""

    event: Event
    raw: Concealed
    """The event's own bytes, without the resend flag."""
    secret: Concealed = Concealed(b"")
    """The card of a `CardDrawn`, the answer of a `Peeked`; else empty."""


class KeyPressed(Notice, frozen=True, kw_only=True):
    """A rail key went down: not numbered, not kept, not repeated."""

    key: Literal["next", "last_card", "turned", "floor"]


class BadgeRead(Notice, frozen=True, kw_only=True):
    """A badge was held to the reader: not numbered, not kept, not repeated."""

    number: Concealed
    """Whoever knows it can copy the badge: it goes on no record and into no log."""


Reading: TypeAlias = EventReading | Notice
"""What a driver emits."""


def said(reading: Reading) -> Said:
    """What the device says, without what it conceals."""
    return reading.event if isinstance(reading, EventReading) else reading
