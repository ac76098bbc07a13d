"""A table in small: a journal that commits in batches and sometimes fails, and its wishes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, TypeVar

from drivers.driver import Backoff, Counters, Driver, WireOrder, supervise
from drivers.errors import NotRecorded
from drivers.event import DeviceUp, Event, OrderAnswered, Said
from drivers.link import Link
from drivers.reading import EventReading, Reading, open_concealed, said
from drivers.tablelink.settings import TablelinkSettings

from .rig import DEVICES

S = TypeVar("S", bound=Said)


class Journal:
    """Rows in order; one row per event, whatever comes again. A failed batch is given back."""

    def __init__(self, rng: Random, *, fails: float = 0.0) -> None:
        self._rng, self.fails = rng, fails
        self._queue: list[tuple[Reading, asyncio.Future[None]]] = []
        self._committing = False
        self.rows: list[Reading] = []
        self.wrong: list[str] = []
        self._high: dict[str, int] = {}
        self._bytes: dict[tuple[str, int], bytes] = {}

    def emit(self, reading: Reading) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._queue.append((reading, future))
        if not self._committing:
            self._committing = True
            loop.call_later(self._rng.random() * 0.03, self._commit)
        return future

    def _commit(self) -> None:
        batch, self._queue, self._committing = self._queue, [], False
        failed = self._rng.random() < self.fails
        for reading, future in batch:
            if future.cancelled():
                continue
            if failed:
                future.set_exception(NotRecorded())
            else:
                self._append(reading)
                future.set_result(None)

    def _append(self, reading: Reading) -> None:
        if not isinstance(reading, EventReading):
            self.rows.append(reading)
            return
        event, raw = reading.event, open_concealed(reading.raw)
        name, high = (event.boot, event.n), self._high.get(event.boot, 0)
        if event.n <= high:
            if self._bytes[name] != raw:
                self.wrong.append(f"other bytes for {event.n}")
            return
        if event.n != high + 1:
            self.wrong.append(f"{event.n} after {high}")
        self._high[event.boot], self._bytes[name] = event.n, raw
        self.rows.append(reading)

    def recorded(self, boot: str) -> int:
        return self._high.get(boot, 0)

    def of(self, kind: type[S]) -> list[S]:
        return [one for row in self.rows if isinstance(one := said(row), kind)]

    def secrets(self, kind: type[Event]) -> list[bytes]:
        """The cards or answers of these, opened."""
        rows = (row for row in self.rows if isinstance(row, EventReading))
        return [open_concealed(row.secret) for row in rows if isinstance(row.event, kind)]

    @property
    def boot(self) -> str:
        ups = self.of(DeviceUp)
        return ups[-1].boot if ups else ""

    def answers(self, order: int) -> list[str]:
        return [a.answer for a in self.of(OrderAnswered) if a.order == order]


class Hand:
    """The daemon's part for one device: what is wanted now goes to whatever driver there is."""

    def __init__(
        self,
        role: str,
        journal: Journal,
        open_link: Callable[[], Awaitable[Link]],
        *,
        serial: str = "",
    ) -> None:
        self._driver: Any = None
        self._wishes: dict[str, tuple[Any, ...]] = {}
        self.counters = Counters()

        def build(link: Link) -> Driver:
            driver: Driver = DEVICES[role](
                *(link, TablelinkSettings(serial=serial), journal.emit, journal.recorded),
                name=role,
                counters=self.counters,
            )
            return driver

        self.task = asyncio.ensure_future(
            supervise(
                *(role, open_link, build, journal.emit),
                attach=self._attach,
                backoff=Backoff(first=0.1, most=1.0),
            )
        )

    def _attach(self, driver: Driver | None) -> None:
        self._driver = driver
        for verb in tuple(self._wishes):
            self._tell(verb)

    def wish(self, verb: str, *args: Any) -> None:
        self._wishes[verb] = args
        self._tell(verb)

    def want(self, *orders: WireOrder) -> None:
        self.wish("want", orders)

    def _tell(self, verb: str) -> None:
        if self._driver is not None:
            getattr(self._driver, verb)(*self._wishes[verb])

    async def stop(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def until(done: Callable[[], object], within_s: float = 300.0) -> None:
    """Wait in small steps of the loop's time."""
    async with asyncio.timeout(within_s):
        while not done():
            await asyncio.sleep(0.05)
