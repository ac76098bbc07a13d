"""Every signature of a journal, and the rows that must have one.

A signature signs the row before it, and through the chain all rows before that. A row that says
how the table stands or what is in force is signed before the next such row is written, so whoever
takes signatures out leaves a row that should have one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import apsw
from msgspec import Struct

from .rows import SIGNATURE, Head
from .seal import fingerprint, signature_key

KEEP = "Keep the file for the auditor and restore a copy; rows before this one are proven"
WHOSE = "Ask who made that key; compare with the fingerprint on the table's key sheet"
SIGNED_KINDS = ("snapshot", "rules", "software")
"""Rows that are never acted on before they are signed."""
BEGUN = 2
"""The opening and the first snapshot: the first signature behind them covers both."""


class Fault(Struct, frozen=True):
    """The first thing that is wrong, and from which row on nothing is proven."""

    seq: int
    what: str
    do: str


def signed_rows(
    db: apsw.Connection, proven: int, opened_by: bytes, key: bytes, *, whole: bool
) -> tuple[int, int, Fault | None]:
    """How far the signatures prove the chain's first `proven` rows, and how many there are.

    Where the chain is not `whole`, the last signature may be what breaks it.
    """
    if opened_by != key:
        what = f"row 1 names key {fingerprint(opened_by)}, not {fingerprint(key)}"
        return 0, 0, Fault(1, what, WHOSE)
    signed = count = due = 0
    kind = ""
    for seq, found, prev, payload in _rows(db, proven):
        if found == SIGNATURE:
            if fault := why_not(Head(seq - 1, prev), payload, key):
                return signed, count, fault
            signed, count, due = seq - 1, count + 1, 0
        elif seq > BEGUN:
            if due:
                return signed, count, unsigned(due, kind)
            due, kind = seq, found
    return signed, count, unsigned(due, kind) if due and whole else None


def _rows(db: apsw.Connection, proven: int) -> Iterator[tuple[int, str, bytes, bytes]]:
    # What lies behind the proven rows may not be readable at all.
    with suppress(apsw.CorruptError):
        for seq, kind, prev, payload in db.execute(_MARKS, (SIGNATURE, *SIGNED_KINDS)):
            if seq > proven:
                return
            yield seq, kind, prev, payload


def why_not(signs: Head, payload: bytes, key: bytes) -> Fault | None:
    row, by = signs.seq + 1, signature_key(signs, payload)
    if by is None:
        return Fault(row, f"row {row} does not sign the row before it", KEEP)
    if by != key:
        what = f"row {row} is signed by key {fingerprint(by)}, not by {fingerprint(key)}"
        return Fault(row, what, WHOSE)
    return None


def unsigned(seq: int, kind: str) -> Fault:
    return Fault(seq, f"row {seq}, a row of kind {kind}, has lost its signature", KEEP)


_MARKS = (
    "SELECT seq, kind, prev_hash, CASE kind WHEN ?1 THEN payload END FROM row"
    " WHERE kind IN (?1, ?2, ?3, ?4) ORDER BY seq"
)
