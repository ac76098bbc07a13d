"""axe-core finds nothing on any page, in any state, on a large screen and on a phone.

It is fetched for the tests (`tests/browser/axe`) and is no part of the product.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from controller.console.sign_in.people import Rank
from controller.domain.structs import replace
from controller.domain.views.floor_view import FloorView
from tests.browser.conftest import Open, shows, sign_in
from tests.browser.site import Site
from tests.console.test_surveillance import VIEW
from tests.kit.pages.floor_views import CALM_FLOOR, HELD_FLOOR, PAUSED_FLOOR, RULES_FLOOR
from tests.kit.pages.table_views import DEALER_VIEWS

from .axe_core import needs_axe, violations
from .situations import before_play, dealt

TABS = ("now", "devices", "duties", "rounds", "meters", "journal")
FLOOR: dict[str, tuple[FloorView, tuple[str, ...]]] = {
    "calm": (
        CALM_FLOOR,
        (
            *(f"/floor#{tab}" for tab in TABS),
            *("/floor/pays", "/floor/pause", "/floor/people", "/floor/pin"),
        ),
    ),
    "held": (HELD_FLOOR, ("/floor", "/floor/irregularity", "/floor/round/117?box=5")),
    "paused": (PAUSED_FLOOR, ("/floor", "/floor/pause")),
    "rules-wait": (RULES_FLOOR, ("/floor", "/floor/rules")),
}

pytestmark = needs_axe


def test_what_is_wrong_is_found(site: Site, open_page: Open) -> None:
    """The judge is awake: a picture without words and a pale line are planted."""
    page = open_page("/sign")
    # Outside of what the stream draws anew.
    page.evaluate("document.body.append(document.createElement('img'))")

    assert any(one.startswith("image-alt: ") for one in violations(page))


@pytest.mark.parametrize("size", ["large", "small"])
def test_dealers_page_in_every_state(site: Site, open_page: Open, size: str) -> None:
    page = open_page(f"/dealer?size={size}", *((1280, 800) if size == "large" else (800, 480)))
    found = []
    for number, (name, view) in enumerate({**DEALER_VIEWS, **dealt()}.items(), start=50):
        site.show(replace(view, seq=number))
        shows(page, number)
        found += [f"{name}: {one}" for one in violations(page)]

    assert found == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize("name", FLOOR)
def test_floors_pages_in_every_state(
    site: Site, open_page: Open, name: str, width: int, height: int
) -> None:
    view, paths = FLOOR[name]
    site.show(floor=view)
    page = open_page("/floor", width, height)
    found = [f"sign-in: {one}" for one in violations(page)]
    sign_in(page)
    for path in paths:
        page.goto(site.url + path)
        page.wait_for_selector("main")
        found += [f"{path}: {one}" for one in violations(page)]

    assert found == []


@pytest.mark.parametrize("path", ["/sign", "/dealer/report", "/dealer/sign-on"])
def test_pages_that_ask_nobody_who_he_is(site: Site, open_page: Open, path: str) -> None:
    page = open_page("/sign")
    page.goto(site.url + path)

    assert violations(page) == []


def test_surveillances_page(site: Site, open_page: Open) -> None:
    rank: Rank = "surveillance"
    site.add("K. Hill", rank)
    site.door.watched = VIEW
    page = open_page("/floor", 1280, 800)
    sign_in(page, "K. Hill")
    page.wait_for_selector("main")

    assert violations(page) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (800, 480), (390, 844)])
@pytest.mark.parametrize("path", ["/dealer", "/floor"])
def test_first_start_before_anybody_can_sign_in(
    chromium: Browser, tmp_path: Path, path: str, width: int, height: int
) -> None:
    """And no word of it leaves the screen sideways."""
    with Site(tmp_path / "nobody", people=()) as site:
        site.show(before_play())
        page = chromium.new_page(viewport=ViewportSize(width=width, height=height))
        page.goto(site.url + path)
        found = violations(page)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        page.close()

    assert (found, wide) == ([], False)
