"""What is drawn on the dealer's page is what is taken: every entry once, and accepted when pressed.

The long form runs in `make soak`; a browser measures the same pages in `tests/browser`.
"""

from __future__ import annotations

import pytest

from tests.kit.pages.page_walk import TABLES, PageWalk, table
from tests.kit.pages.sweep import sweep


@pytest.mark.parametrize(("pack", "variant"), TABLES)
def test_every_entry_of_a_walk_is_drawn_once_and_taken(pack: str, variant: str) -> None:
    """Check 3 of the promises: offered = taken."""
    walk = PageWalk(41, table(pack, variant), wrong=0.05)

    assert sweep(walk, inputs=160, every=5) == []


@pytest.mark.parametrize("pack", ["massachusetts", "massachusetts-bonus-spin"])
def test_every_entry_of_a_crowded_table_is_drawn_once_and_taken(pack: str) -> None:
    walk = PageWalk(43, table(pack, "hole_card_reader", crowded=True), wrong=0.05)

    assert sweep(walk, inputs=160, every=5) == []
