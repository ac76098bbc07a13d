"""The match wagers on the dealer's page, while they are paid and taken."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

ONE_BY_ONE = 2
"""So many amounts stand beside the line, each with its box; more stand as their sum."""


class MatchMove(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one wager is paid or loses. Units: cents; None = its chips were not counted."""

    box: int
    wagerer: str = ""
    direction: Literal["pay", "take"]
    cents: int | None = None
    odds: str = ""
    """In words, of what is paid: `9 to 1`."""
    why: str = ""
    """`same suit`; empty where the page shows no faces."""
    other: bool = False
    """Of a wagerer whose chips the box does not draw."""


class Match(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """In the order in which it is done."""

    moves: tuple[MatchMove, ...] = ()

    def of(self, box: int, wagerer: str) -> MatchMove | None:
        found = (m for m in self.moves if (m.box, m.wagerer) == (box, wagerer))
        return next(found, None)

    @property
    def told(self) -> tuple[MatchMove, ...]:
        """What stands beside the line: what is paid; where nothing is, what is taken."""
        paid = tuple(m for m in self.moves if m.direction == "pay")
        return paid or self.moves

    @property
    def each(self) -> tuple[MatchMove, ...]:
        """Those that stand there one by one; empty = their sum does."""
        return self.told if len(self.told) <= ONE_BY_ONE else ()

    @property
    def total_cents(self) -> int:
        """0 = chips of one were not counted, so nothing is said of all."""
        found = [m.cents for m in self.told]
        return 0 if None in found else sum(c for c in found if c is not None)
