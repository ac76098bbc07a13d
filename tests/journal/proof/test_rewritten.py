"""A record that somebody rewrote without the key: chained anew, signatures removed or moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from controller.cli import run
from controller.journal.append import Journal, open_journal
from controller.journal.chain import START, link
from controller.journal.head import head_path, write_head
from controller.journal.read import open_reader
from controller.journal.rows import OPENING, SIGNATURE, Draft, Head, Row
from controller.journal.seal import Signer
from controller.journal.verify import verify
from controller.journal.versions import encode_opening
from tests.journal.conftest import AT, draft, unguarded

Change = Callable[[Row], Draft | None]


def as_it_was(row: Row) -> Draft:
    return Draft(row.seq, row.at_us, row.source, row.kind, row.payload)


def rewritten(path: Path, change: Change) -> None:
    """Chain all rows anew, numbers and head file too, as anybody can who may write the file."""
    with open_reader(path) as reader:
        kept = [draft for row in reader.rows() if (draft := change(row)) is not None]
    drafts = [Draft(n, d.at_us, d.source, d.kind, d.payload) for n, d in enumerate(kept, 1)]
    chained = list(link(START, drafts))
    with unguarded(path) as db:
        db.execute("DELETE FROM row")
        columns = "seq, at_us, source, kind, payload, prev_hash, hash"
        db.executemany(
            f"INSERT INTO row ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(r.seq, r.at_us, r.source, r.kind, r.payload, r.prev_hash, r.hash) for r in chained],
        )
    write_head(path, Head(chained[-1].seq, chained[-1].hash))


async def dealt(journal: Journal) -> Path:
    """Rows 3-5 and 7-8 are two rounds with their snapshots (5 and 9) and signatures (6 and 10)."""
    snapshot = Draft(5, AT, "table", "snapshot", b"one")
    await journal.commit([draft(3), draft(4), snapshot], sign=True)
    snapshot = Draft(9, AT, "table", "snapshot", b"two")
    await journal.commit([draft(7), draft(8), snapshot], sign=True)
    await journal.commit([draft(11), draft(12)])
    journal.close()
    return journal.path


def edited(row: Row) -> Draft:
    return draft(row.seq, b"a better card") if row.seq == 3 else as_it_was(row)


def all_stripped(row: Row) -> Draft | None:
    return None if row.kind == SIGNATURE else edited(row)


def renamed(row: Row) -> Draft:
    kept = edited(row)
    kind = "signature " if row.kind == SIGNATURE else kept.kind
    return Draft(kept.seq, kept.at_us, kept.source, kind, kept.payload)


def first_stripped(row: Row) -> Draft | None:
    return None if row.seq == 6 else edited(row)


def last_stripped(row: Row) -> Draft | None:
    return None if row.seq == 10 else as_it_was(row)


def snapshot_forged(row: Row) -> Draft | None:
    forged = Draft(9, AT, "table", "snapshot", b"rich")
    return None if row.seq == 10 else forged if row.seq == 9 else as_it_was(row)


CASES: Sequence[tuple[Change, int, str]] = (
    (edited, 6, "row 6 does not sign the row before it"),
    (all_stripped, 5, "row 5, a row of kind snapshot, has lost its signature"),
    (renamed, 5, "row 5, a row of kind snapshot, has lost its signature"),
    (first_stripped, 5, "row 5, a row of kind snapshot, has lost its signature"),
    (last_stripped, 9, "row 9, a row of kind snapshot, has lost its signature"),
    (snapshot_forged, 9, "row 9, a row of kind snapshot, has lost its signature"),
)


@pytest.mark.parametrize(("change", "seq", "what"), CASES, ids=lambda c: getattr(c, "__name__", ""))
async def test_rewritten_record_is_not_proven(
    journal: Journal, change: Change, seq: int, what: str
) -> None:
    """The chain alone proves nothing against who may write the file; each signature counts."""
    path = await dealt(journal)
    assert verify(path).fault is None
    rewritten(path, change)

    fault = verify(path).fault

    assert fault
    assert (fault.seq, fault.what) == (seq, what)


async def test_record_under_a_key_of_the_forgers_own_is_not_proven_by_ours(
    journal: Journal, signer: Signer
) -> None:
    """Whole in itself: only the table's own key tells it from the true one."""
    path = await dealt(journal)
    other = Signer.generate()
    head = START

    def own(row: Row) -> Draft:
        nonlocal head
        kept = edited(row)
        if row.kind == OPENING:
            with open_reader(path) as reader:
                payload = encode_opening(other.public_key, reader.opening().record)
            kept = Draft(1, row.at_us, row.source, OPENING, payload)
        if row.kind == SIGNATURE:
            kept = other.draft(head, row.at_us)
        last = next(link(head, [kept]))
        head = Head(last.seq, last.hash)
        return kept

    rewritten(path, own)

    assert verify(path).fault is None
    fault = verify(path, signer.public_key).fault
    assert fault
    assert (fault.seq, "row 1 names key" in fault.what) == (1, True)


async def test_daemon_launders_nothing_by_signing_later_rows(
    journal: Journal, signer: Signer
) -> None:
    """An old row edited, then a true signature over all of it: the old signatures do not fit."""
    path = await dealt(journal)
    rewritten(path, edited)
    again = open_journal(path, signer)
    await again.commit([draft(13)], sign=True)
    again.close()

    fault = verify(path, signer.public_key).fault

    assert fault
    assert fault.seq == 6


async def test_open_round_is_told_from_a_proven_record(
    journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who verifies in the middle of a round reads how far the proof goes."""
    path = await dealt(journal)

    assert run(["journal", "verify", str(path)]) == 3
    said = capsys.readouterr().out
    assert f"proven to row 9; rows 11 to 12 not signed yet: {path}" in said
    assert "signatures  2, all checked; they prove rows 1 to 9" in said


async def test_record_that_nobody_signed_is_not_called_proven(
    journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    await journal.commit([draft(3)])
    journal.close()
    head_path(journal.path).unlink()

    assert run(["journal", "verify", str(journal.path)]) == 3
    assert "proven to row 0; rows 1 to 3 not signed yet" in capsys.readouterr().out
