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
from .days import names
from .head import head_path, prepared_head, read_head, write_head
from .proof import other_key
from .read import connect, open_reader
from .rows import RESTORED, Draft, Head
from .seal import Signer, Signers
from .verify import Report, verify
from .versions import Opening

ROUND = "snapshot"
"""One is written at the end of each round."""


WHERE = "Check the path, and free space, owner and mode there"


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

    A record of several files goes into a folder: those that are finished once, the newest each
    time, all under their own names. A new file gets the newest alone.
    Raises: JournalError when the copy is not proven; then none is left.
    """
    record = names.record_at(path, files.APPLICATION_ID)
    parts = names.parts(record)
    if len(parts) < 2:
        to = to / _dated(record) if to.is_dir() else to
        return to, _copied(record, to, public_key)
    found = verify(record, public_key)
    if found.fault is not None:
        raise JournalError(found.fault.what, where=str(record), do=found.fault.do)
    if not to.is_dir():
        return to, _copied(parts[-1].path, to, found.files[-1].public_key)
    for part, proven in zip(parts, found.files, strict=True):
        newest = part == parts[-1]
        if part.rest:
            if not (to / part.path.stem).exists():  # else the copy still has its rows
                with files.naming(to / part.name, WHERE):
                    files.unfinished_made(to / part.name).write_bytes(part.path.read_bytes())
                    files.settle(to / part.name)
        elif newest or not (to / part.name).exists():
            last = _copied(part.path, to / part.name, proven.public_key, over=newest)
    return to, last


def _copied(path: Path, to: Path, key: bytes | None, *, over: bool = False) -> Report:
    """One file, proven before it has its name."""
    if not over and (to.exists() or head_path(to).exists()):
        raise JournalError("exists already", where=str(to), do="Name another file, or a folder")
    new = files.unfinished(to)
    try:
        with files.naming(to, WHERE):
            _copy(path, files.unfinished_made(to))
        report = _proven(new, key, path)
        with files.naming(to, WHERE):
            head = prepared_head(to, report.head)
            files.settle(to)
            head.rename(head_path(to))
    except BaseException:
        for left in files.with_log(new):
            left.unlink(missing_ok=True)
        raise
    return report


def _proven(copy: Path, public_key: bytes | None, named: Path) -> Report:
    report = verify(copy, public_key, alone=True)
    if report.fault is not None:
        raise JournalError(report.fault.what, where=str(named), do=report.fault.do)
    return report


def _dated(path: Path) -> str:
    return f"{path.stem}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{path.suffix}"


def _copy(path: Path, new: Path) -> None:
    """One state of the file, whatever is written meanwhile; durable when it returns."""
    source = connect(path)
    try:
        source.execute("BEGIN")
        files.last(source)
        made = apsw.Connection(str(new), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            with made.backup("main", source, "main") as copying:
                copying.step()
            made.execute("PRAGMA journal_mode = DELETE")
        finally:
            made.close(True)
    finally:
        source.close(True)
    files.force(new)


# ---- back ----
async def restore(copy: Path, path: Path, signer: Signers, *, at_us: int) -> Restored:
    """Put the copy in the place of its file of the record; what stood there is kept beside it.

    A folder means the one record in it and is never set aside itself.
    Of a finished file only a whole copy is put back, and nothing is missing then.
    Raises: JournalError when a daemon writes it, or the copy is not proven by that key.
    """
    path = names.base(names.record_at(path, files.APPLICATION_ID))
    with open_reader(copy) as reader:
        require_in_use(reader)
        of = reader.opening(reader.first())
    report = _proven(copy, None, copy)
    _require_place(path)
    held = files.lock(path)
    try:
        at, finished = _place(path, of, report.head)
        if finished:  # the file behind it knows its head: that proves it without any key
            _put(copy, at, report.head, f"before-restore-{at_us}")
            return Restored(kept=report.head.seq, known=report.head.seq, rounds=0)
        by = signer if isinstance(signer, Signer) else signer(of.number)
        if fault := other_key(of.public_key, by.public_key, report.first):
            raise JournalError(fault.what, where=str(copy), do=fault.do)
        noted = read_head(at)
        known = noted.seq if noted else 0
        missing = Restored(report.head.seq, known, _rounds_behind(at, report.head))
        _put(copy, at, report.head, f"before-restore-{at_us}")
    finally:
        os.close(held)
    await _say(path, by, missing, at_us)
    return missing


def _put(copy: Path, at: Path, head: Head, aside: str) -> None:
    """What stood there goes aside once the copy is whole. Raises: JournalError."""
    new = files.unfinished(at)
    try:
        with files.naming(at, WHERE):
            _copy(copy, files.unfinished_made(at))
            _set_aside(at, aside)
            write_head(at, head)
            files.settle(at)
    finally:
        for left in files.with_log(new):
            left.unlink(missing_ok=True)


async def _say(path: Path, signer: Signer, missing: Restored, at_us: int) -> None:
    journal = open_journal(path, signer)
    try:
        row = msgspec.msgpack.encode(missing)
        await journal.commit(
            [Draft(journal.head.seq + 1, at_us, "journal", RESTORED, row)], sign=True
        )
    finally:
        journal.close()


def _require_place(path: Path) -> None:
    """A record may stand there, damaged or not, or nothing. Raises: JournalError."""
    files.require_folder(path)
    if (
        path.exists()
        and not head_path(path).exists()
        and not names.is_one(path, files.APPLICATION_ID)
    ):
        what = "is no record, and no head file says that it was one"
        raise JournalError(what, where=str(path), do="Check the path, or move that file away")


def _place(record: Path, of: Opening, head: Head) -> tuple[Path, bool]:
    """Where the copy belongs, and whether the record goes on behind it. Raises: JournalError."""
    at = record if of.number == 1 else names.next_path(record, of.number, of.day)
    later = [part for part in names.parts(record) if part.number > of.number]
    if not later:
        return at, False
    if later[0].number == of.number + 1:
        db = connect(later[0].path)
        try:
            first = files.first(db)
        finally:
            db.close(True)
        if first is not None and (first.seq - 1, first.prev_hash) == (head.seq, head.hash):
            return at, True
    what = f"the record goes on in {later[0].name}, which does not follow the end of the copy"
    do = "Name a copy of the newest file, or a whole copy of a finished one"
    raise JournalError(what, where=str(at), do=do)


def _rounds_behind(path: Path, kept: Head) -> int | None:
    """None = the old file cannot be read, or is another record."""
    try:
        with open_reader(path) as reader:
            if reader.hash_of(kept.seq) != kept.hash:
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
