"""Pages of the floor with forms of their own: a hold is seen there, and nothing typed is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from controller.domain.structs import replace
from tests.kit.pages.floor_views import HELD_FLOOR, PAUSED_FLOOR

from .conftest import Open, sign_in
from .site import Site


@pytest.mark.parametrize(
    ("path", "field"), [("/floor/people", "#name"), ("/floor/pays", "#dealer")]
)
def test_hold_comes_to_a_page_on_which_somebody_types(
    site: Site, open_page: Open, path: str, field: str
) -> None:
    """The strip of these pages was drawn once: no hold, no clock."""
    page = open_page("/floor", 1024, 768)
    sign_in(page)
    page.goto(site.url + path)
    expect(page.locator(".calm")).to_be_visible()
    expect(page.locator(".top__clock")).to_have_text("21:46:12")
    page.fill(field, "9s")

    site.show(floor=HELD_FLOOR)
    expect(page.locator("a.held")).to_be_visible()
    site.show(floor=PAUSED_FLOOR)
    expect(page.locator("a.paused")).to_be_visible()

    expect(page.locator(field)).to_have_value("9s")
    expect(page.locator(".tabs [aria-current]")).to_have_count(1)


def test_page_with_forms_says_when_its_link_is_gone(site: Site, open_page: Open) -> None:
    page = open_page("/floor", 1024, 768)
    sign_in(page)
    page.goto(f"{site.url}/floor/people")

    with site.blocked():
        expect(page.locator("body.is-stale .lostline")).to_be_visible()

    expect(page.locator("body.is-stale")).to_have_count(0)


@pytest.mark.parametrize("path", ["/floor", "/floor/people", "/floor/pays", "/floor/pause"])
def test_phone_loses_no_room_above_the_page(site: Site, open_page: Open, path: str) -> None:
    """22 px were kept for a word that stands there only on a simulated table."""
    page = open_page("/floor", 390, 844)
    sign_in(page)
    page.goto(site.url + path)
    page.wait_for_selector("main")

    first = page.evaluate(
        "Math.min(...[...document.querySelectorAll('.tabs, main')]"
        ".map(e => e.getBoundingClientRect().top))"
    )

    assert first <= 62


@pytest.mark.parametrize("pack", ["Maryland", "Massachusetts, Bonus Spin"])
def test_rules_of_a_simulated_table_are_named_in_full(
    site: Site, open_page: Open, pack: str
) -> None:
    """At 1024 px the name was cut: `Maryl…` (console/README 4)."""
    site.add("R. Vance", "casino_supervisor")
    named = replace(HELD_FLOOR.table, pack=pack, edition="")
    site.show(floor=replace(HELD_FLOOR, table=named, simulated=True))
    page = open_page("/floor", 1024, 768)
    sign_in(page, "R. Vance")

    tag = page.locator(".packtag")

    expect(tag).to_have_text(pack)
    assert tag.evaluate("e => e.scrollWidth <= e.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1024
