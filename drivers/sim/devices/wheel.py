"""The far end of the Bonus Spin wheel: motor, clapper, wager sensors and the seats' buttons.

A spin is one throw of a wheel with inertia; the result is the section under the clapper when it
stands, among those of the table of the wager that the seat's device took. Where there are rings, a
spin for no box throws both of them and names a seat, one for a box's Xtreme wager the prizes alone.
A wheel that a hand sets going is told as a movement without order. While wagers are locked out the
sensors are frozen; what changed is told afterwards. Only the armed seat's button is heard.
"""

from __future__ import annotations

from random import Random

from drivers.errors import FrameError
from drivers.sim.line import Knob, Line
from drivers.sim.physical.pieces import (
    CannotBe,
    ChipMoved,
    Happening,
    SeatPressed,
    WheelThrown,
    WheelTouched,
)
from drivers.sim.physical.rotor import Rotor, Tables
from drivers.sim.physical.world import World
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.verbs import Verb, spun_for
from drivers.tablelink.messages.wire import Answer, Command, LevelName

from .far_end import FarEnd
from .mechanism import Identity, Verdict

CAN = ("locked", "armed", "turns", "direction", "wager")
DEADLINE_S = 19.0
RESULT_MS = 20_000


class Wheel:
    # ---- state ----
    def __init__(
        self,
        world: World,
        rng: Random,
        *,
        serial: str = "SIM-WHEEL-1",
        names_wager: bool = True,
        tables: Tables | None = None,
    ) -> None:
        self._world, self._rotor, self._tables = world, world.rotor, tables or {}
        self.line = Line()
        able = CAN if names_wager else CAN[:-1]
        self.end = FarEnd(self.line, Identity("wheel", "Wheel 1", serial, able), rng)
        self.end.drive(self)
        self._dice = rng
        self._order: int | None = None
        self._wager = ""
        self._turning: tuple[Rotor, ...] = ()
        self._deadline_s = 0.0
        self._by_hand = False
        self._locked, self._armed = False, 0
        self._told: set[int] = set()
        self._taken: dict[tuple[int, str], int] = {}
        self._wrong_section: str | None = None
        self._wrong_box = self._wrong_order = 0
        self._wrong_wager = ""
        self._hears_all = self._lock_stuck = False
        self._show()
        world.watch(self._sense)

    def tick(self, now_s: float) -> None:
        gone_s, self.line.now_s = now_s - self.line.now_s, now_s
        for rotor in (self._rotor, *self._world.rings):
            rotor.run(gone_s)
        if self.line.powered:
            self._look_at_wheel()
            self.end.tick()

    def due_s(self) -> float | None:
        due = [self.end.due_s()]
        if self._watches and not self.end.hung:
            left_s = [] if self._order is None else [self._deadline_s - self.line.now_s]
            if not any(rotor.stuck for rotor in self._turning):
                left_s.append(max(rotor.seconds_left for rotor in self._turning))
            due += [self.line.now_s + max(0.0, min(left_s))] if left_s else []
        return min((at for at in due if at is not None), default=None)

    @property
    def _watches(self) -> bool:
        """A spin that was ordered runs, or one that a hand began."""
        return bool(self._turning) and (self._order is not None or self._by_hand)

    def _look_at_wheel(self) -> None:
        if not self._watches or self.end.hung:
            return
        if any(rotor.speed for rotor in self._turning):
            if self._order is not None and self.line.now_s >= self._deadline_s:
                self._fail("stuck")
        elif any(rotor.on_edge for rotor in self._turning):
            self._fail("unstable")
        else:
            self._tell_result()

    def _tell_result(self) -> None:
        """Rings have a result of their own: a prize for one seat, a share for the others."""
        order, turning = self._order or 0, self._turning
        section = self._wrong_section or turning[0].section
        box, community = self._wrong_box, ""
        if turning[1:]:
            box, community = box or self._hot_spot(), turning[1].section
        way = "anticlockwise" if turning[0].back else "clockwise"
        said = {"section": section, "turns": int(turning[0].turned), "direction": way}
        more: dict[str, object] = {"box": box, "community": community} if box else {}
        if self._wager:
            more["wager"] = self._wrong_wager or self._wager
        order += self._wrong_order
        self._rest()
        code = Code.PRIZE_DONE if box else Code.SPIN_DONE
        self.end.end_order(order, code, ok=True, result=section, **said, **more)

    def _hot_spot(self) -> int:
        """One of the seats whose wager was in when the wagers closed."""
        seats = sorted(box for box, kind in self._taken if kind == "xtreme")
        chosen, self._world.hot_spot = self._world.hot_spot, 0
        return chosen or self._dice.choice(seats or [1])

    def _fail(self, reason: str) -> None:
        order = self._order or 0
        self._rest()
        self.end.end_order(order, Code.SPIN_FAULTED, ok=False, result=reason, reason=reason)

    def _rest(self) -> None:
        self._order, self._wager, self._turning, self._by_hand = None, "", (), False
        self._wrong_section, self._wrong_box, self._wrong_order = None, 0, 0
        self._wrong_wager = ""
        self._show()

    def _throw(self, *rotors: Rotor) -> None:
        self._turning = rotors

    def _sense(self, what: Happening) -> None:
        if not self.line.powered:
            return
        if isinstance(what, SeatPressed) and (self._hears_all or what.box == self._armed):
            self.end.event(Code.SEAT_BUTTON_PRESSED, box=what.box)
        elif isinstance(what, ChipMoved):
            self._tell_chips()
        elif isinstance(what, WheelThrown):
            self._by_hand = True
            self._throw(self._rotor)
        elif isinstance(what, WheelTouched):
            self._fail("tamper")

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
        if self._order is not None or any(r.speed for r in (self._rotor, *self._world.rings)):
            return Verdict(Answer.BUSY, 1000)
        try:
            box, wager = spun_for(command.args)
        except FrameError:
            return Verdict(Answer.REJECTED, reason="arguments")
        self._order, self._wager = command.id, wager
        self._deadline_s = self.line.now_s + DEADLINE_S
        rings = self._world.rings
        if wager == "xtreme" or not box:
            self._throw(*((rings[:1] if box else rings) or (self._rotor,)))
        else:
            self._throw(self._rotor)
        cents = self._taken.get((box, "bonus_spin"), 0)
        for rotor in self._turning:
            rotor.throw(self._tables.get(cents, ()) if rotor is self._rotor else ())
        self._show()
        return Verdict(Answer.ACCEPTED, RESULT_MS)

    def progress(self) -> tuple[int, int]:
        return int(self._turning[0].turned) if self._turning else 0, 0

    def set_level(self, name: int, value: int) -> int | None:
        if name == LevelName.ARMED:
            self._armed = value
        elif name == LevelName.LOCKED and self._lock_stuck:
            return int(self._locked)
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

        `misread` (the next result is told as this section), `wrong_box` (for this box),
        `wrong_wager` (for that one), `wrong_order` (under an id so much higher), `every_button`
        (bool: those not armed too), `lock_stuck` (bool: the lock-out stays as it is), `stuck`
        (bool: nothing turns), `fault` (reason), `reboot` (with memory?), `power` (bool).
        """
        if self.end.pull(knob, value):
            return
        if knob == "misread":
            self._wrong_section = str(value)
        elif knob == "wrong_box":
            self._wrong_box = int(value or 0)
        elif knob == "wrong_wager":
            self._wrong_wager = str(value)
        elif knob == "wrong_order":
            self._wrong_order = int(value or 0)
        elif knob == "every_button":
            self._hears_all = bool(value)
        elif knob == "lock_stuck":
            self._lock_stuck = bool(value)
        elif knob == "stuck":
            self._rotor.stuck = bool(value)
            self.line.wake()
        elif knob == "fault":
            if self._order is not None:
                self._fail(str(value or "stopped"))
        elif knob in {"reboot", "power"}:
            self.line.powered = knob == "reboot" or bool(value)
            self._order, self._wager, self._turning = None, "", ()
            self._armed, self._locked = 0, False
            self._told, self._taken = set(), {}
            self._show()
            if self.line.powered:
                self.end.restart(memory=value is not False)
                self._tell_chips()
        else:
            raise CannotBe(f"a wheel has no knob {knob}")
