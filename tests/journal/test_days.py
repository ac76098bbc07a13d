"""A record of several files reads, verifies and goes on as one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from pytest_mock import MockerFixture

from controller.cli import run
from controller.errors import JournalError
from controller.journal.append import create_journal, open_journal
from controller.journal.backup import Restored, backup, restore
from controller.journal.chain import link
from controller.journal.days.joins import decode_continued
from controller.journal.files import INSERT, last
from controller.journal.head import head_path, read_head
from controller.journal.keys import load_public_key
from controller.journal.prover import Proven, Prover
from controller.journal.read import open_reader
from controller.journal.rows import CONTINUED, OPENING, RESTORED, Draft, Head, Row
from controller.journal.seal import Signer
from controller.journal.verify import accept_end, verify
from controller.journal.versions import LATER, Later, decode_opening
from tests.journal.proof.test_format import proved, script
from tests.journal.proof.test_prover import a_pass

from .conftest import AT, draft, unguarded
from .days import DAYS, SECOND, THIRD, a_round, next_file

__all__ = ["script"]

ENDS = 7, 16
"""Rows that end a file but for their signature."""


def kinds(path: Path) -> dict[int, str]:
    with open_reader(path) as reader:
        return {row.seq: row.kind for row in reader.rows()}


# ---- read ----
async def test_rows_run_on_across_the_files_without_a_gap(record: Path) -> None:
    found = kinds(record)

    assert list(found) == list(range(1, len(found) + 1))
    assert [seq for seq, kind in found.items() if kind == OPENING] == [1, 9, 18]
    assert [seq for seq, kind in found.items() if kind == CONTINUED] == list(ENDS)
    assert kinds(record.parent) == found


async def test_last_of_a_kind_is_found_in_an_older_file(record: Path) -> None:
    with open_reader(record) as reader:
        ends = reader.last(CONTINUED)
        first = reader.last(OPENING, before=9)
        assert ends is not None
        assert first is not None
        assert (ends.seq, first.seq) == (ENDS[1], 1)
        assert decode_continued(ends.payload).number == 3
        assert reader.opening(20).number == 3
        assert reader.opening().number == 1
        assert reader.hash_of(12) == next(reader.rows(12)).hash


async def test_file_of_a_later_day_is_read_alone_when_it_is_named(record: Path) -> None:
    assert list(kinds(record.with_name(SECOND))) == list(range(9, 18))


# ---- prove ----
async def test_first_public_key_proves_every_file(
    record: Path, signers: list[Signer], script: Path
) -> None:
    """Each key is signed by the one before it; by our tools and by a stranger's."""
    report = verify(record.parent, signers[0].public_key)

    assert report.fault is None
    assert [(f.name, f.first, f.last) for f in report.files] == [
        ("journal.db", 1, 8),
        (SECOND, 9, 17),
        (THIRD, 18, 25),
    ]
    assert [f.public_key for f in report.files] == [s.public_key for s in signers]
    assert (report.rows, report.signed) == (25, 23)
    key = record.parent / "keys" / "signing.pub"
    assert proved(script, record, key, SECOND, THIRD) == (3, "proven to row 23 of 25")


async def test_file_alone_is_proven_by_its_own_key_or_the_one_before(
    record: Path, signers: list[Signer]
) -> None:
    second = record.with_name(SECOND)

    assert verify(second).fault is None
    assert verify(second, signers[1].public_key).fault is None
    assert verify(second, signers[0].public_key).fault is None
    fault = verify(second, signers[2].public_key).fault
    assert fault is not None
    assert "row 9 names key" in fault.what


async def test_prover_walks_all_files_for_ever(record: Path, signers: list[Signer]) -> None:
    prover = Prover(record, signers[0].public_key)
    head = verify(record).head

    assert a_pass(prover, head) == Proven(rows=25, passes=1)
    assert a_pass(prover, head, rows=100) == Proven(rows=25, passes=2)
    prover.close()


async def test_command_proves_the_folder_and_names_its_files(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = record.parent / "keys" / "signing.pub"

    assert run(["journal", "verify", str(record.parent), "--public-key", str(key)]) == 3
    said = capsys.readouterr().out
    assert f"{SECOND}: rows 9 to 17" in said
    assert "proven to row 23; row 25 not signed yet" in said


# ---- falsified ----
Tamper = Callable[[Path], None]


def moved(name: str, to: str) -> Tamper:
    return lambda record: files_moved(record, name, to)


def files_moved(record: Path, name: str, to: str) -> None:
    for suffix in ("", ".head"):
        record.with_name(name + suffix).rename(record.with_name(to + suffix))


def gone(name: str) -> Tamper:
    def tamper(record: Path) -> None:
        for suffix in ("", ".head"):
            record.with_name(name + suffix).unlink()

    return tamper


def swapped(record: Path) -> None:
    files_moved(record, SECOND, "aside")
    files_moved(record, THIRD, SECOND)
    files_moved(record, "aside", THIRD)


def doubled(name: str) -> Tamper:
    def tamper(record: Path) -> None:
        shutil.copyfile(record.with_name(SECOND), record.with_name(name))

    return tamper


def in_the_place_of_the_first(record: Path) -> None:
    shutil.copyfile(record.with_name(SECOND), record)
    head_path(record).unlink()


def copy_put_back(record: Path) -> None:
    """As it stood in the middle of the day: its last rows are missing."""
    with unguarded(record.with_name(SECOND)) as db:
        db.execute("DELETE FROM row WHERE seq > 12")
    head_path(record.with_name(SECOND)).unlink()


def written_on(record: Path) -> None:
    """A row behind the end of a finished file."""
    _insert(record.with_name(SECOND), [draft(18)])
    head_path(record.with_name(SECOND)).unlink()


def _insert(path: Path, drafts: list[Draft]) -> None:
    with unguarded(path) as db:
        head = last(db)
        assert head is not None
        for r in link(head, drafts):
            db.execute(INSERT, (r.seq, r.at_us, r.source, r.kind, r.payload, r.prev_hash, r.hash))


def forged(*, link_by: Signer | None, before: bytes | None = None) -> Tamper:
    """The last file made anew by somebody who has no key of the table."""
    forger = Signer.generate()

    def tamper(record: Path) -> None:
        third = record.with_name(THIRD)
        with open_reader(third) as reader:
            rows = list(reader.rows(18))
        opening = decode_opening(rows[0].payload, "")
        end = Head(17, rows[0].prev_hash)
        by = link_by or forger
        said = Later(
            LATER,
            forger.public_key,
            before or opening.before,
            by.link(end, 3, forger.public_key),
            opening.day,
            3,
            b"opening",
        )
        made: list[Row] = []
        head = end
        for row in rows:
            payload = msgspec.msgpack.encode(said) if row.kind == OPENING else row.payload
            one = Draft(row.seq, row.at_us, row.source, row.kind, payload)
            if row.kind == "signature":
                one = forger.draft(head, row.at_us)
            made += link(head, [one])
            head = Head(made[-1].seq, made[-1].hash)
        with unguarded(third) as db:
            db.execute("DELETE FROM row")
        with unguarded(third) as db:
            for r in made:
                db.execute(
                    INSERT, (r.seq, r.at_us, r.source, r.kind, r.payload, r.prev_hash, r.hash)
                )
        head_path(third).unlink()

    return tamper


FORGER = Signer.generate()
KINDS: dict[str, tuple[Tamper, int, str]] = {
    "a file in the middle is missing": (gone(SECOND), 9, "file 2"),
    "the first file is missing": (gone("journal.db"), 1, "file 1"),
    "the newest file is missing": (gone(THIRD), 18, "file 3"),
    "two files swapped": (swapped, 9, "file 3"),
    "a file under the number of another": (doubled("journal-0004-2026-12-01.db"), 26, "file 2"),
    "a file there twice": (doubled("journal-0002-2026-11-28.db"), 9, "file 2"),
    "a file under another day": (moved(SECOND, "journal-0002-2026-11-28.db"), 9, "another"),
    "a later file in the place of the first": (in_the_place_of_the_first, 1, "file 2"),
    "a copy of a day put back": (copy_put_back, 13, "rows 13 to 17"),
    "a row behind the end of a file": (written_on, 18, "row 18"),
    "the newest file by a key of the forger's": (forged(link_by=None), 18, "row 18"),
    "the newest file by a key linked to the forger's": (
        forged(link_by=FORGER, before=FORGER.public_key),
        18,
        "as the one before its own",
    ),
}
"""How it was falsified, the row at which it shows, and what is named."""


@pytest.mark.parametrize("kind", KINDS)
async def test_falsified_sequence_is_found_and_named(
    record: Path, signers: list[Signer], script: Path, kind: str
) -> None:
    """By `verify`, by what runs beside the play, and by a stranger."""
    tamper, row, named = KINDS[kind]
    head = verify(record).head

    tamper(record)

    fault = verify(record, signers[0].public_key).fault
    assert fault is not None
    assert (fault.seq, named in fault.what) == (row, True), fault
    prover = Prover(record, signers[0].public_key)
    found = a_pass(prover, head, rows=100).fault
    prover.close()
    assert found is not None
    others = sorted(p.name for p in record.parent.glob("journal-*.db"))
    key = record.parent / "keys" / "signing.pub"
    status, said = proved(script, record, key, *others)
    assert status == 1, said
    assert load_public_key(key) == signers[0].public_key


async def test_row_behind_the_end_is_found_in_the_file_alone(record: Path) -> None:
    written_on(record)

    fault = verify(record.with_name(SECOND)).fault
    assert fault is not None
    assert (fault.seq, fault.what) == (18, "row 18 stands behind the end of its file")


# ---- go on ----
async def test_record_goes_on_in_its_newest_file(record: Path, signers: list[Signer]) -> None:
    journal = open_journal(record, lambda number: signers[number - 1])

    assert (journal.number, journal.path.name) == (3, THIRD)
    await journal.commit([draft(26)], sign=True)
    journal.close()
    assert verify(record, signers[0].public_key).rows == 27
    assert read_head(journal.path) == journal.head


async def test_record_whose_newest_file_is_gone_is_not_opened(
    record: Path, signers: list[Signer]
) -> None:
    """The older file says that there was another: nothing is written in its place."""
    gone(THIRD)(record)

    with pytest.raises(JournalError, match="is missing: the record goes on in it"):
        open_journal(record, lambda number: signers[number - 1])


@pytest.mark.parametrize("head_too", [True, False], ids=["with its head", "alone"])
async def test_accept_lets_the_file_before_go_on_when_the_newest_is_lost_for_good(
    record: Path, signers: list[Signer], head_too: bool
) -> None:
    """There is always a way out; what the file was like when it ended stays beside it."""
    record.with_name(THIRD).unlink()
    if head_too:
        head_path(record.with_name(THIRD)).unlink()

    noted, end = accept_end(record)

    assert noted is not None
    assert (noted.seq, end.seq) == (17 if head_too else 25, 15)
    assert list(record.parent.glob(f"{SECOND}.before-accept-17"))
    journal = open_journal(record, lambda number: signers[number - 1])
    assert (journal.number, journal.head) == (2, end)
    await journal.go_on(next_file(journal, DAYS[1], Signer.generate()))
    await a_round(journal)
    journal.close()
    assert verify(record, signers[0].public_key).fault is None


async def test_accept_takes_no_end_back_while_the_next_file_is_there(record: Path) -> None:
    before = verify(record).head

    assert accept_end(record) == (before, before)
    assert verify(record).head == before


async def test_record_whose_first_file_is_gone_is_not_begun_anew(
    record: Path, signers: list[Signer]
) -> None:
    gone("journal.db")(record)

    with pytest.raises(JournalError, match="goes on from it"):
        create_journal(record, at_us=AT, record=b"", signer=signers[0])


async def test_older_file_in_the_place_of_the_newest_is_not_written_on(
    record: Path, signers: list[Signer]
) -> None:
    for suffix in ("", ".head"):
        shutil.copyfile(record.with_name(SECOND + suffix), record.with_name(THIRD + suffix))

    with pytest.raises(JournalError, match="is file 2 of its record, in the place of file 3"):
        open_journal(record, lambda number: signers[number - 1])


@pytest.mark.parametrize("closed", [False, True])
async def test_start_ends_a_change_that_was_cut_short(
    record: Path, signers: list[Signer], closed: bool
) -> None:
    """Before the old file says that it ends, the new one counts for nothing; after it, it is it."""
    waiting = record.with_name(f"{THIRD}.new")
    record.with_name(THIRD).rename(waiting)
    head_path(record.with_name(THIRD)).unlink()
    if not closed:
        with unguarded(record.with_name(SECOND)) as db:
            db.execute("DELETE FROM row WHERE seq > 15")
        head_path(record.with_name(SECOND)).unlink()
        shutil.move(record, record.with_name("first"))
        accept_end(record.with_name(SECOND))
        shutil.move(record.with_name("first"), record)

    journal = open_journal(record, lambda number: signers[number - 1])

    assert (journal.number, journal.head.seq) == ((3, 25) if closed else (2, 15))
    assert not waiting.exists()
    await journal.commit([draft(journal.head.seq + 1)], sign=True)
    journal.close()
    assert verify(record, signers[0].public_key).fault is None


# ---- copies ----
async def test_folder_gets_every_file_and_verifies_by_itself(
    record: Path, signers: list[Signer], tmp_path: Path
) -> None:
    to = tmp_path / "to"
    to.mkdir()
    backup(record, to, signers[0].public_key)
    journal = open_journal(record, lambda number: signers[number - 1])
    await a_round(journal)
    backup(record, to, signers[0].public_key)
    journal.close()

    report = verify(to, signers[0].public_key)
    assert (report.fault, report.head) == (None, journal.head)


async def test_copy_of_the_newest_file_is_put_back_and_says_what_is_missing(
    record: Path, signers: list[Signer], tmp_path: Path
) -> None:
    of = dict(enumerate(signers, 1))
    copy, _ = backup(record, tmp_path / "copy.db", signers[0].public_key)
    journal = open_journal(record, of.__getitem__)
    await a_round(journal)
    journal.close()

    found = await restore(copy, record, of.__getitem__, at_us=AT)

    assert found == Restored(kept=25, known=journal.head.seq, rounds=1)
    with open_reader(record) as reader:
        assert reader.last(RESTORED) is not None
    assert verify(record, signers[0].public_key).fault is None


async def test_finished_file_is_put_back_whole_or_not_at_all(
    record: Path, signers: list[Signer], tmp_path: Path
) -> None:
    of = dict(enumerate(signers, 1))
    whole = tmp_path / "whole.db"
    shutil.copyfile(record.with_name(SECOND), whole)
    short = tmp_path / "short.db"
    shutil.copyfile(whole, short)
    with unguarded(short) as db:
        db.execute("DELETE FROM row WHERE seq > 15")
    gone(SECOND)(record)

    with pytest.raises(JournalError, match="does not follow the end of the copy"):
        await restore(short, record, of.__getitem__, at_us=AT)
    assert (await restore(whole, record, of.__getitem__, at_us=AT)).rounds == 0
    assert verify(record, signers[0].public_key).fault is None


async def test_change_that_cannot_be_built_leaves_the_old_file_going_on(
    record: Path, signers: list[Signer]
) -> None:
    journal = open_journal(record, lambda number: signers[number - 1])
    due = next_file(journal, "2026-12-01", Signer.generate())
    in_the_way = record.with_name("journal-0004-2026-12-01.db.new")
    in_the_way.mkdir()

    with pytest.raises(JournalError):
        await journal.go_on(due)

    in_the_way.rmdir()
    assert (journal.number, journal.head.seq) == (3, 25)
    await journal.commit([draft(26)], sign=True)
    await journal.go_on(next_file(journal, "2026-12-01", Signer.generate()))
    await a_round(journal)
    journal.close()
    assert verify(record, signers[0].public_key).fault is None


async def test_file_that_waits_for_its_name_holds_the_next_commit(
    record: Path, signers: list[Signer], mocker: MockerFixture
) -> None:
    """Its rows are durable and the old file is ended: there is no way back, only on."""
    journal = open_journal(record, lambda number: signers[number - 1])
    refused = mocker.patch.object(Path, "rename", side_effect=OSError(28, "No space left"))
    head = await journal.go_on(next_file(journal, "2026-12-01", Signer.generate()))
    with pytest.raises(JournalError, match="no space left"):
        await journal.commit([draft(head.seq + 1)])

    mocker.stop(refused)
    assert (await journal.commit([draft(head.seq + 1)])).seq == head.seq + 1
    journal.close()
    assert verify(record, signers[0].public_key).fault is None
