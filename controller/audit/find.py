"""Find rows of a record: by the time on a clock, a box, a person, a kind or what a round was."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, tzinfo
from typing import Any

import msgspec
from msgspec import Struct

from controller.domain.cards import Card
from controller.journal.read import Reader
from controller.journal.rows import Row
from controller.table.recovery import NO_INPUTS, decoded

from .printed import utc

AROUND_S = 60


class Wanted(Struct, frozen=True, kw_only=True):
    """What a row must be; empty = anything."""

    at: str = ""
    """A time of day, `02:14` or `02:14:30`, in the table's own zone; rows up to a minute off."""
    box: int = 0
    who: str = ""
    """Part of a name, in any case."""
    kind: str = ""
    """Part of what happened, `ten_found` or `Ruled`, in any case."""
    card: str = ""
    """A card that the row turned up, `Kd`."""


def find(reader: Reader, wanted: Wanted, zone: tzinfo | None) -> Iterator[Row]:
    """Rows of inputs, oldest first.

    Raises: ValueError for a time that is none or a card that is none, JournalError.
    """
    clock = _seconds(wanted.at) if wanted.at else None
    if wanted.card:
        wanted = msgspec.structs.replace(wanted, card=Card.typed(wanted.card).code)
    for row in reader.rows():
        if row.kind in NO_INPUTS:
            continue
        if clock is not None and not _near(row.at_us, clock, zone):
            continue
        if _fits(reader, row, wanted):
            yield row


def _fits(reader: Reader, row: Row, wanted: Wanted) -> bool:
    recorded = decoded(reader, row)
    item, outcome = recorded.stamped.input, recorded.outcome
    if wanted.box and getattr(item, "box", 0) != wanted.box:
        boxes = getattr(item, "boxes", ())
        if not isinstance(boxes, tuple) or wanted.box not in boxes:
            return False
    names = (row.source, *(str(getattr(item, said, "")) for said in ("by", "name", "who")))
    if wanted.who and not any(wanted.who.casefold() in name.casefold() for name in names):
        return False
    if wanted.card and wanted.card not in _faces(outcome.exposed):
        return False
    kinds = (row.kind, *(raised.kind for raised in outcome.raised), str(getattr(item, "what", "")))
    return not wanted.kind or any(wanted.kind.casefold() in kind.casefold() for kind in kinds)


def _faces(exposed: Any) -> set[str]:
    return {str(one[1]) for one in msgspec.to_builtins(exposed) if len(one) > 1}


def _seconds(text: str) -> int:
    try:
        parts = [int(part) for part in text.split(":")]
    except ValueError:
        parts = []
    hour, minute, second = (*parts, 0, 0, 0)[:3]
    if len(parts) not in (2, 3) or not (0 <= hour < 24 and 0 <= minute < 60 and 0 <= second < 60):
        raise ValueError(f"{text!r} is no time of day; write 02:14 or 02:14:30")
    return hour * 3600 + minute * 60 + second


def _near(at_us: int, clock: int, zone: tzinfo | None) -> bool:
    at = utc(at_us).astimezone(zone or UTC)
    off = abs(at.hour * 3600 + at.minute * 60 + at.second - clock)
    return min(off, 86400 - off) <= AROUND_S
