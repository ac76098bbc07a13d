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
    def bust(self) -> bool:
        return self.total > 21
