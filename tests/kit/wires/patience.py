"""How long a test waits for real processes, ports and pages: only a failure takes that long.

A busy machine is slow at anything; what must be *quick* is measured by `make speed`, or held
against what this machine gives meanwhile (`Stopwatch`). `tests/layout.py` refuses shorter waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import httpx

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


def status(address: str) -> int:
    """Of the page there; 0 = nobody answers yet."""
    try:
        return httpx.get(address, timeout=PATIENCE_S, follow_redirects=True).status_code
    except httpx.TransportError:
        return 0


class Stopwatch:
    """Seconds of a machine of ordinary speed that does nothing else, as its first thread tells.

    The time in which it stands in line for a processor is not counted, and its waits count for
    less by as much as that made it slower: what it waits for stands in line too.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._began, (self._ran, self._queued) = time.monotonic(), _schedule_s(pid)

    def seconds(self) -> float:
        took = time.monotonic() - self._began
        ran, queued = _schedule_s(self._pid)
        ran, queued = ran - self._ran, queued - self._queued
        waited = took - ran - queued
        return (ran + waited * ran / (ran + queued or 1)) / _slowness() if ran else took


def _schedule_s(pid: int) -> tuple[float, float]:
    """It ran, and stood in line; of one that has ended too, until somebody waits for it."""
    try:
        ran, queued, _ = Path(f"/proc/{pid}/schedstat").read_text().split()
    except OSError:
        return 0.0, 0.0
    return int(ran) / 1e9, int(queued) / 1e9


def _slowness() -> float:
    """How much longer than such a machine the processor takes for a piece of work."""
    began, done = time.process_time(), 0
    while done < WORK:
        done += 1
    return max(1.0, (time.process_time() - began) / WORK_S)
