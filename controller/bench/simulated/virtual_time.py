"""An asyncio loop whose clock jumps to the next timer, so that hours of play run in seconds.

Work for a named executor is done at once and answered a turn later: it takes no virtual time. Equal
deadlines fire first in first out, and "nothing will ever happen" is an error. The loop must never
wait for another process.
"""

from __future__ import annotations

import asyncio
import heapq
import selectors
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextvars import Context
from typing import Any, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class NothingWillEverHappen(RuntimeError):
    """Every task waits and no timer is set."""


class _Selector(selectors.DefaultSelector):
    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            return super().select(0)
        if self.loop.real:
            return super().select(timeout)
        if found := super().select(0):
            return found
        if timeout is None:
            raise NothingWillEverHappen
        self.loop.advance(timeout)
        return []


class _FairTimer(asyncio.TimerHandle):
    count = 0

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, _FairTimer):
            return NotImplemented
        return (self.when(), self.count) < (other.when(), other.count)

    def _run(self) -> None:
        """Never before its time: asyncio fires what is less than a clock tick away.

        Who asks again for the rest of that tick would else be woken at the same instant for ever.
        """
        loop: VirtualLoop = self._loop  # type: ignore[attr-defined]
        loop.advance(max(0.0, self.when() - loop.time()))
        super()._run()


class VirtualLoop(asyncio.SelectorEventLoop):
    """Units: seconds."""

    def __init__(self) -> None:
        self._now, self._timers = 0.0, 0
        self.real, self._since = False, 0.0
        selector = _Selector()
        selector.loop = self
        super().__init__(selector)
        self._clock_resolution = 1e-9

    def time(self) -> float:
        return self._now + (time.monotonic() - self._since if self.real else 0.0)

    def advance(self, seconds: float) -> None:
        if not self.real:
            self._now += seconds

    def go_real(self) -> None:
        """From here on time passes by itself: people have come to the table."""
        self.real, self._since = True, time.monotonic()

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: object,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        self._timers += 1
        timer = _FairTimer(when, callback, args, self, context)
        timer.count = self._timers
        heapq.heappush(self._scheduled, timer)  # type: ignore[attr-defined]
        timer._scheduled = True  # type: ignore[attr-defined]  # noqa: SLF001
        return timer

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Without another thread, whose pace would decide what comes before what.

        The default executor keeps its threads: what goes there may wait for another process.
        Raises: at once what `func` raises.
        """
        if executor is None or self.real:
            return super().run_in_executor(executor, func, *args)
        answer: asyncio.Future[T] = self.create_future()
        self.call_soon(_answer, answer, func(*args))
        return answer


def _answer(asked: asyncio.Future[T], answer: T) -> None:
    if not asked.done():
        asked.set_result(answer)


def run_virtual(main: Coroutine[Any, Any, T]) -> T:
    """Run `main` to its end in virtual time. Raises: RuntimeError when it leaves a task behind."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    try:
        result = loop.run_until_complete(main)
        left = [t for t in asyncio.all_tasks(loop) if not t.done()]
        if left:
            raise RuntimeError(f"tasks left behind: {sorted(t.get_name() for t in left)}")
        return result
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        asyncio.set_event_loop(None)
        loop.close()
