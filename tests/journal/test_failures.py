"""A commit that fails has moved nothing; one whose error came too late counts as committed."""

from __future__ import annotations

import contextlib
import os
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest
from pytest_mock import MockerFixture

from controller.errors import JournalError
from controller.journal.append import HeadMoved, Journal, open_journal
from controller.journal.head import read_head
from controller.journal.read import open_reader
from controller.journal.seal import Signer
from controller.journal.verify import verify

from .conftest import draft

Plan = list[tuple[str, str, Exception]]


@pytest.fixture
def plan(mocker: MockerFixture) -> Plan:
    """What SQLite will do next: (statement or `open`, `before` or `after` it is done, error)."""
    plan: Plan = []

    def due(sql: str, when: str) -> None:
        if plan and plan[0][:2] == (sql, when):
            raise plan.pop(0)[2]

    class Connection(apsw.Connection):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            due("open", "before")
            super().__init__(*args, **kwargs)

        def execute(self, statements: str, *args: Any, **kwargs: Any) -> apsw.Cursor:
            due(statements, "before")
            cursor = super().execute(statements, *args, **kwargs)
            due(statements, "after")
            return cursor

    mocker.patch("apsw.Connection", Connection)
    return plan


@pytest.fixture
def failing(plan: Plan, path: Path, signer: Signer) -> Iterator[Journal]:
    journal = open_journal(path, signer)
    yield journal
    journal.close()


@pytest.mark.parametrize("statement", ["BEGIN IMMEDIATE", "COMMIT"])
@pytest.mark.parametrize(
    "error", [apsw.FullError("database or disk is full"), apsw.IOError("disk I/O error")]
)
async def test_commit_moves_nothing_when_the_disk_fails(
    failing: Journal, plan: Plan, statement: str, error: Exception
) -> None:
    """After a failed commit the tentative state is dropped; the next one works.

    Source: controller/README 2.
    """
    before = failing.head
    plan.append((statement, "before", error))

    with pytest.raises(JournalError) as caught:
        await failing.commit([draft(3)])

    assert failing.head == before
    text = str(caught.value)
    assert str(failing.path) in text
    assert str(error) in text
    assert not plan
    assert (await failing.commit([draft(3)])).seq == 3
    assert verify(failing.path).fault is None


async def test_commit_counts_when_its_error_came_after_it_was_durable(
    failing: Journal, plan: Plan
) -> None:
    """The writer reads the head back; is the batch there, it counts as committed.

    Source: controller/README 2.
    """
    plan.append(("COMMIT", "after", apsw.IOError("disk I/O error")))

    head = await failing.commit([draft(3), draft(4)])

    assert head.seq == 4
    assert (await failing.commit([draft(5)])).seq == 5
    assert verify(failing.path).rows == 5


async def test_commit_does_not_count_when_the_batch_there_cannot_be_made_durable(
    failing: Journal, plan: Plan
) -> None:
    """After a failed fsync the log's pages may look written and not be: never guess."""
    plan.append(("COMMIT", "after", apsw.IOError("disk I/O error")))
    plan.append(("PRAGMA wal_checkpoint(FULL)", "before", apsw.IOError("disk I/O error")))
    with pytest.raises(JournalError, match="disk I/O error"):
        await failing.commit([draft(3)])

    with pytest.raises(HeadMoved, match=r"T131 .*reported as not recorded.*Restart the daemon"):
        await failing.commit([draft(3)])

    with pytest.raises(HeadMoved):
        await failing.commit([draft(3)])


async def test_commit_fails_until_the_file_opens_again(failing: Journal, plan: Plan) -> None:
    """A disk that was pulled and came back: the file is reopened first (controller/README 2)."""
    gone = apsw.CantOpenError("unable to open database file")
    plan.append(("COMMIT", "before", apsw.IOError("disk I/O error")))
    plan.extend([("open", "before", gone), ("open", "before", gone)])

    for _ in range(2):
        with pytest.raises(JournalError, match="Check free space, owner and mode"):
            await failing.commit([draft(3)])

    assert (await failing.commit([draft(3)])).seq == 3


async def test_journal_closes_when_its_file_could_not_be_reopened(
    failing: Journal, plan: Plan
) -> None:
    plan.append(("COMMIT", "before", apsw.IOError("disk I/O error")))
    plan.append(("open", "before", apsw.IOError("disk I/O error")))
    with pytest.raises(JournalError):
        await failing.commit([draft(3)])

    failing.close()


async def test_commit_waits_for_the_head_file_when_it_could_not_be_written(
    journal: Journal, mocker: MockerFixture
) -> None:
    """The head file may lag by one commit, not by two: what can be lost unseen stays bounded."""
    broken = mocker.patch("os.pwrite", side_effect=OSError(28, "No space left on device"))
    await journal.commit([draft(3)])

    with pytest.raises(JournalError) as caught:
        await journal.commit([draft(4)])

    assert f"{journal.path}.head: cannot be written" in str(caught.value)
    mocker.stop(broken)
    assert (await journal.commit([draft(4)])).seq == 4
    journal.close()
    noted = read_head(journal.path)
    assert noted
    assert noted.seq == 4


async def test_commits_go_on_while_no_descriptor_is_free(journal: Journal) -> None:
    """A thousand silent connections may take them all: the table records its cards all the same."""
    await journal.commit([draft(3)])
    taken = []
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, hard), hard))
    try:
        with contextlib.suppress(OSError):
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        for seq in (4, 5, 6):
            assert (await journal.commit([draft(seq)])).seq == seq
    finally:
        for fd in taken:
            os.close(fd)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_open_is_refused_when_a_log_cannot_be_kept(
    path: Path, signer: Signer, mocker: MockerFixture
) -> None:
    """Some network disks: without the log a commit is not what the design counts on."""

    class Connection(apsw.Connection):
        def execute(self, statements: str, *args: Any, **kwargs: Any) -> apsw.Cursor:
            return super().execute(statements.replace("= WAL", "= DELETE"), *args, **kwargs)

    mocker.patch("apsw.Connection", Connection)

    with pytest.raises(JournalError, match=r"write-ahead log \(delete\)\. Put the journal on a lo"):
        open_journal(path, signer)


async def test_reader_says_what_the_system_said_when_the_disk_fails(plan: Plan, path: Path) -> None:
    plan.append(("PRAGMA application_id", "before", apsw.IOError("disk I/O error")))

    with pytest.raises(JournalError, match="disk I/O error"):
        open_reader(path)
