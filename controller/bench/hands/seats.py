"""Players that a person seats, asks up and speaks for; who is not spoken for plays by the book."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from controller.bench.automatic.notes import Bet, Hand
from controller.bench.automatic.players import Players

PEOPLE = ("Rosa", "Hugo", "Ivan", "Mei", "Tom", "Lena", "Ada")
WORDS = ("hit", "stand", "double", "split", "surrender", "insure")
FIRST_CENTS = 2500


class Seats:
    """`own`: what the next round's wagers are; the book speaks through `book`."""

    def __init__(
        self, book: Players, boxes: tuple[int, ...] = (1, 3, 5), *, first_cents: int = FIRST_CENTS
    ) -> None:
        self._book, self._first_cents = book, first_cents
        self.own: dict[int, Bet] = {box: Bet(first_cents) for box in boxes}
        self.says: dict[int, str] = {}
        """Box to the word that a person has put into its player's mouth; spoken once."""

    def sit(self, box: int) -> None:
        self.own[box] = Bet(self._first_cents)

    def leave(self, box: int) -> None:
        self.own.pop(box, None)

    def stake(self, box: int, kind: str, cents: int) -> None:
        """Add chips to a wager of the next round; 0 takes it off."""
        bet = self.own[box]
        if kind == "bonus":
            self.own[box] = replace(bet, bonus=not bet.bonus)
            return
        name = {"main": "cents", "match": "match", "break": "breaks"}[kind]
        now = getattr(bet, name) + cents if cents else 0
        self.own[box] = replace(bet, **{name: now})

    def bets(self) -> dict[int, Bet]:
        return {box: bet for box, bet in sorted(self.own.items()) if bet.cents}

    def bank(self) -> tuple[int, int]:
        return self._book.next_bank([box for box in range(1, 8) if box not in self.own])

    def insures(self, box: int, bet: Bet) -> int:
        return bet.cents // 2 if self.says.pop(box, "") == "insure" else 0

    def decide(self, hand: Hand, number: int, up: str, may: Collection[str]) -> str:
        word = self.says.get(hand.box, "")
        if word in may or word == "stand":
            return word
        return self._book.decide(hand, number, up, may)

    def double_cents(self, _: Hand, __: int, bet: Bet) -> int:
        return bet.cents

    def doubles_again(self, _: Hand, __: int) -> bool:
        return False

    def rescues(self, _: Hand, __: int, ___: str) -> bool:
        return False
