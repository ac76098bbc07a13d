"""What a command does, and its arguments."""

from __future__ import annotations

from enum import IntEnum

from .fields import TEXT, U8, Cursor


class Verb(IntEnum):
    """What a command does once.

    What moves has one byte of arguments, the target, and behind a spin's its wager; a report to the
    progressive system has a meter and an amount.
    """

    SHUFFLE = 1
    SPIN = 2
    CONTRIBUTE = 3
    WITHDRAW = 4
    HIT = 5
    READ = 6


def of_spin(box: int, wager: str = "") -> bytes:
    """Arguments of a command; `wager` only to a wheel that can be told it."""
    return U8.pack(box) + (TEXT.pack(wager) if wager else b"")


def spun_for(args: bytes) -> tuple[int, str]:
    """Box and wager of a spin. Raises: FrameError when they do not fit."""
    cursor = Cursor(args)
    box = U8.take(cursor)
    return box, TEXT.take(cursor) if len(args) > 1 else ""


def of_report(meter: str, cents: str = "", box: int = 0) -> bytes:
    """Arguments of a report: a question has no amount, a hit alone the box that won."""
    return TEXT.pack(meter) + TEXT.pack(cents) + (U8.pack(box) if box else b"")


def reported(args: bytes) -> tuple[str, str, int]:
    """Meter, amount and box of a report. Raises: FrameError when they do not fit."""
    cursor = Cursor(args)
    return TEXT.take(cursor), TEXT.take(cursor), U8.take(cursor) if cursor.left else 0
