"""The things that lie on a simulated table: cards, the cover card, and what a hand does to them.

A piece keeps its identity wherever it goes, so nothing can be doubled or lost. A stack is a list;
index 0 is the end that comes out first.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from msgspec import Struct

RANKS = "A23456789JQK"
SUITS = "shdc"
COVER = "cover"
JOKER = "Jo"
"""A card of no rank: no scanner has a code for it."""


class CannotBe(Exception):
    """The act is physically impossible now: the place is empty, the gate locked, the slot taken."""


class Piece(Struct, eq=False):
    """One card, or the cover card. `code` is rank and suit, `As` .. `Kc`; a foreign `Th`, `Jo`."""

    code: str
    face_up: bool = False
    sticks: bool = False
    """It drags the next card of its stack along."""
    strange: bool = False
    """It has another back, or bears the mark of another set."""


Stack = list[Piece]


def a_pack(decks: int) -> Stack:
    """Return the decks of the game in the order of new cards: 48 each, no tens."""
    return [Piece(rank + suit) for _ in range(decks) for suit in SUITS for rank in RANKS]


def cards(stack: Stack) -> Stack:
    return [piece for piece in stack if piece.code != COVER]


def makes_blackjack(one: str, other: str) -> bool:
    ranks = {one[0], other[0]}
    return "A" in ranks and bool(ranks & set("TJQK"))


def shuffle(stack: Stack, rng: Random) -> None:
    """Riffled well, face down, nothing stuck together any more."""
    rng.shuffle(stack)
    for piece in stack:
        piece.face_up = piece.sticks = False


class CardLeft(NamedTuple):
    """Something passed the mouth of the shoe; more than one piece when cards stuck together."""

    pieces: tuple[Piece, ...]


class CardReturned(NamedTuple):
    """A card was pushed back into the mouth of the shoe."""


class GateClosed(NamedTuple):
    cards: int


class GateOpened(NamedTuple):
    pass


class RestRun(NamedTuple):
    """The rest of the shoe was run out through the scanner in its counting mode."""

    cards: int


class SlotFilled(NamedTuple):
    """A card was slid into the reader, beside the up card that its other window shows."""

    hole: str
    up: str


class SlotEmptied(NamedTuple):
    pass


class StartPressed(NamedTuple):
    """The button of the shuffler."""


class DoorOpened(NamedTuple):
    """The door of the shuffler: its cards are in somebody's hands."""


class CardsPutIn(NamedTuple):
    """Discards were put into the shuffler while cards are dealt from it."""

    cards: int


class SeatPressed(NamedTuple):
    box: int


class ChipMoved(NamedTuple):
    box: int
    on: bool


class WheelThrown(NamedTuple):
    """A hand set the wheel going; no order did."""


class WheelTouched(NamedTuple):
    """A hand drove the turning wheel on, or the cover of its works came off."""


class KeyPressed(NamedTuple):
    key: str


Happening = (
    CardLeft
    | CardReturned
    | GateClosed
    | GateOpened
    | RestRun
    | SlotFilled
    | SlotEmptied
    | StartPressed
    | DoorOpened
    | CardsPutIn
    | SeatPressed
    | ChipMoved
    | WheelThrown
    | WheelTouched
    | KeyPressed
)
