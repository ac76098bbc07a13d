"""What a watcher is, and the run of all of them over one record.

A watcher looks at the state before a row, its input and the state after it, and decides nothing.
It says in words what it found, or nothing. One file for each promise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from controller.audit.move import Move, Past, amends, cover_came, staked
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Stamped
from controller.procedure.state.whole import State, Step

See = Callable[[Move], Iterator[str]]
Watcher = Callable[[], See]
"""Makes a watcher for one record: a class that remembers, or `plain` for a function."""


def plain(see: See) -> Watcher:
    """A watcher that looks at one row alone."""
    return lambda: see


class Finding(Struct, frozen=True):
    row: int
    watcher: str
    text: str

    def __str__(self) -> str:
        return f"row {self.row}: {self.text}"


class Watch:
    """Runs watchers over the steps of one journal or walk, in order."""

    def __init__(self, house: House, watchers: Mapping[str, Watcher]) -> None:
        self._house, self._past = house, Past()
        self._watchers = {name: make() for name, make in watchers.items()}

    def look(
        self, row: int, before: State, stamped: Stamped, step: Step, house: House | None = None
    ) -> list[Finding]:
        """`house` = the one in force from this row on; None = still the same."""
        self._house = house or self._house
        move = Move(self._house, before, stamped, step, self._past)
        found = [
            Finding(row, name, text) for name, see in self._watchers.items() for text in see(move)
        ]
        self._remember(move)
        return found

    def _remember(self, m: Move) -> None:
        past = self._past
        past.shown = (m.after, m.house, m.view) if "view" in vars(m) else None
        past.wires |= {o.wire for o in m.step.outcome.orders}
        past.orders |= {o.name for o in m.step.outcome.orders}
        if m.is_.round == "settled" and (m.was.round != "settled" or amends(m)):
            past.staked = staked(m)
        past.mono = max(past.mono, m.stamped.mono)
        if cover_came(m):
            past.cover_round = m.is_.number - (m.is_.shoe == "rest_due")
        elif not m.is_.marks.last and (m.is_.shoe == "empty" or amends(m)):
            past.cover_round = 0
