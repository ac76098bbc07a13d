"""One writer appends; what it acknowledged stays, in order and unchanged."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path
from typing import Any

import apsw
import pytest
from pytest_mock import MockerFixture

from controller.errors import JournalError
from controller.journal.append import Journal, create_journal, open_journal
from controller.journal.head import read_head
from controller.journal.read import open_reader
from controller.journal.rows import Head
from controller.journal.seal import Signer, signature_key
from tests.kit.wires.patience import PATIENCE_S, until

from .conftest import AT, draft


async def test_commit_is_on_disk_when_it_returns(journal: Journal, path: Path) -> None:
    """controller/README 1.1: recorded first. Another connection sees the rows at once."""
    head = await journal.commit([draft(3, b"one"), draft(4, b"two")])

    with open_reader(path) as reader:
        assert [r.payload for r in reader.rows(3)] == [b"one", b"two"]
        assert reader.head() == head == journal.head
    assert head.seq == 4


async def test_commit_survives_when_the_journal_is_opened_again(path: Path, signer: Signer) -> None:
    """The head is where the last writer left it."""
    first = open_journal(path, signer)
    head = await first.commit([draft(3)])
    first.close()
    first.close()

    second = open_journal(path, signer)

    assert second.head == head
    second.close()


async def test_commit_signs_the_head_when_asked(journal: Journal, signer: Signer) -> None:
    """journal/FORMAT: chain heads are signed at each round's end, in the same transaction."""
    await journal.commit([draft(3)], sign=True)
    await journal.commit([draft(5)])

    with open_reader(journal.path) as reader:
        rows = list(reader.rows(3))
    assert [r.kind for r in rows] == ["CardDrawn", "signature", "CardDrawn"]
    assert signature_key(Head(3, rows[0].hash), rows[1].payload) == signer.public_key


@pytest.mark.parametrize("seqs", [[4], [2], [3, 5], [3, 3]])
async def test_commit_is_refused_when_a_row_does_not_follow(
    journal: Journal, seqs: list[int]
) -> None:
    """The table knows each seq before it steps: a gap is a fault, nothing is moved."""
    before = journal.head

    with pytest.raises(JournalError, match=r"row \d offered, row \d is due"):
        await journal.commit([draft(s) for s in seqs])

    assert journal.head == before
    assert (await journal.commit([draft(3)])).seq == 3


async def test_commit_is_refused_when_the_journal_is_closed(journal: Journal) -> None:
    journal.close()

    with pytest.raises(JournalError, match="is closed"):
        await journal.commit([draft(3)])


def test_commit_goes_on_when_its_waiter_is_cancelled(journal: Journal) -> None:
    """A batch handed to the writer is written; the next one follows it."""

    async def cancelled() -> Head:
        first = asyncio.ensure_future(journal.commit([draft(n) for n in range(3, 3000)]))
        queued = asyncio.ensure_future(journal.commit([draft(3000)]))
        await asyncio.sleep(0)
        queued.cancel()
        with pytest.raises(asyncio.CancelledError):
            await queued
        head = await journal.commit([draft(3001)])
        await first
        return head

    assert asyncio.run(cancelled()).seq == 3001


def test_commit_finishes_when_the_journal_is_closed_meanwhile(journal: Journal) -> None:
    async def closed() -> Head:
        waiter = asyncio.ensure_future(journal.commit([draft(3)]))
        await asyncio.sleep(0)
        journal.close()
        return await waiter

    assert asyncio.run(closed()).seq == 3
    assert read_head(journal.path) == journal.head


def test_head_file_follows_the_commit_without_waiting_for_another(
    path: Path, signer: Signer
) -> None:
    """The last commit of an evening is noted too, long before the journal is closed."""
    journal = open_journal(path, signer)
    asyncio.run(journal.commit([draft(3)]))

    assert until(lambda: read_head(path) == journal.head)
    journal.close()


async def test_commit_takes_no_virtual_time_and_lets_others_go_first(journal: Journal) -> None:
    """Two runs of one evening are the same evening: no thread decides what comes first."""
    loop = asyncio.get_running_loop()
    order: list[str] = []
    alarm = asyncio.ensure_future(asyncio.sleep(3600))
    waiter = asyncio.ensure_future(journal.commit([draft(3)]))
    waiter.add_done_callback(lambda _: order.append("recorded"))
    loop.call_soon(order.append, "meanwhile")

    await waiter
    during = loop.time()
    await alarm

    assert order == ["meanwhile", "recorded"]
    assert during == 0.0
    assert loop.time() == 3600.0


def test_ordinary_loop_goes_on_while_the_disk_is_slow(
    path: Path, signer: Signer, mocker: MockerFixture
) -> None:
    """One thread writes, whatever waits for the disk; the loop is free meanwhile."""
    written, went_on = threading.Event(), threading.Event()

    class Slow(apsw.Connection):
        def execute(self, statements: str, *args: Any, **more: Any) -> apsw.Cursor:
            if statements == "COMMIT":
                assert went_on.wait(PATIENCE_S)
                written.set()
            return super().execute(statements, *args, **more)

    async def run() -> Head:
        journal = open_journal(path, signer)
        waiter = asyncio.ensure_future(journal.commit([draft(3)]))
        await asyncio.sleep(0.01)
        assert not written.is_set()
        went_on.set()
        head = await waiter
        journal.close()
        return head

    mocker.patch("apsw.Connection", Slow)
    assert asyncio.run(run()).seq == 3
    assert written.is_set()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE row SET payload = x'00' WHERE seq = 2",
        "UPDATE OR REPLACE row SET seq = 1 WHERE seq = 2",
        "DELETE FROM row WHERE seq = 2",
        "INSERT OR REPLACE INTO row SELECT seq, 0, source, kind, payload, prev_hash, hash FROM row",
        "REPLACE INTO row SELECT 2, 0, source, kind, payload, prev_hash, hash FROM row LIMIT 1",
        "INSERT INTO row SELECT 9, at_us, source, kind, payload, prev_hash, hash FROM row LIMIT 1",
        "INSERT INTO row SELECT 3, at_us, source, kind, payload, prev_hash, hash FROM row LIMIT 1",
        "INSERT INTO row SELECT NULL, at_us, source, kind, payload, hash, hash FROM row LIMIT 1",
    ],
)
def test_file_refuses_every_change_of_a_row(path: Path, sql: str) -> None:
    """journal/FORMAT: append-only, for any program that opens the file, REPLACE included."""
    with open_reader(path) as reader:
        before = list(reader.rows())
    db = apsw.Connection(str(path))

    with pytest.raises(apsw.ConstraintError):
        db.execute(sql)

    db.close()
    with open_reader(path) as reader:
        assert list(reader.rows()) == before


def test_second_writer_is_refused_while_the_first_holds_the_journal(
    journal: Journal, path: Path, signer: Signer
) -> None:
    """One writer: the refusal says who holds it and what to do."""
    with pytest.raises(JournalError) as caught:
        open_journal(path, signer)

    assert str(caught.value) == (
        f"T130 {path}: is being written by process {os.getpid()}. "
        "One daemon per table: stop that one first"
    )


def test_journal_is_refused_when_it_was_opened_with_another_key(path: Path) -> None:
    """One journal, one signing key: else no single public key proves it."""
    with pytest.raises(JournalError, match=r"is signed by key .*, the key given is"):
        open_journal(path, Signer.generate())


def test_files_are_readable_by_their_owner_only(journal: Journal, path: Path) -> None:
    modes = {p.name: p.stat().st_mode & 0o777 for p in path.parent.iterdir()}

    assert set(modes.values()) == {0o600}
    assert {path.name, f"{path.name}.head", f"{path.name}.lock", f"{path.name}-wal"} <= set(modes)


def test_create_is_refused_when_the_file_exists(path: Path, signer: Signer) -> None:
    with pytest.raises(JournalError, match="exists already"):
        create_journal(path, at_us=AT, record=b"", signer=signer)


def test_create_is_refused_when_a_journal_is_gone_from_there(path: Path, signer: Signer) -> None:
    """A head file without its journal means rows were lost: no silent new beginning."""
    path.unlink()

    with pytest.raises(JournalError, match="is gone; its head file knows row 2"):
        create_journal(path, at_us=AT, record=b"", signer=signer)


def test_create_is_refused_when_the_directory_is_missing(tmp_path: Path, signer: Signer) -> None:
    with pytest.raises(JournalError, match="its directory does not exist"):
        create_journal(tmp_path / "no" / "x.journal", at_us=AT, record=b"", signer=signer)


def test_create_starts_anew_when_an_earlier_one_was_cut_short(path: Path, signer: Signer) -> None:
    """Power lost between building the file and giving it its name."""
    path.rename(path.with_name(path.name + ".new"))

    create_journal(path, at_us=AT, record=b"again", signer=signer)

    with open_reader(path) as reader:
        assert reader.opening().record == b"again"
        assert reader.head().seq == 1
