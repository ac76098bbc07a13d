"""Commands about the shoe in play: the dealer at it, its burn cards, its end."""

from __future__ import annotations

from typing import Literal

from .base import Command

__all__ = ["BurnAnswered", "BurnShown", "DealerSignedOn", "ShoeEmptied"]


class DealerSignedOn(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Another dealer comes to the table; the one before is signed off."""

    name: str
    proof: Literal["", "pin", "badge"] = ""
    """How the console proved it; a name that somebody only typed proves nobody."""


class BurnAnswered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The last card was a burn, or it is the first card of the deal."""

    burn: bool


class BurnShown(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The player at this box asked to see the burn card, and the dealer turns it (MA 7.c~3)."""

    box: int


class ShoeEmptied(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """No card is left in the shoe to finish the round."""
