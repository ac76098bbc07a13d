"""Wagers and what becomes of them.

A wager whose `cents` is None is "chips down, not counted": settlement then states odds only.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

WagerKind = Literal["main", "match", "insurance", "bonus_spin", "break_bonus", "xtreme"]
WAGER_KINDS: tuple[str, ...] = (
    "main",
    "match",
    "insurance",
    "bonus_spin",
    "break_bonus",
    "xtreme",
)
PaymentKind = Literal[
    "main",
    "match",
    "insurance",
    "bonus_spin",
    "break_bonus",
    "xtreme",
    "super_bonus",
    "envy",
    "community",
    "fee",
    "bank",
]
Direction = Literal["pay", "take", "return", "hold", "void"]
Amount = int | str
"""Cents: an int, or an exact text (`748.5`, `100/3`) where the pack does not round."""


class Wager(Struct, frozen=True):
    box: int
    wagerer: str
    """Empty for the player of the box; a name where several wager on one box."""
    kind: str
    cents: int | None = None


class Payment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One movement of chips at a box.

    `pay` adds winnings and leaves the stake with the player; `take` collects stake; `return`
    gives stake back without winnings (a push, the safe half of a surrender, a returned double);
    `hold` waits for a floorperson; `void` gives stake back because there is no result.
    """

    box: int
    wagerer: str = ""
    kind: str
    odds: str = ""
    """`3:2`; empty for a fixed amount. Of a part of the wager: `1:2` of the original."""
    cents: Amount | None = None
    """None = open amount: the odds say it all."""
    direction: Direction
    clause: str
    hand: int = 1
    text: str = ""
