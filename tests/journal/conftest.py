"""A journal of a few rows, and the means to damage it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from controller.journal.append import Journal, create_journal, open_journal
from controller.journal.chain import link
from controller.journal.keys import new_keys
from controller.journal.rows import Draft, Head
from controller.journal.seal import Signer

AT = 1_790_000_000_000_000
"""Units: UTC microseconds."""


def draft(seq: int, payload: bytes = b"payload") -> Draft:
    return Draft(seq, AT + seq, "shoe", "CardDrawn", payload)


def forged(head: Head, seq: int) -> str:
    """Return the SQL that puts a row in place of row 2: its hash fits, chained to that head."""
    row = next(link(head, [Draft(seq, AT, "table", "snapshot", b"forged")]))
    return (
        f"UPDATE row SET seq = {seq}, at_us = {AT}, payload = x'{row.payload.hex()}',"
        f" prev_hash = x'{row.prev_hash.hex()}', hash = x'{row.hash.hex()}' WHERE seq = 2"
    )


@contextmanager
def unguarded(path: Path) -> Iterator[apsw.Connection]:
    """The file without the triggers that keep rows as they are."""
    db = apsw.Connection(str(path))
    try:
        for trigger in ("row_follows", "row_stays", "row_remains"):
            db.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        yield db
    finally:
        db.close()


@pytest.fixture
def signer() -> Signer:
    return Signer.generate()


@pytest.fixture
def path(tmp_path: Path, signer: Signer) -> Path:
    """A journal at rest: the opening and a snapshot."""
    path = tmp_path / "table-7.journal"
    snapshot = Draft(2, AT + 2, "table", "snapshot", b"state")
    create_journal(path, at_us=AT, record=b"opening", signer=signer, rows=[snapshot])
    return path


@pytest.fixture
def journal(path: Path, signer: Signer) -> Iterator[Journal]:
    journal = open_journal(path, signer)
    yield journal
    journal.close()


@pytest.fixture
def tamper(path: Path) -> Callable[[str], None]:
    """Run SQL on the file as someone would who does not care for triggers."""

    def run(sql: str) -> None:
        with unguarded(path) as db:
            db.execute(sql)

    return run


@pytest.fixture
def signers(tmp_path: Path) -> list[Signer]:
    """Of three files; the first one's public key lies where the house keeps it."""
    return [new_keys(tmp_path / "keys"), Signer.generate(), Signer.generate()]


@pytest.fixture
def record(tmp_path: Path, signers: list[Signer]) -> Path:
    """Gaming days: before the 29th, the 29th, and the 30th, which is today."""
    from .days import three_days  # it draws on this file

    return asyncio.run(three_days(tmp_path, signers))
