"""Nothing is deleted before its time or while it is held; what is left still proves the rest."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path

import pytest

from controller.cli import run
from controller.errors import JournalError
from controller.journal.backup import backup
from controller.journal.days import names, retention
from controller.journal.days.retention import Hold
from controller.journal.prover import Prover
from controller.journal.read import open_reader
from controller.journal.rows import DELETED
from controller.journal.seal import Signer, Signers
from controller.journal.verify import verify
from tests.journal.proof.test_format import proved, script
from tests.journal.proof.test_prover import a_pass

from .conftest import unguarded
from .days import AFTERWARDS, SECOND, three_days

__all__ = ["script"]

FIRST_REST, SECOND_REST = "journal.db.rest", f"{SECOND}.rest"


@pytest.fixture
def of(signers: list[Signer]) -> Signers:
    return lambda number: signers[number - 1]


def files(record: Path) -> list[str]:
    return [part.name for part in names.parts(record)]


async def test_file_goes_when_its_last_day_is_that_long_ago(record: Path, of: Signers) -> None:
    """The first ended when the 29th began: one day ago. The newest never goes."""
    assert [why for _, why in retention.ages(record, 2, (), at_us=AFTERWARDS)] == [
        "kept 2 days, 1 days old",
        "kept 2 days, 0 days old",
    ]
    assert await retention.prune(record, of, 2, rows=(), at_us=AFTERWARDS) == ()

    gone = await retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS)

    assert [(one.number, one.first, one.last) for one in gone] == [(1, 1, 8)]
    assert files(record) == [FIRST_REST, SECOND, "journal-0003-2026-11-30.db"]


@pytest.mark.parametrize(
    ("clock", "why"),
    [
        ("2026-11-29", "kept 1 days, 0 days old"),
        ("2026-11-28", "kept 1 days, and its last day lies ahead of the clock of this machine"),
        ("2026-11-30", ""),
    ],
)
def test_clock_of_who_prunes_makes_a_file_younger_never_older(
    record: Path, clock: str, why: str
) -> None:
    """A table whose clock was ahead for an evening has files of days that are not yet."""
    at_us = int(datetime.fromisoformat(f"{clock}T12:00Z").timestamp()) * 1_000_000

    assert next(why for _, why in retention.ages(record, 1, (), at_us=at_us)) == why


async def test_year_in_which_nothing_was_recorded_makes_no_file_a_year_old(
    tmp_path: Path, signers: list[Signer]
) -> None:
    """The clock was a year ahead at a start, and stood so while somebody pruned."""
    days = ("2026-11-29", "2027-11-30")
    record = await three_days(tmp_path, signers, days)

    def may_go(keep_days: int) -> list[bool]:
        return [not why for _, why in retention.ages(record, keep_days, (), at_us=None)]

    assert may_go(31) == [True, False]
    assert may_go(32) == [False, False]


@pytest.mark.parametrize("day", ["2026-11-28", "2026-11-29"])
async def test_day_that_is_held_stays_whatever_its_age(record: Path, of: Signers, day: str) -> None:
    """A round of the 28th that lasted into the 29th ends in the first file: it is held for both."""
    retention.hold(record, Hold(day, "box 4 disputes", "Ada Fox"))

    gone = await retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS)

    assert gone == ()
    assert (
        next(why for _, why in retention.ages(record, 1, (), at_us=AFTERWARDS))
        == f"held for {day}: box 4 disputes"
    )
    assert retention.release(record, day)
    assert not retention.release(record, day)
    assert len(await retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS)) == 1


async def test_holds_that_cannot_be_read_let_nothing_go(record: Path, of: Signers) -> None:
    retention.holds_path(record).write_text("{")

    with pytest.raises(JournalError, match="nothing is deleted until it can be read"):
        await retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS)
    assert files(record)[0] == "journal.db"


async def test_rest_still_proves_every_later_file_by_the_first_public_key(
    record: Path, of: Signers, signers: list[Signer], script: Path
) -> None:
    """By `verify`, by what runs beside the play, and by a stranger's tools."""
    await retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS)
    third = files(record)[2]

    report = verify(record, signers[0].public_key)
    assert report.fault is None
    assert [f.deleted for f in report.files] == [True, False, False]
    prover = Prover(record, signers[0].public_key)
    assert a_pass(prover, report.head, rows=100).fault is None
    prover.close()
    key = record.parent / "keys" / "signing.pub"
    rest = record.with_name(FIRST_REST)
    due = f"proven to row {report.signed} of {report.rows}"
    assert proved(script, rest, key, SECOND, third)[1] == due
    with open_reader(record) as reader:
        assert reader.first() == 9
        assert reader.last(DELETED) is not None
        assert next(reader.rows()).seq == 9
    assert [number for number, _ in numbered(record)] == [1, 2, 3]


def numbered(record: Path) -> list[tuple[int, bool]]:
    return [(part.number, part.rest) for part in names.parts(record)]


async def test_rows_that_went_without_a_row_are_found(
    record: Path, of: Signers, signers: list[Signer], script: Path, tmp_path: Path
) -> None:
    """Somebody deletes a day as `prune` would, and nobody has signed it."""
    aside = tmp_path / "aside"
    shutil.copytree(record.parent, aside, ignore=shutil.ignore_patterns("aside", "keys"))
    await retention.prune(aside / "journal.db", of, 1, rows=(), at_us=AFTERWARDS)
    shutil.copyfile(aside / FIRST_REST, record.with_name(FIRST_REST))
    record.unlink()
    head = verify(record).head

    fault = verify(record, signers[0].public_key).fault
    assert fault is not None
    assert (fault.seq, "no row says that they were deleted" in fault.what) == (2, True)
    prover = Prover(record, signers[0].public_key)
    found = a_pass(prover, head, rows=100).fault
    prover.close()
    assert found is not None
    key = record.parent / "keys" / "signing.pub"
    rest, third = record.with_name(FIRST_REST), "journal-0003-2026-11-30.db"
    status, said = proved(script, rest, key, SECOND, third)
    assert (status, "no row says that they were deleted" in said) == (1, True)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE row SET payload = zeroblob(101) WHERE seq = 8",
        "UPDATE row SET payload = x'00' WHERE seq = 7",
        "DELETE FROM row WHERE seq = 7",
        "UPDATE row SET at_us = 0 WHERE seq = 1",
    ],
)
async def test_rest_that_was_changed_is_found(
    record: Path, of: Signers, signers: list[Signer], script: Path, sql: str
) -> None:
    await retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS)
    with unguarded(record.with_name(FIRST_REST)) as db:
        db.execute(sql)

    assert verify(record, signers[0].public_key).fault is not None
    key = record.parent / "keys" / "signing.pub"
    rest, third = record.with_name(FIRST_REST), files(record)[2]
    assert proved(script, rest, key, SECOND, third)[0] == 1


async def test_deleted_file_that_is_put_back_is_found_and_named(
    record: Path, of: Signers, signers: list[Signer], tmp_path: Path
) -> None:
    shutil.copyfile(record, tmp_path / "kept")
    await retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS)
    shutil.copyfile(tmp_path / "kept", record)

    fault = verify(record, signers[0].public_key).fault
    assert fault is not None
    assert fault.what == "file 1 is there twice: journal.db and journal.db.rest"


async def test_deletion_that_was_cut_short_is_ended_by_the_next_one(
    record: Path, of: Signers, signers: list[Signer], tmp_path: Path
) -> None:
    """Killed when the rest had its name and the rows were still there."""
    shutil.copyfile(record, tmp_path / "kept")
    await retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS)
    shutil.copyfile(tmp_path / "kept", record)

    assert await retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS) == ()
    assert files(record)[0] == FIRST_REST
    assert verify(record, signers[0].public_key).fault is None


async def test_backup_of_before_keeps_its_rows_and_still_verifies(
    record: Path, of: Signers, signers: list[Signer], tmp_path: Path
) -> None:
    to = tmp_path / "to"
    to.mkdir()
    backup(record, to, signers[0].public_key)
    await retention.prune(record, of, 1, rows=(), at_us=AFTERWARDS)
    backup(record, to, signers[0].public_key)

    assert verify(to, signers[0].public_key).fault is None
    assert (to / "journal.db").exists()


def test_day_that_is_in_no_file_is_not_held(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slip of the pen would be kept for the dispute, and the true day deleted."""
    held = ["--reason", "box 4", "--who", "Ada Fox"]

    assert run(["journal", "hold", "add", str(record), "--day", "2026-11-28", *held]) == 1

    assert capsys.readouterr().err == (
        f"dealer-assist journal: T130 {record}: no file holds gaming day 2026-11-28."
        " There are: 2026-09-21, 2026-11-29, 2026-11-30\n"
    )
    assert retention.holds(record) == ()
    blank = ["--day", "2026-11-29", "--reason", " ", "--who", "Ada Fox"]
    assert run(["journal", "hold", "add", str(record), *blank]) == 2
    assert retention.holds(record) == ()


def test_commands_hold_list_and_delete(
    record: Path,
    capsys: pytest.CaptureFixture[str],
    signers: list[Signer],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = str(record)
    monkeypatch.setattr("time.time", lambda: AFTERWARDS / 1e6)
    held = ["--day", "2026-11-29", "--reason", "box 4", "--who", "Ada Fox"]
    assert run(["journal", "hold", "add", file, *held]) == 0
    assert run(["journal", "hold", "list", file]) == 0
    assert "2026-11-29  Ada Fox: box 4" in capsys.readouterr().out
    assert run(["journal", "hold", "add", file, *held[:1], "today", *held[2:]]) == 2
    assert run(["journal", "prune", file, "--keep-days", "1"]) == 0
    assert "journal.db: held for 2026-11-29: box 4" in capsys.readouterr().out
    assert run(["journal", "hold", "remove", file, "--day", "2026-11-29"]) == 0
    with pytest.raises(SystemExit, match="2"):
        run(["journal", "prune", file, "--keep-days", "0"])
    assert run(["journal", "prune", file, "--keep-days", "1", "--delete"]) == 2
    capsys.readouterr()
    assert run(["journal", "prune", file, "--keep-days", "1"]) == 0
    assert "journal.db: old enough" in capsys.readouterr().out
    assert record.exists()
