"""Hostile evenings with a seed: nothing faults, nothing is lost, everything replays.

One test a seed, so that each evening is walked once. `make soak` walks the second half of them,
and many more.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.long_runs import in_the_suite

from .promises import broken
from .walk import PACKS, TAME, WILD, is_wild, walked

SEEDS = range(40)
"""Eight evenings of each pack, two of them wild."""
IN_THE_SUITE = 20
ROUNDS = 1000


@pytest.mark.parametrize("seed", in_the_suite(IN_THE_SUITE, SEEDS))
def test_hostile_evening_breaks_no_promise(
    seed: int, record_property: Callable[[str, object], None]
) -> None:
    """Whatever the dealer does: promises 1.2 to 1.6 and 1.8 hold (controller/README)."""
    walk = walked(seed)

    assert broken(walk, replay=seed % 4 == 0) == []
    assert walk.rounds == (WILD if is_wild(seed) else TAME)
    record_property("counted rounds walked", walk.rounds)
    record_property("counted inputs walked", len(walk.steps))


def test_evenings_of_the_suite_make_a_thousand_rounds_wild_ones_of_each_pack_among_them() -> None:
    played = SEEDS[:IN_THE_SUITE]

    assert sum(WILD if is_wild(seed) else TAME for seed in played) >= ROUNDS
    assert sorted(seed % len(PACKS) for seed in played if is_wild(seed)) == [*range(len(PACKS))]
