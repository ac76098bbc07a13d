"""Prove a record little by little, for ever: chain, signatures and the rows that must have one.

A part of a pass reads a few rows and remembers where it stopped, so that a daemon can do it beside
its play. Each pass opens the file anew: what stands on the disk counts, not what was read before.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
from msgspec import Struct

from controller.errors import JournalError

from . import files
from .chain import GENESIS, IMAGE_SQL
from .proof import KEEP, Fault, Signing, broken, other_key
from .read import Reader, open_reader
from .rows import Head


class Proven(Struct, frozen=True):
    row: int = 0
    """Checked in this pass so far."""
    rows: int = 0
    """Checked in the last whole pass."""
    passes: int = 0
    fault: Fault | None = None
    """The first that was found, in whichever pass."""


class Prover:
    """`part` after `part`; `close` when no more is wanted."""

    def __init__(self, path: Path, public_key: bytes) -> None:
        self._path, self._key = path, public_key
        self._reader: Reader | None = None
        self.proven = Proven()
        self._begin()

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def part(self, rows: int, known: Head) -> Proven:
        """Check that many more rows; at the end of the record a pass ends.

        `known` = a row that was recorded before this was called.
        """
        try:
            fault = self._part(rows, known)
        except (JournalError, apsw.Error) as error:
            what = f"row {self._seq + 1} cannot be read: {_words(error)}"
            fault = Fault(self._seq + 1, what, KEEP)
        if fault is None:
            return self.proven
        first = self.proven.fault or fault
        self._end(Proven(rows=self._seq, passes=self.proven.passes, fault=first))
        return self.proven

    def _begin(self) -> None:
        self._seq, self._prev, self._signing = 0, GENESIS, Signing(self._key)

    def _end(self, proven: Proven) -> None:
        self.proven = proven
        self.close()
        self._begin()

    def _part(self, rows: int, known: Head) -> Fault | None:
        if self._reader is None:
            self._reader = open_reader(self._path)
            if fault := other_key(self._reader.opening().public_key, self._key):
                return fault
        if files.hash_of(self._reader.db, known.seq) != known.hash:
            what = f"row {known.seq} is not the row that was recorded"
            return Fault(known.seq, what, KEEP)
        found: list[Any] = self._reader.db.execute(_PART, (self._seq, rows)).fetchall()
        for row in found:
            if fault := self._row(*row):
                return fault
        if len(found) == rows:
            self.proven = Proven(self._seq, self.proven.rows, self.proven.passes, self.proven.fault)
            return None
        last = files.last(self._reader.db)
        if last is not None and last.seq > self._seq:
            return None  # written meanwhile: the next part takes them
        proven = Proven(0, self._seq, self.proven.passes + 1, self.proven.fault)
        fault = self._signing.owed()
        self._end(proven)
        return fault

    def _row(
        self, seq: int, kind: str, payload: bytes, digest: bytes, image: bytes
    ) -> Fault | None:
        due = self._seq + 1
        if seq != due:
            return broken(due, None, self._prev)
        if image[:32] != self._prev or sha256(image).digest() != digest:
            return broken(due, image[:32], self._prev)
        if fault := self._signing.take(seq, kind, self._prev, payload):
            return fault
        self._seq, self._prev = seq, digest
        return None


def _words(error: Exception) -> str:
    return error.what if isinstance(error, JournalError) else files.words(error)


_PART = (
    f"SELECT seq, kind, payload, hash, {IMAGE_SQL} FROM row WHERE seq > ?"  # noqa: S608 (constant)
    " ORDER BY seq LIMIT ?"
)
