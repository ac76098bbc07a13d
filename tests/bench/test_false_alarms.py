"""Clean rounds raise nothing: the detectors alone over many, the whole table over some.

Only a run of cards may be told in a fair shoe, and no oftener than its computed rate. The 300
rounds of a pack through the devices are played by `make soak`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import prod
from pathlib import Path
from random import Random

import pytest

from controller.bench.simulated import setup
from controller.bench.simulated.table import bench_table
from controller.bench.simulated.virtual_time import run_virtual
from controller.domain import facts as fact
from controller.domain.cards import EVERY_CARD
from controller.domain.structs import replace
from controller.journal.read import open_reader
from controller.procedure.irregularities.detectors import Limits, disclosed, drawn
from controller.procedure.state.parts.detector_memory import Watch, next_shoe
from controller.rules.pack import Pack, load, names
from controller.table.recovery import FIRST_INPUT, inputs
from tests.kit.progressives import OPTIONS as PROGRESSIVES

from .test_packs import LIMITS, WAYS, Way

ROUNDS = 20_000
COPIES = 48
WAYS_OF = {way.pack: way for way in WAYS.values() if way.options.get("method") != "manual"} | {
    "maryland": Way(
        pack="maryland",
        options={**LIMITS, **PROGRESSIVES, "match_min_cents": 100, "order": "right_to_left"},
        wheel=setup.printed_wheel("maryland", PROGRESSIVES),
        habits=replace(WAYS["paid at the turn"].habits, bonus=1.0),
    ),
    "massachusetts-bonus-spin": Way(
        pack="massachusetts-bonus-spin",
        options={**LIMITS, "variant": "hole_card_reader"},
        habits=WAYS["no reader"].habits,
    ),
    "massachusetts": Way(
        pack="massachusetts",
        options={**LIMITS, "variant": "hole_card_reader"},
        without=("wheel",),
        wheel={},
        habits=replace(WAYS["no reader"].habits, bonus=0.0),
    ),
}
"""Each pack with every device that it knows."""
ASKED = ("whose_card",)
"""A question of the dealer's, not an alarm: a card that came to a hard 17 without HIT."""


# ---- the detectors alone ----
def limits(pack: Pack) -> Limits:
    shoe = pack.shoe
    return Limits(
        shoe.unshuffled_sequence_cards.number,
        shoe.unshuffled_rank_cards.number,
        shoe.unshuffled_suit_cards.number,
        shoe.unshuffled_repeat_cards.number,
    )


class Shoes:
    """Fair shoes, dealt to a quarter before their end, as the detectors see them."""

    def __init__(self, pack: Pack, seed: str) -> None:
        self.rng, self.of = Random(seed), limits(pack)
        self.cards = COPIES * int(pack.cards.decks.value)
        self.watch, self.left, self.shoes, self.drawn = Watch(), list[str](), 0, 0
        self.told: list[str] = []

    def draw(self) -> tuple[int, str]:
        self.drawn += 1
        self.watch = drawn(self.watch, self.drawn, self.drawn)
        return self.drawn, self.left.pop()

    def show(self, card: tuple[int, str]) -> None:
        self.watch, told = disclosed(self.watch, *card, self.of)
        self.told += told

    def round(self) -> None:
        """One to three boxes take up to two further cards each, so does the dealer at the turn."""
        if len(self.left) < self.cards // 4:
            self.left = [c.code for c in EVERY_CARD] * (self.cards // COPIES)
            self.rng.shuffle(self.left)
            self.watch, self.shoes = next_shoe(self.watch), self.shoes + 1
            self.draw()  # the burn, which nobody sees
        boxes = self.rng.randint(1, 3)
        for _ in range(2 * boxes + 1):
            self.show(self.draw())
        hole = self.draw()
        for _ in range(self.rng.randint(0, 2 * boxes)):
            self.show(self.draw())
        self.show(hole)
        for _ in range(self.rng.randint(0, 2)):
            self.show(self.draw())


def in_class(copies: int, cards: int, n: int) -> float:
    """That `n` places hold cards of a class with so many copies."""
    return prod((copies - i) / (cards - i) for i in range(n))


def rate(of: Limits, decks: int, dealt: int) -> float:
    """Expected runs in so many cards of a fair shoe, two earlier ones known; an upper bound."""
    cards, rank, suit = COPIES * decks, 4 * decks, 12 * decks
    in_order = prod(rank / (cards - i) for i in range(of.sequence))
    runs = (
        2 * (13 - of.sequence) * in_order
        + 12 * in_class(rank, cards, of.rank)
        + 4 * in_class(suit, cards, of.suit)
        + 2 * dealt / COPIES**of.repeat
    )
    return float(dealt * runs)


def seen_apart() -> list[str]:
    """One pack for each set of thresholds and number of decks: no more of it meets a detector."""
    packs = [load(name) for name in names()]
    return sorted({(limits(p), p.cards.decks.value): p.name for p in packs}.values())


@pytest.mark.parametrize("name", seen_apart())
def test_twenty_thousand_clean_rounds_tell_runs_at_the_computed_rate_only(name: str) -> None:
    pack = load(name)
    at = Shoes(pack, f"clean/{name}")

    for _ in range(ROUNDS):
        at.round()

    expected = at.shoes * rate(at.of, at.cards // COPIES, at.cards * 3 // 4 + 20)
    print(f"{name}: {at.drawn} cards, {at.shoes} shoes, {at.told}, {expected:.2f} expected")
    assert expected < 1
    assert len(at.told) <= expected + 3 * expected**0.5


def test_clean_rounds_tell_runs_where_the_thresholds_are_low() -> None:
    """What proves nothing when it is silent must speak when it listens for shorter runs."""
    at = Shoes(load("maryland"), "clean/low")
    at.of = Limits(99, 4, 99, 99)

    for _ in range(1000):
        at.round()

    expected = at.shoes * rate(at.of, 6, 236)
    assert 0.5 * expected < len(at.told) < 1.2 * expected


# ---- the whole table ----
def raised(journal: Path) -> Iterator[str]:
    """Every kind that the record holds."""
    with open_reader(journal) as reader:
        for _, recorded in inputs(reader, FIRST_INPUT):
            yield from (r.kind for r in recorded.outcome.raised)


def spun(journal: Path) -> int:
    """Spins that came to rest, unrigged."""
    with open_reader(journal) as reader:
        found = (recorded.stamped.input for _, recorded in inputs(reader, FIRST_INPUT))
        return sum(isinstance(said, fact.SpinDone) for said in found)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_clean_rounds_through_the_devices_raise_no_alarm(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """At the pace of people, whole shoes, every device of the pack."""
    rounds = int(request.config.getoption("--clean-rounds", default=12))
    way = WAYS_OF[name]

    async def evening() -> tuple[int, int, list[str]]:
        async with bench_table(
            tmp_path,
            seed=29,
            pack=way.pack,
            options=way.options,
            wheel=way.wheel,
            without=way.without,
            habits=way.habits,
        ) as table:
            # A jackpot is no false alarm: it is waited for until two people have signed.
            rotor = table.rig.world.rotor
            rotor.sections = tuple(one for one in rotor.sections if one[0] != "jackpot")
            await table.dealer.play(rounds)
            return len(table.dealer.rounds), table.dealer.shoes, table.screen.refusals

    dealt, shoes, refusals = run_virtual(evening())

    told, spins = Counter(raised(tmp_path / "journal.db")), spun(tmp_path / "journal.db")
    print(f"{name}: {dealt} rounds, {shoes} shoes, {spins} spins, raised {dict(told)}")
    assert (dealt, refusals) == (rounds, [])
    assert [kind for kind in told if kind not in ASKED] == []
    assert spins or way.habits.bonus < 1
