"""How long a test waits for real processes, ports and pages: only a failure takes that long.

A busy machine is slow at anything; what must be *quick* is measured by `make speed`, or held
against what this machine gives meanwhile (`Stopwatch`). `tests/layout.py` refuses shorter waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable
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
    """What a process does with its time, whatever else the machine does; its first thread tells.

    The time in which it stands in line for a processor is neither. Where the kernel tells nothing
    all is waiting. Units: seconds.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._began, (self._ran, self._queued) = time.monotonic(), _schedule_s(pid)

    def waited(self) -> float:
        """For others: a timer, a disk, another thread."""
        took = time.monotonic() - self._began
        ran, queued = _schedule_s(self._pid)
        return took - (ran - self._ran) - (queued - self._queued)

    def worked(self) -> float:
        """On a processor of ordinary speed."""
        return (_schedule_s(self._pid)[0] - self._ran) / _slowness()


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
