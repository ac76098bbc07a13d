"""The payout calculator's question and answer: one box as a floorperson states it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .wagers import Amount, Payment

Mark = Literal["", "surrender", "rescue"]


class AskedHand(Struct, frozen=True, kw_only=True):
    """One hand as it lies at the end; the cards of its doubles are its last ones."""

    cards: tuple[str, ...]
    doubles_cents: tuple[int, ...] = ()
    """What each double added, in their order."""
    mark: Mark = ""


class Asked(Struct, frozen=True, kw_only=True):
    """Hands of a split box from the dealer's left; the last began with the second card dealt."""

    dealer: tuple[str, ...]
    main_cents: int
    hands: tuple[AskedHand, ...]
    sides: tuple[tuple[str, int], ...] = ()
    """Wager kind and cents."""
    wheel_cents: int | None = None
    """What the wheel stopped at."""


class Pays(Struct, frozen=True, kw_only=True):
    offers: tuple[str, ...]
    """Side wagers of this table."""
    payments: tuple[Payment, ...] = ()
    net: Amount = 0
    """What the player is up. Units: cents."""
    refusal: str = ""
    """Why the round could not have been played so, with its clause; then nothing is paid."""
