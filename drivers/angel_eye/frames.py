"""Frames of an Angel Eye II-EX, in both directions; no I/O.

An event is `05 seq code payload 03 BCC`; BCC is the XOR of what lies between 05 and BCC, as two
digits in hex. A data reply begins with 02. An answer to a command is 06, or 15 and a code. A
damaged frame costs one byte: behind it may lie a whole one. An 8-bit sum lets one wrong window in
256 through, so the length must fit the code too.
Source: public notes on the vendor's interface specification; three tables listen in this way.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import xor
from typing import Literal

from msgspec import Struct

STX, ETX, ENQ, ACK, NAK = 0x02, 0x03, 0x05, 0x06, 0x15
STARTS = (STX, ENQ, ACK, NAK)
WINDOW = 32
"""Units: bytes. The longest frame is 12 long."""
LENGTHS = {**dict.fromkeys("SPC", 0), **dict.fromkeys("GEeL", 1), **dict.fromkeys("DRd", 2), "M": 6}
NAKS = (0x01, 0x02, 0x03, 0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0xFF)
SUM = re.compile(rb"[0-9A-F]{2}")
SUITS = {0b001: "d", 0b010: "c", 0b011: "s", 0b100: "h"}
RANKS = "?A23456789TJQK"
Bcc = Literal["with_stx", "without_stx"]


class Event(Struct, frozen=True):
    seq: bytes
    code: str
    payload: bytes
    raw: bytes

    def __repr__(self) -> str:
        return f"Event({self.code!r}, <concealed>)"


class Odd(Struct, frozen=True):
    """A good sum around what is no event of this shoe."""

    raw: bytes

    def __repr__(self) -> str:
        return "Odd(<concealed>)"


class Answered(Struct, frozen=True):
    """To a command of ours; `nak` 0 = accepted."""

    nak: int = 0


class Told(Struct, frozen=True):
    """A reply with data. Its requests are not public, so nothing of it is used."""

    text: bytes


Item = Event | Odd | Answered | Told


class Decoder:
    def __init__(self) -> None:
        self.noise = 0
        """Units: bytes."""
        self.asked = False
        """A command of ours has no answer yet; else 06 and 15 are noise, or of another writer."""
        self._part = b""

    def feed(self, data: bytes) -> list[Item]:
        self._part += data
        found = []
        while self._part:
            used, item = self._first()
            if not used:
                break
            self._part = self._part[used:]
            if item is None:
                self.noise += used
            else:
                found.append(item)
        return found

    @property
    def partial(self) -> bool:
        return bool(self._part)

    def give_up(self) -> list[Item]:
        """What was begun does not end: it is dropped, and what lies behind its start is read."""
        part, self._part = self._part[1:], b""
        self.noise += 1
        return self.feed(part)

    def _first(self) -> tuple[int, Item | None]:
        """Bytes used, and what they were; 0 = more must come."""
        part = self._part
        first = part[0]
        if first not in STARTS:
            return 1, None
        if first in (ACK, NAK):
            return self._answer(first)
        end = part.find(bytes([ETX]), 1, WINDOW)
        if end < 0:
            return (1, None) if len(part) >= WINDOW or _begins_again(part) else (0, None)
        inside = part[1:end]
        if any(byte in STARTS for byte in inside):
            return 1, None
        told = part[end + 1 : end + 3]
        if len(told) < 2:
            return (0, None) if _digits(told) else (1, None)
        if not SUM.fullmatch(told) or int(told, 16) != bcc(part[1 : end + 1]):
            return 1, None
        whole = part[: end + 3]
        return len(whole), (Told(inside) if first == STX else _event(inside, whole))

    def _answer(self, first: int) -> tuple[int, Item | None]:
        if not self.asked:
            return 1, None
        if first == ACK:
            self.asked = False
            return 1, Answered()
        if len(self._part) < 2:
            return 0, None
        code = self._part[1]
        if code not in NAKS:
            return 1, None
        self.asked = False
        return 2, Answered(code)


def _begins_again(part: bytes) -> bool:
    """Another start inside: the first one is not completed."""
    return any(byte in STARTS for byte in part[1:])


def _digits(told: bytes) -> bool:
    return all(byte in b"0123456789ABCDEF" for byte in told)


def _event(inside: bytes, whole: bytes) -> Item:
    code = chr(inside[1]) if len(inside) > 1 else ""
    if LENGTHS.get(code) != len(inside) - 2:
        return Odd(whole)
    return Event(inside[:1], code, inside[2:], whole)


def bcc(data: bytes) -> int:
    return reduce(xor, data, 0)


def encode_command(kind: str, data: str, form: Bcc) -> bytes:
    """Which bytes count is disputed: the vendor's own example counts the STX."""
    body = b"OP" + kind.encode() + data.encode() + bytes([ETX])
    counted = bytes([STX]) + body if form == "with_stx" else body
    return bytes([STX]) + body + f"{bcc(counted):02X}".encode()


def target_of(payload: bytes) -> int:
    return payload[0] >> 4 & 0b111


def index_of(payload: bytes) -> int:
    return payload[0] & 0b1111


def card_of(payload: bytes) -> str:
    """Rank and suit, `Th`; empty = not readable. Bit 7 may be clear."""
    suit, rank = SUITS.get(payload[1] >> 4 & 0b111), payload[1] & 0b1111
    return RANKS[rank] + suit if suit and 1 <= rank < len(RANKS) else ""
