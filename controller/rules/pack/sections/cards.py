"""`[cards]`: the decks and what a card counts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.rules.pack.leaf import Choice, Rule


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    decks: Choice[int]
    """Decks in one batch."""
    cards_per_deck: Rule[int]
    """Cards in one deck, before anything is found in it."""
    ranks: Rule[str]
    """Ranks in play; the ten is in none."""
    court_mark: Rule[Literal["none", "Bonus"]]
    """The word that every court card must carry."""
    court_value: Rule[Literal[10]]
    """What a king, queen or jack counts, a blackjack of 21.5 apart."""
    ace_high: Rule[Literal[11]]
    """What an ace counts where the total stays at or below `limit`."""
    ace_low: Rule[Literal[1]]
    """What it counts otherwise."""
    limit: Rule[Literal[21]]
    """A hand above it is over (a blackjack of 21.5 apart)."""
    blackjack_text: Rule[Literal["Blackjack", "21.5"]]
    """How the dealer calls an ace with a court card on the deal."""
    blackjack_on_split_hand: Rule[bool]
    """Whether an ace with a court card is a blackjack on a split hand too."""
    set_age_max_h: Rule[int]
    """Hours after which a set of decks must go; 0 = no such rule."""
