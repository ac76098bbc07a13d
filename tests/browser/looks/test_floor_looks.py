"""Every tab and page of the floor can be read, fits its screen and is light enough to load."""

from __future__ import annotations

import pytest

from controller.domain.structs import replace
from controller.domain.views.floor_view import FloorView
from tests.browser.conftest import Open, box_of, sign_in
from tests.browser.site import Site
from tests.kit.evening import Evening, house
from tests.kit.pages.floor_views import CALM_FLOOR, HELD_FLOOR, PAUSED_FLOOR, UNREAD
from tests.kit.shown import floor_page

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


CROWDED = """[...document.querySelectorAll(".rule__h b")].filter(
    (el) => el.getBoundingClientRect().height > 60).map((el) => el.textContent)"""
UNDER = """(() => {
  const rect = (e) => e.getBoundingClientRect();
  const cards = [...document.querySelectorAll(".where .ink")].map(rect);
  return [...document.querySelectorAll(".where .end1, .where .end7")].filter((end) =>
    cards.some((c) => c.left < rect(end).right && c.right > rect(end).left
      && c.bottom > rect(end).top + 1 && c.top < rect(end).bottom)).map((end) => end.textContent);
})()"""


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_rulings_and_layout_of_a_hold_are_whole(
    site: Site, open_page: Open, width: int, height: int
) -> None:
    """`NO CARD LEFT THE SHOE` stood in five lines beside an id; cards lay on `dealer's left`."""
    e = Evening(house("massachusetts")).later().lit(1, 4)
    e.draw("8h 7s 7d 8d Ks 9s")
    e.press("act1")
    e.unread()
    site.show(floor=floor_page(e, "floorperson"))
    page = open_page("/floor", width, height)
    sign_in(page)
    page.goto(f"{site.url}/floor/irregularity")

    assert page.locator(".rule").count() == 3
    assert page.evaluate(CROWDED) == []
    assert page.evaluate(UNDER) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    rights = [one.bounding_box() for one in page.locator(".rule").all()]
    assert max(r["x"] + r["width"] for r in rights if r) <= width - 11


def test_name_of_who_is_signed_in_is_whole_while_the_table_is_paused(
    site: Site, open_page: Open
) -> None:
    """On a phone `M. Okafor` was cut by the clock."""
    site.show(floor=PAUSED_FLOOR)
    page = open_page("/floor", 390, 844)
    sign_in(page)
    page.goto(f"{site.url}/floor/pause")

    name = page.locator(".top__id > .narrow")

    assert name.inner_text() == "M. Okafor"
    assert name.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_bar_of_a_replay_is_read_or_not_there(site: Site, open_page: Open) -> None:
    """On a phone five keys left it 8 px: a dot that said nothing. `Step 2 of 2` says it there."""
    site.show(floor=HELD_FLOOR)
    for width, height in ((1024, 768), (390, 844)):
        page = open_page("/floor", width, height)
        sign_in(page)
        page.goto(f"{site.url}/floor/round/117?step=2")
        page.wait_for_selector(".told")

        wide = page.locator(".scrub").evaluate("e => e.offsetWidth")
        assert wide >= 150 or (width < 500 and wide == 0)
        keys = page.locator(".confirm--play .btn").all()
        assert min(box_of(key)["width"] for key in keys) >= 64
        page.context.close()
