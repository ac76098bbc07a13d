"""Commands about boxes, wagers and the bank, while bets are open."""

from __future__ import annotations

from .base import Command


class LayoutCleared(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Paid, taken and picked up: bets are open. The next round's first card says the same."""


class BoxSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A box is lit or unlit. Also `BOX n IN` and `BOX n OUT` during the deal."""

    box: int
    lit: bool


class BankSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A player takes the bank at this box or gives it up; no amount = it covers all wagers."""

    box: int
    on: bool
    cents: int | None = None


class WagerSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    box: int
    kind: str
    """`main`, `match`, `bonus_spin`, `break_bonus`."""
    on: bool
    cents: int | None = None
