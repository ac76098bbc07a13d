"""What a table keeps from round to round: the checklist, its decks, the reader's inspection.

The checklist's lines themselves are computed (`checklist.py`): a line is attested only as long as
it reads as it did, so that a changed value opens it again.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from msgspec import Struct

SECOND_US, MINUTE_US, HOUR_US = 1_000_000, 60_000_000, 3_600_000_000
DUE_BEFORE_H = 1
"""So long before they are too old the floor sees that the decks are to be changed."""


class Attested(Struct, frozen=True, array_like=True):
    """What somebody said of a line of the checklist. Units: `at` us UTC."""

    line: str
    text: str
    right: bool
    by: str
    at: int


class Day(Struct, frozen=True, omit_defaults=True):
    date: str = ""
    """The gaming day that the last input fell into."""
    attested: tuple[Attested, ...] = ()
    layout_reference: str = ""

    decks_opened_at: int = 0
    """us UTC; 0 = no set has come yet."""
    decks_reference: str = ""
    sets: int = 1
    """How many sets came together; at an opening both of those that alternate."""
    preshuffled: bool = False
    tens_out: int = 0
    inspected_by: str = ""
    spread: tuple[int, ...] = ()
    """Decks that lie face up, each confirmed."""
    first_player: int = 0
    """Box of the first player to arrive, at opening and after an idle spread."""
    idle: bool = False
    """The cards were spread because nobody played, and are not stacked again."""
    face_up: bool = False
    """How the idle spread lies."""
    seen_up: bool = False
    """It lay face up when the first player came."""
    batch_asked: bool = False
    """A player wants to see the batch from the shuffler."""

    reader_seal: str = ""
    reader_answers: tuple[bool, ...] = ()
    """To the test cards so far."""
    inspecting: str = ""
    """Who read the seal and puts the test cards in."""
    decks_seal: str = ""
    """Under which the set lies since the closing count."""


def next_day(at_us: int, start: str, timezone: str) -> int:
    """When the next gaming day begins. Units: us UTC."""
    return _day_after(gaming_day(at_us, start, timezone), start, timezone)


@lru_cache(maxsize=64)
def _day_after(day: str, start: str, timezone: str) -> int:
    date = datetime.fromisoformat(day) + timedelta(days=1)
    begins = datetime.combine(date, time.fromisoformat(start), ZoneInfo(timezone))
    return int(begins.timestamp()) * 1_000_000


def gaming_day(at_us: int, start: str, timezone: str) -> str:
    """The date on which the gaming day of this moment began."""
    return _gaming_day(at_us // MINUTE_US, start, timezone)


@lru_cache(maxsize=64)
def _gaming_day(minute: int, start: str, timezone: str) -> str:
    """A day begins on a whole minute; each input asks twice which one it is."""
    local = datetime.fromtimestamp(minute * 60, UTC).astimezone(ZoneInfo(timezone))
    before = local.time() < time.fromisoformat(start)
    return (local.date() - timedelta(days=before)).isoformat()
