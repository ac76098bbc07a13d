"""A copy of a record that is being written, and a copy put back in its place."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from controller.cli import run
from controller.errors import JournalError
from controller.journal.append import Journal, open_journal
from controller.journal.backup import Restored, backup, decode_restored, restore
from controller.journal.head import head_path, read_head
from controller.journal.read import open_reader
from controller.journal.rows import RESTORED, Draft
from controller.journal.seal import Signer
from controller.journal.verify import verify

from .conftest import AT, draft, unguarded


async def a_round(journal: Journal) -> None:
    first = journal.head.seq + 1
    snapshot = Draft(first + 2, AT, "table", "snapshot", b"state")
    await journal.commit([draft(first), draft(first + 1), snapshot], sign=True)


async def test_copy_of_a_live_record_has_every_row_and_opens_as_a_record(
    journal: Journal, signer: Signer, tmp_path: Path
) -> None:
    """The newest rows lie in the log beside the file, where cp does not look."""
    await a_round(journal)
    to, report = backup(journal.path, tmp_path / "copy.db", signer.public_key)

    assert report.rows == journal.head.seq
    assert read_head(to) == journal.head
    assert to.stat().st_mode & 0o777 == 0o600
    assert sorted(p.name for p in tmp_path.glob("copy.db*")) == ["copy.db", "copy.db.head"]
    again = open_journal(to, signer)
    assert again.head == journal.head
    again.close()


async def test_copies_taken_while_rows_are_written_are_each_a_whole_record(
    journal: Journal, signer: Signer, tmp_path: Path
) -> None:
    """The writer is a thread of its own: it commits while the copy is made."""
    for n in range(20):
        writing = asyncio.ensure_future(a_round(journal))
        await asyncio.sleep(0)
        to, report = backup(journal.path, tmp_path / f"{n}.db")
        assert report.fault is None
        assert verify(to, signer.public_key).rows == report.rows
        await writing


async def test_folder_gets_a_copy_by_its_time(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "to").mkdir()
    to, _ = backup(journal.path, tmp_path / "to")

    assert to.parent == tmp_path / "to"
    assert to.name.startswith(f"{journal.path.stem}-2")


async def test_record_that_is_not_proven_is_not_backed_up(journal: Journal, tmp_path: Path) -> None:
    """A copy that says done must be worth something; no half of one is left."""
    await a_round(journal)
    with unguarded(journal.path) as db:
        db.execute("UPDATE row SET payload = x'00' WHERE seq = 4")

    with pytest.raises(JournalError, match="row 4 was changed"):
        backup(journal.path, tmp_path / "copy.db")
    assert list(tmp_path.glob("copy.db*")) == []


async def test_copy_never_goes_over_another_file(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("mine")

    with pytest.raises(JournalError, match="exists already"):
        backup(journal.path, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "mine"


async def test_copy_put_back_says_how_many_rows_and_rounds_are_missing(
    journal: Journal, signer: Signer, tmp_path: Path
) -> None:
    await a_round(journal)
    to, _ = backup(journal.path, tmp_path / "copy.db")
    kept = journal.head.seq
    await a_round(journal)
    await a_round(journal)
    await journal.commit([draft(journal.head.seq + 1)])
    known = journal.head.seq
    journal.close()

    found = await restore(to, journal.path, signer, at_us=AT)

    assert found == Restored(kept=kept, known=known, rounds=2)
    with open_reader(journal.path) as reader:
        row = reader.last(RESTORED)
        assert row is not None
        assert decode_restored(row.payload) == found
    assert verify(journal.path, signer.public_key).fault is None
    assert len(list(tmp_path.glob("*.before-restore-*"))) >= 2


async def test_lost_file_is_restored_with_what_its_head_file_knows(
    journal: Journal, signer: Signer, tmp_path: Path
) -> None:
    to, _ = backup(journal.path, tmp_path / "copy.db")
    await a_round(journal)
    journal.close()
    journal.path.unlink()

    found = await restore(to, journal.path, signer, at_us=AT)

    assert (found.kept, found.known, found.rounds) == (2, 6, None)


async def test_folder_means_the_record_in_it_and_stays_where_it_is(
    journal: Journal, signer: Signer, tmp_path: Path
) -> None:
    """Keys and people lie beside the record: the whole folder was renamed."""
    to, _ = backup(journal.path, tmp_path / "copy.db")
    journal.close()
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "people.json").touch()

    with pytest.raises(JournalError, match="holds no record"):
        await restore(to, kept, signer, at_us=AT)
    journal.path.rename(kept / journal.path.name)
    await restore(to, kept, signer, at_us=AT)

    assert (kept / "people.json").exists()
    assert verify(kept / journal.path.name, signer.public_key).fault is None


async def test_nothing_is_put_back_under_a_running_daemon(
    journal: Journal, signer: Signer, tmp_path: Path
) -> None:
    to, _ = backup(journal.path, tmp_path / "copy.db")

    with pytest.raises(JournalError, match="is being written by process"):
        await restore(to, journal.path, signer, at_us=AT)


async def test_copy_of_another_table_is_not_put_back(journal: Journal, tmp_path: Path) -> None:
    to, _ = backup(journal.path, tmp_path / "copy.db")
    journal.close()

    with pytest.raises(JournalError, match="row 1 names key"):
        await restore(to, journal.path, Signer.generate(), at_us=AT)
    assert journal.path.exists()
    assert head_path(journal.path).exists()


async def test_command_says_done_only_of_a_proven_copy(
    journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await a_round(journal)
    assert run(["journal", "backup", str(journal.path), str(tmp_path / "copy.db")]) == 0
    said = capsys.readouterr().out
    assert "backed up" in said
    assert f"rows        {journal.head.seq}, proven to row {journal.head.seq - 1}" in said
    assert run(["journal", "backup", str(journal.path), str(tmp_path / "copy.db")]) == 1
    assert "exists already" in capsys.readouterr().err


async def test_nothing_goes_aside_before_the_copy_is_whole(
    journal: Journal, signer: Signer, tmp_path: Path, mocker: MockerFixture
) -> None:
    """A full disk in the middle left no record in its place."""
    await a_round(journal)
    copy, _ = backup(journal.path, tmp_path / "copy.db")
    journal.close()
    stood, head = journal.path.read_bytes(), head_path(journal.path).read_bytes()
    mocker.patch("os.fsync", side_effect=OSError(errno.ENOSPC, "No space left on device"))

    with pytest.raises(JournalError, match="no space left on device"):
        await restore(copy, journal.path, signer, at_us=AT)

    assert journal.path.read_bytes() == stood
    assert head_path(journal.path).read_bytes() == head
    assert not [p.name for p in tmp_path.iterdir() if ".new" in p.name or "before" in p.name]


async def test_copy_is_not_put_in_the_place_of_another_kind_of_file(
    journal: Journal, signer: Signer, tmp_path: Path
) -> None:
    copy, _ = backup(journal.path, tmp_path / "copy.db")
    (tmp_path / "devices.toml").write_text("[table]\n")

    for name, why in (("devices.toml", "is no record"), ("none/x.db", "directory does not exist")):
        with pytest.raises(JournalError, match=why):
            await restore(copy, tmp_path / name, signer, at_us=AT)
    assert (tmp_path / "devices.toml").read_text() == "[table]\n"
    assert not [*tmp_path.glob("devices.toml?*"), *tmp_path.glob("none*")]
