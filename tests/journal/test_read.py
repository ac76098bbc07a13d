"""Rows are read while they are written, each checked against the chain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.errors import JournalError
from controller.journal.append import Journal
from controller.journal.read import open_reader
from controller.journal.rows import Draft, Head
from controller.journal.versions import VERSION

from .conftest import draft, forged


async def test_reader_sees_new_rows_while_a_daemon_writes(journal: Journal) -> None:
    """One writer, any number of readers."""
    with open_reader(journal.path) as reader:
        await journal.commit([draft(3)])
        first = [r.seq for r in reader.rows(3)]
        await journal.commit([draft(4)])
        second = [r.seq for r in reader.rows(3)]

    assert (first, second) == ([3], [3, 4])


async def test_last_finds_the_newest_row_of_a_kind(journal: Journal) -> None:
    """Recovery folds from the last snapshot, else from an earlier one (journal/FORMAT)."""
    await journal.commit([draft(3), Draft(4, 0, "table", "snapshot", b"later"), draft(5)])

    with open_reader(journal.path) as reader:
        newest, older = reader.last("snapshot"), reader.last("snapshot", before=4)
        none = reader.last("no such kind")

    assert newest
    assert older
    assert (newest.payload, older.payload, none) == (b"later", b"state", None)


def test_opening_says_version_key_and_record(path: Path) -> None:
    """journal/FORMAT: the opening record stands in the first row."""
    with open_reader(path) as reader:
        opening = reader.opening()

    assert (opening.version, opening.record, len(opening.public_key)) == (VERSION, b"opening", 32)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE row SET payload = x'00' WHERE seq = 2",
        "UPDATE row SET at_us = 0 WHERE seq = 2",
        "UPDATE row SET source = CAST(x'ff' AS TEXT) WHERE seq = 2",
        "UPDATE row SET prev_hash = zeroblob(32) WHERE seq = 2",
        "UPDATE row SET seq = 7 WHERE seq = 2",
    ],
)
def test_rows_stop_at_the_first_row_that_does_not_fit(
    path: Path, tamper: Callable[[str], None], sql: str
) -> None:
    tamper(sql)

    with (
        open_reader(path) as reader,
        pytest.raises(JournalError, match=rf"{path}: row 2 .*journal verify"),
    ):
        list(reader.rows())


@pytest.mark.parametrize("seq", [2, 3])
def test_rows_stop_at_a_row_that_fits_itself_but_not_its_place(
    path: Path, tamper: Callable[[str], None], seq: int
) -> None:
    """A row made anew: chained to another one, or to the right one under another number."""
    with open_reader(path) as reader:
        one, _ = reader.rows()
    tamper(forged(Head(1, bytes(32) if seq == 2 else one.hash), seq))

    with open_reader(path) as reader, pytest.raises(JournalError, match="row 2 is damaged"):
        list(reader.rows())


def test_last_is_refused_when_that_row_was_changed(
    path: Path, tamper: Callable[[str], None]
) -> None:
    """A snapshot that was tampered with is never folded from."""
    tamper("UPDATE row SET payload = x'00' WHERE seq = 2")

    with open_reader(path) as reader, pytest.raises(JournalError, match="row 2 was changed"):
        reader.last("snapshot")


@pytest.mark.parametrize("sql", ["DELETE FROM row", "UPDATE row SET source = CAST(x'ff' AS TEXT)"])
def test_opening_is_refused_when_row_1_is_no_opening(
    path: Path, tamper: Callable[[str], None], sql: str
) -> None:
    tamper(sql)

    with open_reader(path) as reader, pytest.raises(JournalError, match="row 1 "):
        reader.opening()


def test_head_is_row_0_when_there_are_no_rows(path: Path, tamper: Callable[[str], None]) -> None:
    tamper("DELETE FROM row")

    with open_reader(path) as reader:
        assert reader.head().seq == 0
        assert list(reader.rows()) == []
