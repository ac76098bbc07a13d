"""The one spin that is ordered of a wheel that remembers no order; it starts a game once.

`*u 1` twice may start two games. So it is sent once, and once more only when nothing has moved: the
same state, the same spin number, no launch. What was ordered under another connection is never
sent: nobody knows whether it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from drivers.driver import WireOrder

from .lines import Status

Said = Literal["accepted", "rejected", "unknown"]
Phase = Literal["wait", "sent", "runs", "settled"]
READY = 1
OPEN, RIM, NO_MORE, SHOWS, IDLE = 2, 3, 4, 5, 6
NO_BALL, SAME_WAY, WORKS, MISFIRE = 1, 2, 4, 8
REST_S = 1.0
"""A wheel that waits in state 2 has launched nothing for so long."""


class Times(Struct, frozen=True, forbid_unknown_fields=True):
    """Units: seconds."""

    ready_s: float = 30.0
    """The wheel may still show the last number; after this it is not ready."""
    start_s: float = 5.0
    """Without an answer and without a launch for so long, it is asked once more."""
    spin_s: float = 180.0
    """The result of a spin is there by then."""
    no_ball_s: float = 5.0
    misfire_s: float = 3.0


class Spins:
    """`send` asks the wheel to start; `reset` takes a void game back; `say` answers an order."""

    def __init__(
        self,
        boot: str,
        times: Times,
        *,
        start: Callable[[], None],
        reset: Callable[[], None],
        say: Callable[[int, Said, str], None],
    ) -> None:
        self._boot, self._times = boot, times
        self._start, self._reset, self._say = start, reset, say
        self._order: WireOrder | None = None
        self._phase: Phase = "settled"
        self._since = self._warned_at = 0.0
        self._sent_at: tuple[int, int] = (0, 0)
        self._tries = 0
        self._settled: set[int] = set()
        self._status: Status | None = None
        self._rests_since = 0.0
        self.refuses = ""
        """Why no game may be started by us; empty = it may."""

    @property
    def order(self) -> WireOrder | None:
        """The order that a result now belongs to."""
        return self._order if self._phase in ("sent", "runs") else None

    def want(self, orders: tuple[WireOrder, ...], now: float) -> None:
        known = self._order.id if self._order else 0
        order = orders[0] if orders else None
        self._settled &= {o.id for o in orders}
        if order is None:
            self._order, self._phase = None, "settled"
        elif order.id != known and order.id not in self._settled:
            self._order, self._phase, self._since, self._tries = order, "wait", now, 0
            if order.boot != self._boot:
                self._settle("unknown", "made under another connection")

    def take(self, status: Status, now: float) -> str:
        """A line of status: give why the spin is void, empty while it is not."""
        before, self._status = self._status, status
        if before is None or (before.state, before.spin) != (status.state, status.spin):
            self._rests_since = now
        if before is None or before.warning != status.warning:
            self._warned_at = now
        if self._phase == "sent" and self._launched(status):
            self._accepted(now)
        if self._phase != "runs":
            return ""
        return self._void(status, now)

    def answered(self, text: str, now: float) -> None:
        """What it says to `*u`."""
        if self._phase != "sent":
            return
        if text.upper().endswith("OK"):
            self._accepted(now)
        else:
            self._settle("rejected", f"it says {text[:20] or 'nothing'}")

    def ended(self) -> None:
        """Its result, or its fault, was told."""
        if self._order is not None:
            self._settled.add(self._order.id)
        self._phase = "settled"

    def tick(self, now: float) -> str:
        """Send what is due; give the fault of a spin that takes too long."""
        if self._phase == "wait":
            self._try(now)
        elif self._phase == "sent" and now >= self._since + self._times.start_s:
            self._once_more(now)
        elif self._phase == "runs" and now >= self._since + self._times.spin_s:
            return "no result in time"
        return ""

    def ready(self, now: float) -> bool:
        status = self._status
        if status is None or status.warning:
            return False
        rests = now - self._rests_since >= REST_S
        return status.state == READY or (status.state == OPEN and rests)

    def _try(self, now: float) -> None:
        if self.refuses:
            self._settle("rejected", self.refuses)
        elif self.ready(now):
            self._send(now)
        elif now >= self._since + self._times.ready_s:
            self._settle("rejected", "not ready")

    def _send(self, now: float) -> None:
        assert self._status is not None
        self._phase, self._since = "sent", now
        self._sent_at = self._status.state, self._status.spin
        self._tries += 1
        self._start()

    def _once_more(self, now: float) -> None:
        status = self._status
        same = status is not None and (status.state, status.spin) == self._sent_at
        if same and self._tries == 1 and self.ready(now):
            self._send(now)
        else:
            self._settle("rejected" if same else "unknown", "no answer")

    def _launched(self, status: Status) -> bool:
        state, spin = self._sent_at
        moved = (status.state, status.spin) != (state, spin)
        return moved and status.state in (OPEN, RIM, NO_MORE)

    def _accepted(self, now: float) -> None:
        assert self._order is not None
        self._phase, self._since = "runs", now
        self._say(self._order.id, "accepted", "")

    def _void(self, status: Status, now: float) -> str:
        lasts = now - self._warned_at
        warning = status.warning
        if warning & WORKS:
            return "fault of the works"
        if status.state == RIM and warning & SAME_WAY:
            self._reset()
            return "ball and rotor turned the same way"
        if status.state == RIM and warning & MISFIRE and lasts >= self._times.misfire_s:
            self._reset()
            return "the launch failed"
        if status.state == NO_MORE and warning & NO_BALL and lasts >= self._times.no_ball_s:
            self._reset()
            return "the ball is missing"
        if status.state == IDLE:
            return "stopped"
        return ""

    def _settle(self, answer: Said, reason: str) -> None:
        assert self._order is not None
        self._settled.add(self._order.id)
        self._phase = "settled"
        self._say(self._order.id, answer, reason)
