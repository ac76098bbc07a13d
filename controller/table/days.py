"""The record goes on in the file of another gaming day: no input is part of that."""

from __future__ import annotations

from typing import Protocol

import structlog
from msgspec import Struct

from controller.errors import ConfigError, JournalError
from controller.journal.append import HeadMoved, Journal
from controller.journal.days.change import NextFile, opening_row
from controller.journal.rows import Draft
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State

from .record import ENCODE, SNAPSHOT, Snapshot

log = structlog.get_logger(__name__)


class Days(Protocol):
    """Knows when the next file is due, and what it begins with."""

    def due(self, play: Play) -> bool: ...

    def next_file(self, number: int, state: State, snapshot: Draft) -> NextFile: ...

    def begun(self, day: str) -> None: ...

    def not_begun(self, why: str) -> None: ...


class At(Struct, frozen=True):
    """Where the table stands. Units: `at` us UTC, `mono` ms of the table's own clock."""

    state: State
    at: int
    mono: int
    code: str


async def next_day(journal: Journal, days: Days, where: At) -> int | None:
    """Begin the file; its first row, whose rules are in force from there on. None = not begun.

    Raises: HeadMoved.
    """
    opens = opening_row(journal.head)
    snapshot = Snapshot(where.code, opens + 2, where.state, where.mono, rules=opens)
    draft = Draft(opens + 1, where.at, "table", SNAPSHOT, ENCODE(snapshot))
    try:
        await journal.go_on(days.next_file(journal.number + 1, where.state, draft))
    except HeadMoved:
        raise
    except (ConfigError, JournalError) as error:
        log.warning("file_not_changed", error=str(error))
        days.not_begun(str(error))
        return None
    days.begun(where.state.play.day.date)
    log.info("file_changed", row=opens)
    return opens
