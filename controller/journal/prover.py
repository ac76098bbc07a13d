"""Prove a record little by little, for ever: files, chain, signatures, rows that must have one.

A part of a pass reads a few rows and remembers where it stopped, so that a daemon can do it beside
its play. Each pass opens the files anew: what stands on the disk counts, not what was read before.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
from msgspec import Struct

from controller.errors import JournalError

from . import files
from .chain import GENESIS, IMAGE_SQL, fits_itself
from .days import joins, names, rest
from .proof import KEEP, Fault, Signing, broken
from .read import connect
from .rows import DELETED, OPENING, SIGNATURE, Head, Row
from .versions import decode_opening


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

    def __init__(self, record: Path, public_key: bytes) -> None:
        """`public_key` = of its first file, or of the only one."""
        self._record, self._key = record, public_key
        self._parts: tuple[names.Part, ...] = ()
        self._db: apsw.Connection | None = None
        self._newest: apsw.Connection | None = None
        self.proven = Proven()
        self._begin()

    def close(self) -> None:
        self._close_file()
        self._close_newest()

    def _close_file(self) -> None:
        if self._db is not None:
            self._db.close(True)
            self._db = None

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
        self._at = self._number = 0
        self._before: joins.Carried | None = None
        self._rests = rest.Rests()
        self._deleted: list[bytes] = []
        """Of rows that no signature stands behind yet."""
        self._last_but_one: Row | None = None
        self._last: Row | None = None

    def _end(self, proven: Proven) -> None:
        self.proven = proven
        self.close()
        self._begin()

    def _part(self, rows: int, known: Head) -> Fault | None:
        if fault := self._known_is_there(known):
            return fault
        parts = self._parts
        if self._db is None:
            if self._at >= len(parts):
                files.require(self._record)
            if fault := joins.not_there(parts, self._at, self._before):
                return fault
            self._db = connect(parts[self._at].path)
            if parts[self._at].rest:
                return self._rest(self._db, parts)
            if fault := self._does_not_begin(self._db, parts):
                return fault
        found: list[Any] = self._db.execute(_PART, (self._seq, rows)).fetchall()
        for *values, image in found:
            if fault := self._row(parts, Row(*values), image):
                return fault
        if len(found) == rows:
            self._tell(self._seq)
            return None
        last = files.last(self._db)
        if last is not None and last.seq > self._seq:
            return None  # written meanwhile: the next part takes them
        return self._file_ends(parts)

    def _does_not_begin(self, db: apsw.Connection, parts: tuple[names.Part, ...]) -> Fault | None:
        """A later file whose rows are all older ones would show none that is due."""
        row, due = files.first(db), self._seq + 1
        if self._before is None or (row is not None and row.seq == due):
            return None
        if row is not None and row.kind == OPENING and (fault := self._opens(parts, row)):
            return fault
        return broken(due, None, self._prev)

    def _rest(self, db: apsw.Connection, parts: tuple[names.Part, ...]) -> Fault | None:
        """Of a deleted file: its first row goes on from the one before, its last hands over."""
        part, row, due = parts[self._at], files.first(db), self._seq + 1
        if row is None or row.seq != due or row.prev_hash != self._prev or not fits_itself(row):
            return broken(due, None if row is None else row.prev_hash, self._prev)
        if fault := self._opens(parts, row):
            return fault
        carried, fault = rest.rest_of(db, part, self._signing.key)
        if carried is None:
            return fault
        self._rests.found(part, carried, row.seq)
        self._seq, self._prev, self._before = carried.head.seq, carried.head.hash, carried
        self._close_file()
        self._at += 1
        self._tell(self._seq)
        return None

    def _known_is_there(self, known: Head) -> Fault | None:
        """In the newest file; the record may have gone on in another since it was looked for."""
        for _ in range(2):
            if self._newest is None:
                self._parts = names.parts(self._record)
                if not self._parts:
                    files.require(self._record)
                self._newest = connect(self._parts[-1].path)
            if files.hash_of(self._newest, known.seq) == known.hash:
                return None
            self._close_newest()
        if self._in_older(known):
            return None
        return Fault(known.seq, f"row {known.seq} is not the row that was recorded", KEEP)

    def _in_older(self, known: Head) -> bool:
        """The next file has its name already, and `known` was told before that."""
        if len(self._parts) < 2:
            return False
        db = connect(self._parts[-2].path)
        try:
            return files.hash_of(db, known.seq) == known.hash
        finally:
            db.close(True)

    def _close_newest(self) -> None:
        if self._newest is not None:
            self._newest.close(True)
            self._newest = None

    def _file_ends(self, parts: tuple[names.Part, ...]) -> Fault | None:
        if fault := self._signing.owed():
            return fault
        key, head = self._signing.key, Head(self._seq, self._prev)
        self._before = joins.handed_on(parts[self._at], head, key, self._last_but_one)
        self._close_file()
        self._at += 1
        if self._at == len(parts):
            self._parts = parts = names.parts(self._record)
        if self._at < len(parts):
            self._tell(self._seq)
            return None
        alone = len(parts) == 1 and self._number > 1
        fault = None if alone else joins.lost(self._before, self._record) or self._rests.owed()
        self._end(Proven(0, self._seq, self.proven.passes + 1, self.proven.fault))
        return fault

    def _tell(self, row: int) -> None:
        self.proven = Proven(row, self.proven.rows, self.proven.passes, self.proven.fault)

    def _row(self, parts: tuple[names.Part, ...], row: Row, image: bytes) -> Fault | None:
        due = self._seq + 1
        alone = self._before is None and row.kind == OPENING
        if alone and due == 1 and row.seq > 1:  # what comes before this file lies elsewhere
            due, self._prev = row.seq, row.prev_hash
        if row.seq != due:
            return broken(due, None, self._prev)
        if image[:32] != self._prev or sha256(image).digest() != row.hash:
            return broken(due, image[:32], self._prev)
        if row.kind == OPENING and (fault := self._opens(parts, row)):
            return fault
        if fault := self._signing.take(row.seq, row.kind, self._prev, row.payload):
            return fault
        if row.kind == DELETED:
            self._deleted.append(row.payload)
        elif row.kind == SIGNATURE:
            self._rests.told(self._deleted)
            self._deleted.clear()
        self._seq, self._prev = row.seq, row.hash
        self._last_but_one, self._last = self._last, row
        return None

    def _opens(self, parts: tuple[names.Part, ...], row: Row) -> Fault | None:
        part = parts[self._at]
        opening = decode_opening(row.payload, str(part.path))
        if len(parts) > 1 and (fault := joins.another(part, opening, self._before)):
            return fault
        if fault := joins.why_not(row, opening, self._before, self._key):
            return fault
        self._signing, self._number = Signing(opening.public_key), opening.number
        return None


def _words(error: Exception) -> str:
    return error.what if isinstance(error, JournalError) else files.words(error)


_PART = (
    f"SELECT {files.COLUMNS}, {IMAGE_SQL} FROM row WHERE seq > ?"  # noqa: S608 (constant)
    " ORDER BY seq LIMIT ?"
)
