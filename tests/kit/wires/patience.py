"""How long a test waits for real processes, ports and pages: only a failure takes that long.

A busy machine is slow at anything; what must be *quick* is measured by `make speed`, or held
against what this machine gives meanwhile (`Stopwatch`). `tests/layout.py` refuses shorter waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PATIENCE_S = 120.0
PATIENCE_MS = PATIENCE_S * 1000
LOOKS_S = 0.05
WORK, WORK_S = 3_000_000, 0.15
"""So many turns of a loop, in so many seconds of a machine of ordinary speed."""


def until(true: Callable[[], object], within_s: float = PATIENCE_S) -> bool:
    """Look again and again; False = it did not come."""
    end = time.monotonic() + within_s
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(LOOKS_S)
    return True


class Stopwatch:
    """Seconds of a machine of ordinary speed that does nothing else.

    Time in which these processes stood in line for a processor is not counted, and a slow
    processor's second counts for less. Where the kernel does not tell the first, all is counted.
    """

    def __init__(self, *pids: int) -> None:
        self._pids = pids
        self._began, self._queued = time.monotonic(), self._in_line()

    def seconds(self) -> float:
        took = time.monotonic() - self._began
        return max(0.0, took - (self._in_line() - self._queued)) / _slowness()

    def _in_line(self) -> float:
        return sum(_queued_s(pid) for pid in self._pids)


def _queued_s(pid: int) -> float:
    """Of all its threads that live; a thread that has ended takes its part along."""
    found = 0.0
    for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(OSError):
            found += int(thread.read_text().split()[1]) / 1e9
    return found


def _slowness() -> float:
    """How much longer than such a machine the processor takes for a piece of work."""
    began, done = time.process_time(), 0
    while done < WORK:
        done += 1
    return max(1.0, (time.process_time() - began) / WORK_S)
