"""A badge reader that types and a point-of-sale scanner; `hold` puts a badge there."""

from __future__ import annotations

from drivers.hid.pos import MOST, REPORT_BYTES
from drivers.hid.typed import END, TYPES
from drivers.sim.line import Knob, Line
from drivers.sim.physical.pieces import CannotBe

NO_KEY, ROLL_OVER = bytes(8), bytes((0, 0, 1, 1, 1, 1, 1, 1))


class _Reader:
    # ---- state ----
    def __init__(self) -> None:
        self.line = Line()

    def tick(self, now_s: float) -> None:
        self.line.now_s = now_s

    def due_s(self) -> float | None:
        return self.line.due_s()

    # ---- replies ----
    def feed(self, data: bytes) -> None:
        """It is told nothing that changes it."""

    def take(self) -> bytes:
        return self.line.take()


class WedgeReader(_Reader):
    def __init__(self) -> None:
        super().__init__()
        self._unended = self._rolls = False

    def hold(self, text: str) -> None:
        """Raises: CannotBe for a character that a keyboard does not have."""
        if self._rolls:
            self.line.send(ROLL_OVER)
            self._rolls = False
        for char in text + ("" if self._unended else END):
            if char not in TYPES:
                raise CannotBe(f"a keyboard has no key {char!r}")
            modifiers, usage = TYPES[char]
            self.line.send(bytes((modifiers, 0, usage, 0, 0, 0, 0, 0)))
            self.line.send(NO_KEY)

    # ---- faults ----
    def pull(self, knob: str, value: Knob = None) -> None:
        """Knobs of the line; `unended` (bool: no Enter), `roll_over` (before the next badge)."""
        if self.line.pull(knob, value):
            return
        if knob == "unended":
            self._unended = bool(value)
        elif knob == "roll_over":
            self._rolls = True
        else:
            raise CannotBe(f"a badge reader has no knob {knob}")


class PosReader(_Reader):
    def __init__(self) -> None:
        super().__init__()
        self._shifted = self._cut = self._other = False

    def hold(self, text: str, aim: bytes = b"]C0") -> None:
        data = text.encode()
        parts = [data[at : at + MOST] for at in range(0, len(data), MOST)] or [b""]
        for nth, part in enumerate(parts):
            last = nth == len(parts) - 1
            if last and self._cut:
                return
            named = b"]Q1" if last and self._other else aim
            self.line.send(self._report(named, part, more=not last))

    def _report(self, aim: bytes, data: bytes, *, more: bool) -> bytes:
        lead = b"\x00" if self._shifted else b""
        body = (bytes([2, len(data)]) + lead + aim + data).ljust(REPORT_BYTES - 3, b"\x00")
        return body[: REPORT_BYTES - 3] + bytes([0x6A, 0, int(more)])

    def pull(self, knob: str, value: Knob = None) -> None:
        """Knobs of the line; `shifted` (bool: the AIM id one byte later), `cut` (bool: the last.

        part never comes), `other` (bool: the last part is of another code).
        """
        if self.line.pull(knob, value):
            return
        if knob not in {"shifted", "cut", "other"}:
            raise CannotBe(f"a scanner has no knob {knob}")
        setattr(self, f"_{knob}", bool(value))
