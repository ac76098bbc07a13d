"""The far end of the approved progressive system: it keeps the meters, over any loss of power.

A contribution raises its meter, one that is taken back lowers it, a hit empties it to its reset
amount. It shows whole cents and keeps the rest. It answers each report once, and tells of itself
when a meter moves that nobody reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from drivers.errors import FrameError
from drivers.sim.line import Knob, Line
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.physical.world import World
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.verbs import Verb, reported
from drivers.tablelink.messages.wire import Answer, Command

from .far_end import FarEnd
from .mechanism import Identity, Verdict

ANSWER_S = 0.05
RESULT_MS = 2000


class Starts(NamedTuple):
    """Of one meter. Units: cents."""

    initial: int
    reset: int


class _Meter:
    def __init__(self, starts: Starts) -> None:
        self.reset, self.cents, self.number = starts.reset, Fraction(starts.initial), 0

    def move(self, cents: Fraction) -> None:
        self.cents, self.number = cents, self.number + 1


class _Report(NamedTuple):
    order: int
    verb: int
    meter: str
    cents: Fraction
    at_s: float


class Progressive:
    # ---- state ----
    def __init__(
        self,
        world: World,
        rng: Random,
        *,
        meters: Mapping[str, Starts],
        serial: str = "SIM-PROGRESSIVE-1",
    ) -> None:
        self._world = world
        self._meters = {name: _Meter(starts) for name, starts in meters.items()}
        self.line = Line()
        self.end = FarEnd(self.line, Identity("progressive", "Progressive 1", serial), rng)
        self.end.drive(self)
        self._report: _Report | None = None
        self._misses = 0
        self.won = "", 0
        """Meter and box of the last hit that it was told."""
        self._show()

    def tick(self, now_s: float) -> None:
        self.line.now_s = now_s
        if not self.line.powered:
            return
        if self._report and not self.end.hung and now_s >= self._report.at_s - 1e-9:
            self._carry_out(self._report)
        self.end.tick()

    def due_s(self) -> float | None:
        due = [self.end.due_s()]
        if self._report and not self.end.hung:
            due.append(self._report.at_s)
        return min((at for at in due if at is not None), default=None)

    def _carry_out(self, report: _Report) -> None:
        self._report, meter = None, self._meters[report.meter]
        code, shown = Code.METER_READ, meter.cents
        if report.verb == Verb.HIT:
            code = Code.HIT_CONFIRMED
            meter.move(Fraction(meter.reset))
        elif self._misses and report.verb == Verb.CONTRIBUTE:
            self._misses -= 1
        elif report.verb != Verb.READ:
            meter.move(meter.cents + report.cents * (-1 if report.verb == Verb.WITHDRAW else 1))
            shown = meter.cents
        said = self._reading(report.meter, shown)
        if report.verb == Verb.HIT:
            said["hit"] = True
        self._show()
        result = str(said["cents"])
        self.end.end_order(report.order, code, ok=True, result=result, **said)
        if report.verb == Verb.HIT:
            self._tell(report.meter)

    def _tell(self, name: str) -> None:
        self.end.event(Code.METER_READ, order=0, **self._reading(name, self._meters[name].cents))

    def _reading(self, name: str, cents: Fraction) -> dict[str, Any]:
        return {"meter": name, "cents": int(cents), "number": self._meters[name].number}

    def _show(self) -> None:
        shown = (f"{name} {int(one.cents)}" for name, one in self._meters.items())
        self._world.shown["progressive"] = ", ".join(shown)

    # ---- replies ----
    def feed(self, data: bytes) -> None:
        self.end.feed(data)

    def take(self) -> bytes:
        return self.line.take()

    def obey(self, command: Command) -> Verdict:
        if command.verb not in {Verb.CONTRIBUTE, Verb.WITHDRAW, Verb.HIT, Verb.READ}:
            return Verdict(Answer.REJECTED, reason=f"no verb {command.verb}")
        try:
            meter, cents, box = reported(command.args)
            amount = Fraction(cents or 0)
        except (FrameError, ValueError, ZeroDivisionError):
            return Verdict(Answer.REJECTED, reason="arguments")
        if meter not in self._meters:
            return Verdict(Answer.REJECTED, reason=f"no meter {meter}")
        at_s = self.line.now_s + ANSWER_S
        self._report = _Report(command.id, command.verb, meter, amount, at_s)
        if command.verb == Verb.HIT:
            self.won = meter, box
        return Verdict(Answer.ACCEPTED, RESULT_MS)

    def progress(self) -> tuple[int, int]:
        return 0, 1

    def set_level(self, name: int, value: int) -> int | None:  # noqa: ARG002  (it has none)
        return None

    # ---- faults ----
    def pull(self, knob: str, value: Knob = None) -> None:
        """Pull a knob of the line or the session, or one of its own.

        `misses` (n contributions are answered and not added), `keyed` (`100 295000`: somebody
        sets a meter), `fault` (reason), `reboot` (with memory?), `power` (bool).
        """
        if self.end.pull(knob, value):
            return
        if knob == "misses":
            self._misses = int(value or 0)
        elif knob == "keyed":
            name, _, cents = str(value).partition(" ")
            if name not in self._meters:
                raise CannotBe(f"there is no meter {name}")
            self._meters[name].move(Fraction(cents))
            self._tell(name)
            self._show()
        elif knob == "fault":
            self.end.event(Code.SYSTEM_FAULTED, reason=str(value or "memory"))
        elif knob in {"reboot", "power"}:
            self.line.powered = knob == "reboot" or bool(value)
            self._report = None
            if self.line.powered:
                self.end.restart(memory=value is not False)
        else:
            raise CannotBe(f"a progressive system has no knob {knob}")
        self.line.wake()
