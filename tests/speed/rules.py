"""Settlement alone, and the rules-only simulator."""

from __future__ import annotations

import random
import time

from controller.domain.cards import EVERY_CARD
from controller.domain.settled import PlayedHand, PlayedRound
from controller.domain.wagers import Wager
from controller.rules import pack as packs
from controller.rules.settlement import settle
from controller.rules.simulate import run, strategy
from controller.rules.simulate.terms import terms

from .figure import Figure

ROUNDS, BOXES, DECKS = 1500, 7, 6
SIMULATED = 20_000


def measure() -> list[Figure]:
    return [_settlement(), _simulation()]


def _settlement() -> Figure:
    pack = packs.load("massachusetts-bonus-spin")
    chance = random.Random(6)
    rounds = [_round(chance) for _ in range(ROUNDS)]
    began = time.thread_time()
    for played in rounds:
        settle(pack, played)
    took = time.thread_time() - began
    return Figure("settlement alone", ROUNDS * BOXES / took, "hands/s", least=50_000)


def _round(chance: random.Random) -> PlayedRound:
    """Hands of two to four cards against a dealer of two or three, amounts counted."""
    boxes = range(1, BOXES + 1)
    hands = tuple(
        PlayedHand(
            box=b, cards=tuple(chance.choices(EVERY_CARD, k=chance.randint(2, 4))), doubled_cents=0
        )
        for b in boxes
    )
    wagers = tuple(Wager(b, "", "main", 500 * chance.randint(2, 40)) for b in boxes)
    dealer = tuple(chance.choices(EVERY_CARD, k=chance.randint(2, 3)))
    return PlayedRound(decks=DECKS, hands=hands, wagers=wagers, dealer=dealer)


def _simulation() -> Figure:
    pack = packs.load("massachusetts")
    table = run.Table(terms=terms(pack), book=strategy.load("S17"), decks=DECKS)
    began = time.thread_time()
    run.simulate(table, SIMULATED, random.Random(7).shuffle)
    took = time.thread_time() - began
    return Figure("rules-only simulation, one core", SIMULATED / took, "rounds/s", least=10_000)
