"""What is left of a file whose rows were deleted: it carries the proof from one side to the other.

Its first row, which the file before has led to, and its last two: where the record goes on, and the
signature. A signed row of a later file must say that the others were deleted.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any

import apsw
import msgspec
from msgspec import Struct

from controller.journal import files
from controller.journal.chain import fits_itself
from controller.journal.proof import KEEP, Fault
from controller.journal.rows import SIGNATURE, Head, Row
from controller.journal.seal import signature_key

from .joins import Carried, handed_on
from .names import Part


class Deleted(Struct, frozen=True, array_like=True):
    """Payload of the row that says so; the hash stands last, for who reads it by its place."""

    number: int
    day: str
    first: int
    last: int
    hash: bytes


def rest_of(db: apsw.Connection, part: Part, key: bytes) -> tuple[Carried | None, Fault | None]:
    """What is left of a deleted file, behind its first row: what it hands to the next."""
    found: list[Any] = db.execute(_ALL).fetchall()
    rows = [Row(*values) for values in found]
    wrong = Fault(rows[0].seq + 1 if rows else 1, f"{part.name} is not the rest of a file", KEEP)
    if len(rows) != 3 or not all(map(fits_itself, rows)):
        return None, wrong
    _, ends, last = rows
    signs = Head(ends.seq, ends.hash)
    if last.kind != SIGNATURE or (last.seq, last.prev_hash) != (ends.seq + 1, ends.hash):
        return None, wrong
    if signature_key(signs, last.payload) != key:
        return None, Fault(last.seq, f"row {last.seq} does not sign the row before it", KEEP)
    return handed_on(part, Head(last.seq, last.hash), key, ends), None


_ALL = f"SELECT {files.COLUMNS} FROM row ORDER BY seq LIMIT 4"  # noqa: S608 (constant)


class Rests:
    """Each rest must be told by a signed row of a later file."""

    def __init__(self) -> None:
        self._owed: dict[bytes, tuple[Part, int]] = {}

    def found(self, part: Part, carried: Carried, first: int) -> None:
        self._owed[carried.head.hash] = (part, first)

    def told(self, payloads: Iterable[bytes]) -> None:
        for payload in payloads:
            with contextlib.suppress(msgspec.MsgspecError):
                self._owed.pop(msgspec.msgpack.decode(payload, type=Deleted).hash, None)

    def owed(self) -> Fault | None:
        for part, first in self._owed.values():
            what = f"rows of {part.name} are gone, and no row says that they were deleted"
            return Fault(first + 1, what, KEEP)
        return None
