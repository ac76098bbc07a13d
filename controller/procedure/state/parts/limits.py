"""Table limits that the floor has changed; a value of the play. Units: cents."""

from __future__ import annotations

from msgspec import Struct


class Limits(Struct, frozen=True, omit_defaults=True):
    low: int = 0
    high: int = 0
    """In force now; 0 = those of the pack."""
    kept: tuple[int, ...] = ()
    """Boxes that keep the ones before."""
    old_low: int = 0
    old_high: int = 0
    """What the kept boxes have; 0 = those of the pack."""
    next_low: int = 0
    next_high: int = 0
    """Announced; 0 = nothing is."""
    next_kept: tuple[int, ...] = ()
    due: int = 0
    """From when on. Units: us UTC."""
    ripe: bool = False
    """That time has come: they are in force in the next gap between rounds."""
    by: str = ""
