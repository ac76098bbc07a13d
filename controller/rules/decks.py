"""Whether a set of cards is the set the pack plays with, and where its end is marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from controller.domain.cards import EVERY_CARD, Card

from .decisions import No
from .hands import foreign
from .pack import Pack


def why_not_decks(pack: Pack, cards: Iterable[Card], decks: int) -> No | None:
    """Check a counted set in: each exact card as often as there are decks, nothing else."""
    counts = Counter(cards)
    for card in counts:
        if card.forbidden:
            return No(pack.cards.ranks.clause, f"{card} is a ten")
        if foreign(pack, card):
            return No(pack.cards.court_mark.clause, f"{card} lacks its mark")
    for card in EVERY_CARD:
        if counts[card] != decks:
            return No(pack.cards.cards_per_deck.clause, f"{counts[card]} x {card} in {decks} decks")
    return None


def cards_behind(pack: Pack, cards: int) -> int:
    """How many of `cards` stay behind the cover card at least; a share is rounded up."""
    rules = pack.shuffle
    share = Fraction(rules.cover_behind_share.value)
    return ceil(cards * share) if share else rules.cover_behind_cards.value
