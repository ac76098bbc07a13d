"""The same record by another name: one lock, and keys of this record only."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.cli import run
from controller.errors import JournalError
from controller.journal.append import Journal, open_journal
from controller.journal.backup import backup, restore
from controller.journal.days.names import parts
from controller.journal.keys import KeyRing, new_keys
from controller.journal.seal import Signer
from controller.journal.verify import verify
from tests.journal.conftest import AT, draft
from tests.journal.days import THIRD

Out = pytest.CaptureFixture[str]


async def test_newest_file_is_no_second_way_into_the_record(
    record: Path, signers: list[Signer]
) -> None:
    """It had a lock of its own: two daemons wrote one file."""
    journal = open_journal(record, signers[2])

    for name in (record.with_name(THIRD), record.with_name(f"{THIRD}.rest")):
        with pytest.raises(JournalError, match=r"Name the first file: journal\.db"):
            open_journal(name, signers[2])
    await journal.commit([draft(26)])
    journal.close()
    assert verify(record).fault is None


async def test_folder_by_another_name_has_the_same_lock(
    record: Path, signers: list[Signer], tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(record.parent)
    journal = open_journal(record, signers[2])

    with pytest.raises(JournalError, match="is being written by process"):
        open_journal(tmp_path / "link" / record.name, signers[2])
    journal.close()


@pytest.mark.parametrize("name", ["journal.db", THIRD, "."])
async def test_nothing_is_put_back_over_a_running_daemon_by_any_name(
    record: Path, signers: list[Signer], tmp_path: Path, name: str
) -> None:
    to = tmp_path / "copies" / "copy.db"
    to.parent.mkdir()
    backup(record, to)
    journal = open_journal(record, signers[2])
    await journal.commit([draft(26)])
    there = sorted(p.name for p in record.parent.iterdir())

    with pytest.raises(JournalError, match="is being written by process"):
        await restore(to, record.parent / name, lambda n: signers[n - 1], at_us=AT)

    assert sorted(p.name for p in record.parent.iterdir()) == there
    journal.close()
    assert verify(record).rows == 26


async def test_copy_is_put_back_by_the_name_of_its_file(
    record: Path, signers: list[Signer], tmp_path: Path
) -> None:
    to = tmp_path / "copies" / "copy.db"
    to.parent.mkdir()
    backup(record, to)

    done = await restore(to, record.with_name(THIRD), lambda n: signers[n - 1], at_us=AT)

    assert (done.kept, verify(record).fault, verify(record).rows) == (25, None, 27)
    assert len(parts(record)) == len(list(record.parent.glob("*.db"))) == 3
    assert list(record.parent.glob(f"{THIRD}.before-restore-*"))


def test_keys_of_another_table_are_not_destroyed(
    tmp_path: Path, journal: Journal, capsys: Out
) -> None:
    """`keys rotate` took whatever folder was named."""
    journal.close()
    new_keys(tmp_path / "other")
    theirs = KeyRing(tmp_path / "other")
    theirs.keep_cards(1)
    there = sorted((tmp_path / "other").iterdir())

    words = ["keys", "rotate", str(tmp_path / "other"), "--journal", str(journal.path)]
    assert run([*words, "--destroy"]) == 2

    assert "is signed by key" in capsys.readouterr().err
    assert sorted((tmp_path / "other").iterdir()) == there
