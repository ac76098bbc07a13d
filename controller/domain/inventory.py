"""How many of each exact card are still behind the shoe's gate, from exposed cards only.

A face-down card is a gap here until it is turned, so nothing about it can show in an alarm.
"""

from __future__ import annotations

from msgspec import Struct

from .cards import EVERY_CARD, Card


class Inventory(Struct, frozen=True):
    """Shape: `seen` counts by the order of `EVERY_CARD`."""

    decks: int
    seen: tuple[int, ...] = (0,) * len(EVERY_CARD)

    def expose(self, card: Card) -> Inventory:
        """Count a card that was turned. Raises: KeyError when it is of no deck."""
        place = PLACES[card]
        changed = self.seen[place] + 1
        return Inventory(self.decks, (*self.seen[:place], changed, *self.seen[place + 1 :]))

    def withdraw(self, card: Card) -> Inventory:
        """Take a count back: the face was read wrongly and corrected."""
        place = PLACES[card]
        changed = self.seen[place] - 1
        return Inventory(self.decks, (*self.seen[:place], changed, *self.seen[place + 1 :]))

    def fault(self, card: Card) -> str:
        """What exposing it would contradict: `ten`, `foreign`, `copy_too_many`; empty = nothing."""
        if card.forbidden:
            return "ten"
        if card not in PLACES:
            return "foreign"
        return "copy_too_many" if self.seen[PLACES[card]] >= self.decks else ""

    def left(self, card: Card) -> int:
        return self.decks - self.seen[PLACES[card]]

    @property
    def exposed(self) -> int:
        return sum(self.seen)


PLACES: dict[Card, int] = {card: place for place, card in enumerate(EVERY_CARD)}
