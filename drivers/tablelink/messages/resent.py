"""The one byte of an event that changes when it is sent again."""

from __future__ import annotations

from .wire import RESENT

FLAGS_AT = 1 + 12 + 4 + 8 + 1
"""Where an EVENT has its flags; the same bytes without the RESENT bit are the event's own."""


def without_resent(message: bytes) -> bytes:
    """The bytes of an EVENT that stay the same in every resend."""
    flags = message[FLAGS_AT] & ~RESENT
    return message[:FLAGS_AT] + bytes([flags]) + message[FLAGS_AT + 1 :]
