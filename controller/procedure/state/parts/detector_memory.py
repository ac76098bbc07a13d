"""What the detectors remember of a table: disclosed faces in the order of draws, the pace."""

from __future__ import annotations

from msgspec import Struct

SHOES = 2
"""Earlier shoes of this table that are remembered: both batches of a shuffler."""


class Watch(Struct, frozen=True, omit_defaults=True):
    """No face of a card that is down stands here."""

    faces: str = ""
    """Two letters for each card of this shoe; two points for one that is face down."""
    down: tuple[tuple[int, int], ...] = ()
    """(card, place in the order) of those that are face down."""
    earlier: tuple[str, ...] = ()
    """The same of the shoes before, newest first."""
    last_draw: int = 0
    """Units: ms of the table's clock."""
    sensed: tuple[tuple[int, int], ...] = ()
    """(box, ms) of the last changes of wager sensors."""


def next_shoe(watch: Watch) -> Watch:
    """A new load: what was disclosed of the last ones is remembered."""
    known = (watch.faces, *watch.earlier) if watch.faces else watch.earlier
    return Watch(earlier=known[:SHOES])
