"""Every tab and page of the floor can be read, fits its screen and is light enough to load."""

from __future__ import annotations

import pytest

from controller.domain.structs import replace
from controller.domain.views.floor_view import FloorView
from tests.browser.conftest import Open, sign_in
from tests.browser.site import Site
from tests.kit.pages.floor_views import CALM_FLOOR, HELD_FLOOR, PAUSED_FLOOR, UNREAD

from .test_looks import look_at

TABS = ("now", "devices", "duties", "rounds", "meters", "journal")
PAGES: dict[str, tuple[FloorView, tuple[str, ...]]] = {
    "calm": (
        CALM_FLOOR,
        (*(f"/floor#{tab}" for tab in TABS), "/floor/pays", "/floor/pause", "/floor/people"),
    ),
    "held": (HELD_FLOOR, ("/floor", "/floor/irregularity", "/floor/round/117?box=5")),
    "paused": (PAUSED_FLOOR, ("/floor", "/floor/pause")),
}
BROKEN = """[...document.querySelectorAll(".cid")].filter(el => el.getClientRects().length > 1)
  .map(el => el.textContent)"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_each_tab_and_page_of_the_floor_can_be_read_by_day_and_by_night(
    site: Site, open_page: Open, theme: str, name: str, width: int, height: int
) -> None:
    """Black words stood on the red of a hold in the light theme."""
    view, paths = PAGES[name]
    site.show(floor=view)
    page = open_page("/floor", width, height)
    sign_in(page)

    found = []
    for path in paths:
        page.goto(f"{site.url}{path}")
        page.wait_for_selector("main")
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found += [f"{path}: {one}" for one in look_at(page, "faint")]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(f"{path}: wider than {width}")
        broken = page.evaluate(BROKEN)
        found += [f"{path}: {one} is broken over two lines" for one in broken]
        if len(page.content()) > 150_000:
            found.append(f"{path}: too heavy")

    assert found == []


@pytest.mark.parametrize("width", [390, 360, 1024])
def test_keys_of_a_card_are_large_enough_for_a_thumb(
    site: Site, open_page: Open, width: int
) -> None:
    """A rank's key was 43 px on a phone, and 21 px on a tablet beside the reason."""
    site.show(floor=replace(HELD_FLOOR, irregularities=(UNREAD,)))
    page = open_page("/floor", width, 780)
    sign_in(page)
    page.goto(f"{site.url}/floor/irregularity?id={UNREAD.id}")
    page.locator("button.rule", has_text="ENTER CARD").click()

    sizes = page.evaluate(
        "[...document.querySelectorAll('.pick')].filter(el => el.offsetParent).map(el => "
        "{ const r = el.getBoundingClientRect(); return Math.min(r.width, r.height); })"
    )

    assert len(sizes) == 17
    assert min(sizes) >= 44
