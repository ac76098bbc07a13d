"""What a hand is worth: plain values; `rules.hands` works them out by the pack."""

from __future__ import annotations

from msgspec import Struct


class HandValue(Struct, frozen=True):
    total: int
    """The best total: an ace counts 11 where that does not pass 21. A blackjack is 21 here."""
    soft: bool
    blackjack: bool
    cards: int = 0
    text: str = ""
    """As the dealer says it: `17`, `soft 17`, `Blackjack`, `21.5`."""

    @property
    def hard(self) -> bool:
        return not self.soft

    @property
    def half_points(self) -> int:
        """The total in half points: a 21.5 is 43, the highest hand of its game."""
        return 43 if self.text == "21.5" else self.total * 2

    @property
    def bust(self) -> bool:
        return self.total > 21
