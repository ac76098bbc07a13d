"""Every promise over one record, those of the pages too: where all that the bench deals is watched.

Scenarios, played cases and the demo follow their journals; walks feed it step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from controller.audit.fold import Folder
from controller.audit.watchers import WATCHERS, Finding, Watch, Watcher, plain
from controller.journal.read import open_reader
from controller.procedure.state.house import House
from controller.procedure.state.whole import State
from controller.table.record import BEGUN
from controller.table.recovery import FIRST_INPUT, InForce

from .readable import readable

OF_PAGES: Mapping[str, Watcher] = {"readable": plain(readable)}
"""Watchers that need what the console draws, which stands above the procedure."""
PROMISES: Mapping[str, Watcher] = {**WATCHERS, **OF_PAGES}


def watch(house: House) -> Watch:
    """All promises, for one record or walk."""
    return Watch(house, PROMISES)


class Following:
    """Looks at what a journal gained since the last look, also while its daemon writes it."""

    def __init__(self, journal: Path) -> None:
        self._journal, self._next, self._rules = journal, FIRST_INPUT, BEGUN
        self._at: tuple[Folder, Watch] | None = None

    def look(self) -> Iterator[Finding]:
        """Fold on from where the last look ended. Raises: JournalError, PackError."""
        with open_reader(self._journal) as reader:
            rules = InForce(reader, self._rules)
            self._at = self._at or (Folder(rules.house, State()), watch(rules.house))
            folder, watching = self._at
            for row, recorded in rules.inputs(self._next):
                turn = folder.step(row, recorded, rules.house)
                self._next, self._rules = row.seq + 1, rules.row
                yield from watching.look(turn.row, turn.before, turn.stamped, turn.step, turn.house)
