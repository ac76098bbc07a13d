"""A frame as a line that may be shown to anybody: what a card could be read from is masked.

Of an event only boot and number are kept, so that its kind, its bytes and its length are gone
before anything is formatted. Of a wire with another protocol only time and direction are kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from msgspec import Struct

from drivers.errors import FrameError
from drivers.frame import Deframer
from drivers.link.tap import Direction

from . import wire
from .wire import Op

KEPT = 64
NAMED_BYTES = 1 + 12 + 4
"""Opcode, boot and number of an event."""
PLAIN = wire.MESSAGES.keys() - {Op.EVENT}
"""Messages that can hold no card; of what this version does not know nobody can say so."""
QUIET_S = 0.05
"""Pieces of an unknown protocol that come closer together are one."""


class Masked(Struct, frozen=True):
    at: float
    """Units: seconds of the loop's clock."""
    way: Direction
    body: bytes = b""
    """What of it may be kept: of an event its name only."""

    @property
    def text(self) -> str:
        return f"{self.at:12.3f} {self.way} {_words(self.body)}"


def mask(at: float, way: Direction, body: bytes) -> Masked:
    if body[0] == Op.EVENT:
        return Masked(at, way, body[:NAMED_BYTES])
    return Masked(at, way, body if body[0] in PLAIN else body[:1])


def _words(body: bytes) -> str:
    if not body:
        return "bytes"
    if body[0] == Op.EVENT:
        if len(body) < NAMED_BYTES:
            return "EVENT cut short"
        boot, number = body[1:13].hex(), int.from_bytes(body[13:17], "little")
        return f"EVENT {number} of boot {boot[:8]}, masked"
    try:
        message = wire.decode(body)
    except FrameError:
        return "a frame that is no message"
    fields = (f"{name}={_value(message, name)}" for name in message.__struct_fields__)
    return " ".join((message.op.name, *fields))


def _value(message: wire.Message, name: str) -> str:
    value = getattr(message, name)
    if name == "boot":
        return str(value)[:8]
    return value.hex() if isinstance(value, bytes) else str(value)


class Ring:
    """The last frames of one wire, masked."""

    def __init__(self, *, tablelink: bool = True, kept: int = KEPT) -> None:
        self._kept: deque[Masked] = deque(maxlen=kept)
        self._in = Deframer() if tablelink else None
        self._out = Deframer() if tablelink else None

    def take(self, at: float, way: Direction, data: bytes) -> list[Masked]:
        """Keep what came; what is new is given back."""
        deframer = self._in if way == "<" else self._out
        new = list(self._split(deframer, at, way, data))
        self._kept.extend(new)
        return new

    def _split(
        self, deframer: Deframer | None, at: float, way: Direction, data: bytes
    ) -> Iterator[Masked]:
        if deframer is not None:
            for body in deframer.feed(data):
                yield mask(at, way, body)
            return
        last = self._kept[-1] if self._kept else None
        if last is None or last.way != way or at - last.at > QUIET_S:
            yield Masked(at, way)

    def lines(self) -> tuple[str, ...]:
        return tuple(one.text for one in self._kept)

    def hand_over(self, most_chars: int) -> Iterator[list[str]]:
        """What is kept, in lists that fit a line of the log each; it is not handed over again."""
        part: list[str] = []
        for line in self.lines():
            if part and sum(map(len, part)) + len(line) > most_chars:
                yield part
                part = []
            part.append(line)
        if part:
            yield part
        self._kept.clear()
