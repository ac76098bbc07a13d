"""Every damage is one line that names the file, the row where there is one, and what to do."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from pytest_mock import MockerFixture

from controller.errors import JournalError
from controller.journal.append import Journal, open_journal
from controller.journal.head import read_head, write_head
from controller.journal.read import open_reader
from controller.journal.rows import Head
from controller.journal.seal import Signer
from controller.journal.verify import accept_end, verify

from .conftest import draft


def refusal(path: Path, signer: Signer) -> str:
    with pytest.raises(JournalError) as caught:
        open_journal(path, signer)
    text = str(caught.value)
    assert "\n" not in text
    assert text.count(". ") >= 1, "it says what to do"
    return text


def test_open_names_the_directory_when_it_is_missing(tmp_path: Path, signer: Signer) -> None:
    text = refusal(tmp_path / "no" / "x.journal", signer)

    assert "no/x.journal: its directory does not exist. Create it: install -d -m 700" in text


def test_open_names_the_file_when_it_is_missing(tmp_path: Path, signer: Signer) -> None:
    assert "x.journal: does not exist. Check the path" in refusal(tmp_path / "x.journal", signer)


def test_open_says_that_rows_are_gone_when_only_the_head_file_is_left(
    path: Path, signer: Signer
) -> None:
    path.unlink()

    assert "is gone; its head file knows row 2" in refusal(path, signer)


def test_open_is_refused_when_the_path_is_a_directory(tmp_path: Path, signer: Signer) -> None:
    assert "is a directory. Name the journal file" in refusal(tmp_path, signer)


def test_open_is_refused_when_the_file_is_empty(path: Path, signer: Signer) -> None:
    path.write_bytes(b"")

    assert "is empty. Keep the file for the auditor" in refusal(path, signer)


def test_open_is_refused_when_the_file_is_no_database(path: Path, signer: Signer) -> None:
    path.write_bytes(b"no database at all\n" * 200)

    assert "is not a journal. Check the path" in refusal(path, signer)


def test_open_is_refused_when_the_database_is_another_one(path: Path, signer: Signer) -> None:
    path.unlink()
    db = apsw.Connection(str(path))
    db.execute("CREATE TABLE other(x)")
    db.close()
    path.chmod(0o600)

    assert "is a database, but not a journal. Check the path" in refusal(path, signer)


def test_open_is_refused_when_others_may_read_the_file(path: Path, signer: Signer) -> None:
    path.chmod(0o640)

    assert f"is open to others (mode 0640). Run chmod 600 {path}" in refusal(path, signer)


def test_open_is_refused_when_this_user_may_not_read_it(
    path: Path, signer: Signer, mocker: MockerFixture
) -> None:
    """Root may read everything, so the answer of the system is played."""
    mocker.patch("os.access", return_value=False)

    assert f"may not be read by this user. Run as its owner: {path.owner()}" in refusal(
        path, signer
    )


def test_open_is_refused_when_the_lock_file_cannot_be_made(
    path: Path, signer: Signer, mocker: MockerFixture
) -> None:
    mocker.patch("os.open", side_effect=PermissionError(13, "Permission denied"))

    assert f"{path}.lock: permission denied. Check owner and mode" in refusal(path, signer)


def test_open_is_refused_when_there_are_no_rows(
    path: Path, signer: Signer, tamper: Callable[[str], None]
) -> None:
    tamper("DELETE FROM row")

    assert "has no rows" in refusal(path, signer)


async def test_open_is_refused_when_the_file_is_truncated(
    journal: Journal, path: Path, signer: Signer
) -> None:
    await journal.commit([draft(n, b"x" * 900) for n in range(3, 200)])
    journal.close()
    whole = path.stat().st_size
    with path.open("rb+") as file:
        file.truncate(whole // 2)

    text = refusal(path, signer)

    assert f"{path}: is damaged or cut short" in text
    assert "journal verify: it names the first bad row" in text


async def test_open_is_refused_when_the_last_rows_were_deleted(
    journal: Journal, path: Path, signer: Signer, tamper: Callable[[str], None]
) -> None:
    """journal/FORMAT: the head file notices what the chain alone cannot."""
    await journal.commit([draft(3), draft(4)])
    journal.close()
    tamper("DELETE FROM row WHERE seq > 3")

    text = refusal(path, signer)

    assert "ends at row 3, its head file knows row 4: rows are lost" in text
    assert "journal verify" in text


async def test_open_is_refused_when_the_last_row_is_another_one(path: Path, signer: Signer) -> None:
    write_head(path, Head(2, bytes(32)))
    write_head(path, Head(2, bytes(32)))

    assert "row 2 is not the row that its head file knows" in refusal(path, signer)


@pytest.mark.parametrize("content", [None, b"", b"\xff" * 1024, b"3 4 5\n" * 200])
def test_open_is_refused_when_the_head_file_is_missing_or_damaged(
    path: Path, signer: Signer, content: bytes | None
) -> None:
    head = path.with_name(path.name + ".head")
    head.unlink()
    if content is not None:
        head.write_bytes(content)

    assert f"{head}: missing or damaged. Run dealer-assist journal verify" in refusal(path, signer)


async def test_accept_lets_the_table_go_on_after_rows_were_lost(
    journal: Journal, path: Path, signer: Signer, tamper: Callable[[str], None]
) -> None:
    """controller/README 1.7: there is always a way out; the old head file stays as evidence."""
    await journal.commit([draft(3), draft(4)])
    journal.close()
    tamper("DELETE FROM row WHERE seq > 3")

    noted, end = accept_end(path)

    assert noted
    assert (noted.seq, end.seq) == (4, 3)
    again = open_journal(path, signer)
    assert again.head == end
    again.close()
    assert path.with_name(f"{path.name}.head.before-3").exists()


def test_accept_is_refused_when_the_chain_is_broken(
    path: Path, tamper: Callable[[str], None]
) -> None:
    tamper("UPDATE row SET payload = x'00' WHERE seq = 1")

    with pytest.raises(JournalError, match="row 1 was changed after it was written"):
        accept_end(path)


def test_accept_is_refused_while_a_daemon_writes(journal: Journal) -> None:
    with pytest.raises(JournalError, match="is being written by process"):
        accept_end(journal.path)


def test_accept_makes_a_head_file_when_there_is_none(path: Path, signer: Signer) -> None:
    path.with_name(path.name + ".head").unlink()

    noted, end = accept_end(path)

    assert (noted, end.seq) == (None, 2)
    open_journal(path, signer).close()


async def test_head_file_keeps_the_other_slot_when_one_is_torn(journal: Journal) -> None:
    """A write that stops half way costs that slot, not the one before it."""
    await journal.commit([draft(3)])
    await journal.commit([draft(4)])
    journal.close()
    head = journal.path.with_name(journal.path.name + ".head")
    data = bytearray(head.read_bytes())
    newest = data.index(b"4 ")
    data[newest + 20 : newest + 40] = b"0" * 20

    head.write_bytes(data)

    noted = read_head(journal.path)
    assert noted
    assert noted.seq == 3


async def test_log_left_by_a_kill_is_recovered(
    journal: Journal, path: Path, signer: Signer, tmp_path: Path
) -> None:
    """The files as they stand in mid-flight, copied: all that a kill -9 leaves."""
    await journal.commit([draft(3), draft(4)])
    left = tmp_path / "left"
    left.mkdir()
    for name in (path.name, f"{path.name}-wal", f"{path.name}.head"):
        shutil.copy2(path.with_name(name), left / name)

    with open_reader(left / path.name) as reader:
        seen = reader.head()
    again = open_journal(left / path.name, signer)

    assert again.head == journal.head == seen
    again.close()
    assert verify(left / path.name).fault is None


def test_reader_works_on_media_that_cannot_be_written(path: Path, mocker: MockerFixture) -> None:
    """An auditor reads from a write-protected copy."""
    mocker.patch("os.access", side_effect=lambda _, mode: mode != 2)

    with open_reader(path) as reader:
        assert reader.head().seq == 2
        assert not path.with_name(path.name + "-shm").exists()
