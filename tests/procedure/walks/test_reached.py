"""A few roaming evenings go everywhere: a place that none of them reaches is told by its name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.kit.evening import Evening

from . import reached
from .reached import PLACES, Reached
from .walk import walked

SEEDS = (10_002, 10_092, 10_293, 10_312, 10_403)
"""Of `make soak`; together they reach every place.

After a change of the walk look for others.
"""


@pytest.fixture(scope="module")
def everywhere() -> Reached:
    found = Reached()
    for seed in SEEDS:
        found.walk(walked(seed, roams=True))
    return found


def test_hostile_evenings_reach_every_place(
    everywhere: Reached, record_property: Callable[[str, object], None]
) -> None:
    """The promises are proven only where somebody went."""
    assert everywhere.never() == []
    record_property("counted places reached", len(PLACES))


def test_every_situation_is_a_place_that_must_be_reached() -> None:
    named = {name.replace("_", " ") for name in reached.SITUATIONS}

    assert named <= set(PLACES)


def test_place_that_was_never_reached_is_told_by_name() -> None:
    """A table that only opened has been nowhere, and its table of places says so."""
    nowhere = Reached().walk(Evening())

    assert nowhere.never() == list(PLACES)
    assert "seven boxes" in nowhere.table()
