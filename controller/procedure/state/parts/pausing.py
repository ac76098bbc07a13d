"""The pause that a floorperson has called: since when, why, who knows; a value of the play."""

from __future__ import annotations

from msgspec import Struct


class Pause(Struct, frozen=True, omit_defaults=True):
    since: int = 0
    """0 = the table is not paused. Units: us UTC."""
    by: str = ""
    reason: str = ""
    box: int = 0
    """0 = the whole table."""
    note: str = ""
    seen_by: str = ""
    """Of the surveillance room."""
    seen_at: int = 0
    """Units: us UTC."""
    called: str = ""
    """Rank that was called because it lasts."""
