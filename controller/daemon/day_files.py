"""A file a gaming day: the record goes on in another one once a new day has begun, between rounds.

What the next file begins with says all that the play needs: the rules in force, the software, the
meters, the decks, the open duties, and the state itself. No older file is read at a start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from controller.domain.structs import replace
from controller.journal.days.change import NextFile
from controller.journal.keys import KeyRing
from controller.journal.rows import Draft
from controller.procedure.reducers.opening.checklist_lines import between_rounds
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State
from controller.table.manifest import Manifest, own_version
from controller.table.record import ENCODE, Carried, Opening, code_hash
from controller.table.vault import key_id
from controller.view.prizes import meters

AGAIN_S = 60.0
"""A change that did not come about is tried again, but not at every input."""


class DayFiles:
    """`due` is asked after each commit; `next_file` begins a file with what is carried over."""

    def __init__(
        self,
        in_force: Opening,
        running: Manifest,
        keys: KeyRing,
        *,
        house: House,
        day: str,
        duties: Callable[[], tuple[str, ...]],
    ) -> None:
        """`day` = the gaming day with which the newest file was begun."""
        self._in_force, self._running, self._keys = in_force, running, keys
        self._house, self._duties = house, duties
        self._day, self._not_before = day, float("-inf")
        self.failed = ""
        """Why the file that is due could not be begun; empty = none is late."""

    def due(self, play: Play) -> bool:
        """The day is the table's own: none comes by a clock that nobody has looked at."""
        if play.day.date <= self._day or not between_rounds(play):
            return False
        return asyncio.get_running_loop().time() >= self._not_before

    def next_file(self, number: int, state: State, snapshot: Draft) -> NextFile:
        self._not_before = asyncio.get_running_loop().time() + AGAIN_S
        opening = replace(
            self._in_force,
            version=own_version(),
            code=code_hash(),
            software=self._running,
            carried=self._carried(state.play),
            cards=key_id(self._keys.cards_to_be(number)),
        )
        return NextFile(state.play.day.date, ENCODE(opening), snapshot, self._keys)

    def begun(self, day: str) -> None:
        self._day, self._not_before, self.failed = day, float("-inf"), ""

    def not_begun(self, why: str) -> None:
        self.failed = why

    def _carried(self, play: Play) -> Carried:
        return Carried(
            day=play.day.date,
            round=play.number,
            meters=tuple((m.name, m.cents) for m in meters(play, self._house)),
            decks_opened_at=play.day.decks_opened_at,
            decks_reference=play.day.decks_reference,
            duties=self._duties(),
        )
