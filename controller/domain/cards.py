"""Cards as the five rule texts know them.

Text form: rank and suit, `As`, `7h`, `Kd`; `Th` is the forbidden ten. A court card that lacks the
mark a pack asks for ("Bonus" on the layout) is written with a trailing `-`: `Kd-`.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

RANKS = "A23456789JQK"
"""Ranks in play, lowest first."""
FORBIDDEN = "T"
"""The ten: out of every deck, so one that appears is an irregularity."""
COURT = "JQK"
SUITS = "shdc"
EVERY_RANK = "A23456789TJQK"
NAME_IT = "Name the card: rank and suit"
"""To a person who wrote something else; every pack's `refusal.card_text` says the same."""


class Card(Struct, frozen=True, order=False):
    rank: str
    suit: str
    unmarked: bool = False
    """A court card without the mark of a game that needs one."""

    @classmethod
    def parse(cls, text: str) -> Card:
        """Raises: ValueError, without the text, when it is no card."""
        return _parsed(text)

    @classmethod
    def typed(cls, text: str) -> Card:
        """Read it as a person writes it: `10h`, `Th`, `th`, `10H`.

        Raises: ValueError, with the words for who wrote it.
        """
        body, mark, rest = text.strip().partition("-")
        rank = body[:-1].upper().replace("10", FORBIDDEN)
        try:
            return _parsed(rank + body[-1:].lower() + mark + rest)
        except ValueError:
            raise ValueError(NAME_IT) from None

    @property
    def code(self) -> str:
        return self.rank + self.suit + ("-" if self.unmarked else "")

    @property
    def value(self) -> int:
        """The point value with an ace as 1; 0 for the forbidden ten, which has none."""
        return VALUES[self.rank]

    @property
    def forbidden(self) -> bool:
        return self.rank == FORBIDDEN

    def __str__(self) -> str:
        return self.code


VALUES: dict[str, int] = {
    **{rank: int(rank) for rank in "23456789"},
    "A": 1,
    "T": 0,
    **dict.fromkeys(COURT, 10),
}


@cache
def _parsed(text: str) -> Card:
    unmarked = text.endswith("-")
    body = text[:-1] if unmarked else text
    if len(body) != 2 or body[0] not in EVERY_RANK or body[1] not in SUITS:
        raise ValueError("not a card: rank A 2-9 T J Q K, then suit s h d c")
    if unmarked and body[0] not in COURT:
        raise ValueError("only a court card can lack its mark")
    return Card(body[0], body[1], unmarked)


def cards(text: str) -> tuple[Card, ...]:
    """Parse cards separated by spaces. Raises: ValueError."""
    return tuple(_parsed(one) for one in text.split())


EVERY_CARD: tuple[Card, ...] = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)
"""The 48 cards of one deck."""
