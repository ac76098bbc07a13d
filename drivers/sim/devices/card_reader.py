"""The far end of a hole-card reader: it says only whether the hole card makes a Blackjack.

Its two windows see the card in the slot and the up card beside it. Its own lamp shows the answer
too. A `lockable` one declares the level `free`, and neither reads nor answers until that is 1.
"""

from __future__ import annotations

from random import Random

from drivers.sim.line import Knob, Line
from drivers.sim.physical.pieces import (
    CannotBe,
    Happening,
    SlotEmptied,
    SlotFilled,
    makes_blackjack,
)
from drivers.sim.physical.world import World
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.wire import Answer, Command, LevelName

from .far_end import FarEnd
from .mechanism import Identity, Verdict


class CardReader:
    # ---- state ----
    def __init__(
        self,
        world: World,
        rng: Random,
        *,
        serial: str = "SIM-READER-1",
        lockable: bool = False,
        read_s: float = 0.3,
    ) -> None:
        self._world, self._lockable, self._read_s = world, lockable, read_s
        able = ("free",) if lockable else ()
        self.line = Line()
        self.end = FarEnd(self.line, Identity("card_reader", "Reader 1", serial, able), rng)
        self.end.drive(self)
        self._slot: SlotFilled | None = None
        self._read_at = 0.0
        self._free = not lockable
        self._stuck = False
        self._wrong = 0
        self._fault = ""
        self._show("dark")
        world.watch(self._sense)

    def tick(self, now_s: float) -> None:
        self.line.now_s = now_s
        if self.line.powered:
            self.end.tick()
            self._read()

    def due_s(self) -> float | None:
        due = [self.end.due_s(), self._read_at if self._may_read() else None]
        return min((at for at in due if at is not None), default=None)

    def _may_read(self) -> bool:
        blocked = self._stuck or self.end.hung or self.end.retained.full
        return self._slot is not None and self._free and not blocked

    def _read(self) -> None:
        if self._slot is None or not self._may_read() or self.line.now_s < self._read_at:
            return
        slot, self._slot = self._slot, None
        if self._fault or not slot.up:
            reason, self._fault = self._fault or "slot", ""
            self.end.event(Code.READER_FAULTED, reason=reason)
            return
        blackjack = makes_blackjack(slot.hole, slot.up)
        if self._wrong:
            self._wrong -= 1
            blackjack = not blackjack
        self._show("blackjack" if blackjack else "none")
        self.end.event(Code.PEEKED, blackjack=blackjack)

    def _sense(self, what: Happening) -> None:
        if not self.line.powered:
            return
        if isinstance(what, SlotFilled):
            self._slot = what
            self._read_at = self.line.now_s + self._read_s
        elif isinstance(what, SlotEmptied):
            self._slot = None
            self._show("dark")

    def _show(self, what: str) -> None:
        self._world.shown["reader"] = what

    # ---- replies ----
    def feed(self, data: bytes) -> None:
        self.end.feed(data)

    def take(self) -> bytes:
        return self.line.take()

    def obey(self, command: Command) -> Verdict:
        return Verdict(Answer.REJECTED, reason=f"no verb {command.verb}")

    def progress(self) -> tuple[int, int]:
        return 0, 0

    def set_level(self, name: int, value: int) -> int | None:
        if name != LevelName.FREE or not self._lockable:
            return None
        self._free = bool(value)
        return int(self._free)

    # ---- faults ----
    def pull(self, knob: str, value: Knob = None) -> None:
        """Pull a knob of the line or the session, or one of its own.

        `wrong_answer` (n), `misread`, `fault` (reason),
        `stuck` (bool: no answer), `reboot` (with memory?), `power` (bool).
        """
        if self.end.pull(knob, value):
            return
        if knob == "wrong_answer":
            self._wrong = int(value or 1)
        elif knob == "misread":
            self._fault = "misread"
        elif knob == "fault":
            self.end.event(Code.READER_FAULTED, reason=str(value or "sensor"))
        elif knob == "stuck":
            self._stuck = bool(value)
            self.line.wake()
        elif knob in {"reboot", "power"}:
            self.line.powered = knob == "reboot" or bool(value)
            self._slot, self._free = None, not self._lockable
            self._show("dark")
            if self.line.powered:
                self.end.restart(memory=value is not False)
        else:
            raise CannotBe(f"a card reader has no knob {knob}")
