"""Whoever moves what a device on the bench cannot move itself: a technician, or a simulated world.

Each act is asked for and awaited. A person's act takes as long as it takes, so the caller waits for
what the device tells of it and not for the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Hands(Protocol):
    idle_s: float
    """Nothing more comes when nothing has come for so long."""

    async def load(self, codes: Sequence[str]) -> None:
        """Put exactly these cards into the shoe, the first at its mouth, and close the gate."""

    async def draw(self, cards: int) -> None:
        """Draw them all, one after the other."""

    async def insert(self, up: str, hole: str) -> None:
        """Put the test card of the rank `hole` into the reader's slot, beside an up card `up`."""

    async def take_out(self) -> None:
        """Take the test card out of the slot."""

    async def fill(self) -> int:
        """Put the cards into the shuffler; how many, 0 = not known."""

    async def empty(self) -> None:
        """Take the shuffled cards out of it."""
