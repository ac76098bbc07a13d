"""The opening row and its schema version: journals of every past version decode for ever.

Version 1 is the first. When the stored shape of rows changes, `VERSION` goes up, the function that
reads the older shape is added here, and a file of the older version joins tests/journal/fixtures.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from controller.errors import JournalError

VERSION = 1


class Opening(Struct, frozen=True, array_like=True):
    version: int
    public_key: bytes
    """Of the key that signs this journal, as the daemon said at its opening."""
    record: bytes
    """The daemon's own: packs, configuration, devices, software."""


def encode_opening(public_key: bytes, record: bytes) -> bytes:
    return msgspec.msgpack.encode(Opening(VERSION, public_key, record))


def decode_opening(payload: bytes, where: str) -> Opening:
    """Raises: JournalError when the row is damaged or newer than this software."""
    try:
        version = msgspec.msgpack.decode(payload)[0]
        if version == VERSION:
            return msgspec.msgpack.decode(payload, type=Opening)
    except (msgspec.MsgspecError, LookupError, TypeError) as error:
        raise JournalError(
            "row 1 is not an opening record",
            where=where,
            do="Run dealer-assist journal verify on it, restore a copy of the file",
        ) from error
    raise JournalError(
        f"written in version {version!r} of the record, this software knows {VERSION}",
        where=where,
        do="Use the software that wrote it, or newer",
    )
