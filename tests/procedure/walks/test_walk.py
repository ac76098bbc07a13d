"""Hostile evenings with a seed: nothing faults, nothing is lost, everything replays.

One test a seed, so that each evening is walked once. Many more: `make soak`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .promises import broken
from .walk import TAME, WILD, is_wild, walked

SEEDS = range(40)
"""Eight evenings of each pack, two of them wild."""
ROUNDS = 2000


@pytest.mark.parametrize("seed", SEEDS)
def test_hostile_evening_breaks_no_promise(
    seed: int, record_property: Callable[[str, object], None]
) -> None:
    """Whatever the dealer does: promises 1.2 to 1.6 and 1.8 hold (controller/README)."""
    walk = walked(seed)

    assert broken(walk, replay=seed % 4 == 0) == []
    assert walk.rounds == (WILD if is_wild(seed) else TAME)
    record_property("counted rounds walked", walk.rounds)
    record_property("counted inputs walked", len(walk.steps))


def test_evenings_of_the_suite_make_two_thousand_rounds() -> None:
    assert sum(WILD if is_wild(seed) else TAME for seed in SEEDS) >= ROUNDS
