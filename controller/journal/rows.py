"""The values of the record: a draft to be written, a row as stored, the head of the chain."""

from __future__ import annotations

from msgspec import Struct

OPENING = "opening"
"""First of its file: schema version, public key and the daemon's own opening record."""
SIGNATURE = "signature"
"""Signs the row before it; written by the journal itself."""
RESTORED = "restored"
"""A copy was put back here: what it knows to be missing."""

CONTINUED = "continued"
"""The record goes on in its next file: the last row of this one but its signature."""
DELETED = "deleted"
"""The rows of an older file were deleted: which file, and what it ended with."""
RETIRED = "retired"
"""The record was given up for good: the last row but its signature."""
STOPPED = "stopped"
"""The daemon was stopped here; a start without it before says that power was lost or it died."""


class Draft(Struct, frozen=True):
    """A row to be; its `seq` must follow the head without a gap."""

    seq: int
    at_us: int
    """UTC, microseconds since 1970."""
    source: str
    kind: str
    payload: bytes


class Row(Struct, frozen=True):
    """A row as stored. `hash` is over everything before it, `prev_hash` included."""

    seq: int
    at_us: int
    source: str
    kind: str
    payload: bytes
    prev_hash: bytes
    hash: bytes


class Head(Struct, frozen=True):
    """The newest row: it stands for all rows before it."""

    seq: int
    hash: bytes
