"""One device on a desk behind its own driver: connected, obeyed and recorded as at a table.

The record is in memory, so what is acknowledged here is gone from the device. A device that still
keeps events for its table is therefore refused, before it is told that one was taken.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Self, TypeVar

from drivers import catalog
from drivers.driver import Backoff, Counters, Driver, WireOrder, supervise
from drivers.errors import Refused, Timeout
from drivers.event import DeviceLost, DeviceUp, OrderAnswered, Said
from drivers.link import Link
from drivers.link.tap import Tap
from drivers.number import counted
from drivers.reading import EventReading, Reading, said

from .found import Unit
from .watched import Watched

S = TypeVar("S", bound=Said)
KEPT = 200_000
UP_S = 15.0
KEEPS = (
    "it keeps {events} that its table has not recorded. Connect it to its table first, or say "
    "--discard to give up what it keeps"
)


class Desk:
    """`async with Desk(open, role) as desk`. Raises: Refused, Timeout when nobody comes up."""

    def __init__(
        self,
        open_link: Callable[[], Awaitable[Link]],
        role: str,
        *,
        driver: str = "tablelink",
        settings: Any = None,
        discard: bool = False,
        watched: Watched | None = None,
    ) -> None:
        entry = catalog.find(driver)
        self._kind, self._role = entry.device(role), role
        self._settings = settings if settings is not None else entry.settings()
        self._open_link, self._discard = open_link, discard
        self.watched = watched or Watched(tablelink=driver == "tablelink")
        self.counters = Counters()
        self.driver: Any = None
        self.refused: Refused | None = None
        self.losses: list[str] = []
        self.boots: list[str] = []
        self._high: dict[str, int] = {}
        self._rows: deque[Reading] = deque(maxlen=KEPT)
        self.events = 0
        """How many were taken, for life of this desk."""
        self._last_at = 0.0
        self._boots_before, self._losses_before = 1, 0
        self._news = asyncio.Event()
        self._wishes: dict[str, tuple[Any, ...]] = {}

    async def __aenter__(self) -> Self:
        self._last_at = asyncio.get_running_loop().time()
        self._task = asyncio.ensure_future(
            supervise(
                *(self._role, self._open, self._build, self._emit),
                attach=self._attach,
                backoff=Backoff(first=0.1, most=1.0),
            )
        )
        try:
            await self._is_up()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _is_up(self) -> None:
        """Raises: Refused, Timeout."""
        try:
            async with asyncio.timeout(UP_S):
                while not self.boots:
                    if self.refused is not None:
                        raise self.refused
                    await self.news()
        except TimeoutError:
            why = self.losses[-1] if self.losses else "it does not answer"
            raise Timeout(f"{self._role}: {why}; no hello", UP_S) from None

    # ---- the driver ----
    async def _open(self) -> Link:
        link = await self._open_link()
        self.watched.fresh()
        return Tap(link, self.watched.passed)

    def _build(self, link: Link) -> Driver:
        driver: Driver = self._kind(
            *(link, self._settings, self._emit, self._recorded),
            name=self._role,
            counters=self.counters,
        )
        return driver

    def _attach(self, driver: Driver | None) -> None:
        self.driver = driver
        for verb, args in self._wishes.items():
            self._tell(verb, args)

    def _recorded(self, boot: str) -> int:
        return self._high.get(boot, 0)

    def _emit(self, reading: Reading) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if isinstance(reading, DeviceUp) and not self.boots and not self._discard:
            kept = reading.last_event - reading.acked + reading.carried
            if kept > 0:
                self.refused = Refused(KEEPS.format(events=counted(kept, "event")))
        if self.refused is not None and not isinstance(reading, DeviceLost):
            done.set_exception(self.refused)
            done.exception()
        else:
            self._record(reading)
            done.set_result(None)
        self._news.set()
        return done

    def _record(self, reading: Reading) -> None:
        match reading:
            case EventReading(event=event):
                if event.n <= self._recorded(event.boot):
                    return  # a repeat, and it is there already
                self._high[event.boot] = event.n
                self.events += 1
                self._last_at = asyncio.get_running_loop().time()
            case DeviceUp():
                if reading.boot not in self.boots:
                    self.boots.append(reading.boot)
                self.up = reading
            case DeviceLost():
                self.losses.append(reading.reason)
            case _:
                pass
        self._rows.append(reading)

    # ---- what the tries use ----
    def settle(self) -> None:
        """What it told of its own start is over: starts and links count from here."""
        self._boots_before, self._losses_before = len(self.boots), self.counters.losses

    @property
    def starts(self) -> int:
        """New starts since."""
        return len(self.boots) - self._boots_before

    @property
    def lost(self) -> int:
        """Links that were lost since."""
        return self.counters.losses - self._losses_before

    @property
    def unit(self) -> Unit:
        """Of whoever said hello last."""
        one = self.up.identity
        return Unit(
            role=one.role or self._role,
            vendor=one.vendor,
            model=one.model,
            serial=one.serial,
            firmware=one.firmware,
            firmware_hash=one.firmware_hash,
            simulated=one.simulated,
        )

    def can(self, capability: str) -> bool:
        return capability in self.up.identity.capabilities

    def of(self, kind: type[S]) -> list[S]:
        return [one for row in self._rows if isinstance(one := said(row), kind)]

    def told(self, *kinds: type[Said]) -> list[Reading]:
        """Readings that say something of these kinds; all of them without."""
        return [row for row in self._rows if not kinds or isinstance(said(row), kinds)]

    @property
    def idle_s(self) -> float:
        """How long no event has come."""
        return asyncio.get_running_loop().time() - self._last_at

    def begin(self) -> None:
        """From now on it is idle: whoever makes it tell something has only just done so."""
        self._last_at = asyncio.get_running_loop().time()

    def wish(self, verb: str, *args: Any) -> None:
        """Ask the driver now and after each new link."""
        self._wishes[verb] = args
        self._tell(verb, args)

    def want(self, *orders: WireOrder) -> None:
        self.wish("want", orders)

    def _tell(self, verb: str, args: tuple[Any, ...]) -> None:
        if self.driver is not None:
            getattr(self.driver, verb)(*args)

    def order(self, nth: int) -> int:
        """An id above all that this device has accepted, the nth of this run."""
        return self.up.accepted + 256 * (nth + 1)

    def answer(self, order: int) -> OrderAnswered | None:
        """The last that it said of an order."""
        return next((a for a in reversed(self.of(OrderAnswered)) if a.order == order), None)

    async def news(self, within_s: float = 0.5) -> None:
        """Something was told, or the time is over."""
        self._news.clear()
        try:
            async with asyncio.timeout(within_s):
                await self._news.wait()
        except TimeoutError:
            return

    async def until(self, done: Callable[[], object], within_s: float) -> bool:
        """Whether it came true in that time."""
        end = asyncio.get_running_loop().time() + within_s
        while not done():
            left = end - asyncio.get_running_loop().time()
            if left <= 0:
                return False
            await self.news(min(left, 0.5))
        return True
