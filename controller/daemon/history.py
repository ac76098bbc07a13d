"""The recent rounds as the floor reads them, out of the journal that is being written.

A closed round does not change, so it is read once; the open one at most once a second. Reading one
step by step folds it again, which takes too long for the loop that answers devices: a thread does.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from msgspec import Struct

from controller.audit.explain import RECENT, recent_rounds, round_steps
from controller.domain.views.floor_view import RoundLine, Step
from controller.journal.read import open_reader
from controller.table.actor import Table

OPEN_S = 1.0
KEPT = 16
"""Rounds whose steps are kept: several people may look at several."""
_READING = ThreadPoolExecutor(1, thread_name_prefix="rounds")
"""One for all: whoever waits for a round that another has asked for finds it read."""


class _Read(Struct, frozen=True):
    closed: bool
    seq: int
    steps: tuple[Step, ...]


class History:
    def __init__(self, path: Path, table: Table) -> None:
        self._path, self._table = path, table
        self._lines: tuple[RoundLine, ...] = ()
        self._number = 0
        self._read_at = float("-inf")
        self._steps: dict[int, _Read] = {}
        self._one = asyncio.Lock()

    def rounds(self) -> tuple[RoundLine, ...]:
        """Newest first, the open one included. Raises: JournalError."""
        number, now = self._table.current.state.play.number, asyncio.get_running_loop().time()
        if number == self._number and now < self._read_at + OPEN_S:
            return self._lines
        later = number - self._number
        known = self._lines[1:] if later in (0, 1) else ()
        with open_reader(self._path) as reader:
            newest = recent_rounds(reader, later + 1 if known else RECENT)
        self._lines = (*newest, *known)[:RECENT]
        self._number, self._read_at = number, now
        return self._lines

    async def steps(self, number: int) -> tuple[Step, ...]:
        """Raises: JournalError."""
        async with self._one:
            now = self._table.current
            before = self._steps.pop(number, None)
            if before is not None and (before.closed or before.seq == now.seq):
                self._steps[number] = before
                return before.steps
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(_READING, _steps, self._path, number)
            closed = number < now.state.play.number
            self._steps[number] = _Read(closed, now.seq, found)
            if len(self._steps) > KEPT:
                del self._steps[next(iter(self._steps))]
            return found


def _steps(path: Path, number: int) -> tuple[Step, ...]:
    with open_reader(path) as reader:
        return round_steps(reader, number)
