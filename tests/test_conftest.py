"""The order in which several workers get the tests: none is lost, the slow ones begin first."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import in_turn


class Item:
    def __init__(self, name: int, *, slow: bool) -> None:
        self.name, self.slow = name, slow

    def get_closest_marker(self, name: str) -> object:
        return self.slow if name == "slow" and self.slow else None


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize(("slow", "quick"), [(7, 40), (0, 10), (5, 0), (9, 2)])
def test_each_worker_begins_with_its_share_of_the_slow_ones(
    workers: int, slow: int, quick: int
) -> None:
    """A long one that is left for the end keeps one worker busy while the others wait."""
    items: list[Any] = [Item(n, slow=n % 3 == 0) for n in range(3 * slow)]
    items = [i for i in items if i.slow] + [Item(100 + n, slow=False) for n in range(quick)]

    found: list[Any] = list(in_turn(items, workers))

    assert sorted(i.name for i in found) == sorted(i.name for i in items)
    if quick >= 2 * slow:
        heads = [len(items) * n // workers for n in range(workers)]
        assert all(found[at].slow for at in heads[: min(slow, workers)])
    quicks = [i.name for i in found if not i.slow]
    assert quicks == sorted(quicks)
