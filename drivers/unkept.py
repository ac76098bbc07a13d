"""Readings of a device that numbers nothing and keeps nothing: we number them and hold them.

Each connection counts as a new start of the device, since nobody knows what it did meanwhile. A
reading is emitted when the one before it is on the record, and again until it is.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import Any

from .driver import Counters, Emit, count_start
from .errors import LinkLost, NotRecorded
from .event import DeviceUp, Event, Identity
from .reading import Concealed, EventReading, Reading

HELD = 256
AGAIN_S = 1.0


class Unkept:
    """`say` is called as events come; `raise_failure` tells what the table answered."""

    def __init__(self, name: str, emit: Emit, counters: Counters) -> None:
        self._name, self._emit, self._counters = name, emit, counters
        self.boot, self._n = secrets.token_hex(12), 0
        self._held: deque[Reading] = deque()
        self._again: asyncio.TimerHandle | None = None
        self._failure: BaseException | None = None

    def up(self, identity: Identity) -> None:
        """Say hello, before everything else. Raises: Faulted."""
        count_start(self._counters, asyncio.get_running_loop().time())
        self._counters.hellos += 1
        self._counters.up = True
        self.emit(
            DeviceUp(device=self._name, boot=self.boot, identity=identity, last_event=0, acked=0)
        )

    def restart(self) -> None:
        """The device itself says that it started anew."""
        self.boot, self._n = secrets.token_hex(12), 0

    def say(self, kind: type[Event], raw: bytes, *, secret: bytes = b"", **fields: Any) -> None:
        """Emit an event under the next number; `raw` are its own bytes, `secret` its card."""
        self._n += 1
        event = kind(device=self._name, boot=self.boot, n=self._n, **fields)
        self.emit(EventReading(event=event, raw=Concealed(raw), secret=Concealed(secret)))

    def emit(self, reading: Reading) -> None:
        """Anything else that is said in its turn."""
        if len(self._held) >= HELD:
            self._failure = LinkLost("too much waits to be recorded")
            return
        self._held.append(reading)
        if len(self._held) == 1:
            self._next()

    def raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    def close(self) -> None:
        """Emit no more. What is held is gone, as it would be with the device's own link."""
        self._held.clear()
        if self._again is not None:
            self._again.cancel()

    def _next(self) -> None:
        self._again = None
        if self._held and self._failure is None:
            self._emit(self._held[0]).add_done_callback(self._landed)

    def _landed(self, landed: asyncio.Future[None]) -> None:
        error = None if landed.cancelled() else landed.exception()
        if not self._held:
            return
        if error is None and not landed.cancelled():
            self._held.popleft()
            self._next()
        elif error is None or isinstance(error, NotRecorded):
            self._counters.not_recorded += 1
            self._again = asyncio.get_running_loop().call_later(AGAIN_S, self._next)
        else:
            self._failure = error
