"""Prove a record from its first row to its last: files, chain, every signature, head file.

A signature covers all rows before it through the chain; the rows after the last one belong to the
round that is being played. A record may be verified while a daemon writes it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
from msgspec import Struct

from controller.errors import JournalError

from . import files
from .chain import IMAGE_SQL, START, fits_itself
from .days import change, joins, names, rest
from .head import head_path, read_head, read_heads, replace_head
from .proof import KEEP, Fault, broken, signed_rows
from .read import Reader, connect
from .rows import CONTINUED, DELETED, OPENING, RETIRED, SIGNATURE, Head, Row
from .seal import signature_key
from .versions import decode_opening

FREE = "Check free space, owner and mode of the file and of its directory"


class FileProven(Struct, frozen=True):
    """One file of the record, as far as it is proven."""

    name: str
    first: int
    last: int
    public_key: bytes
    deleted: bool = False
    """Only its ends are left."""


class Report(Struct, frozen=True, kw_only=True):
    rows: int
    """The last row proven by the chain."""
    signatures: int
    signed: int
    """The last row proven by a signature; the rest of the chain is not signed yet."""
    head: Head
    public_key: bytes
    """The first file's, with which every later one is proven."""
    noted: Head | None
    """From the newest head file; None = there is none beside the record."""
    fault: Fault | None
    files: tuple[FileProven, ...] = ()
    closed: bool = False
    """A signed row says that nothing follows here: the day's end, or the record's."""
    old_head: bool = False
    """The newest head file knows none of the last commits: it is no witness of the end."""

    @property
    def ends_open(self) -> bool:
        """Rows may be missing behind the last one, and nothing beside the file would know."""
        return not self.closed and self.noted is None

    @property
    def first(self) -> int:
        """Rows before it lie in files that are not here."""
        return self.files[0].first if self.files else 1


def verify(
    path: Path, key: bytes | None = None, *, alone: bool = False, whole: bool = False
) -> Report:
    """Check everything; without a public key, the key of the first row is taken for the table's.

    `alone` = a copy of one file, whatever lies beside it. `whole` = rows count, not their rest.
    Raises: JournalError when the file cannot be opened as a journal at all.
    """
    record = names.record_at(path, files.APPLICATION_ID)
    parts = names.parts(record)
    if not parts:
        files.require(record)
    parts = names.without_twins(parts) if whole else parts
    parts = tuple(part for part in parts if not alone or part.path == record)
    proof = _Proof(key)
    for at, part in enumerate(parts):
        proof.fault = joins.not_there(parts, at, proof.before)
        if proof.fault is None:
            proof.file(part, alone=len(parts) == 1)
        if proof.fault is not None:
            break
    else:
        if proof.before is not None and not alone and not proof.is_later:
            proof.fault = joins.lost(proof.before, record) or proof.rests.owed()
    return proof.report()


class _Proof:
    """What is proven so far, file by file."""

    def __init__(self, key: bytes | None) -> None:
        self._given = key
        self.fault: Fault | None = None
        self.before: joins.Carried | None = None
        self._head, self._noted = Head(0, START.hash), None  # type: Head, Head | None
        self._signed = self._signatures = 0
        self._closed = self._old_head = False
        self._files: list[FileProven] = []
        self.rests = rest.Rests()
        self.is_later = False
        """A later file by itself: neither what is before it nor behind it is here."""

    def file(self, part: names.Part, *, alone: bool) -> None:
        """Raises: JournalError when the first file cannot be opened as a journal at all."""
        try:
            db = connect(part.path)
        except JournalError as error:
            if self.before is None:
                raise
            what = f"{part.name} {error.what}"
            self.fault = Fault(self.before.head.seq + 1, what, error.do)
            return
        try:
            with files.naming(part.path):
                db.execute("BEGIN")
                self._file(db, part, alone=alone)
        finally:
            db.close(True)

    def _file(self, db: apsw.Connection, part: names.Part, *, alone: bool) -> None:
        known = read_heads(part.path)
        self._noted, self._closed = next(iter(known), None), False
        row = _first(db)
        opening = None if row is None else decode_opening(row.payload, str(part.path))
        start, key, fault = self._start(row), self._given or b"", None
        if row is not None and opening is not None:
            fault = None if alone else joins.another(part, opening, self.before)
            fault = fault or joins.why_not(row, opening, self.before, self._given)
            key = opening.public_key
            self.is_later = alone and opening.number > 1
        if fault is not None and self.before is not None:
            self.fault = fault
            return
        if part.rest and row is not None:
            self._rest(db, part, row, key)
            return
        proven, broke = _chain(db, start)
        whole = broke is None
        if broke is None and opening is None:
            broke = Fault(start.seq + 1, f"row {start.seq + 1} is no opening record", KEEP)
        if broke is None and head_path(part.path).exists():
            broke = _against_head_file(db, part.path, proven, known)
        if proven.seq > start.seq and opening is not None:
            self._head = proven
            if fault is None:
                signed, count, fault = signed_rows(db, proven.seq, key, whole=whole)
                self._signed, self._signatures = signed or self._signed, self._signatures + count
            self._files.append(FileProven(part.name, start.seq + 1, proven.seq, key))
        self.fault = _earlier(broke, fault)
        if self.fault is None:
            self.rests.told(deletions(db, self._signed))
            end = files.row(db, proven.seq - 1)
            self._old_head = _is_old(db, part.path, proven)
            says_so = end is not None and end.kind in (CONTINUED, RETIRED)
            self._closed = says_so and self._signed == proven.seq - 1
            self.before = joins.handed_on(part, proven, key, end)
            self.fault = _behind_the_end(db, proven)

    def _rest(self, db: apsw.Connection, part: names.Part, row: Row, key: bytes) -> None:
        """Of a deleted file; its first row goes on from the one before, or is row 1."""
        before = self.before.head if self.before is not None else START
        if (row.seq - 1, row.prev_hash) != (before.seq, before.hash):
            self.fault = broken(before.seq + 1, row.prev_hash, before.hash)
            return
        self.before, self.fault = rest.rest_of(db, part, key)
        if self.before is not None:
            self._head, self._signed = self.before.head, self.before.head.seq - 1
            self.rests.found(part, self.before, row.seq)
            self._files.append(FileProven(part.name, row.seq, self._head.seq, key, deleted=True))

    def _start(self, row: Row | None) -> Head:
        if self.before is not None:
            return self.before.head
        return START if row is None or row.seq == 1 else Head(row.seq - 1, row.prev_hash)

    def report(self) -> Report:
        return Report(
            rows=self._head.seq,
            signatures=self._signatures,
            signed=self._signed,
            head=self._head,
            public_key=self._given or (self._files[0].public_key if self._files else b""),
            noted=self._noted,
            fault=self.fault,
            files=tuple(self._files),
            closed=self._closed,
            old_head=self._old_head,
        )


def _first(db: apsw.Connection) -> Row | None:
    """The opening of a file; None = it was damaged or taken away: the chain says so."""
    try:
        row = files.first(db)
    except (apsw.Error, UnicodeDecodeError):
        return None
    return row if row is not None and row.kind == OPENING and fits_itself(row) else None


def deletions(db: apsw.Connection, signed: int) -> list[bytes]:
    """What a row that nobody signed says of a deletion, anybody may have written."""
    sql = "SELECT payload FROM row WHERE kind = ? AND seq <= ?"
    found: list[Any] = db.execute(sql, (DELETED, signed)).fetchall()
    return [bytes(payload) for (payload,) in found]


def _earlier(one: Fault | None, other: Fault | None) -> Fault | None:
    """What is wrong first decides from which row on nothing is proven."""
    found = [fault for fault in (one, other) if fault is not None]
    return min(found, key=lambda fault: fault.seq, default=None)


def _behind_the_end(db: apsw.Connection, proven: Head) -> Fault | None:
    """Nothing but its signature stands behind the row that says where the record goes on."""
    found: Any = db.execute("SELECT seq FROM row WHERE kind = ? ORDER BY seq LIMIT 1", (CONTINUED,))
    ends = found.get
    if ends is None or ends + 1 >= proven.seq:
        return None
    return Fault(ends + 2, f"row {ends + 2} stands behind the end of its file", KEEP)


def covered(reader: Reader, seq: int) -> bool:
    """Whether the first signature behind this row is by its file's key and fits the chain.

    Raises: JournalError when a row up to it does not fit.
    """
    key = reader.opening(seq).public_key
    for row in reader.rows(seq):
        if row.kind == SIGNATURE:
            return signature_key(Head(row.seq - 1, row.prev_hash), row.payload) == key
    return False


def accept_end(path: Path) -> tuple[Head | None, Head]:
    """Let the head file know the newest file's present end; return what it knew, and the end.

    For a floor that must go on after rows were lost: the old head file stays beside the new one.
    Where the file is lost in which the record went on, the one before it goes on instead.
    Raises: JournalError when a daemon writes it or its chain is not whole.
    """
    record = names.base(names.record_at(path, files.APPLICATION_ID))
    connect(names.newest(record).path).close(True)  # no lock file beside what is no record
    held = files.lock(record)
    try:
        path = names.newest(record).path
        noted, end = read_head(path), _end(path)
        if (lost := change.reopen(record)) is not None:
            noted, end = read_head(lost) or noted, _end(path)
            _set_aside(lost, end)
        with files.naming(path, FREE):
            replace_head(path, end, _aside(path, end))
    finally:
        os.close(held)
    return noted, end


def _aside(path: Path, end: Head) -> Path:
    return Path(f"{head_path(path)}.before-{end.seq}")


def _set_aside(path: Path, end: Head) -> None:
    if head_path(path).exists():
        head_path(path).rename(_aside(path, end))


def _end(path: Path) -> Head:
    """Raises: JournalError when the file's chain is not whole."""
    db = connect(path)
    try:
        with files.naming(path):
            row = _first(db)
            alone = row is None or row.seq == 1
            start = START if row is None or alone else Head(row.seq - 1, row.prev_hash)
            end, fault = _chain(db, start)
    finally:
        db.close(True)
    if fault:
        raise JournalError(fault.what, where=str(path), do=fault.do)
    return end


def _chain(db: apsw.Connection, start: Head) -> tuple[Head, Fault | None]:
    prev, seq = start.hash, start.seq
    try:
        for digest, image in db.execute(_IMAGES):
            if image[:32] != prev or sha256(image).digest() != digest:
                return Head(seq, prev), _diagnose(db, seq + 1, prev)
            prev = digest
            seq += 1
        last = files.last(db)
    except apsw.Error as error:
        what = f"row {seq + 1} cannot be read: {files.words(error)}"
        return Head(seq, prev), Fault(seq + 1, what, KEEP)
    if last is None:
        return Head(0, prev), Fault(1, "there are no rows", files.RESTORE)
    if last.seq != seq:
        what = f"rows are not numbered from {start.seq + 1} without a gap"
        return start, Fault(start.seq + 1, what, KEEP)
    return Head(seq, prev), None


_IMAGES = f"SELECT hash, {IMAGE_SQL} FROM row ORDER BY seq"  # noqa: S608 (constant)


def _diagnose(db: apsw.Connection, seq: int, prev: bytes) -> Fault:
    found: list[Any] = db.execute("SELECT prev_hash FROM row WHERE seq = ?", (seq,)).fetchall()
    return broken(seq, found[0][0] if found else None, prev)


def _is_old(db: apsw.Connection, path: Path, proven: Head) -> bool:
    """Whether the head file is further behind than a kill leaves it: a signature ends a commit.

    It is read again: what a daemon has recorded since the file was looked at is in it now.
    """
    noted = read_head(path)
    if noted is None:
        return False
    ended: Any = db.execute(_COMMIT_ENDS, (SIGNATURE, noted.seq, proven.seq))
    return ended.get is not None


_COMMIT_ENDS = "SELECT seq FROM row WHERE kind = ? AND seq > ? AND seq < ? LIMIT 1"


def _against_head_file(
    db: apsw.Connection, path: Path, proven: Head, known: Sequence[Head]
) -> Fault | None:
    if not known:
        what = f"the head file {head_path(path)} is damaged"
        return Fault(proven.seq + 1, what, "Compare the head with the last one printed")
    if known[0].seq > proven.seq:
        what = f"rows {proven.seq + 1} to {known[0].seq} are lost, as the head file knows"
        return Fault(proven.seq + 1, what, KEEP)
    if (strange := files.not_there(db, known)) is not None:
        what = f"row {strange.seq} is not the row that the head file knows"
        return Fault(strange.seq, what, KEEP)
    return None
