"""Seeded players: who sits where, their chips, insurance, and decisions by published strategy."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Protocol

from msgspec import Struct

from controller.domain.cards import RANKS, SUITS
from controller.domain.structs import replace
from controller.rules.pack import Pack
from controller.rules.simulate.play import read
from controller.rules.simulate.strategy import (
    COLUMN,
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    load,
)

from .notes import Bet, Hand

NAMES = {HIT: "hit", STAND: "stand", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}


AMPLE_CENTS = 10_000_000
"""More than the wagers of any round: a bank that covers them all."""
TURN = 2
"""Hands of a bank's turn."""


class Seated(Protocol):
    """Those who sit at the table, asked when the dealer would ask them."""

    def bets(self) -> dict[int, Bet]:
        """The chips of the next round."""

    def bank(self) -> tuple[int, int]:
        """Box and cents of the player-dealer, asked where the house does not bank."""

    def insures(self, box: int, bet: Bet) -> int:
        """Cents of insurance; 0 = none."""

    def decide(self, hand: Hand, number: int, up: str, may: Collection[str]) -> str:
        """`hit`, `stand`, `double`, `split` or `surrender`."""

    def double_cents(self, hand: Hand, number: int, bet: Bet) -> int:
        """The wager added by a double."""

    def doubles_again(self, hand: Hand, number: int) -> bool:
        """Whether a hand that was doubled and has its card is doubled once more."""

    def rescues(self, hand: Hand, number: int, up: str) -> bool:
        """Whether the doubled hand is given up."""


class Habits(Struct, frozen=True, kw_only=True):
    """Chances, each round and box; `seats` = (fewest, most) boxes in play."""

    seats: tuple[int, int] = (4, 6)
    comes_or_goes: float = 0.06
    raises: float = 0.06
    match: float = 0.2
    bonus: float = 0.5
    insures: float = 0.25
    changes_marks: float = 0.05
    chips_cents: tuple[int, ...] = (1500, 2500, 5000, 10000)
    match_cents: tuple[int, ...] = (500, 1000, 2500)


class Players:
    def __init__(self, rng: Random, pack: Pack, habits: Habits | None = None) -> None:
        self._rng, self._pack, self._habits = rng, pack, habits or Habits()
        self._book = load("S17")
        self._seat, self._hands = 0, 0
        fewest, most = self._habits.seats
        seats = rng.sample(range(1, 8), rng.randint(fewest, most))
        self._bets = {box: self._new_bet() for box in sorted(seats)}

    def bets(self) -> dict[int, Bet]:
        """The chips of the next round: mostly as they were in the last."""
        rng, habits = self._rng, self._habits
        fewest, most = habits.seats
        for box in range(1, 8):
            if rng.random() < habits.comes_or_goes:
                if box not in self._bets and len(self._bets) < most:
                    self._bets[box] = self._new_bet()
                elif box in self._bets and len(self._bets) > fewest:
                    del self._bets[box]
        for box, before in self._bets.items():
            bet = before
            if rng.random() < habits.raises:
                bet = replace(bet, cents=rng.choice(habits.chips_cents))
            if rng.random() < habits.changes_marks:
                fresh = self._new_bet()
                bet = replace(bet, match=fresh.match, bonus=fresh.bonus)
            self._bets[box] = replace(bet, match=min(bet.match, bet.cents))
        return dict(sorted(self._bets.items()))

    def bank(self) -> tuple[int, int]:
        return self.next_bank([box for box in range(1, 8) if box not in self._bets])

    def next_bank(self, free: list[int]) -> tuple[int, int]:
        """Two hands, then the next seat clockwise that nobody plays on."""
        self._hands += 1
        if self._seat not in free or self._hands > TURN:
            self._seat = next((box for box in free if box > self._seat), free[0])
            self._hands = 1
        return self._seat, AMPLE_CENTS

    def insures(self, _: int, bet: Bet) -> int:
        return bet.cents // 2 if self._rng.random() < self._habits.insures else 0

    def decide(self, hand: Hand, _: int, up: str, may: Collection[str]) -> str:
        """As the book says, if legal."""
        value = hand.value(self._pack)
        cards = [_index(code) for code in hand.cards]
        column = COLUMN[RANKS.index(up[0])]
        table = self._book.soft if value.soft else self._book.hard
        action = NAMES[read(table[value.total], column, cards)]
        if "split" in may:
            low = int(hand.faces()[0].value)
            paired = NAMES[read(self._book.pair[low], column, cards)]
            action = "split" if paired == "surrender" and "surrender" not in may else paired
        if action == "double" and "double" not in may:
            action = "stand" if value.soft and value.total >= 18 else "hit"
        if action == "surrender" and "surrender" not in may:
            action = "hit"
        if action == "hit" and "hit" not in may:
            action = "stand"
        return action

    def double_cents(self, _: Hand, __: int, bet: Bet) -> int:
        return bet.cents

    def doubles_again(self, _: Hand, __: int) -> bool:
        return False

    def rescues(self, hand: Hand, _: int, up: str) -> bool:
        """Whether the book gives a doubled hand up."""
        value = hand.value(self._pack)
        table = self._book.doubled_soft if value.soft else self._book.doubled_hard
        return not value.bust and table[value.total][COLUMN[RANKS.index(up[0])]][0] == SURRENDER

    def _new_bet(self) -> Bet:
        rng, habits = self._rng, self._habits
        cents = rng.choice(habits.chips_cents)
        match = rng.choice(habits.match_cents) if rng.random() < habits.match else 0
        return Bet(cents, min(match, cents), rng.random() < habits.bonus)


def _index(code: str) -> int:
    return RANKS.index(code[0]) * 4 + SUITS.index(code[1])
