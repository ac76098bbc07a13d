"""The sweep of the floor's pages in a short form; `make soak` runs the whole of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from controller.console.sign_in.people import Rank
from tests.browser.site import Site
from tests.kit.evening import house
from tests.kit.pages.page_walk import PageWalk

from .floor_sweep import FloorSweep

INPUTS, EVERY = 120, 40


@pytest.mark.parametrize(
    ("pack", "rank"),
    [
        ("massachusetts", "floorperson"),
        ("maryland", "casino_supervisor"),
        ("boston-billiard", "casino_supervisor"),
        ("pure-21-5", "floorperson"),
    ],
)
def test_every_key_of_the_floors_pages_is_hit_whole_and_taken_over_http(
    chromium: Browser, site: Site, pack: str, rank: Rank
) -> None:
    """Check 3: on tablet and phone; greyed ones give their reason, others are refused."""
    sweep = FloorSweep(chromium, site, rank)
    walk = PageWalk(53, house(pack), wrong=0.3)

    found: list[str] = []
    for n in range(1, INPUTS + 1):
        walk.go()
        if n % EVERY == 0:
            found.extend(sweep.look(walk))
    sweep.close()

    assert found == []
    assert sweep.posts > 5 * sweep.views
