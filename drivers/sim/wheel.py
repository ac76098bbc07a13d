"""The far end of the Bonus Spin wheel: motor, clapper, wager sensors and the seats' buttons.

A spin is one throw of a wheel with inertia; the result is the section under the clapper when it
stands. While wagers are locked out the sensors are frozen; what changed is told afterwards. Only
the armed seat's button is heard.
"""

from __future__ import annotations

from random import Random

from drivers.tablelink.events import Code
from drivers.tablelink.wire import Answer, Command, LevelName, Verb

from .far_end import FarEnd, Identity, Verdict
from .line import Knob, Line
from .pieces import CannotBe, ChipMoved, Happening, SeatPressed
from .world import World

DEADLINE_S = 19.0
RESULT_MS = 20_000


class Wheel:
    # ---- state ----
    def __init__(self, world: World, rng: Random, *, serial: str = "SIM-WHEEL-1") -> None:
        self._world, self._rotor = world, world.rotor
        self.line = Line()
        identity = Identity("wheel", "Wheel 1", serial, ("locked", "armed"))
        self.end = FarEnd(self.line, identity, rng)
        self.end.drive(self)
        self._order: int | None = None
        self._deadline_s = 0.0
        self._locked, self._armed = False, 0
        self._told: set[int] = set()
        self._taken: dict[tuple[int, str], int] = {}
        self._wrong_section: str | None = None
        self._show()
        world.watch(self._sense)

    def tick(self, now_s: float) -> None:
        gone_s, self.line.now_s = now_s - self.line.now_s, now_s
        self._rotor.run(gone_s)
        if self.line.powered:
            self._look_at_wheel()
            self.end.tick()

    def due_s(self) -> float | None:
        due = [self.end.due_s()]
        if self._order is not None and not self.end.hung:
            left_s = self._deadline_s - self.line.now_s
            if not self._rotor.stuck:
                left_s = min(left_s, self._rotor.seconds_left)
            due.append(self.line.now_s + max(0.0, left_s))
        return min((at for at in due if at is not None), default=None)

    def _look_at_wheel(self) -> None:
        if self._order is None or self.end.hung:
            return
        if self._rotor.speed:
            if self.line.now_s >= self._deadline_s:
                self._fail("stuck")
            return
        order, self._order = self._order, None
        section = self._wrong_section or self._rotor.section
        self._wrong_section = None
        self._show()
        turns = min(255, int(self._rotor.turned))
        self.end.end_order(
            order, Code.SPIN_DONE, ok=True, result=section, section=section, turns=turns
        )

    def _fail(self, reason: str) -> None:
        order, self._order = self._order, None
        self._show()
        if order is not None:
            self.end.end_order(order, Code.SPIN_FAULTED, ok=False, result=reason, reason=reason)

    def _sense(self, what: Happening) -> None:
        if not self.line.powered:
            return
        if isinstance(what, SeatPressed) and what.box == self._armed:
            self.end.event(Code.SEAT_BUTTON_PRESSED, box=what.box)
        elif isinstance(what, ChipMoved):
            self._tell_chips()

    def _tell_chips(self) -> None:
        if self._locked:
            return
        for box in sorted(self._told ^ self._world.chips):
            on = box in self._world.chips
            self._told ^= {box}
            self.end.event(Code.WAGER_SENSED, box=box, on=on)
        for box, kind in sorted(self._taken.keys() | self._world.progressives.keys()):
            now = self._world.progressives.get((box, kind), 0)
            if now != self._taken.get((box, kind), 0):
                self.end.event(Code.PROGRESSIVE_SENSED, box=box, on=bool(now), cents=now, kind=kind)
        self._taken = dict(self._world.progressives)

    def _show(self) -> None:
        words = ["spinning"] if self._order is not None else []
        words += [f"armed {self._armed}"] if self._armed else []
        words += ["locked"] if self._locked else []
        self._world.shown["wheel"] = " ".join(words) or "open"

    # ---- replies ----
    def feed(self, data: bytes) -> None:
        self.end.feed(data)

    def take(self) -> bytes:
        return self.line.take()

    def obey(self, command: Command) -> Verdict:
        if command.verb != Verb.SPIN:
            return Verdict(Answer.REJECTED, reason=f"no verb {command.verb}")
        if self._order is not None or self._rotor.speed:
            return Verdict(Answer.BUSY, 1000)
        self._order = command.id
        self._deadline_s = self.line.now_s + DEADLINE_S
        self.end.moved += 1
        self._rotor.throw()
        self._show()
        return Verdict(Answer.ACCEPTED, RESULT_MS)

    def progress(self) -> tuple[int, int]:
        return int(self._rotor.turned), 0

    def set_level(self, name: int, value: int) -> int | None:
        if name == LevelName.ARMED:
            self._armed = value
        elif name == LevelName.LOCKED:
            self._locked = bool(value)
            self._tell_chips()
        else:
            return None
        self._show()
        return value

    # ---- faults ----
    def pull(self, knob: str, value: Knob = None) -> None:
        """Pull a knob of the line or the session, or one of its own.

        `misread` (the next result is told as this section),
        `stuck` (bool: nothing turns), `fault` (reason), `reboot` (with memory?), `power` (bool).
        """
        if self.end.pull(knob, value):
            return
        if knob == "misread":
            self._wrong_section = str(value)
        elif knob == "stuck":
            self._rotor.stuck = bool(value)
            self.line.wake()
        elif knob == "fault":
            self._fail(str(value or "stopped"))
        elif knob in {"reboot", "power"}:
            self.line.powered = knob == "reboot" or bool(value)
            self._order, self._armed, self._locked = None, 0, False
            if value is False:
                self._told, self._taken = set(), {}
            self._show()
            if self.line.powered:
                self.end.restart(memory=value is not False)
                self._tell_chips()
        else:
            raise CannotBe(f"a wheel has no knob {knob}")
