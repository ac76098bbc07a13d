"""What somebody plants in the file, or puts back, while nobody looks: a row is there or refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import apsw
import pytest

from controller.errors import JournalError
from controller.journal.append import Journal, create_journal, open_journal
from controller.journal.files import connect, log_path
from controller.journal.head import head_path
from controller.journal.read import open_reader
from controller.journal.seal import Signer
from controller.journal.verify import verify
from tests.journal.conftest import draft, unguarded

HERE = Path(__file__).parents[2]
KEPT = sorted((*HERE.glob("journal/fixtures/*.journal"), *HERE.glob("fixtures/journals/*/*/*.db")))
PLANTED = {
    "rows that go nowhere": (
        "CREATE TRIGGER a BEFORE INSERT ON row BEGIN SELECT RAISE(IGNORE); END"
    ),
    "rows that are changed": (
        "CREATE TRIGGER a AFTER INSERT ON row WHEN NEW.kind = 'CardDrawn'"
        " BEGIN UPDATE row SET payload = x'00' WHERE seq = NEW.seq; END"
    ),
    "rows that are taken out again": (
        "CREATE TRIGGER a AFTER INSERT ON row BEGIN DELETE FROM row WHERE seq = NEW.seq; END"
    ),
    "a guard that guards nothing": (
        "CREATE TRIGGER row_stays BEFORE UPDATE ON row BEGIN SELECT 1; END"
    ),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_trigger_that_somebody_planted_keeps_the_record_from_being_written(
    path: Path, signer: Signer, planted: str
) -> None:
    """A card would be acknowledged, and no row would hold it."""
    with unguarded(path) as db:
        db.execute(PLANTED[planted])

    with pytest.raises(JournalError, match="holds what the record does not have: trigger"):
        open_journal(path, signer)
    assert verify(path).fault is None


async def test_trigger_planted_beside_the_running_table_costs_no_row(
    journal: Journal,
) -> None:
    """What was not recorded is not acknowledged."""
    await journal.commit([draft(3)])
    with unguarded(journal.path) as db:
        db.execute(PLANTED["rows that go nowhere"])

    with pytest.raises(JournalError):
        await journal.commit([draft(4)])

    assert journal.head.seq == 3
    with unguarded(journal.path) as db:
        db.execute("DROP TRIGGER a")
    await journal.commit([draft(4)])
    journal.close()
    with open_reader(journal.path) as reader:
        assert [row.seq for row in reader.rows()] == [1, 2, 3, 4]


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.parent.name + path.name)
def test_file_of_any_version_is_written_on(kept: Path, tmp_path: Path) -> None:
    """What stands in it is what its software put there."""
    shutil.copyfile(kept, tmp_path / "journal.db")

    connect(tmp_path / "journal.db").close()


# ---- copies put back ----
async def test_copy_of_the_bytes_put_back_between_two_commits_loses_nothing_unseen(
    journal: Journal, signer: Signer
) -> None:
    """Into the same file, so that neither name nor inode tells."""
    path = journal.path
    await journal.commit([draft(3)])
    db = apsw.Connection(str(path))
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    kept = path.read_bytes()
    for seq in range(4, 40):
        await journal.commit([draft(seq, b"x" * 900)])
    with path.open("r+b") as file:
        file.write(kept)
        file.truncate(len(kept))

    try:
        await journal.commit([draft(40)])
    except JournalError:
        journal.close()
    else:
        journal.close()
    report = verify(path)
    assert report.fault is not None or report.rows == 40
    if report.fault is not None:
        with pytest.raises(JournalError):
            open_journal(path, signer)


async def test_log_of_an_earlier_hour_put_back_is_noticed(path: Path, signer: Signer) -> None:
    """SQLite would take its pages for newer than the file's."""
    journal = open_journal(path, signer)
    await journal.commit([draft(3)])
    old_log, old_file = log_path(path).read_bytes(), path.read_bytes()
    for seq in range(4, 30):
        await journal.commit([draft(seq)])
    journal.close()
    assert old_file
    log_path(path).write_bytes(old_log)

    report = verify(path)
    if report.fault is None:
        assert report.rows == 29
    else:
        with pytest.raises(JournalError):
            open_journal(path, signer)


async def test_file_and_log_of_an_earlier_hour_are_behind_the_head_file(
    path: Path, signer: Signer, tmp_path: Path
) -> None:
    journal = open_journal(path, signer)
    await journal.commit([draft(3)])
    aside = tmp_path / "aside"
    aside.mkdir()
    for one in (path, log_path(path)):
        shutil.copyfile(one, aside / one.name)
    await journal.commit([draft(4)])
    await journal.commit([draft(5)])
    journal.close()
    for one in (path, log_path(path)):
        shutil.copyfile(aside / one.name, one)

    with pytest.raises(JournalError, match="rows are lost"):
        open_journal(path, signer)
    fault = verify(path).fault
    assert fault is not None
    assert "are lost, as the head file knows" in fault.what


async def test_head_file_of_another_record_is_not_believed(
    path: Path, signer: Signer, journal: Journal, tmp_path: Path
) -> None:

    await journal.commit([draft(3)])
    journal.close()
    other = tmp_path / "other.db"
    create_journal(other, at_us=1, record=b"another", signer=Signer.generate())
    shutil.copyfile(head_path(other), head_path(path))

    with pytest.raises(JournalError, match="row 1 is not the row that its head file knows"):
        open_journal(path, signer)
