"""Rows that nobody with a key has written: a deletion, an end, rows of another file or table."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from controller.journal.chain import link
from controller.journal.days import retention
from controller.journal.days.names import parts
from controller.journal.days.rest import Deleted
from controller.journal.days.retired import Retired
from controller.journal.files import INSERT, last, rows
from controller.journal.head import head_path, write_head
from controller.journal.keys import load_public_key
from controller.journal.prover import Prover
from controller.journal.rows import DELETED, RETIRED, Draft, Head, Row
from controller.journal.seal import Signer
from controller.journal.verify import verify
from tests.journal.conftest import AT, unguarded
from tests.journal.days import AFTERWARDS, SECOND, THIRD, three_days
from tests.journal.proof.test_format import proved, script
from tests.journal.proof.test_prover import a_pass

__all__ = ["script"]


def added(path: Path, *kinds: tuple[str, bytes]) -> None:
    """Behind the last row, chained as they must be, and known to the head file."""
    with unguarded(path) as db:
        head = last(db)
        assert head is not None
        drafts = [Draft(head.seq + n, AT, "journal", *kind) for n, kind in enumerate(kinds, 1)]
        for r in link(head, drafts):
            db.execute(INSERT, (r.seq, r.at_us, r.source, r.kind, r.payload, r.prev_hash, r.hash))
        head = last(db)
        assert head is not None
    write_head(path, head)


def proven_by_all(script: Path, record: Path) -> list[bool]:
    """By `verify`, by what runs beside the play, and by a stranger's tools."""
    key = record.parent / "keys" / "signing.pub"
    public = load_public_key(key)
    report = verify(record, public)
    prover = Prover(record, public)
    beside = a_pass(prover, report.head, rows=100).fault
    prover.close()
    first, *later = [part.path for part in parts(record)]
    status, _ = proved(script, first, key, *(path.name for path in later))
    return [report.fault is None, beside is None, status != 1]


def test_deletion_that_nobody_signed_is_none(
    record: Path, signers: list[Signer], script: Path, tmp_path: Path
) -> None:
    """Whoever can write the folder deletes a day as `prune` does and adds the row that says so."""
    aside = tmp_path / "aside"
    shutil.copytree(record.parent, aside, ignore=shutil.ignore_patterns("aside", "keys"))
    pruning = retention.prune(
        aside / record.name, lambda n: signers[n - 1], 1, rows=(), at_us=AFTERWARDS
    )
    (gone,) = asyncio.run(pruning)
    shutil.copyfile(aside / "journal.db.rest", record.with_name("journal.db.rest"))
    record.unlink()
    head_path(record).unlink()
    said = msgspec.msgpack.encode(Deleted(gone.number, gone.day, gone.first, gone.last, gone.hash))
    added(record.with_name(THIRD), (DELETED, said))

    assert proven_by_all(script, record) == [False, False, False]


@pytest.mark.parametrize("behind", [("CardDrawn", b"\xc0"), ("signature", bytes(101))])
def test_end_that_nobody_signed_closes_nothing(record: Path, behind: tuple[str, bytes]) -> None:
    """Cut off, with a row behind it that gives the record up, it would look whole."""
    given_up = msgspec.msgpack.encode(Retired(("Ada Fox", "Bo Lind"), "sold"))
    added(record.with_name(THIRD), (RETIRED, given_up), behind)

    assert not verify(record).closed


# ---- rows in the place of others ----
Forge = Callable[[Path, Path], None]


def of(path: Path) -> list[Row]:
    with unguarded(path) as db:
        return rows(db)


def written_anew(path: Path, drafts: list[Draft]) -> None:
    """All of a file but its first row, chained behind that, and the head file with it."""
    first = of(path)[0]

    chained = list(link(Head(first.seq, first.hash), drafts))
    with unguarded(path) as db:
        db.execute("DELETE FROM row WHERE seq > ?", (first.seq,))
        for r in chained:
            db.execute(INSERT, (r.seq, r.at_us, r.source, r.kind, r.payload, r.prev_hash, r.hash))
    write_head(path, Head(chained[-1].seq, chained[-1].hash))


def as_drafts(found: list[Row], first: int) -> list[Draft]:
    return [
        Draft(n, row.at_us, row.source, row.kind, row.payload) for n, row in enumerate(found, first)
    ]


def round_of_yesterday(record: Path, _: Path) -> None:
    """The round of the second file, played again in the third."""
    second, third = of(record.with_name(SECOND)), of(record.with_name(THIRD))
    written_anew(record.with_name(THIRD), as_drafts(second[1:-2] + third[-1:], third[0].seq + 1))


def rounds_exchanged(record: Path, _: Path) -> None:
    second, third = of(record.with_name(SECOND)), of(record.with_name(THIRD))
    written_anew(record.with_name(SECOND), as_drafts(third[1:-1] + second[-2:], second[0].seq + 1))
    written_anew(record.with_name(THIRD), as_drafts(second[1:-2] + third[-1:], third[0].seq + 1))


def row_moved_to_the_day_before(record: Path, _: Path) -> None:
    second, third = of(record.with_name(SECOND)), of(record.with_name(THIRD))
    moved = [*second[1:4], third[4], *second[4:]]
    written_anew(record.with_name(SECOND), as_drafts(moved, second[0].seq + 1))


def snapshot_of_another_table(record: Path, other: Path) -> None:
    third, theirs = of(record.with_name(THIRD)), of(other.with_name(THIRD))
    theirs[1] = msgspec.structs.replace(theirs[1], payload=b"their state")
    drafts = as_drafts([theirs[1], *third[2:]], third[0].seq + 1)
    written_anew(record.with_name(THIRD), drafts)


def signed_snapshot_of_another_table(record: Path, other: Path) -> None:
    third, theirs = of(record.with_name(THIRD)), of(other.with_name(THIRD))
    written_anew(record.with_name(THIRD), as_drafts(theirs[1:3] + third[3:], third[0].seq + 1))


def file_of_another_table(record: Path, other: Path) -> None:
    for name in (THIRD, f"{THIRD}.head"):
        shutil.copyfile(other.with_name(name), record.with_name(name))


def all_later_files_of_another_table(record: Path, other: Path) -> None:
    for name in (SECOND, f"{SECOND}.head", THIRD, f"{THIRD}.head"):
        shutil.copyfile(other.with_name(name), record.with_name(name))


def first_row_of_another_table(record: Path, other: Path) -> None:
    theirs, third = of(other.with_name(THIRD))[0], of(record.with_name(THIRD))
    with unguarded(record.with_name(THIRD)) as db:
        db.execute("UPDATE row SET payload = ? WHERE seq = ?", (theirs.payload, third[0].seq))


def yesterday_under_todays_name(record: Path, _: Path) -> None:
    for suffix in ("", ".head"):
        shutil.copyfile(record.with_name(SECOND + suffix), record.with_name(THIRD + suffix))


def end_of_the_day_cut(record: Path, _: Path) -> None:
    """A finished file without its last round, ended by the rows that end it."""
    second = of(record.with_name(SECOND))
    written_anew(record.with_name(SECOND), as_drafts(second[1:3] + second[-2:], second[0].seq + 1))


FORGED: tuple[Forge, ...] = (
    round_of_yesterday, rounds_exchanged, row_moved_to_the_day_before, snapshot_of_another_table,
    signed_snapshot_of_another_table, file_of_another_table, all_later_files_of_another_table,
    first_row_of_another_table, yesterday_under_todays_name, end_of_the_day_cut,
)  # fmt: skip


@pytest.mark.parametrize("forge", FORGED, ids=lambda f: f.__name__)
def test_rows_of_another_file_or_table_are_found(
    record: Path, script: Path, tmp_path: Path, forge: Forge
) -> None:
    """The other table has the same days and its own keys."""
    folder = tmp_path / "other"
    folder.mkdir()
    other = asyncio.run(three_days(folder, [Signer.generate() for _ in range(3)]))
    assert proven_by_all(script, record) == [True, True, True]

    forge(record, other)

    assert proven_by_all(script, record) == [False, False, False]
