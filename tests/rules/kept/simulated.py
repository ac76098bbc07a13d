"""What the simulator makes of some shoes, as text: each net amount, each event, edge and error.

Ordinary shoes, and such as are full of the cards that bonuses and splits are made of: a rare line
of the book or of the pay table comes as often as any other. `python -m tests.rules.kept` writes it
again after a wanted change.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from controller.rules import pack as packs
from controller.rules.simulate import run, strategy
from controller.rules.simulate.terms import STAKE_CENTS, Terms, terms

GOLDEN = Path(__file__).parents[2] / "golden" / "simulated.txt"
ROUNDS = 1500
RICH = ("67877", "77788", "AA267", "2A345", "88A6K")
"""Ranks of which a shoe is made."""
CUTS = (0.0, 0.5, 0.75, 0.95)


class Shuffler:
    """Shuffles an ordinary shoe; one of given ranks is filled anew."""

    def __init__(self, ranks: str) -> None:
        self._random = random.Random(7)
        self._cards = [4 * "A23456789JQK".index(rank) + suit for rank in ranks for suit in range(4)]

    def __call__(self, shoe: list[int]) -> None:
        if self._cards:
            shoe[:] = self._random.choices(self._cards, k=len(shoe))
        self._random.shuffle(shoe)


def lines() -> Iterator[str]:
    for name in packs.names():
        pack = packs.load(name)
        held = terms(pack)
        yield f"{name}: {held}"
        yield f"  without a super bonus: {terms(pack, super_bonus=False).super_cents}"
        yield f"  of $50: {terms(pack, stake=5000).super_cents}"
        for book, ranks in product(strategy.names(), ("", *RICH)):
            yield from _simulated(held, book, ranks)
    yield from _compared()
    for decks, cut in product((4, 8), CUTS):
        place = run.cut_place(_table(held, "S17", decks, cut))
        yield f"cover card of {decks} decks at {cut}: {place}"


def _table(held: Terms, book: str, decks: int = 6, cut: float = 0.75) -> run.Table:
    return run.Table(held, strategy.load(book), decks, cut)


def _simulated(held: Terms, book: str, ranks: str) -> Iterator[str]:
    tally = run.simulate(_table(held, book), ROUNDS, Shuffler(ranks))
    yield f"  {book}, {ranks or 'every card'}: {_told(tally)}"


def _compared() -> Iterator[str]:
    one, other = (_table(terms(packs.load(name)), "S17") for name in ("massachusetts", "maryland"))
    for ranks in ("", *RICH):
        tally = run.compare(one, other, ROUNDS, Shuffler(ranks))
        yield f"maryland minus massachusetts, {ranks or 'every card'}: {_told(tally)}"


def _told(tally: run.Tally) -> str:
    edge, error = tally.edge(STAKE_CENTS)
    nets = " ".join(f"{net}*{times}" for net, times in sorted(tally.nets.items()))
    events = ", ".join(f"{event} {times}" for event, times in sorted(tally.events.items()))
    return f"{tally.shoes} shoes, edge {edge:.6f}, error {error:.6f}; {nets}; {events}"
