"""Evenings by the automatic dealer in every pack and way of dealing, over several shoes."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from controller.bench.automatic.players import Habits
from controller.bench.simulated.table import bench_table
from controller.bench.simulated.virtual_time import run_virtual

ROUNDS = 10
CARDS_DEALT = 88
"""Before the cutting card: a shoe ends after some rounds."""


class Way(Struct, frozen=True, kw_only=True):
    pack: str
    options: dict[str, str | int | bool]
    without: tuple[str, ...] = ()
    wheel: dict[str, int] | None = None
    habits: Habits


LIMITS: dict[str, str | int | bool] = {
    "main_min_cents": 100,
    "main_max_cents": 100000,
    "match_max_cents": 10000,
}
WAYS = {
    "no hole card": Way(
        pack="massachusetts-bonus-spin",
        options={**LIMITS, "variant": "no_hole_card"},
        without=("reader",),
        habits=Habits(insures=0.8),
    ),
    "no reader": Way(
        pack="massachusetts-bonus-spin",
        options={**LIMITS, "variant": "hole_card"},
        without=("reader",),
        habits=Habits(insures=0.8),
    ),
    "shuffled by hand": Way(
        pack="massachusetts-bonus-spin",
        options={**LIMITS, "method": "manual"},
        habits=Habits(insures=0.8),
    ),
    "paid at the turn": Way(
        pack="maryland",
        options={**LIMITS, "match_min_cents": 100, "order": "right_to_left"},
        without=("wheel",),
        wheel={},
        habits=Habits(insures=0.8, bonus=0.0),
    ),
    "checked by eye": Way(
        pack="boston-billiard",
        options={"decks": 8},
        without=("wheel", "reader"),
        wheel={},
        habits=Habits(insures=0.8, bonus=0.0, chips_cents=(200, 500, 1000), match_cents=(100, 500)),
    ),
    "a player-dealer": Way(
        pack="pure-21-5",
        options={"main_min_cents": 500, "bank_min_cents": 500},
        without=("wheel",),
        wheel={},
        habits=Habits(
            seats=(2, 6), bonus=0.0, chips_cents=(500, 1000, 2500), match_cents=(100, 500)
        ),
    ),
}


@pytest.mark.parametrize("name", WAYS)
def test_evening_settles_to_the_cent_and_reshuffles_in_every_way_of_dealing(
    name: str, tmp_path: Path
) -> None:
    """The dealer's own account of what lay there equals the picture, nothing is refused or held."""
    way = WAYS[name]

    async def evening() -> tuple[int, int, list[str]]:
        async with bench_table(
            tmp_path,
            seed=5,
            pack=way.pack,
            options=way.options,
            wheel=way.wheel,
            without=way.without,
            habits=way.habits,
            speed=8.0,
            shuffle_s=2.0,
            cover=48 * int(way.options.get("decks", 6)) - CARDS_DEALT,
        ) as table:
            await table.dealer.play(ROUNDS)
            return len(table.dealer.rounds), table.dealer.shoes, table.screen.refusals

    rounds, shoes, refusals = run_virtual(evening())

    assert rounds == ROUNDS
    assert shoes > 1
    assert refusals == []
