"""Events of one device: to the table once and in order, acknowledged when they are recorded.

A frame ahead of the next number means that one was lost on the wire: it is dropped, the device
sends again, oldest first. A repeat of a recent event goes to the table as well, which compares its
bytes with the recorded ones. After a failed commit the intake goes back to the first lost number.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from msgspec import Struct

from drivers.driver import Counters, Emit, Recorded
from drivers.errors import NotRecorded
from drivers.reading import EventReading
from drivers.tablelink.messages.wire import RESENT, Event, EventAck, Hello, Message

IN_FLIGHT = 32
"""Events on their way to the record at one time; as many are compared with their repeats."""


class _Flight(Struct, frozen=True, eq=False):
    boot: str
    n: int
    repeat: bool
    future: asyncio.Future[None]


class Intake:
    """`translate` names an event; `send` queues a message to the device."""

    def __init__(
        self,
        emit: Emit,
        recorded: Recorded,
        *,
        translate: Callable[[Event, bytes], EventReading],
        send: Callable[[Message], None],
        counters: Counters,
    ) -> None:
        self._emit, self._recorded = emit, recorded
        self._translate, self._send, self._counters = translate, send, counters
        self._next: dict[str, int] = {}
        self._high: dict[str, int] = {}
        self._flying: deque[_Flight] = deque()
        self._rolled_back = ""
        self.failure: BaseException | None = None
        self.stuck_since: float | None = None
        """Loop time since which events come that are not the next one."""

    def greet(self, hello: Hello) -> None:
        """Take the numbers from a hello: what it no longer keeps cannot come."""
        firsts = {carried.boot: carried.first for carried in hello.carried}
        firsts[hello.boot] = hello.acked + 1
        self._high = {boot: self._recorded(boot) for boot in firsts}
        self._next = {
            boot: max(self._next.get(boot, 0), self._high[boot] + 1, first)
            for boot, first in firsts.items()
        }
        fell = hello.last_event < self._high[hello.boot]
        self._rolled_back = hello.boot if fell else ""
        self.stuck_since = None

    def high(self, boot: str) -> int:
        """Highest number of a boot known to be on the record."""
        return self._high.get(boot, 0)

    def seen(self, boot: str) -> int:
        """Highest number of a boot that was handed to the table."""
        return self._next.get(boot, 1) - 1

    def take(self, event: Event, raw: bytes, now: float) -> None:
        """Take one EVENT, in any order and any number of times."""
        if event.flags & RESENT:
            self._counters.resent += 1
        expected = self._next.get(event.boot)
        if expected is not None and event.n < expected:
            self._repeat(event, raw)
        elif len(self._flying) >= IN_FLIGHT:
            self._counters.held_back += 1
            self.stuck_since = None
        elif event.n != expected:
            self._counters.ahead += 1
            self.stuck_since = now if self.stuck_since is None else self.stuck_since
        else:
            self.stuck_since = None
            self._next[event.boot] = event.n + 1
            self._fly(event, raw, repeat=False)

    def knows(self, boot: str) -> bool:
        return boot in self._next

    def _repeat(self, event: Event, raw: bytes) -> None:
        self._counters.duplicates += 1
        if any(f.boot == event.boot and f.n == event.n for f in self._flying):
            return
        high, fell = self.high(event.boot), event.boot == self._rolled_back
        if event.n <= high - IN_FLIGHT and not fell:
            self._send(EventAck(event.boot, high))
        elif len(self._flying) < IN_FLIGHT:
            self._fly(event, raw, repeat=True)

    def _fly(self, event: Event, raw: bytes, *, repeat: bool) -> None:
        future = self._emit(self._translate(event, raw))
        self._flying.append(_Flight(event.boot, event.n, repeat, future))
        future.add_done_callback(self._land)

    def _land(self, landed: asyncio.Future[None]) -> None:
        """Acknowledge, in order, all that is on the record by now."""
        if not landed.cancelled():
            landed.exception()
        acks: dict[str, int] = {}
        while self._flying and self._flying[0].future.done():
            flight = self._flying[0]
            if not _is_recorded(flight.future):
                self._go_back()
                break
            self._flying.popleft()
            acks[flight.boot] = self._count(flight)
        for boot, n in acks.items():
            self._send(EventAck(boot, n))

    def _count(self, flight: _Flight) -> int:
        if flight.repeat and flight.boot == self._rolled_back:
            return flight.n
        self._high[flight.boot] = max(self.high(flight.boot), flight.n)
        return self._high[flight.boot]

    def _go_back(self) -> None:
        """Wait again for the first number that is not recorded, and all behind it."""
        error = self._flying[0].future
        if not error.cancelled() and not isinstance(error.exception(), NotRecorded):
            self.failure = error.exception()
        for flight in self._flying:
            self._counters.not_recorded += 1
            if not flight.repeat and self._next.get(flight.boot, 0) > flight.n:
                self._next[flight.boot] = flight.n
        self._flying.clear()


def _is_recorded(future: asyncio.Future[None]) -> bool:
    return not future.cancelled() and future.exception() is None
