"""The file of a running table is taken away, moved or replaced: the next commit says so."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from pytest_mock import MockerFixture

from controller.errors import JournalError
from controller.journal.append import Journal, open_journal
from controller.journal.seal import Signer
from controller.journal.verify import verify
from tests.journal.conftest import draft


def deleted(path: Path) -> None:
    path.unlink()


def moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def replaced_by_a_copy(path: Path) -> None:
    shutil.copy2(path, path.with_name("copy"))
    path.with_name("copy").replace(path)


def replaced_by_an_empty_file(path: Path) -> None:
    path.unlink()
    path.touch(0o600)


def folder_moved(path: Path) -> None:
    path.parent.rename(path.parent.with_name("away"))


@pytest.mark.parametrize(
    "take_away",
    [deleted, moved, replaced_by_a_copy, replaced_by_an_empty_file, folder_moved],
    ids=lambda f: f.__name__,
)
async def test_file_that_is_not_in_its_place_takes_no_row(
    path: Path, signer: Signer, take_away: Callable[[Path], None]
) -> None:
    """A row that only an unlinked file holds is gone with the process: nothing is acknowledged."""
    journal = open_journal(path, signer)
    await journal.commit([draft(3)])
    take_away(path)

    with pytest.raises(JournalError, match=r"place|written"):
        await journal.commit([draft(4)])
    assert journal.head.seq == 3


async def test_file_that_was_moved_away_and_back_takes_rows_again(journal: Journal) -> None:
    """The table goes on by itself."""
    path = journal.path
    await journal.commit([draft(3)])
    moved(path)
    with pytest.raises(JournalError):
        await journal.commit([draft(4)])
    path.with_name("elsewhere").rename(path)

    await journal.commit([draft(4)])

    journal.close()
    assert (verify(path).fault, verify(path).rows) == (None, 4)


async def test_log_that_was_taken_away_costs_no_row(journal: Journal) -> None:
    """Closing the file saves what the log held; the next commit begins another log."""
    await journal.commit([draft(3)])
    await journal.commit([draft(4)])
    journal.path.with_name(journal.path.name + "-wal").unlink()

    with pytest.raises(JournalError, match="was taken away"):
        await journal.commit([draft(5)])
    await journal.commit([draft(5)])

    journal.close()
    assert (verify(journal.path).fault, verify(journal.path).rows) == (None, 5)


async def test_file_that_another_program_holds_is_not_called_damaged(
    journal: Journal, mocker: MockerFixture
) -> None:
    """Nobody restores a copy because somebody looks at the record with a database browser."""
    mocker.patch("controller.journal.files.BUSY_MS", 50)
    other = apsw.Connection(str(journal.path))
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(JournalError, match="another program has the file open") as caught:
        await journal.commit([draft(3)])
    other.execute("ROLLBACK")
    await journal.commit([draft(3)])

    assert "Wait for that program" in str(caught.value)
    other.close()
