"""How a file goes on from the one before it: number, name, last row, and whose key signs it.

The last rows of a file say that the record goes on and in which file. The first row of the next
carries its number and its key, signed by the key of the file before: who holds the first public key
of a record proves every later file with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from controller.journal.files import unfinished
from controller.journal.proof import KEEP, WHOSE, Fault, other_key
from controller.journal.rows import CONTINUED, Head, Row
from controller.journal.seal import fingerprint, is_linked
from controller.journal.versions import Opening

from .names import Part, next_path


class Continued(Struct, frozen=True, array_like=True):
    """Payload of the last row of a file but its signature: where the record goes on."""

    number: int
    day: str
    """In its name: the gaming day with which it begins."""


class Carried(Struct, frozen=True):
    """What a file hands to the next one."""

    number: int
    name: str
    head: Head
    key: bytes
    next_day: str = ""
    """Of the file in which the record goes on; empty = this one is being written."""


def decode_continued(payload: bytes) -> Continued:
    """Raises: ValueError."""
    return msgspec.msgpack.decode(payload, type=Continued)


def why_not(row: Row, opening: Opening, before: Carried | None, key: bytes | None) -> Fault | None:
    """What in a file's first row does not fit. `key` = the record's first, where it is known.

    Without `before` it stands alone: what comes before it lies elsewhere.
    """
    if before is not None:
        return _misplaced(row, opening, before)
    if key is None or key == opening.public_key:
        return None
    if key == opening.before and _linked(row, opening):
        return None
    return other_key(opening.public_key, key, row.seq)


def not_there(parts: Sequence[Part], at: int, before: Carried | None) -> Fault | None:
    """What the names alone tell: a number is missing, or is there twice."""
    part, due = parts[at], 1 if before is None else before.number + 1
    row = 1 if before is None else before.head.seq + 1
    if part.number > due and (before is not None or at or len(parts) > 1):
        of_day = f" of {before.next_day}" if before is not None and before.next_day else ""
        return Fault(row, f"file {due}{of_day} is missing", KEEP)
    twice = [p.name for p in parts if p.number == part.number]
    if len(twice) > 1:
        return Fault(row, f"file {part.number} is there twice: {' and '.join(twice)}", KEEP)
    return None


def lost(before: Carried, record: Path) -> Fault | None:
    """Behind the last file: whether it says that there is another, which may be on its way."""
    if not before.next_day:
        return None
    due = next_path(record, before.number + 1, before.next_day)
    if unfinished(due).exists() or due.exists():
        return None
    what = f"file {before.number + 1} of {before.next_day} is missing"
    return Fault(before.head.seq + 1, what, KEEP)


def another(part: Part, opening: Opening, before: Carried | None) -> Fault | None:
    """A file in the place of another, or under the name of another day."""
    row = 1 if before is None else before.head.seq + 1
    if opening.number != part.number:
        what = f"{part.name} is file {opening.number} of its record, not file {part.number}"
        return Fault(row, what, KEEP)
    if opening.day != part.day:
        what = f"{part.name} was begun on another gaming day, {opening.day}"
        return Fault(row, what, KEEP)
    return None


def _misplaced(row: Row, opening: Opening, before: Carried) -> Fault | None:
    last = before.head.seq
    if row.seq - 1 > last:
        what = f"rows {last + 1} to {row.seq - 1} are missing at the end of {before.name}"
        return Fault(last + 1, what, KEEP)
    if row.seq - 1 < last:
        what = f"row {row.seq} is there twice: {before.name} goes on to row {last}"
        return Fault(row.seq, what, KEEP)
    if row.prev_hash != before.head.hash:
        return Fault(row.seq, f"row {row.seq} does not follow the row before it", KEEP)
    if not before.next_day:
        what = f"{before.name} does not say that the record goes on"
        return Fault(last + 1, what, KEEP)
    if opening.before != before.key:
        ours, named = fingerprint(before.key), fingerprint(opening.before)
        what = f"row {row.seq} names key {named} as the one before its own, not {ours}"
        return Fault(row.seq, what, WHOSE)
    if not _linked(row, opening):
        what = f"row {row.seq} names a key that the key before it did not sign"
        return Fault(row.seq, what, WHOSE)
    return None


def _linked(row: Row, opening: Opening) -> bool:
    head = Head(row.seq - 1, row.prev_hash)
    return is_linked(opening.before, opening.link, head, opening.number, opening.public_key)


def handed_on(part: Part, head: Head, key: bytes, end: Row | None) -> Carried:
    """`end` = the row before a file's last; one that says so hands the record on."""
    day = ""
    if end is not None and end.kind == CONTINUED:
        try:
            day = decode_continued(end.payload).day
        except ValueError:
            day = "a day that does not decode"
    return Carried(part.number, part.name, head, key, day)
