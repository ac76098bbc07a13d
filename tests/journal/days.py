"""A record of three files, as a table writes it: two rounds in each, the last one still open.

journal.db                     rows 1 to 8    7 says that it goes on, 8 signs it
journal-0002-2026-11-29.db     rows 9 to 17   9 opens it, 10 is the state, 11 signs both
journal-0003-2026-11-30.db     rows 18 to 24  24 is a row of the open round
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from controller.journal.append import Journal, create_journal, open_journal
from controller.journal.days.change import NextFile, opening_row
from controller.journal.rows import Draft
from controller.journal.seal import Signer

from .conftest import AT, draft

AFTERWARDS = int(datetime(2027, 3, 1, tzinfo=UTC).timestamp()) * 1_000_000
"""By it each of the days is long over. Units: UTC microseconds."""
DAYS = ("2026-11-29", "2026-11-30")
SECOND, THIRD = (f"journal-000{n}-{day}.db" for n, day in enumerate(DAYS, 2))


class Known:
    """Keys that are held in memory: those of the next file are the signer's."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    def new(self, number: int) -> Signer:
        return self._signer

    def begun(self, number: int) -> None:
        return


def next_file(journal: Journal, day: str, signer: Signer) -> NextFile:
    seq = opening_row(journal.head) + 1
    return NextFile(
        day, b"opening", Draft(seq, AT + seq, "table", "snapshot", b"state"), Known(signer)
    )


async def a_round(journal: Journal) -> None:
    first = journal.head.seq + 1
    snapshot = Draft(first + 2, AT + first + 2, "table", "snapshot", b"state")
    await journal.commit([draft(first), draft(first + 1), snapshot], sign=True)


async def three_days(folder: Path, signers: list[Signer], days: tuple[str, str] = DAYS) -> Path:
    """Of signers one a file; whoever writes the first file writes them all."""
    path = folder / "journal.db"
    snapshot = Draft(2, AT + 2, "table", "snapshot", b"state")
    create_journal(path, at_us=AT, record=b"opening", signer=signers[0], rows=[snapshot])
    journal = open_journal(path, signers[0])
    for day, signer in zip(days, signers[1:], strict=True):
        await a_round(journal)
        await journal.go_on(next_file(journal, day, signer))
    await a_round(journal)
    await journal.commit([draft(journal.head.seq + 1)])
    journal.close()
    return path
