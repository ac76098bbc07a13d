"""The record proven bit by bit beside a running daemon: what a whole `verify` finds, it finds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.journal.append import Journal
from controller.journal.prover import Proven, Prover
from controller.journal.rows import Draft, Head
from controller.journal.seal import Signer
from controller.journal.verify import verify
from tests.journal.conftest import AT, draft

from .test_rewritten import all_stripped, edited, first_stripped, renamed, rewritten

PASS = 12


async def rows(journal: Journal, count: int) -> None:
    """Two rounds with their snapshots and signatures, then what is open."""
    for first in range(3, count, 4):
        snapshot = Draft(first + 2, AT, "table", "snapshot", b"one")
        await journal.commit([draft(first), draft(first + 1), snapshot], sign=True)


def a_pass(prover: Prover, known: Head, rows: int = 3) -> Proven:
    """Until the pass ends, or a fault."""
    before = prover.proven.passes
    for _ in range(100):
        found = prover.part(rows, known)
        if found.passes > before or found.fault is not None:
            return found
    raise AssertionError("the pass does not end")


async def test_whole_record_is_proven_again_and_again(journal: Journal) -> None:
    await rows(journal, 15)
    prover = Prover(journal.path, journal.public_key)

    assert a_pass(prover, journal.head) == Proven(rows=journal.head.seq, passes=1)
    await journal.commit([draft(journal.head.seq + 1)])
    assert a_pass(prover, journal.head) == Proven(rows=journal.head.seq, passes=2)
    prover.close()


async def test_part_reads_no_more_rows_than_it_was_told(journal: Journal) -> None:
    await rows(journal, 15)
    prover = Prover(journal.path, journal.public_key)

    assert prover.part(3, journal.head).row == 3
    assert prover.part(3, journal.head).row == 6
    prover.close()


async def test_row_changed_on_disk_under_the_writer_is_found(
    journal: Journal, tamper: Callable[[str], None]
) -> None:
    """In the next pass, though this one had gone over it already."""
    await rows(journal, 15)
    prover = Prover(journal.path, journal.public_key)
    assert a_pass(prover, journal.head).fault is None

    tamper("UPDATE row SET payload = x'00' WHERE seq = 4")

    found = a_pass(prover, journal.head).fault
    assert found is not None
    assert (found.seq, found.what) == (4, "row 4 was changed after it was written")
    await journal.commit([draft(journal.head.seq + 1)])
    prover.close()


@pytest.mark.parametrize("change", [edited, all_stripped, renamed, first_stripped])
async def test_rewritten_record_is_found_at_the_row_where_verify_finds_it(
    journal: Journal, signer: Signer, change: Callable[..., Draft | None]
) -> None:
    await rows(journal, 12)
    journal.close()
    rewritten(journal.path, change)
    prover = Prover(journal.path, signer.public_key)

    found, whole = a_pass(prover, verify(journal.path).head).fault, verify(journal.path).fault

    assert found is not None
    assert whole is not None
    assert found.seq == whole.seq


async def test_key_of_another_is_found_at_row_1(journal: Journal) -> None:
    prover = Prover(journal.path, Signer.generate().public_key)

    found = prover.part(10, journal.head).fault
    assert found is not None
    assert found.seq == 1


async def test_recorded_rows_that_are_gone_are_found(
    journal: Journal, tamper: Callable[[str], None]
) -> None:
    """The writer knows of them; what is left is a whole chain."""
    await rows(journal, 12)
    known = journal.head
    tamper(f"DELETE FROM row WHERE seq > {known.seq - 4}")
    prover = Prover(journal.path, journal.public_key)

    found = prover.part(100, known).fault
    assert found is not None
    assert found.seq == known.seq


async def test_file_that_cannot_be_read_is_a_fault_and_no_crash(journal: Journal) -> None:
    await rows(journal, 12)
    journal.close()
    data = bytearray(journal.path.read_bytes())
    data[4096:] = bytes(len(data) - 4096)
    Path(journal.path).write_bytes(bytes(data))
    prover = Prover(journal.path, journal.public_key)

    assert a_pass(prover, journal.head).fault is not None
