"""What one device is asked to keep so: sent at once, and again until it says the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from drivers.driver import Counters, Emit
from drivers.event import LevelLate
from drivers.tablelink.messages.wire import Level, LevelName, LevelState, Message


class Levels:
    """Only levels that the device declares among its capabilities are sent."""

    def __init__(
        self,
        name: str,
        emit: Emit,
        *,
        send: Callable[[Message], None],
        counters: Counters,
        again_s: float,
        late_s: float,
    ) -> None:
        self._name, self._emit, self._late_s = name, emit, late_s
        self._send, self._counters, self._again_s = send, counters, again_s
        self._since: dict[LevelName, float] = {}
        """Loop time since which each is asked for on this link."""
        self._missed: set[LevelName] = set()
        """Those of which it was said that they are not confirmed."""
        self._wanted: dict[LevelName, int] = {}
        self._told: dict[int, int] = {}
        self._can: tuple[str, ...] = ()
        self._greeted = False
        self._again = float("inf")

    def keep(self, name: LevelName, value: int, now: float) -> None:
        if self._wanted.get(name) != value:
            self._wanted[name] = value
            self._told.pop(name, None)
            self._since[name] = now
            self._found(name)
            self._repeat(now)

    def greet(self, capabilities: tuple[str, ...], now: float) -> None:
        """Take nothing for granted after a hello."""
        self._can, self._greeted = capabilities, True
        self._told.clear()
        self._since = dict.fromkeys(self._wanted, now)
        self._repeat(now)

    def leave(self) -> None:
        """Send nothing until the next hello."""
        self._greeted = False

    def told(self, state: LevelState, now: float) -> None:
        self._told[state.name] = state.value
        late = self._late()
        self._again = now + self._again_s if late else float("inf")
        for name in self._missed.difference(late):
            self._found(name)

    def tick(self, now: float) -> None:
        if now < self._again:
            return
        self._repeat(now)
        if not self._greeted:
            return
        for name in self._late():
            if name not in self._missed and now >= self._since[name] + self._late_s:
                self._missed.add(name)
                self._say(name, late=True)

    def due(self) -> float:
        """Loop time of the next thing to do."""
        return self._again if self._greeted else float("inf")

    def _found(self, name: LevelName) -> None:
        if name in self._missed:
            self._missed.discard(name)
            self._say(name, late=False)

    def _say(self, name: LevelName, *, late: bool) -> None:
        level, value = name.name.lower(), self._wanted[name]
        said = LevelLate(device=self._name, level=level, value=value, late=late)
        self._emit(said).add_done_callback(lambda done: self._said(name, done))

    def _said(self, name: LevelName, said: asyncio.Future[None]) -> None:
        """What did not come on the record is said again while it lasts."""
        if not said.cancelled() and said.exception() is not None:
            self._missed.discard(name)

    def _repeat(self, now: float) -> None:
        late = self._late()
        self._again = now + self._again_s if late else float("inf")
        if self._greeted:
            for name in late:
                self._send(Level(name, self._wanted[name]))

    def _late(self) -> list[LevelName]:
        late = [
            name
            for name, value in self._wanted.items()
            if name.name.lower() in self._can and self._told.get(name) != value
        ]
        self._counters.unconfirmed = tuple(name.name.lower() for name in late)
        return late
