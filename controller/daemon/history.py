"""The recent rounds as the floor reads them, out of the journal that is being written.

A closed round does not change, so it is read once; the open one at most once a second.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from controller.audit.explain import RECENT, recent_rounds, round_steps
from controller.domain.views.floor_view import RoundLine, Step
from controller.journal.read import open_reader
from controller.table.actor import Table

OPEN_S = 1.0


class History:
    def __init__(self, path: Path, table: Table) -> None:
        self._path, self._table = path, table
        self._lines: tuple[RoundLine, ...] = ()
        self._number = 0
        self._read_at = float("-inf")
        self._steps: dict[int, tuple[bool, int, tuple[Step, ...]]] = {}

    def rounds(self) -> tuple[RoundLine, ...]:
        """Newest first, the open one included. Raises: JournalError."""
        number, now = self._table.current.state.play.number, asyncio.get_running_loop().time()
        fresh = number == self._number
        if fresh and now < self._read_at + OPEN_S:
            return self._lines
        with open_reader(self._path) as reader:
            newest = recent_rounds(reader, 1 if fresh else RECENT)
        self._lines = (*newest, *self._lines[1:]) if fresh else newest
        self._number, self._read_at = number, now
        return self._lines

    def steps(self, number: int) -> tuple[Step, ...]:
        """Raises: JournalError."""
        seq = self._table.current.seq
        closed = number < self._table.current.state.play.number
        was_closed, at, found = self._steps.get(number, (False, -1, ()))
        if was_closed or at == seq:
            return found
        with open_reader(self._path) as reader:
            found = round_steps(reader, number)
        self._steps = {number: (closed, seq, found)}
        return found
