"""What one device is asked to keep so: sent at once, and again until it says the same."""

from __future__ import annotations

from collections.abc import Callable

from drivers.driver import Counters

from .wire import Level, LevelName, LevelState, Message


class Levels:
    """Only levels that the device declares among its capabilities are sent."""

    def __init__(
        self, *, send: Callable[[Message], None], counters: Counters, again_s: float
    ) -> None:
        self._send, self._counters, self._again_s = send, counters, again_s
        self._wanted: dict[LevelName, int] = {}
        self._told: dict[int, int] = {}
        self._can: tuple[str, ...] = ()
        self._greeted = False
        self._again = float("inf")

    def keep(self, name: LevelName, value: int, now: float) -> None:
        if self._wanted.get(name) != value:
            self._wanted[name] = value
            self._told.pop(name, None)
            self._repeat(now)

    def greet(self, capabilities: tuple[str, ...], now: float) -> None:
        """Take nothing for granted after a hello."""
        self._can, self._greeted = capabilities, True
        self._told.clear()
        self._repeat(now)

    def leave(self) -> None:
        """Send nothing until the next hello."""
        self._greeted = False

    def told(self, state: LevelState, now: float) -> None:
        self._told[state.name] = state.value
        self._again = now + self._again_s if self._late() else float("inf")

    def tick(self, now: float) -> None:
        if now >= self._again:
            self._repeat(now)

    def due(self) -> float:
        """Loop time of the next thing to do."""
        return self._again if self._greeted else float("inf")

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
