"""The opening row and its schema version: journals of every past version decode for ever.

Version 1 opens a record, version 2 each later file of it. When the stored shape of rows changes,
`VERSION` goes up, the function that reads the older shape is added here, and a file of the older
version joins tests/journal/fixtures.
"""

from __future__ import annotations

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
