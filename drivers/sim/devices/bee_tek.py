"""A Bee-Tek shoe, written from public monitors of it: tokens of text, and not one word heard.

The bytes are made here and not by the driver.
"""

from __future__ import annotations

from random import Random
from typing import Literal

from drivers.sim.line import Knob, Line
from drivers.sim.physical.pieces import COVER, CannotBe, CardLeft, Happening
from drivers.sim.physical.world import World

Behind = Literal["spaces", "lf", "crlf", "none"]
BEHIND: dict[Behind, str] = {"spaces": " ", "lf": "\n", "crlf": " \r\n", "none": ""}
FAILED, ALARMED = "<Game>", "<Alarm:E3 Card Not Read>"


class BeeTek:
    def __init__(
        self,
        world: World,
        rng: Random,
        *,
        behind: Behind = "spaces",
        ten: Literal["T", "10"] = "T",
        echo: bool = False,
        fails_by: Literal["token", "alarm", "both"] = "token",
    ) -> None:
        self.line = Line()
        self.mode = "Manual Burn Cards"
        self._behind, self._ten, self._echo, self._fails_by = BEHIND[behind], ten, echo, fails_by
        self._rng = rng
        self._unread = self._spoil = 0
        world.watch(self._sense)

    def tick(self, now_s: float) -> None:
        self.line.now_s = now_s

    def due_s(self) -> float | None:
        return self.line.due_s()

    def take(self) -> bytes:
        return self.line.take()

    def feed(self, data: bytes) -> None:
        """It does not listen."""

    def _sense(self, what: Happening) -> None:
        if not (self.line.powered and isinstance(what, CardLeft)):
            return
        code = what.pieces[0].code
        if code == COVER:
            return  # no token for it is known
        if self._unread or not code or what.pieces[0].strange:
            self._unread = max(0, self._unread - 1)
            if self._fails_by != "alarm":
                self._say(FAILED)
            if self._fails_by != "token":
                self._say(ALARMED)
            return
        said = (self._ten if code[0] == "T" else code[0]) + code[1].upper()
        self._say(f"<Card:{said}>", echo=said if self._echo else "")

    def _say(self, body: str, *, echo: str = "") -> None:
        data = bytearray(f" [{self.mode}]{body}{self._behind}{echo}".encode("ascii"))
        if self._spoil:
            self._spoil -= 1
            data[self._rng.randrange(len(data))] |= 0x80
        self.line.send(bytes(data))

    def pull(self, knob: str, value: Knob = None) -> None:
        """Pull a knob of the line, or one of its own.

        `unread` (n cards), `spoil` (a byte of the next n tokens), `warn` (code), `mode` (text),
        `say` (a token's body as it stands), `power` (bool).
        """
        if self.line.pull(knob, value):
            return
        match knob:
            case "unread":
                self._unread = int(value or 1)
            case "spoil":
                self._spoil = int(value or 1)
            case "warn":
                self.line.send(f"<W0x{value!s}>".encode("ascii"))
            case "mode":
                self.mode = str(value)
            case "say":
                self._say(str(value))
            case "power":
                self.line.powered = bool(value)
            case _:
                raise CannotBe(f"this shoe has no knob {knob}")
