"""Many rounds from many shoes, and what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt

from msgspec import Struct, field

from .play import Round, play_round
from .reckon import box_net, super_bonus
from .strategy import Book
from .terms import Terms

Shuffle = Callable[[list[int]], None]
"""Puts a list of cards in random order, in place."""

MOST_CARDS_A_ROUND = 60
"""A round near the end of a shallow shoe must not run out: four hands and the dealer."""
EVENTS = (
    "player blackjack",
    "dealer blackjack",
    "dealer bust",
    "hand over 21",
    "hand doubled",
    "box split",
    "surrendered",
    "rescued",
    "drawn 21",
    "super bonus",
)


class Tally(Struct):
    """Rounds, how often each net amount came, and how often each event."""

    nets: Counter[int] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    shoes: int = 0

    def add(self, other: Tally) -> None:
        self.nets.update(other.nets)
        self.events.update(other.events)
        self.shoes += other.shoes

    @property
    def rounds(self) -> int:
        return sum(self.nets.values())

    def mean(self) -> float:
        """Net cents a round."""
        return sum(net * times for net, times in self.nets.items()) / self.rounds

    def deviation(self) -> float:
        """Standard deviation of one round, in cents."""
        mean = self.mean()
        squares = sum(times * (net - mean) ** 2 for net, times in self.nets.items())
        return sqrt(squares / max(self.rounds - 1, 1))

    def edge(self, stake: int) -> tuple[float, float]:
        """House edge in percent of the original wager, and its standard error."""
        error = self.deviation() / sqrt(self.rounds)
        return -100 * self.mean() / stake, 100 * error / stake


class Table(Struct, frozen=True):
    """What is simulated."""

    terms: Terms
    book: Book
    decks: int
    cut: float = 0.75
    """Share of the shoe after which no new round begins; 0 = a fresh shoe for each round."""


def simulate(table: Table, rounds: int, shuffle: Shuffle) -> Tally:
    tally = Tally()
    terms, book = table.terms, table.book
    shoe = [card for card in range(48) for _ in range(table.decks)]
    last = cut_place(table)
    nets = tally.nets
    left = rounds
    while left:
        shuffle(shoe)
        tally.shoes += 1
        place = terms.burn
        while left:
            played = play_round(terms, book, shoe, place)
            nets[box_net(terms, played.hands, played.dealer)] += 1
            count_events(terms, played, tally.events)
            place = played.place
            left -= 1
            if place >= last:
                break
    return tally


def cut_place(table: Table) -> int:
    """The place of the cover card."""
    cards = 48 * table.decks
    return min(round(cards * table.cut), cards - MOST_CARDS_A_ROUND)


def compare(one: Table, other: Table, rounds: int, shuffle: Shuffle) -> Tally:
    """Net of `other` minus net of `one`, each round of both from the same place of one shoe."""
    tally = Tally()
    shoe = [card for card in range(48) for _ in range(one.decks)]
    last = cut_place(one)
    left = rounds
    while left:
        shuffle(shoe)
        tally.shoes += 1
        place = one.terms.burn
        while left:
            first = play_round(one.terms, one.book, shoe, place)
            second = play_round(other.terms, other.book, shoe, place)
            net = box_net(other.terms, second.hands, second.dealer)
            tally.nets[net - box_net(one.terms, first.hands, first.dealer)] += 1
            place = first.place
            left -= 1
            if place >= last:
                break
    return tally


def count_events(terms: Terms, played: Round, events: Counter[str]) -> None:
    hands, dealer = played.hands, played.dealer
    if dealer.blackjack:
        events["dealer blackjack"] += 1
    elif dealer.total > 21:
        events["dealer bust"] += 1
    if len(hands) > 1:
        events["box split"] += 1
    for hand in hands:
        total = hand.total
        if total > 21:
            events["hand over 21"] += 1
        elif total == 21:
            if len(hand.cards) > 2:
                events["drawn 21"] += 1
                if super_bonus(terms, hand, dealer):
                    events["super bonus"] += 1
            elif not hand.split:
                events["player blackjack"] += 1
        if hand.added:
            events["hand doubled"] += 1
            if hand.rescued:
                events["rescued"] += 1
        elif hand.surrendered:
            events["surrendered"] += 1
