"""What was put right of a closed round; a value of the play."""

from __future__ import annotations

from msgspec import Struct


class Adjustment(Struct, frozen=True, array_like=True):
    """A wrong payment of a closed round, put right or given up. Units: cents."""

    day: str
    round: int
    box: int
    direction: str
    recovered: bool
    cents: int
    form: str = ""
    """Number of its form or slip; of an older record nobody knows."""
