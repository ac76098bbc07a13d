"""Read a record, also while a daemon writes it: rows, the last of a kind, the head.

All its files are read as one, the older ones opened when they are asked for. The file of a later
day is read alone when it is named itself.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import apsw

from controller.errors import JournalError

from . import files
from .chain import IMAGE_SQL, START
from .days import names
from .rows import OPENING, Head, Row
from .versions import Opening, decode_opening

DAMAGED = "Keep the file for the auditor; run dealer-assist journal verify, restore a copy"


def open_reader(path: Path) -> Reader:
    """A record, by its name, by its folder or by one later file. Raises: JournalError."""
    path = names.record_at(path, files.APPLICATION_ID)
    parts = names.readable(names.parts(path))
    if not parts:
        files.require(path)
    reader = Reader(path, [part.path for part in parts])
    reader.begin()
    return reader


def openings(path: Path) -> Iterator[tuple[Row, Opening]]:
    """The first row of each file, oldest first, also where only the rest of one is left.

    Raises: JournalError.
    """
    for part in names.parts(names.record_at(path, files.APPLICATION_ID)):
        db = connect(part.path)
        try:
            with files.naming(part.path, DAMAGED):
                row = files.first(db)
        finally:
            db.close(True)
        if row is not None and row.kind == OPENING:
            yield row, decode_opening(row.payload, str(part.path))


def connect(path: Path) -> apsw.Connection:
    """One file, read-only. Raises: JournalError."""
    files.require(path)
    with files.naming(path):
        db = apsw.Connection(_uri(path), flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        db.set_busy_timeout(files.BUSY_MS)
        try:
            # So that a file that was cut short is read as far as it goes; nothing can be written.
            db.execute("PRAGMA writable_schema = ON")
            files.require_schema(db, path)
        except BaseException:
            db.close(True)
            raise
    return db


def _uri(path: Path) -> str:
    # On read-only media SQLite cannot make its shared memory; a file at rest needs none.
    at_rest = not files.log_path(path).exists()
    fixed = at_rest and not os.access(path.parent, os.W_OK)
    return path.absolute().as_uri() + ("?immutable=1" if fixed else "?mode=ro")


class Reader:
    """A read-only view; `with open_reader(path) as reader`."""

    def __init__(self, path: Path, of: list[Path], newest: apsw.Connection | None = None) -> None:
        """`of` = the files, oldest first; `newest` = a connection to the last, left open."""
        self.path, self._of = path, of
        self._lent = newest
        self._open: dict[int, apsw.Connection] = {}
        if newest is not None:
            self._open[len(of) - 1] = newest

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self) -> None:
        """Open the newest file: the others are opened when they are asked for."""
        self._db(len(self._of) - 1)

    def close(self) -> None:
        for db in self._open.values():
            if db is not self._lent:
                db.close(True)
        self._open.clear()

    def head(self) -> Head:
        at = len(self._of) - 1
        with files.naming(self._of[at]):
            return files.last(self._db(at)) or START

    def first(self) -> int:
        """The number of the first row that is here."""
        return self._first(0)

    def opening_row(self) -> int:
        """The number of the newest file's first row."""
        return self._first(len(self._of) - 1)

    def hash_of(self, seq: int) -> bytes | None:
        """None = there is no such row."""
        at = self._file_of(seq)
        with files.naming(self._of[at]):
            return files.hash_of(self._db(at), seq)

    def rows(self, first: int = 1) -> Iterator[Row]:
        """Yield rows from `first` to the present head, each checked against the chain.

        Raises: JournalError, naming the first row that does not fit.
        """
        at = self._file_of(first)
        due, prev = max(first, self._first(at)), None
        if due == first and due > self._first(at):
            prev = self.hash_of(due - 1)
        for at_file in range(at, len(self._of)):
            for row in self._rows(at_file, due, prev):
                yield row
                due, prev = row.seq + 1, row.hash

    def _rows(self, at: int, first: int, prev: bytes | None) -> Iterator[Row]:
        """Of one file; `prev` = the hash of the row before, None = what its opening says."""
        due, opens = first, prev is None and first > 1
        if prev is None and due == 1:
            prev = START.hash
        try:
            for *values, image in self._db(at).execute(_ROWS, (first,)):
                row = Row(*values)
                follows = row.prev_hash == prev or (opens and row.kind == OPENING)
                if row.seq != due or not follows or sha256(image).digest() != row.hash:
                    raise self._damaged(at, due, "is damaged, changed or missing")
                yield row
                prev, due, opens = row.hash, due + 1, False
        except (apsw.Error, UnicodeDecodeError) as error:
            raise self._damaged(at, due, f"cannot be read: {files.words(error)}") from error

    def last(self, kind: str | tuple[str, ...], before: int | None = None) -> Row | None:
        """Return the newest row of the kind, or the newest before row `before`.

        Its own hash is checked; its place in the chain only by `rows` from there.
        Raises: JournalError.
        """
        kinds = (kind,) if isinstance(kind, str) else kind
        for at in reversed(range(len(self._of))):
            with files.naming(self._of[at], DAMAGED):
                bound = (before or 1 << 62, *kinds)
                found: Any = self._db(at).execute(_last(len(kinds)), bound).get
            if found is not None:
                *values, image = found
                row = Row(*values)
                if sha256(image).digest() != row.hash:
                    raise self._damaged(at, row.seq, "was changed after it was written")
                return row
        return None

    def opening(self, of: int = 1) -> Opening:
        """Of the file that holds row `of`. Raises: JournalError."""
        at = self._file_of(of)
        row = next(self._rows(at, self._first(at), None), None)
        if row is None or row.kind != OPENING:
            raise self._damaged(at, self._first(at), "is no opening record")
        return decode_opening(row.payload, str(self._of[at]))

    def _file_of(self, seq: int) -> int:
        """The newest file that begins at the row or before it, else the first."""
        newest = len(self._of) - 1
        if newest == 0 or self._first(newest) <= seq:
            return newest
        return max(0, bisect_right(range(newest), seq, key=self._first) - 1)

    def _first(self, at: int) -> int:
        with files.naming(self._of[at], DAMAGED):
            row = files.first_number(self._db(at))
        return 1 if row is None else row

    def _db(self, at: int) -> apsw.Connection:
        if at not in self._open:
            self._open[at] = connect(self._of[at])
        return self._open[at]

    def _damaged(self, at: int, seq: int, what: str) -> JournalError:
        return JournalError(f"row {seq} {what}", where=str(self._of[at]), do=DAMAGED)


_ROWS = f"SELECT {files.COLUMNS}, {IMAGE_SQL} FROM row WHERE seq >= ? ORDER BY seq"  # noqa: S608 (constants)


def _last(kinds: int) -> str:
    marks = ", ".join("?" * kinds)
    return (
        f"SELECT {files.COLUMNS}, {IMAGE_SQL} FROM row WHERE seq < ? AND kind IN ({marks})"  # noqa: S608 (constants)
        " ORDER BY seq DESC LIMIT 1"
    )
