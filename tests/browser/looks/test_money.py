"""Money is never cut: every state of a box at every size of the dealer's page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from controller.domain.structs import replace
from controller.domain.views.view import DealerView
from tests.browser.conftest import Open, shows
from tests.browser.site import Site
from tests.kit.pages.box_states import deciding_views, settle_views, wagering_views
from tests.kit.pages.table_views import WAGERING

CHECK = (Path(__file__).parents[1] / "boxes.js").read_text()
KEYS = """() => [...document.querySelectorAll('.cash__turn')]
    .filter(key => key.checkVisibility({visibilityProperty: true}))
    .map(key => [key.getBoundingClientRect(), key.textContent])
    .map(([at, said]) => [at.x + at.width / 2, at.y + at.height / 2, said])"""
"""The middle of each key that turns a box's amounts, and the page that it says is shown."""
SIZES = {"1280x800": (1280, 800), "1024x768": (1024, 768), "800x480": (800, 480)}
EVERY = {"1280x800": 193, "1024x768": 397, "800x480": 167}
"""Each `every`th state of some 18,000: a prime, so that all kinds meet."""


def views(every: int) -> Iterator[DealerView]:
    yield from deciding_views(every)
    yield from settle_views(every)
    yield from wagering_views(WAGERING, every)


@pytest.mark.parametrize("size", SIZES)
def test_every_amount_of_every_box_is_whole(site: Site, open_page: Open, size: str) -> None:
    """One to four hands, four kinds of wager, $1 to $100,000, doubled for less.

    Source: console/README 2.1.
    """
    width, height = SIZES[size]
    small = "?size=small" if width < 1000 else ""
    site.show(replace(WAGERING, seq=1000))
    page = open_page(f"/dealer{small}", width, height)
    shows(page, 1000)
    found: dict[str, str] = {}
    for seq, view in enumerate(views(EVERY[size]), 1001):
        site.show(replace(view, seq=seq))
        shows(page, seq)
        for page_no in range(1, 6):
            for one in page.evaluate(CHECK):
                found.setdefault(_kind(one), f"{one} (view {seq - 1001}, page {page_no})")
            if not _turned(page):
                break
        if len(found) > 12:
            break

    assert list(found.values()) == []


def _kind(said: str) -> str:
    """The same fault of another box or amount is reported once."""
    return "".join(c for c in said if not c.isdigit())


def _turned(page: Page) -> bool:
    """Turn every box that has a further page, where its key can be touched."""
    keys = page.evaluate(KEYS)
    for x, y, _ in keys:
        page.mouse.click(x, y)
    covered = [one for one, now in zip(keys, page.evaluate(KEYS), strict=True) if one == now]
    assert covered == []
    return bool(keys)
