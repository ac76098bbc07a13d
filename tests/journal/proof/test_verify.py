"""Verification finds the first row that was changed, removed, added or is not signed as told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.errors import JournalError
from controller.journal.append import Journal, create_journal, open_journal
from controller.journal.head import head_path
from controller.journal.read import open_reader
from controller.journal.rows import Draft, Head
from controller.journal.seal import Signer
from controller.journal.verify import verify
from controller.journal.versions import decode_opening
from tests.journal.conftest import AT, draft, forged


async def play(journal: Journal) -> None:
    """Rows 3-6: two cards, a signature, a card that is not signed yet."""
    await journal.commit([draft(3), draft(4)], sign=True)
    await journal.commit([draft(6)])
    journal.close()


async def test_verify_proves_a_whole_journal(journal: Journal, signer: Signer) -> None:
    """journal/FORMAT: chain, last signature and head file."""
    await play(journal)

    report = verify(journal.path, signer.public_key)

    assert report.fault is None
    assert (report.rows, report.signatures, report.signed) == (6, 1, 4)
    assert report.head == report.noted == journal.head


async def test_verify_works_while_a_daemon_writes(journal: Journal) -> None:
    await journal.commit([draft(3)], sign=True)

    report = verify(journal.path)

    assert (report.fault, report.rows, report.signed) == (None, 4, 3)


@pytest.mark.parametrize(
    ("sql", "seq", "what"),
    [
        ("UPDATE row SET payload = x'00' WHERE seq = 3", 3, "was changed"),
        ("UPDATE row SET at_us = at_us + 1 WHERE seq = 6", 6, "was changed"),
        ("UPDATE row SET kind = 'CardNotRead' WHERE seq = 4", 4, "was changed"),
        ("UPDATE row SET source = CAST(x'fe' AS TEXT) WHERE seq = 4", 4, "was changed"),
        ("UPDATE row SET hash = zeroblob(32) WHERE seq = 4", 4, "was changed"),
        ("UPDATE row SET prev_hash = zeroblob(32) WHERE seq = 4", 4, "does not follow"),
        ("DELETE FROM row WHERE seq = 4", 4, "is missing"),
        ("DELETE FROM row WHERE seq = 1", 1, "is missing"),
        ("DELETE FROM row WHERE seq > 4", 5, "rows 5 to 6 are lost"),
        ("DELETE FROM row", 1, "there are no rows"),
    ],
)
async def test_verify_names_the_first_row_that_is_wrong(
    journal: Journal, tamper: Callable[[str], None], sql: str, seq: int, what: str
) -> None:
    await play(journal)
    tamper(sql)

    fault = verify(journal.path).fault

    assert fault
    assert fault.seq == seq
    assert what in fault.what
    assert fault.do


async def test_verify_finds_any_byte_that_was_flipped_on_disk(journal: Journal) -> None:
    """Flipped where SQLite does not look: inside the payload of row 3."""
    await journal.commit([draft(3, b"needle"), draft(4)])
    journal.close()
    data = journal.path.read_bytes()

    journal.path.write_bytes(data.replace(b"needle", b"noodle"))

    fault = verify(journal.path).fault
    assert fault
    assert fault.what == "row 3 was changed after it was written"


async def test_verify_names_the_row_when_the_file_is_truncated(journal: Journal) -> None:
    await journal.commit([draft(n, b"x" * 900) for n in range(3, 400)])
    journal.close()
    with journal.path.open("rb+") as file:
        file.truncate(journal.path.stat().st_size // 2)

    report = verify(journal.path)

    assert report.fault
    assert f"row {report.rows + 1} cannot be read: " in report.fault.what
    assert 0 < report.rows < 300


async def test_verify_finds_rows_that_were_chained_anew_with_other_numbers(
    journal: Journal, tamper: Callable[[str], None]
) -> None:
    """Who rewrites the whole chain still has to count from 1."""
    with open_reader(journal.path) as reader:
        one, _ = reader.rows()
    tamper(forged(Head(1, one.hash), 3))

    fault = verify(journal.path).fault

    assert fault
    assert fault.what == "rows are not numbered from 1 without a gap"


async def test_verify_refuses_a_signature_by_another_key(journal: Journal) -> None:
    """A copy chained and signed anew by someone else is not ours."""
    await play(journal)

    report = verify(journal.path, Signer.generate().public_key)

    assert report.fault
    assert report.fault.seq == 1
    assert "row 1 names key" in report.fault.what
    assert report.signed == 0


@pytest.mark.parametrize("payload", [b"", b"\x92\xc4\x01\x00\xc4\x01\x00"])
async def test_verify_refuses_a_row_that_only_says_it_is_a_signature(
    journal: Journal, payload: bytes
) -> None:
    await journal.commit([Draft(3, AT, "journal", "signature", payload)])

    report = verify(journal.path)

    assert report.fault
    assert report.fault.what == "row 3 does not sign the row before it"


async def test_verify_refuses_a_signature_of_another_row(journal: Journal, signer: Signer) -> None:
    """A true signature, copied to a later place, proves nothing there."""
    copied = signer.draft(journal.head, AT).payload
    await journal.commit([draft(3), Draft(4, AT, "journal", "signature", copied)])

    report = verify(journal.path)

    assert report.fault
    assert report.fault.what == "row 4 does not sign the row before it"


async def test_verify_still_proves_the_rows_before_the_first_fault(
    journal: Journal, tamper: Callable[[str], None]
) -> None:
    await play(journal)
    tamper("UPDATE row SET payload = x'00' WHERE seq = 6")

    report = verify(journal.path)

    assert report.fault
    assert (report.rows, report.signed) == (5, 4)


async def test_verify_trusts_no_signature_behind_the_first_fault(
    journal: Journal, tamper: Callable[[str], None]
) -> None:
    await play(journal)
    tamper("UPDATE row SET payload = x'00' WHERE seq = 4")

    report = verify(journal.path)

    assert (report.rows, report.signatures, report.signed) == (3, 0, 0)


def test_verify_proves_a_copy_without_its_head_file(path: Path) -> None:
    """An auditor's copy: whole as far as it goes; the report says that no head was known."""
    head_path(path).unlink()

    report = verify(path)

    assert (report.fault, report.noted, report.rows) == (None, None, 2)


def test_verify_refuses_a_head_file_that_is_damaged(path: Path) -> None:
    head_path(path).write_bytes(b"damaged")

    fault = verify(path).fault

    assert fault
    assert "head file" in fault.what


def test_verify_refuses_a_last_row_that_the_head_file_does_not_know(
    path: Path, signer: Signer
) -> None:
    """The end replaced by another end of the same length."""
    kept = head_path(path).read_bytes()
    head_path(path).unlink()
    path.unlink()
    rows = [Draft(2, AT, "table", "snapshot", b"another")]
    create_journal(path, at_us=AT, record=b"opening", signer=signer, rows=rows)
    head_path(path).write_bytes(kept)

    fault = verify(path).fault

    assert fault
    assert fault.what == "row 2 is not the row that the head file knows"


FIXTURES = Path(__file__).parents[1] / "fixtures"


def test_version_1_is_verified_and_read_for_ever(tmp_path: Path) -> None:
    """journal/FORMAT: old journals decode, verify and show for ever."""
    path = tmp_path / "old.journal"
    path.write_bytes((FIXTURES / "version-1.journal").read_bytes())

    report = verify(path)
    with open_reader(path) as reader:
        rows, opening = list(reader.rows()), reader.opening()

    assert (report.fault, report.rows, report.signatures, report.signed) == (None, 6, 1, 4)
    assert (opening.version, opening.record) == (1, b"the opening record")
    assert [r.kind for r in rows] == [
        "opening",
        "snapshot",
        "CardDrawn",
        "NEXT",
        "signature",
        "CardDrawn",
    ]
    assert rows[2].payload == b"a card"
    assert report.head.hash.hex() == (FIXTURES / "version-1.head").read_text().strip()


def test_version_2_is_verified_and_read_for_ever(tmp_path: Path) -> None:
    """The file of a later day, as it was first written."""
    path = tmp_path / "old.journal"
    path.write_bytes((FIXTURES / "version-2.journal").read_bytes())

    report = verify(path)
    with open_reader(path) as reader:
        rows, opening = list(reader.rows()), reader.opening()

    assert (report.fault, report.first, report.rows, report.signed) == (None, 9, 17, 16)
    assert (opening.version, opening.number, opening.day) == (2, 2, "2026-11-29")
    assert (opening.record, len(opening.before), len(opening.link)) == (b"opening", 32, 64)
    assert [r.kind for r in rows][:3] == ["opening", "snapshot", "signature"]
    assert [r.kind for r in rows][-2:] == ["continued", "signature"]
    assert report.head.hash.hex() == (FIXTURES / "version-2.head").read_text().strip()


def test_journal_of_a_later_version_is_refused(path: Path) -> None:
    with open_reader(path) as reader:
        payload = next(reader.rows()).payload
    assert payload[:2] == b"\x93\x01"

    with pytest.raises(JournalError, match="written in version 3 of the record, this software k"):
        decode_opening(b"\x93\x03" + payload[2:], str(path))


@pytest.mark.parametrize("payload", [b"", b"\x90", b"\x05", b"\x91\x01"])
def test_opening_is_refused_when_it_is_damaged(payload: bytes) -> None:
    with pytest.raises(JournalError, match=r"x: row 1 is not an opening record\. Run dealer-as"):
        decode_opening(payload, "x")


def test_empty_journal_opens_again(path: Path, signer: Signer) -> None:
    journal = open_journal(path, signer)

    assert journal.head.seq == 2
    journal.close()
