"""What the floor's pages offer is what the table takes: every key once, every grey with its reason.

The long form runs in `make soak`; a browser presses the same pages in `tests/browser`.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.view.keys.dealer_keys import body
from tests.kit.pages.floor_sweep import sweep
from tests.kit.pages.page_walk import TABLES, PageWalk, table


@pytest.mark.parametrize(("pack", "variant"), TABLES)
def test_every_key_of_the_floors_pages_is_drawn_once_and_taken(pack: str, variant: str) -> None:
    """Check 3 of the promises: offered = taken, for each rank, in a hold and without one."""
    walk = PageWalk(2, table(pack, variant), wrong=0.3)

    assert sweep(walk, inputs=150, every=15) == []


def test_body_of_a_key_names_no_sender() -> None:
    """SHOW BURN carried the rank for which it was listed, and every tap on it was refused."""
    said = cmd.BurnShown(box=0, by="M. Okafor", rank="floorperson", where="floor")

    assert body(said) == '{"type":"BurnShown","box":0}'
