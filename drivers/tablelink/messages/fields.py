"""The field kinds of tablelink: each packs one value and takes it back from a cursor.

Numbers are unsigned, low byte first. Text is UTF-8 behind one length byte.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any, NamedTuple

from drivers.errors import FrameError

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that no text of a device has: a serial number is read by people."""


class Cursor:
    """Reads a message once, front to back. Raises: FrameError at its end."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    @property
    def left(self) -> int:
        return len(self.data) - self.at

    def take(self, count: int) -> bytes:
        if count > self.left:
            raise self.wrong("cut short")
        start, self.at = self.at, self.at + count
        return self.data[start : self.at]

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "little")

    def optional(self) -> dict[int, bytes]:
        """The optional fields at the end by their tags: tag, length, that many bytes."""
        found = {}
        while self.left:
            tag = self.number(1)
            found[tag] = self.take(self.number(1))
        return found

    def wrong(self, reason: str) -> FrameError:
        return FrameError(reason, length=len(self.data), offset=self.at)


class Field(NamedTuple):
    pack: Callable[[Any], bytes]
    take: Callable[[Cursor], Any]


def _number(size: int) -> Field:
    def pack(value: int) -> bytes:
        if not 0 <= value < 1 << 8 * size:
            raise FrameError("number does not fit", length=size)
        return int(value).to_bytes(size, "little")

    return Field(pack, lambda cursor: cursor.number(size))


def _pack_text(text: str) -> bytes:
    data = text.encode()
    if len(data) > 255:
        raise FrameError("text does not fit", length=len(data), offset=255)
    return bytes([len(data)]) + data


def _take_text(cursor: Cursor) -> str:
    try:
        text = cursor.take(cursor.number(1)).decode()
    except UnicodeDecodeError:
        # Without the cause: it would carry the bytes.
        raise cursor.wrong("text is not UTF-8") from None
    if any(unicodedata.category(char) in UNSEEN for char in text):
        raise cursor.wrong("text holds a character that nobody sees")
    return text


def _pack_bytes(data: bytes) -> bytes:
    return U16.pack(len(data)) + data


def _pack_boot(boot: str) -> bytes:
    data = bytes.fromhex(boot)
    if len(data) != BOOT_BYTES:
        raise FrameError("boot id has 12 bytes", length=len(data))
    return data


def many(one: Field) -> Field:
    """A count byte, then that many of `one`, as a tuple."""

    def pack(values: tuple[Any, ...]) -> bytes:
        return U8.pack(len(values)) + b"".join(one.pack(value) for value in values)

    return Field(pack, lambda cursor: tuple(one.take(cursor) for _ in range(cursor.number(1))))


def _take_bool(cursor: Cursor) -> bool:
    value = cursor.number(1)
    if value > 1:
        raise cursor.wrong("neither 0 nor 1")
    return bool(value)


def _counted(turns: int) -> int | None:
    return None if turns == UNCOUNTED else turns


def _direction(value: int) -> str:
    return DIRECTIONS[value] if value < len(DIRECTIONS) else ""


BOOT_BYTES = 12
UNCOUNTED = 255
DIRECTIONS = ("", "clockwise", "anticlockwise")
U8, U16, U32, U64 = _number(1), _number(2), _number(4), _number(8)
BOOL = Field(lambda value: bytes([bool(value)]), _take_bool)
TEXT = Field(_pack_text, _take_text)
TEXTS = many(TEXT)
BYTES = Field(_pack_bytes, lambda cursor: cursor.take(cursor.number(2)))
"""Two length bytes, then the bytes."""
TURNS = Field(
    lambda value: bytes([UNCOUNTED if value is None else min(value, UNCOUNTED - 1)]),
    lambda cursor: _counted(cursor.number(1)),
)
"""Whole turns of a wheel in one byte; 255 = it does not count them."""
DIRECTION = Field(
    lambda value: bytes([DIRECTIONS.index(value)]), lambda cursor: _direction(cursor.number(1))
)
BOOT = Field(_pack_boot, lambda cursor: cursor.take(BOOT_BYTES).hex())
"""Boot id: 8 random bytes and the restart counter (U32), in text 24 hex digits."""
