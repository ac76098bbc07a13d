"""How long the files of a record are kept: nothing goes before its time, nothing while it is held.

Deleted are the rows of a whole finished file. Its first row and its last two stay in `FILE.rest`:
number, keys and link, and the head that the next file goes on from. A signed row of the newest file
says what was deleted, before it is. So the files behind it are proven as before, and rows that went
without such a row are found.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import Path

import msgspec
from msgspec import Struct

from controller.errors import JournalError
from controller.journal import files
from controller.journal.append import open_journal
from controller.journal.head import head_path
from controller.journal.read import connect
from controller.journal.regular import Linked, read_regular, require_one_name
from controller.journal.rows import CONTINUED, DELETED, Draft
from controller.journal.seal import Signers
from controller.journal.verify import deletions, verify

from . import names
from .names import Part
from .rest import Deleted

IDLE_DAYS = 31
"""What the time between two finished files adds to an age at most: a clock that was far ahead for
one evening makes no file old. A table that stood still for longer keeps its files for longer."""


class Hold(Struct, frozen=True):
    """A gaming day whose rows are kept for a dispute, whatever their age."""

    day: str
    reason: str
    by: str


class Row(Struct, frozen=True):
    """A hold that a row of the record says, and no later one takes back."""

    hold: Hold
    file: int
    """The number of the file in which the row stands."""
    seq: int


# ---- holds ----
def holds_path(record: Path) -> Path:
    return record.with_name(f"{record.name}.holds")


def holds(record: Path) -> tuple[Hold, ...]:
    """Raises: JournalError when the file cannot be read: then nothing may be deleted."""
    path = holds_path(record)
    if not path.exists():
        return ()
    try:
        return msgspec.json.decode(read_regular(path), type=tuple[Hold, ...])
    except (OSError, msgspec.MsgspecError) as error:
        do = "Restore it: nothing is deleted until it can be read"
        raise JournalError("is damaged", where=str(path), do=do) from error


def spans(record: Path) -> Iterator[tuple[Part, int, int]]:
    """Each file whose rows are here, and when its first and its last was recorded. Units: us UTC.

    What ends a finished file was written on the day of the next. Raises: JournalError.
    """
    for part in names.parts(record):
        if part.rest:
            continue
        db = connect(part.path)
        try:
            with files.naming(part.path):
                first, last = files.first(db), files.last(db)
                ends = files.row(db, last.seq - 1) if last is not None else None
                closed = ends is not None and ends.kind == CONTINUED
                at = files.row(db, ends.seq - 1) if ends is not None and closed else None
                newest = at or (files.row(db, last.seq) if last is not None else None)
        finally:
            db.close(True)
        if first is not None and newest is not None:
            yield part, first.at_us, newest.at_us


def hold(record: Path, one: Hold) -> None:
    """Raises: JournalError."""
    date.fromisoformat(one.day)
    _write(record, (*(h for h in holds(record) if h.day != one.day), one))


def release(record: Path, day: str) -> bool:
    """False = it was not held. Raises: JournalError."""
    found = holds(record)
    kept = tuple(h for h in found if h.day != day)
    if kept == found:
        return False
    _write(record, kept)
    return True


def _write(record: Path, found: tuple[Hold, ...]) -> None:
    path = holds_path(record)
    with files.naming(path, "Check owner and mode of the folder and free space"):
        new = files.unfinished_made(path)
        try:
            new.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
            files.force(new)
            files.settle(path)
        finally:
            new.unlink(missing_ok=True)


# ---- what may go ----
def ages(
    record: Path, keep_days: int, rows: Sequence[Row], *, at_us: int | None
) -> Iterator[tuple[Part, str]]:
    """Each finished file with why it is kept; empty = it may go.

    `rows` = what the record itself says is held: it keeps the day whatever the file of the holds
    says, and the row that says so. Counted in gaming days of the record itself, and by the clock of
    who prunes where that makes fewer: neither clock alone makes a file old. `at_us` = that clock's
    word; None = go by the record alone.
    """
    parts, held = names.parts(record), holds(record)
    clock = date.max if at_us is None else datetime.fromtimestamp(at_us / 1e6, UTC).date()
    for part, later in pairwise(parts):
        if part.rest:
            continue
        age = _days_since(later, parts)
        by_clock = (clock - date.fromisoformat(later.day)).days
        if age < keep_days or by_clock < keep_days:
            yield part, _young(keep_days, age, by_clock)
            continue
        try:
            require_one_name(part.path)
        except Linked as error:
            yield part, f"{error.strerror}, and its rows would stay under the other"
            continue
        # A round that lasted into the next day ends in this file.
        in_rows = ((r.hold, f", as row {r.seq} says") for r in rows)
        found = [
            f"held for {one.day}: {one.reason}{where}"
            for one, where in (*((h, "") for h in held), *in_rows)
            if part.day <= one.day <= later.day
        ]
        found += [f"a row of it holds {r.hold.day}" for r in rows if r.file == part.number]
        yield part, found[0] if found else ""


def _days_since(ended: Part, parts: Sequence[Part]) -> int:
    """Gaming days from that file's first to the newest one's."""
    days = [date.fromisoformat(part.day) for part in parts if part.number >= ended.number]
    return sum(min((b - a).days, IDLE_DAYS) for a, b in pairwise(days))


def _young(keep_days: int, age: int, by_clock: int) -> str:
    if by_clock < 0:
        ahead = "its last day lies ahead of the clock of this machine"
        return f"kept {keep_days} days, and {ahead}"
    return f"kept {keep_days} days, {min(age, by_clock)} days old"


async def prune(
    record: Path, signers: Signers, keep_days: int, *, rows: Sequence[Row], at_us: int
) -> tuple[Deleted, ...]:
    """Delete what may go; `rows` as for `ages`.

    Raises: JournalError when a daemon writes it, or it is not proven.
    """
    finish(record)
    if (fault := verify(record).fault) is not None:
        raise JournalError(fault.what, where=str(record), do=fault.do)
    gone = [part for part, why in ages(record, keep_days, rows, at_us=at_us) if not why]
    said = tuple(_said(part) for part in gone)
    journal = open_journal(record, signers)
    try:
        if said:
            first = journal.head.seq + 1
            drafts = [
                Draft(seq, at_us, "journal", DELETED, msgspec.msgpack.encode(one))
                for seq, one in enumerate(said, first)
            ]
            await journal.commit(drafts, sign=True)
        for part in gone:
            _reduce(part)
    finally:
        journal.close()
    return said


def _said(part: Part) -> Deleted:
    db = connect(part.path)
    try:
        first, last = files.first(db), files.last(db)
    finally:
        db.close(True)
    assert first is not None
    assert last is not None
    return Deleted(part.number, part.day, first.seq, last.seq, last.hash)


def _reduce(part: Part) -> None:
    """Its rest has a name before the rows go."""
    db = connect(part.path)
    try:
        with files.naming(part.path):
            last = files.last(db)
            assert last is not None
            ends = (files.first(db), files.row(db, last.seq - 1), files.row(db, last.seq))
    finally:
        db.close(True)
    to = names.rest_path(part.path)
    with files.naming(to):
        files.build_rest(to, [row for row in ends if row is not None])
        files.settle(to)
        for left in (*files.with_log(part.path), head_path(part.path)):
            left.unlink(missing_ok=True)
        files.force(to.parent)


def finish(record: Path) -> None:
    """Deletions that a kill has cut short: the row says so, the rest is there, the rows are too.

    Raises: JournalError for a rest that no signed row tells of: somebody put it there.
    """
    found = names.parts(record)
    rests = {part.number for part in found if part.rest}
    twins = [part for part in found if not part.rest and part.number in rests]
    if not twins:
        return
    report = verify(record, whole=True)
    if report.fault is not None:
        raise JournalError(report.fault.what, where=str(record), do=report.fault.do)
    told = {one for part in found if not part.rest for one in _told(part, report.signed)}
    for part in twins:
        if _said(part).hash not in told:
            what = "lies beside the rows themselves, and no signed row says that they were deleted"
            do = "Find out who put it there, and remove it"
            raise JournalError(what, where=str(names.rest_path(part.path)), do=do)
    for part in twins:
        _reduce(part)


def _told(part: Part, signed: int) -> Iterator[bytes]:
    """The last hash of each file whose rows were deleted, as signed rows of this one say."""
    db = connect(part.path)
    try:
        for payload in deletions(db, signed):
            with contextlib.suppress(msgspec.MsgspecError):
                yield msgspec.msgpack.decode(payload, type=Deleted).hash
    finally:
        db.close(True)
