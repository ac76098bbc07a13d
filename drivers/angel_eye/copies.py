"""Which frame is new: each comes three times, and a number may be used by two events.

It outlives a link: a plug that comes back between two copies must not draw a card twice.
"""

from __future__ import annotations

from typing import Literal

COPY_S = 1.0
COPIES = 3
Is = Literal["new", "copy", "late"]


class Copies:
    """The newest frame is remembered, and never shown: it may hold a card."""

    __slots__ = ("_first_at", "_found", "_raw", "missing")

    def __init__(self) -> None:
        self._raw, self._first_at, self._found = b"", 0.0, COPIES
        self.missing = 0
        """Copies that did not come, so far: the quality of the line."""

    def __repr__(self) -> str:
        return "<copies>"

    def take(self, raw: bytes, now: float) -> Is:
        if raw == self._raw and now - self._first_at <= COPY_S:
            self._found += 1
            return "copy"
        late = raw == self._raw
        self.missing += max(0, COPIES - self._found)
        self._raw, self._first_at, self._found = raw, now, 1
        return "late" if late else "new"


class Numbers:
    """Counts what is missing between two events; the numbers run 1 to 9 or 0 to 9, and on."""

    def __init__(self) -> None:
        self._before = b""
        self._zero = False

    def forget(self) -> None:
        self._before = b""

    def take(self, seq: bytes) -> int | None:
        """Events lost since the one before; None = its number is used again."""
        before, self._before = self._before, seq
        self._zero = self._zero or seq == b"0"
        if not (before.isdigit() and seq.isdigit()):
            return 0
        if before == seq:
            return None
        if before == b"9" and seq in (b"0", b"1"):
            return 0
        cycle = 10 if self._zero else 9
        return (int(seq) - int(before) - 1) % cycle
