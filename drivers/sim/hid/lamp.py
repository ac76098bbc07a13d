"""A lamp that shows what it was told last; blink(1) plays its pattern when it hears nothing."""

from __future__ import annotations

from typing import Literal

from drivers.sim.line import Knob, Line
from drivers.sim.physical.pieces import CannotBe

PATTERN = "its own pattern"


class SimLamp:
    # ---- state ----
    def __init__(self, kind: Literal["blink1", "blinkstick"]) -> None:
        self.line = Line()
        self._kind = kind
        self._colour = (0, 0, 0)
        self._alone_at: float | None = None
        self.strange = 0
        """Reports that it did not understand."""

    @property
    def shows(self) -> tuple[int, int, int] | str:
        """Red, green, blue; or what it does alone."""
        return (
            PATTERN
            if self._alone_at is not None and self.line.now_s >= self._alone_at
            else self._colour
        )

    def tick(self, now_s: float) -> None:
        self.line.now_s = now_s

    def due_s(self) -> float | None:
        return self.line.due_s()

    # ---- replies ----
    def feed(self, data: bytes) -> None:
        """Whole feature reports, each behind its number."""
        size = 9 if self._kind == "blink1" else 5
        for at in range(0, len(data), size):
            self._take(data[at : at + size])

    def _take(self, sent: bytes) -> None:
        number, report = sent[:1], sent[1:]
        if number == b"\x01" and self._kind == "blinkstick" and len(report) == 4:
            self._colour = (report[1], report[2], report[3])
        elif number == b"\x01" and report[:2] in (b"\x01c", b"\x01n") and len(report) == 8:
            self._colour = (report[2], report[3], report[4])
        elif number == b"\x01" and report[:2] == b"\x01D" and len(report) == 8:
            silent_s = int.from_bytes(report[3:5], "big") / 100
            self._alone_at = self.line.now_s + silent_s if report[2] else None
        else:
            self.strange += 1

    def take(self) -> bytes:
        return self.line.take()

    # ---- faults ----
    def pull(self, knob: str, value: Knob = None) -> None:
        """Knobs of the line."""
        if not self.line.pull(knob, value):
            raise CannotBe(f"a lamp has no knob {knob}")
