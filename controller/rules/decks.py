"""Where the end of a set of cards is marked."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from .pack import Pack


def cards_behind(pack: Pack, cards: int) -> int:
    """How many of `cards` stay behind the cover card at least; a share is rounded up."""
    rules = pack.shuffle
    share = Fraction(rules.cover_behind_share.value)
    return ceil(cards * share) if share else rules.cover_behind_cards.value
