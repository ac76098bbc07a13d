"""The change to the next file: built whole beside the old one, which then says that it ends.

    1. the next file is written under another name
    2. the last row of the old file, signed, says that the record goes on
    3. the next file gets its name

Killed before 2, the old file goes on and what was built is thrown away. Killed between 2 and 3, the
next start gives the file its name. At no moment can two files be written.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Protocol

import apsw
import msgspec
from msgspec import Struct

from controller.errors import JournalError
from controller.journal import files
from controller.journal.chain import link
from controller.journal.head import write_head
from controller.journal.rows import CONTINUED, OPENING, Draft, Head, Row
from controller.journal.seal import Signer
from controller.journal.versions import LATER, Later

from . import joins, names


class Keys(Protocol):
    """Of the files of a record; both are called on the writer's thread."""

    def new(self, number: int) -> Signer:
        """For the file of that number, which is not begun yet. Raises: TableError."""
        ...

    def begun(self, number: int) -> None:
        """That file is written now."""
        ...


class NextFile(Struct, frozen=True):
    """What the file of the next gaming day begins with."""

    day: str
    record: bytes
    """The daemon's own opening record."""
    snapshot: Draft
    """How the table stands; its number is the one behind the opening row's."""
    keys: Keys


class Built(Struct, frozen=True):
    """The rows that end the old file, and the file that waits for its name."""

    path: Path
    closing: list[Row]
    end: Head
    head: Head
    """Of the new file."""
    signer: Signer


def opening_row(head: Head) -> int:
    """The number of the next file's first row: two rows end this one."""
    return head.seq + 3


def build(record: Path, number: int, head: Head, signer: Signer, new: NextFile) -> Built:
    """Write the file that follows the one of this head. Raises: JournalError."""
    at_us = new.snapshot.at_us
    said = msgspec.msgpack.encode(joins.Continued(number + 1, new.day))
    closing = list(link(head, [Draft(head.seq + 1, at_us, "journal", CONTINUED, said)]))
    last = Head(closing[-1].seq, closing[-1].hash)
    closing += link(last, [signer.draft(last, at_us)])
    end = Head(closing[-1].seq, closing[-1].hash)
    signs = new.keys.new(number + 1)
    key = signs.public_key
    signed_key = signer.link(end, number + 1, key)
    said = msgspec.msgpack.encode(
        Later(LATER, key, signer.public_key, signed_key, new.day, number + 1, new.record)
    )
    rows = list(link(end, [Draft(end.seq + 1, at_us, "journal", OPENING, said), new.snapshot]))
    begun = Head(rows[-1].seq, rows[-1].hash)
    rows += link(begun, [signs.draft(begun, at_us)])
    path = names.next_path(record, number + 1, new.day)
    with files.naming(path):
        files.require_absent(path)
        files.build(path, rows)
        files.force(files.unfinished(path))
    return Built(path, closing, end, Head(rows[-1].seq, rows[-1].hash), signs)


def settle(built_at: Path, head: Head) -> None:
    """Give the next file its name, once the old one says that it ends. Raises: JournalError."""
    with files.naming(built_at):
        write_head(built_at, head)
        files.settle(built_at)


def finish(record: Path) -> None:
    """Whatever a kill in the middle of a change has left, before the record is opened.

    Raises: JournalError when the file in which the record goes on is missing.
    """
    newest = names.newest(record)
    if not newest.path.exists() or newest.path.stat().st_size == 0:
        return
    db = files.connect(newest.path)
    try:
        with files.naming(newest.path):
            end = files.last(db)
            last = files.row(db, end.seq - 1) if end is not None else None
    finally:
        db.close(True)
    due: Path | None = None
    if end is not None and last is not None and last.kind == CONTINUED:
        said = joins.decode_continued(last.payload)
        if said.number <= newest.number:
            return  # another file stands in the place of the newest: who opens it says so
        due = names.next_path(record, said.number, said.day)
        if not files.unfinished(due).exists():
            what = "is missing: the record goes on in it"
            do = "Put it back or restore a copy; if it is lost for good, journal accept"
            raise JournalError(what, where=str(due), do=do)
        settle(due, _built_behind(due, end))
    _clear(record)


def reopen(record: Path) -> Path | None:
    """Take back the end of the newest file, where the file behind it is lost for good.

    The file as it was is kept beside it. None = nothing is lost.
    Raises: JournalError.
    """
    newest = names.newest(record)
    with files.naming(newest.path):
        db = files.connect(newest.path)
        try:
            rows = files.rows(db)
        finally:
            db.close(True)
    if len(rows) < 2 or rows[-2].kind != CONTINUED:
        return None
    said = joins.decode_continued(rows[-2].payload)
    due = names.next_path(record, said.number, said.day)
    if due.exists() or files.unfinished(due).exists():
        return None
    kept = newest.path.with_name(f"{newest.name}.before-accept-{rows[-1].seq}")
    with files.naming(newest.path):
        files.build(newest.path, rows[:-2])
        newest.path.rename(kept)
        files.settle(newest.path)
    return due


def _built_behind(due: Path, end: Head) -> Head:
    """The head of the file that waits for its name. Raises: JournalError."""
    waiting = files.unfinished(due)
    db = apsw.Connection(str(waiting), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        with files.naming(waiting):
            first, last = files.first(db), files.last(db)
    finally:
        db.close(True)
    if first is None or last is None or (first.seq - 1, first.prev_hash) != (end.seq, end.hash):
        what = "is not the file in which the record goes on"
        raise JournalError(what, where=str(waiting), do=files.RESTORE)
    return last


def _clear(record: Path) -> None:
    """What was built for a change that did not come about."""
    pattern = f"{names.literal(record.stem)}-*{record.suffix}.new*"
    for left in record.parent.glob(pattern):
        with contextlib.suppress(OSError):
            left.unlink()
