"""The far end of a shoe scanner: it reads each card as it leaves, guards the gate, shows the lamp.

Of a card with another back it tells only that. A card that drags another along hides it. The gate
can be locked by the host; it opens by itself 3 s after the host fell silent, and closes by itself
while there is no room for another event.
"""

from __future__ import annotations

from random import Random

from drivers.sim.line import Knob, Line
from drivers.sim.physical.pieces import (
    COVER,
    RANKS,
    SUITS,
    CannotBe,
    CardLeft,
    CardReturned,
    GateClosed,
    GateOpened,
    Happening,
    Piece,
    RestRun,
)
from drivers.sim.physical.world import World
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.wire import LAMP_VALUES, Answer, Command, LevelName

from .far_end import FarEnd
from .mechanism import Identity, Verdict

LOCK_RELEASE_S = 3.0
READABLE = {rank + suit for rank in RANKS + "T" for suit in SUITS}
LAMPS = {value: name for name, value in LAMP_VALUES.items()}


class ShoeScanner:
    # ---- state ----
    def __init__(
        self, world: World, rng: Random, *, serial: str = "SIM-SHOE-1", lockable: bool = True
    ) -> None:
        self._world, self._lockable = world, lockable
        able = ("locked", "lamp") if lockable else ("lamp",)
        self.line = Line()
        self.end = FarEnd(self.line, Identity("shoe_scanner", "Shoe 1", serial, able), rng)
        self.end.drive(self)
        self._lock_wanted = False
        self._stuck = False
        self._misreads: list[str] = []
        self._double_feeds = 0
        world.shown["lamp"] = "dark"
        world.watch(self._sense)

    def tick(self, now_s: float) -> None:
        self.line.now_s = now_s
        if self.line.powered:
            self.end.tick()
            self._move_lock()

    def due_s(self) -> float | None:
        due = self.end.due_s()
        if not (self._lock_wanted and self._world.shoe_locked):
            return due
        release = self.line.now_s + max(0.0, LOCK_RELEASE_S - self.end.silence_s)
        return release if due is None else min(due, release)

    def _move_lock(self) -> None:
        heard = self.end.silence_s < LOCK_RELEASE_S
        full = self._lockable and self.end.retained.full
        locked = self._stuck or full or (self._lock_wanted and heard)
        if locked is not self._world.shoe_locked:
            self._world.shoe_locked = locked
            self.end.tell_level(LevelName.LOCKED, int(locked))

    def _sense(self, what: Happening) -> None:
        if not self.line.powered:
            return
        match what:
            case CardLeft():
                self._read(what.pieces[0])
            case CardReturned():
                self.end.event(Code.CARD_PUSHED_BACK)
            case GateClosed():
                self.end.event(Code.SHOE_LOADED)
            case GateOpened():
                self.end.event(Code.SHOE_OPENED)
            case RestRun():
                self.end.event(Code.REST_COUNTED, cards=what.cards)
            case _:
                return
        self._move_lock()

    def _read(self, piece: Piece) -> None:
        code = piece.code
        if code == COVER:
            self.end.event(Code.COVER_CARD_SEEN)
            return
        if piece.strange:
            self.end.event(Code.CARD_NOT_OF_SET, foreign=True)
            return
        known = code if code in READABLE else ""
        read = self._misreads.pop(0) if self._misreads else known
        times = 2 if self._double_feeds else 1
        self._double_feeds = max(0, self._double_feeds - 1)
        for _ in range(times):
            if read:
                self.end.event(Code.CARD_DRAWN, card=read.encode())
            else:
                self.end.event(Code.CARD_NOT_READ)

    # ---- replies ----
    def feed(self, data: bytes) -> None:
        self.end.feed(data)
        self._move_lock()

    def take(self) -> bytes:
        return self.line.take()

    def obey(self, command: Command) -> Verdict:
        return Verdict(Answer.REJECTED, reason=f"no verb {command.verb}")

    def progress(self) -> tuple[int, int]:
        return 0, 0

    def set_level(self, name: int, value: int) -> int | None:
        if name == LevelName.LAMP and value in LAMPS:
            self._world.shown["lamp"] = LAMPS[value]
            return value
        if name == LevelName.LOCKED and self._lockable:
            self._lock_wanted = bool(value)
            self._world.shoe_locked = self._lock_wanted or self._stuck or self.end.retained.full
            return int(self._world.shoe_locked)
        return None

    # ---- faults ----
    def pull(self, knob: str, value: Knob = None) -> None:
        """Pull a knob of the line or the session, or one of its own.

        `misread` (code, `Jo` = of no deck, "" = not read), `double_feed` (n),
        `stuck` (bool: the gate), `reboot` (with memory?), `power` (bool).
        """
        if self.end.pull(knob, value):
            return
        if knob == "misread":
            self._misreads.append(str(value or ""))
        elif knob == "double_feed":
            self._double_feeds = int(value or 1)
        elif knob == "stuck":
            self._stuck = bool(value)
            self._move_lock()
        elif knob in {"reboot", "power"}:
            self.line.powered = knob == "reboot" or bool(value)
            self._dark()
            if self.line.powered:
                self.end.restart(memory=value is not False)
        else:
            raise CannotBe(f"a shoe scanner has no knob {knob}")

    def _dark(self) -> None:
        self._lock_wanted = False
        self._world.shoe_locked = self._stuck
        self._world.shown["lamp"] = "dark"
