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

from .rows import CONTINUED, SIGNATURE, Head
from .seal import fingerprint, signature_key

KEEP = "Keep the file for the auditor and restore a copy; rows before this one are proven"
WHOSE = "Ask who made that key; compare with the fingerprint on the table's key sheet"
SIGNED_KINDS = ("snapshot", "rules", "software", CONTINUED)
"""Rows that are never acted on before they are signed."""
BEGUN = 2
"""The opening and the first snapshot: the first signature behind them covers both."""


class Fault(Struct, frozen=True):
    """The first thing that is wrong, and from which row on nothing is proven."""

    seq: int
    what: str
    do: str


class Signing:
    """Takes the rows in order and sees to it that what must be signed is signed in time.

    Rows of other kinds may be left out.
    """

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.signed = self.count = 0
        """The last row that a signature proves, and how many signatures there were."""
        self._due, self._kind = 0, ""

    def take(self, seq: int, kind: str, prev: bytes, payload: bytes) -> Fault | None:
        """The next row, its payload when it is a signature, and the hash of the row before it."""
        if kind == SIGNATURE:
            if fault := _why_not(Head(seq - 1, prev), payload, self.key):
                return fault
            self.signed, self.count, self._due = seq - 1, self.count + 1, 0
        elif kind in SIGNED_KINDS and seq > BEGUN:
            if fault := self.owed():
                return fault
            self._due, self._kind = seq, kind
        return None

    def owed(self) -> Fault | None:
        """At the end of the record: what is signed is so in its own transaction, never later."""
        if not self._due:
            return None
        what = f"row {self._due}, a row of kind {self._kind}, has lost its signature"
        return Fault(self._due, what, KEEP)


def signed_rows(
    db: apsw.Connection, proven: int, key: bytes, *, whole: bool
) -> tuple[int, int, Fault | None]:
    """How far the signatures prove a file's rows up to `proven`, and how many there are.

    Where the chain is not `whole`, the last signature may be what breaks it.
    """
    signing = Signing(key)
    for row in _rows(db, proven):
        if fault := signing.take(*row):
            return signing.signed, signing.count, fault
    return signing.signed, signing.count, signing.owed() if whole else None


def other_key(opened_by: bytes, key: bytes, row: int = 1) -> Fault | None:
    """Whether the opening names another key than the table's."""
    if opened_by == key:
        return None
    what = f"row {row} names key {fingerprint(opened_by)}, not {fingerprint(key)}"
    return Fault(row, what, WHOSE)


def broken(seq: int, names: bytes | None, prev: bytes) -> Fault:
    """Why a row does not go on from the one before it, whose hash is `prev`.

    `names` = the hash that it names as the one before it; None = there is no such row.
    """
    if names is None:
        return Fault(seq, f"row {seq} is missing", KEEP)
    if names != prev:
        return Fault(seq, f"row {seq} does not follow the row before it", KEEP)
    return Fault(seq, f"row {seq} was changed after it was written", KEEP)


def _rows(db: apsw.Connection, proven: int) -> Iterator[tuple[int, str, bytes, bytes]]:
    # What lies behind the proven rows may not be readable at all.
    with suppress(apsw.CorruptError):
        for seq, kind, prev, payload in db.execute(_MARKS, (SIGNATURE, *SIGNED_KINDS)):
            if seq > proven:
                return
            yield seq, kind, prev, payload


def _why_not(signs: Head, payload: bytes, key: bytes) -> Fault | None:
    row, by = signs.seq + 1, signature_key(signs, payload)
    if by is None:
        return Fault(row, f"row {row} does not sign the row before it", KEEP)
    if by != key:
        what = f"row {row} is signed by key {fingerprint(by)}, not by {fingerprint(key)}"
        return Fault(row, what, WHOSE)
    return None


_MARKS = (
    "SELECT seq, kind, prev_hash, CASE kind WHEN ?1 THEN payload END FROM row"
    " WHERE kind IN (?1, ?2, ?3, ?4, ?5) ORDER BY seq"
)
