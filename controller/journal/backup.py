"""A copy of a record that is being written, and a copy put back in its place.

`cp` of a live record loses the rows that lie in SQLite's log; SQLite's own backup does not. A copy
is proven before it gets its name, and one that is put back says in a row of its own how far it is
behind what had been recorded.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import apsw
import msgspec
from msgspec import Struct

from controller.errors import JournalError

from . import files
from .append import open_journal, require_in_use
from .head import head_path, read_head, write_head
from .read import open_reader
from .rows import RESTORED, Draft, Head
from .seal import Signer
from .verify import Report, verify

ROUND = "snapshot"
"""One is written at the end of each round."""


class Restored(Struct, frozen=True):
    """Payload of the row that a copy put back begins with."""

    kept: int
    """Its last row."""
    known: int
    """The newest row that the head file had noted; 0 = nothing is known."""
    rounds: int | None = None
    """Ends of rounds behind `kept` that the old file still shows; None = it cannot be read."""


# ---- out ----
def backup(path: Path, to: Path, public_key: bytes | None = None) -> tuple[Path, Report]:
    """Copy the record, also while a daemon writes it; `to` is a new file or a folder.

    Raises: JournalError when the copy is not proven; then none is left.
    """
    to = to / _dated(path) if to.is_dir() else to
    if to.exists() or head_path(to).exists():
        raise JournalError("exists already", where=str(to), do="Name another file, or a folder")
    new = files.unfinished(to)
    try:
        with files.naming(to):
            _copy(path, files.unfinished_made(to))
        report = _proven(new, public_key, path)
        with files.naming(to):
            write_head(to, report.head)
            files.settle(to)
    except BaseException:
        for left in files.with_log(new):
            left.unlink(missing_ok=True)
        raise
    return to, report


def _proven(copy: Path, public_key: bytes | None, named: Path) -> Report:
    report = verify(copy, public_key)
    if report.fault is not None:
        raise JournalError(report.fault.what, where=str(named), do=report.fault.do)
    return report


def _dated(path: Path) -> str:
    return f"{path.stem}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{path.suffix}"


def _copy(path: Path, new: Path) -> None:
    """One state of the record, whatever is written meanwhile; durable when it returns."""
    with open_reader(path) as reader:
        reader.db.execute("BEGIN")
        files.last(reader.db)
        made = apsw.Connection(str(new), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            with made.backup("main", reader.db, "main") as copying:
                copying.step()
            made.execute("PRAGMA journal_mode = DELETE")
        finally:
            made.close(True)
    files.force(new)


# ---- back ----
async def restore(copy: Path, path: Path, signer: Signer, *, at_us: int) -> Restored:
    """Put the copy in the place of the record; what stood there is kept beside it.

    Raises: JournalError when a daemon writes it, or the copy is not proven by that key.
    """
    report = _proven(copy, signer.public_key, copy)
    with open_reader(copy) as reader:
        require_in_use(reader)
    held = files.lock(path)
    try:
        noted = read_head(path)
        missing = Restored(
            kept=report.head.seq,
            known=noted.seq if noted else 0,
            rounds=_rounds_behind(path, report.head),
        )
        with files.naming(path):
            _set_aside(path, f"before-restore-{at_us}")
            _copy(copy, files.unfinished_made(path))
            write_head(path, report.head)
            files.settle(path)
    finally:
        os.close(held)
    journal = open_journal(path, signer)
    try:
        row = msgspec.msgpack.encode(missing)
        await journal.commit(
            [Draft(journal.head.seq + 1, at_us, "journal", RESTORED, row)], sign=True
        )
    finally:
        journal.close()
    return missing


def _rounds_behind(path: Path, kept: Head) -> int | None:
    """None = the old file cannot be read, or is another record."""
    try:
        with open_reader(path) as reader:
            if files.hash_of(reader.db, kept.seq) != kept.hash:
                return None
            return sum(1 for row in reader.rows(kept.seq + 1) if row.kind == ROUND)
    except (JournalError, apsw.Error):
        return None


def _set_aside(path: Path, why: str) -> None:
    for old in (*files.with_log(path), head_path(path)):
        if old.exists():
            old.rename(old.with_name(f"{old.name}.{why}"))


def decode_restored(payload: bytes) -> Restored:
    """Raises: ValueError."""
    return msgspec.msgpack.decode(payload, type=Restored)
