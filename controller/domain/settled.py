"""A round as settlement reads it: cards, marks and wagers, no procedure."""

from __future__ import annotations

from msgspec import Struct

from .cards import Card
from .wagers import Wager


class Cover(Struct, frozen=True):
    """What one wagerer of a shared box has on one hand, where it differs from the caller's."""

    wagerer: str
    on: bool = True
    """False = did not cover this split hand."""
    doubled: int = 0
    doubled_cents: int | None = 0
    rescued: bool = False


class PlayedHand(Struct, frozen=True, kw_only=True, omit_defaults=True):
    box: int
    hand: int = 1
    cards: tuple[Card, ...]
    split: bool = False
    doubled: int = 0
    """How often it was doubled."""
    doubled_cents: int | None = None
    """All that was added by doubles; None = not counted, so the hand is an open amount."""
    rescued: bool = False
    surrendered: bool = False
    dead: bool = False
    covers: tuple[Cover, ...] = ()


class Spin(Struct, frozen=True):
    """What the wheel said for one box, with what the paytable makes of it."""

    box: int
    section: str
    cents: int | None = None
    kind: str = "bonus_spin"
    """`bonus_spin`, or `xtreme` for the box of the hot spot."""


class Meter(Struct, frozen=True):
    """A progressive meter at the lock-out, in exact cents as text or int."""

    name: str
    cents: int | str


class Bank(Struct, frozen=True):
    """The player-dealer's box and the amount put up for the round; `boxes` = seats of the table.

    `cents` None = it covers every wager, so that none need be counted.
    """

    box: int
    cents: int | None
    boxes: int = 7


class Initial(Struct, frozen=True):
    """The first two cards of a box, which a split spreads over several hands."""

    box: int
    cards: tuple[Card, ...]


class PlayedRound(Struct, frozen=True, kw_only=True, omit_defaults=True):
    decks: int
    hands: tuple[PlayedHand, ...]
    wagers: tuple[Wager, ...]
    dealer: tuple[Card, ...]
    """Up card, second card, draws."""
    initial: tuple[Initial, ...] = ()
    """Needed for a box split more than once; else the hands say it."""
    peeked: bool | None = None
    """The reader's answer: True = blackjack, False = none, None = it was not used."""
    variant: str = ""
    spins: tuple[Spin, ...] = ()
    meters: tuple[Meter, ...] = ()
    community: str = ""
    """Xtreme: the community symbol reported with the hot spot."""
    same_player: tuple[tuple[int, ...], ...] = ()
    coupons: tuple[tuple[int, str, bool | None], ...] = ()
    """(box, wagerer, counts) of main wagers made with a coupon; None = it was not said whether
    its value counts for a threshold."""
    bank: Bank | None = None
