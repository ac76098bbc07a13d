"""Read a journal, also while a daemon writes it: rows, the last of a kind, the head."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import apsw

from controller.errors import JournalError

from . import files
from .chain import IMAGE_SQL, START
from .rows import OPENING, Head, Row
from .versions import Opening, decode_opening

DAMAGED = "Keep the file for the auditor; run dealer-assist journal verify, restore a copy"


def open_reader(path: Path) -> Reader:
    """Raises: JournalError."""
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
    return Reader(path, db)


def _uri(path: Path) -> str:
    # On read-only media SQLite cannot make its shared memory; a file at rest needs none.
    at_rest = not files.log_path(path).exists()
    fixed = at_rest and not os.access(path.parent, os.W_OK)
    return path.absolute().as_uri() + ("?immutable=1" if fixed else "?mode=ro")


class Reader:
    """A read-only view; `with open_reader(path) as reader`."""

    def __init__(self, path: Path, db: apsw.Connection) -> None:
        self.path, self.db = path, db

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.db.close(True)

    def head(self) -> Head:
        with files.naming(self.path):
            return files.last(self.db) or START

    def rows(self, first: int = 1) -> Iterator[Row]:
        """Yield rows from `first` to the present head, each checked against the chain.

        Raises: JournalError, naming the first row that does not fit.
        """
        due = first
        try:
            prev = files.hash_of(self.db, first - 1) if first > 1 else START.hash
            for *values, image in self.db.execute(_ROWS, (first,)):
                row = Row(*values)
                if row.seq != due or row.prev_hash != prev or sha256(image).digest() != row.hash:
                    raise self._damaged(due, "is damaged, changed or missing")
                yield row
                prev, due = row.hash, due + 1
        except (apsw.Error, UnicodeDecodeError) as error:
            raise self._damaged(due, f"cannot be read: {files.words(error)}") from error

    def last(self, kind: str, before: int | None = None) -> Row | None:
        """Return the newest row of the kind, or the newest before row `before`.

        Its own hash is checked; its place in the chain only by `rows` from there.
        Raises: JournalError.
        """
        with files.naming(self.path, DAMAGED):
            found: Any = self.db.execute(_LAST, (kind, before or 1 << 62)).get
        if found is None:
            return None
        *values, image = found
        row = Row(*values)
        if sha256(image).digest() != row.hash:
            raise self._damaged(row.seq, "was changed after it was written")
        return row

    def _damaged(self, seq: int, what: str) -> JournalError:
        return JournalError(f"row {seq} {what}", where=str(self.path), do=DAMAGED)

    def opening(self) -> Opening:
        """Raises: JournalError."""
        row = next(self.rows(1), None)
        if row is None or row.kind != OPENING:
            raise self._damaged(1, "is no opening record")
        return decode_opening(row.payload, str(self.path))


_ROWS = f"SELECT {files.COLUMNS}, {IMAGE_SQL} FROM row WHERE seq >= ? ORDER BY seq"  # noqa: S608 (constants)
_LAST = (
    f"SELECT {files.COLUMNS}, {IMAGE_SQL} FROM row WHERE kind = ? AND seq < ?"  # noqa: S608 (constants)
    " ORDER BY seq DESC LIMIT 1"
)
