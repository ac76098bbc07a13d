"""Snapshots that an earlier version wrote, brought into the shape of now.

A change of the state's shape adds its step here; the journals in `tests/fixtures` show that those
of before go on opening.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .record import Snapshot, decode_snapshot

CHARTS = (
    "opening",
    "inspection",
    "decks",
    "shuffle",
    "cut",
    "shoe",
    "round",
    "dealer_hand",
    "wheel",
)


def snapshot_of(payload: bytes) -> Snapshot:
    """Of this version or of one before. Raises: ValueError."""
    try:
        return decode_snapshot(payload)
    except msgspec.ValidationError:
        raw = msgspec.msgpack.decode(payload)
        try:
            plays = [raw["state"]["play"], *(e["before"] for e in raw["state"]["log"])]
        except (KeyError, TypeError) as error:
            raise ValueError("no snapshot of a table") from error
        for play in plays:
            _words(play)
        return msgspec.convert(raw, Snapshot)


def _words(play: dict[str, Any]) -> None:
    """Where a chart stands was a tuple of one word."""
    for chart in CHARTS:
        if isinstance(at := play.get(chart), list):
            (play[chart],) = at
