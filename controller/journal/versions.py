"""The opening row and the schema of a file: journals of every past version are read for ever.

Version 1 opens a record, version 2 each later file of it. When the stored shape of rows changes,
`VERSION` goes up, the function that reads the older shape is added here, and a file of the older
version joins tests/journal/fixtures.

A file holds one table, its guards, and nothing beside them: a trigger could drop a row. Rows are
append-only in the file itself: the guards refuse UPDATE, DELETE and any INSERT that does not
continue the chain, which stops `INSERT OR REPLACE` too, on every connection.
"""

from __future__ import annotations

import re
from functools import cache

import apsw
import msgspec
from msgspec import Struct

from controller.errors import JournalError

VERSION, LATER = 1, 2


class Opening(Struct, frozen=True):
    version: int
    public_key: bytes
    """Of the key that signs this file, as the daemon said at its opening."""
    record: bytes
    """The daemon's own: packs, configuration, devices, software."""
    number: int = 1
    """Of the file in its record."""
    before: bytes = b""
    """Public key of the file before; empty in the first."""
    link: bytes = b""
    """The key of the file before signs this one's."""
    day: str = ""
    """The gaming day with which it begins; empty in the first."""


class _First(Struct, frozen=True, array_like=True):
    version: int
    public_key: bytes
    record: bytes


class Later(Struct, frozen=True, array_like=True):
    """Keys and link stand before what has no fixed length: a stranger finds them by their place."""

    version: int
    public_key: bytes
    before: bytes
    link: bytes
    day: str
    number: int
    record: bytes


def encode_opening(public_key: bytes, record: bytes) -> bytes:
    return msgspec.msgpack.encode(_First(VERSION, public_key, record))


def decode_opening(payload: bytes, where: str) -> Opening:
    """Raises: JournalError when the row is damaged or newer than this software."""
    try:
        version = msgspec.msgpack.decode(payload)[0]
        if version == VERSION:
            first = msgspec.msgpack.decode(payload, type=_First)
            return Opening(VERSION, first.public_key, first.record)
        if version == LATER:
            later = msgspec.msgpack.decode(payload, type=Later)
            return Opening(**{name: getattr(later, name) for name in Later.__struct_fields__})
    except (msgspec.MsgspecError, LookupError, TypeError) as error:
        raise JournalError(
            "row 1 is not an opening record",
            where=where,
            do="Run dealer-assist journal verify on it, restore a copy of the file",
        ) from error
    raise JournalError(
        f"written in version {version!r} of the record, this software knows {LATER}",
        where=where,
        do="Use the software that wrote it, or newer",
    )


# ---- the schema ----
SCHEMA = """
CREATE TABLE row (
    seq INTEGER PRIMARY KEY,
    at_us INTEGER NOT NULL,
    source TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload BLOB NOT NULL,
    prev_hash BLOB NOT NULL CHECK (length(prev_hash) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE TRIGGER row_follows BEFORE INSERT ON row
WHEN NEW.seq IS NOT (SELECT ifnull(max(seq), {before}) + 1 FROM row)
    OR (NEW.seq > {before} + 1
        AND NEW.prev_hash IS NOT (SELECT hash FROM row WHERE seq = NEW.seq - 1))
BEGIN SELECT RAISE(ABORT, 'a row must follow the last one'); END;
CREATE TRIGGER row_stays BEFORE UPDATE ON row
BEGIN SELECT RAISE(ABORT, 'rows are never changed'); END;
CREATE TRIGGER row_remains BEFORE DELETE ON row
BEGIN SELECT RAISE(ABORT, 'rows are never deleted'); END;
"""
"""`before` = the last row of the file before this one; 0 = there is none."""
OF_BEFORE = """CREATE TRIGGER row_follows BEFORE INSERT ON row
WHEN NEW.seq IS NOT (SELECT ifnull(max(seq), 0) + 1 FROM row)
    OR (NEW.seq > 0 AND NEW.prev_hash IS NOT (SELECT hash FROM row WHERE seq = NEW.seq - 1))
BEGIN SELECT RAISE(ABORT, 'a row must follow the last one'); END"""
"""In a file that was begun when a record had one file only, as `_anywhere` makes it."""
TABLE = SCHEMA.partition("CREATE TRIGGER")[0]


def planted(db: apsw.Connection) -> str:
    """`trigger NAME`: what is in the file and not of the record; empty = nothing."""
    for kind, name, sql in db.execute("SELECT type, name, sql FROM sqlite_schema"):
        if (kind, name, _anywhere(str(sql))) not in _ours():
            return f"{kind} {name}"
    return ""


@cache
def _ours() -> frozenset[tuple[str, str, str]]:
    db = apsw.Connection(":memory:")
    try:
        db.execute(SCHEMA.format(before=0))
        found = db.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    finally:
        db.close()
    ours = ((str(kind), str(name), str(sql)) for kind, name, sql in found)
    return frozenset((*ours, ("trigger", "row_follows", OF_BEFORE)))


def _anywhere(sql: str) -> str:
    """The guard of a later file names the row before it."""
    return re.sub(r"(max\(seq\), |NEW\.seq > )\d+", r"\g<1>0", sql)
