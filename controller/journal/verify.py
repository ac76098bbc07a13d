"""Prove a journal from its first row to its last: chain, every signature, head file.

A signature covers all rows before it through the chain; the rows after the last one belong to the
round that is being played. A journal may be verified while a daemon writes it.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
from msgspec import Struct

from controller.errors import JournalError

from . import files
from .chain import GENESIS, IMAGE_SQL
from .head import head_path, read_head, write_head
from .proof import KEEP, Fault, broken, signed_rows
from .read import Reader, open_reader
from .rows import SIGNATURE, Head
from .seal import signature_key


class Report(Struct, frozen=True, kw_only=True):
    rows: int
    """Rows proven by the chain."""
    signatures: int
    signed: int
    """Rows proven by the last signature; the rest of the chain is not signed yet."""
    head: Head
    public_key: bytes
    noted: Head | None
    """From the head file; None = there is none beside the journal."""
    fault: Fault | None


def verify(path: Path, public_key: bytes | None = None) -> Report:
    """Check everything; without a public key, the key of the opening row is taken for the table's.

    Raises: JournalError when the file cannot be opened as a journal at all.
    """
    noted = read_head(path)
    with open_reader(path) as reader, files.naming(path):
        reader.db.execute("BEGIN")
        proven, fault = _chain(reader.db)
        whole = fault is None
        if fault is None and head_path(path).exists():
            fault = _against_head_file(reader.db, path, proven, noted)
        key, signed, signatures = public_key or b"", 0, 0
        if proven.seq:
            opened_by = reader.opening().public_key
            key = key or opened_by
            signed, signatures, found = signed_rows(
                reader.db, proven.seq, opened_by, key, whole=whole
            )
            fault = _earlier(fault, found)
    return Report(
        rows=proven.seq,
        signatures=signatures,
        signed=signed,
        head=proven,
        public_key=key,
        noted=noted,
        fault=fault,
    )


def _earlier(one: Fault | None, other: Fault | None) -> Fault | None:
    """What is wrong first decides from which row on nothing is proven."""
    found = [fault for fault in (one, other) if fault is not None]
    return min(found, key=lambda fault: fault.seq, default=None)


def covered(reader: Reader, seq: int) -> bool:
    """Whether the first signature behind this row is by the journal's key and fits the chain.

    Raises: JournalError when a row up to it does not fit.
    """
    key = reader.opening().public_key
    for row in reader.rows(seq):
        if row.kind == SIGNATURE:
            return signature_key(Head(row.seq - 1, row.prev_hash), row.payload) == key
    return False


def accept_end(path: Path) -> tuple[Head | None, Head]:
    """Let the head file know the journal's present end; return what it knew, and the end.

    For a floor that must go on after rows were lost: the old head file stays beside the new one.
    Raises: JournalError when a daemon writes it or its chain is not whole.
    """
    held = files.lock(path)
    try:
        noted = read_head(path)
        with open_reader(path) as reader, files.naming(path):
            end, fault = _chain(reader.db)
        if fault:
            raise JournalError(fault.what, where=str(path), do=fault.do)
        with files.naming(path):
            if head_path(path).exists():
                head_path(path).rename(f"{head_path(path)}.before-{end.seq}")
            write_head(path, end)
    finally:
        os.close(held)
    return noted, end


def _chain(db: apsw.Connection) -> tuple[Head, Fault | None]:
    prev, seq = GENESIS, 0
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
        return Head(0, GENESIS), Fault(1, "rows are not numbered from 1 without a gap", KEEP)
    return Head(seq, prev), None


_IMAGES = f"SELECT hash, {IMAGE_SQL} FROM row ORDER BY seq"  # noqa: S608 (constant)


def _diagnose(db: apsw.Connection, seq: int, prev: bytes) -> Fault:
    found: list[Any] = db.execute("SELECT prev_hash FROM row WHERE seq = ?", (seq,)).fetchall()
    return broken(seq, found[0][0] if found else None, prev)


def _against_head_file(
    db: apsw.Connection, path: Path, proven: Head, noted: Head | None
) -> Fault | None:
    if noted is None:
        what = f"the head file {head_path(path)} is damaged"
        return Fault(proven.seq + 1, what, "Compare the head with the last one printed")
    if noted.seq > proven.seq:
        what = f"rows {proven.seq + 1} to {noted.seq} are lost, as the head file knows"
        return Fault(proven.seq + 1, what, KEEP)
    if files.hash_of(db, noted.seq) != noted.hash:
        what = f"row {noted.seq} is not the row that the head file knows"
        return Fault(noted.seq, what, KEEP)
    return None
