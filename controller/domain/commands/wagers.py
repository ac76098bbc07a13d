"""Commands about boxes, wagers and the bank, while bets are open."""

from __future__ import annotations

from typing import Literal

from .base import Command

__all__ = [
    "AmountStated",
    "BankDeclined",
    "BankRuled",
    "BankSet",
    "BoxSet",
    "CallerSeated",
    "CashChanged",
    "CashConfirmed",
    "CouponRuled",
    "FeesTaken",
    "LayoutCleared",
    "LetIn",
    "PlayersLinked",
    "ProviderSeated",
    "ScheduleChanged",
    "SecondSpots",
    "SpotGiven",
    "WagerSet",
    "WagererConsents",
]


class LayoutCleared(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Paid, taken and picked up: bets are open. The next round's first card says the same."""


class BoxSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A box is lit or unlit. Also `BOX n IN` and `BOX n OUT` during the deal."""

    box: int
    lit: bool


class BankSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The player at this box takes the bank, changes what is put up, or gives the bank up.

    No amount = it covers all wagers.
    """

    box: int
    on: bool
    cents: int | None = None


class BankDeclined(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The player at this box was offered the bank and declines; 0 = so did everybody left."""

    box: int


class BankRuled(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Nobody takes the bank: the last one may go on, or it is offered once more."""

    goes_on: bool
    reason: str


class ProviderSeated(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A third-party provider is registered at this box; no name = it has left."""

    box: int
    name: str


class FeesTaken(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Players' fees are dropped and the bank's lies before its box."""

    rate: int
    """Of the bank's fee, counted from 1 in the order of the schedule."""


class ScheduleChanged(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Another schedule of fees is in force from now on."""

    schedule: int


class AmountStated(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Chips counted at the settlement, because the bank's money reaches them."""

    box: int
    kind: str
    """`main`, `match`, or `double` for what doubles have added to the hand."""
    hand: int = 1
    cents: int = 0
    wagerer: str = ""
    """As of `WagerSet`."""


class WagerSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    box: int
    kind: str
    """`main`, `match`, `bonus_spin`, `break_bonus`."""
    on: bool
    cents: int | None = None
    wagerer: str = ""
    """Empty = the first of the box; another who joins it is called by box and letter, `2B`."""
    medium: Literal["chips", "coupon", "cash"] = "chips"
    """`cash`: a spoken wager, which others may have to confirm; without an amount it is bills."""


class WagererConsents(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The first wagerer of the box lets others join, until he withdraws it between two rounds."""

    box: int
    on: bool


class CallerSeated(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """`CALLS`: this wagerer sits at the box; off = nobody does, so the highest wager calls."""

    box: int
    wagerer: str = ""
    on: bool = True


class PlayersLinked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """`SAME PLAYER`: one player has these boxes, until changed; a single box is unlinked.

    The player's own box stands first: the others may be given to a newcomer.
    """

    boxes: tuple[int, ...]


class CashConfirmed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The dealer or a supervisor confirms a spoken wager with cash."""

    box: int
    kind: str
    wagerer: str = ""


class CashChanged(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cash of a spoken wager has become chips."""

    box: int
    kind: str
    wagerer: str = ""


class CouponRuled(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Whether the value of a coupon counts for a threshold."""

    box: int
    kind: str
    counts: bool
    wagerer: str = ""


class LetIn(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A box that sat out a round of this shoe may wager again."""

    box: int


class SecondSpots(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Whether the player at this box may have another; 0 = anybody at the table."""

    on: bool
    box: int = 0


class SpotGiven(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A newcomer gets this second spot: no seat is free at any table."""

    box: int
    reason: str
