"""A USB numeric keypad whose keys carry the words of the rail: boot-keyboard reports, eight bytes.

Byte 0 modifiers, byte 1 reserved, bytes 2-7 the usages of the keys held down.
Source: USB HID usage tables, keyboard page 7; HID 1.11 appendix B.1.
"""

from __future__ import annotations

from drivers.sim.line import Knob, Line
from drivers.sim.physical.pieces import CannotBe, Happening, KeyPressed
from drivers.sim.physical.world import World

USAGES = {
    "NumLock": 0x53,
    "/": 0x54,
    "*": 0x55,
    "-": 0x56,
    "+": 0x57,
    "Enter": 0x58,
    **{str(n): 0x58 + n for n in range(1, 10)},
    "0": 0x62,
    ".": 0x63,
}
NO_KEY, ROLL_OVER = bytes(8), bytes((0, 0, 1, 1, 1, 1, 1, 1))


class Keypad:
    """Shape: `caps` maps the word on a key to the key, as `next` to `Enter`."""

    def __init__(self, world: World, *, caps: dict[str, str] | None = None) -> None:
        self.line = Line()
        self.stuck = False
        """Fault: the next key pressed stays down."""
        self._caps = caps or {}
        world.watch(self._sense)

    def feed(self, data: bytes) -> None:
        """Take the host's report of the lamps; a keypad without lamps ignores it."""

    def tick(self, now_s: float) -> None:
        self.line.now_s = now_s

    def take(self) -> bytes:
        return self.line.take()

    def due_s(self) -> float | None:
        return self.line.due_s()

    def pull(self, knob: str, value: Knob = None) -> None:
        """Knobs: those of the line, `stuck` (bool), `roll_over` (too many keys at once)."""
        if self.line.pull(knob, value):
            return
        if knob == "stuck":
            self.stuck = bool(value)
        elif knob == "roll_over":
            self.line.send(ROLL_OVER)
            self.line.send(NO_KEY)
        else:
            raise CannotBe(f"a keypad has no knob {knob}")

    def _sense(self, what: Happening) -> None:
        if not isinstance(what, KeyPressed):
            return
        usage = USAGES.get(self._caps.get(what.key, what.key))
        if usage is None:
            raise CannotBe(f"the keypad has no key {what.key}")
        self.line.send(bytes((0, 0, usage, 0, 0, 0, 0, 0)))
        if not self.stuck:
            self.line.send(NO_KEY)
