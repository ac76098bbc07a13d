"""Files that somebody puts beside a record so that its own programs do the harm."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import msgspec
import pytest

from controller.cli import run
from controller.daemon import exports
from controller.daemon.beside import Beside
from controller.daemon.beside.begin import EXPORTS_S
from controller.domain import facts as fact
from controller.errors import JournalError
from controller.journal.days import retention
from controller.journal.days.names import parts
from controller.journal.days.rest import Deleted
from controller.journal.days.retention import Hold
from controller.journal.keys import new_keys
from controller.journal.rows import DELETED
from controller.journal.seal import Signer, Signers
from controller.journal.verify import verify
from drivers.sim.rig import Rig
from tests.daemon.tabletop import a_tabletop
from tests.journal.attacks.test_forged_rows import added
from tests.journal.days import AFTERWARDS, THIRD, three_days


@pytest.fixture
def of(tmp_path: Path) -> Signers:
    signers = [new_keys(tmp_path / "keys"), Signer.generate(), Signer.generate()]
    asyncio.run(three_days(tmp_path, signers))
    return lambda number: signers[number - 1]


@pytest.fixture
def record(tmp_path: Path, of: Signers) -> Path:
    assert of
    return tmp_path / "journal.db"


def true_rest(record: Path, of: Signers) -> tuple[bytes, Deleted]:
    """As `prune` would leave it, and what its row would say."""
    aside = record.parent / "aside"
    shutil.copytree(record.parent, aside, ignore=shutil.ignore_patterns("aside", "keys"))
    pruning = retention.prune(aside / record.name, of, 1, rows=(), at_us=AFTERWARDS)
    (gone,) = asyncio.run(pruning)
    made = (aside / "journal.db.rest").read_bytes()
    shutil.rmtree(aside)
    return made, gone


@pytest.mark.parametrize("rest", ["empty", "true", "true, and a row that nobody signed"])
def test_rest_that_was_planted_deletes_no_held_day(record: Path, of: Signers, rest: str) -> None:
    """The next deletion would have ended what it took for one that a kill had cut short."""
    made, gone = true_rest(record, of)
    record.with_name("journal.db.rest").write_bytes(b"" if rest == "empty" else made)
    if "row" in rest:
        said = (gone.number, gone.day, gone.first, gone.last, gone.hash)
        added(record.with_name(THIRD), (DELETED, msgspec.msgpack.encode(Deleted(*said))))
    retention.hold(record, Hold("2026-11-28", "box 4 disputes", "Ada Fox"))
    kept = record.read_bytes()

    with pytest.raises(JournalError, match=r"journal\.db\.rest: lies beside"):
        asyncio.run(retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS))

    assert record.read_bytes() == kept
    record.with_name("journal.db.rest").unlink()
    assert verify(record).fault is None


async def test_notes_are_not_looked_for_in_another_folder(tmp_path: Path) -> None:
    """What is no note is taken away: through a link that would be the people and the keys."""
    folder = exports.folder_of(tmp_path / "journal.db")
    async with a_tabletop(tmp_path, Rig(1), beside=Beside(exports=folder)):
        (tmp_path / "other").mkdir()
        people = tmp_path / "other" / "people.json"
        people.write_text("[]")
        folder.symlink_to(people.parent)
        await asyncio.sleep(2 * EXPORTS_S)
        assert people.exists()

    with pytest.raises(JournalError, match="is a link"):
        exports.leave(tmp_path / "journal.db", fact.DayHeld(day="2027-01-14", who="A", reason="b"))
    held = ["--day", "2027-01-14", "--reason", "r", "--who", "w"]
    assert run(["journal", "hold", "add", str(tmp_path / "journal.db"), *held]) == 1
    assert [p.name for p in people.parent.iterdir()] == ["people.json"]


async def test_backup_writes_through_no_link(record: Path, of: Signers, tmp_path: Path) -> None:
    await retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS)
    to = tmp_path / "to"
    to.mkdir()
    people = tmp_path / "people.json"
    people.write_text("[]")
    for part in parts(record):
        (to / part.name).symlink_to(people)
        (to / f"{part.name}.new").symlink_to(people)

    assert run(["journal", "backup", str(record), str(to)]) in (0, 1)

    assert people.read_bytes() == b"[]"
