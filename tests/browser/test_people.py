"""People are changed on the page by touch and by keyboard; it fits and can be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from controller.domain import commands
from tests.browser.looks.test_looks import look_at

from .conftest import Open, sign_in
from .site import PIN, Site

SUPERVISOR = "L. Chen"


def test_person_is_added_by_touch_and_signed_for_by_keyboard(
    site: Site, chromium: Browser, open_page: Open
) -> None:
    """A floorperson with a phone asks, a supervisor at a keyboard signs."""
    site.add(SUPERVISOR, "casino_supervisor")
    context = chromium.new_context(
        viewport=ViewportSize(width=390, height=844), has_touch=True, is_mobile=True
    )
    phone = context.new_page()
    phone.goto(site.url + "/floor")
    sign_in(phone)
    phone.tap("[data-tab-of='people']")
    phone.tap("#name")
    phone.fill("#name", "Ada Fox")
    phone.select_option("#rank", "floorperson")
    phone.fill("#pin", "9051")
    phone.tap("button:has-text('Ask for this person')")
    expect(phone.locator(".waits-one")).to_contain_text("A second person signs.")
    context.close()

    page = open_page("/floor", 1024, 768)
    sign_in(page, SUPERVISOR)
    page.goto(f"{site.url}/floor/people")
    _tab_to(page, "Sign for it")
    with page.expect_navigation():
        page.keyboard.press("Enter")

    expect(page.locator(".tbl--people")).to_contain_text("Ada Fox")
    expect(page.locator(".waits-one")).to_have_count(0)
    asked, added = (c for c in site.door.asked if isinstance(c, commands.PersonChanged))
    assert (asked.what, asked.by) == ("asked", "M. Okafor")
    assert (added.what, added.by, added.first) == ("added", SUPERVISOR, "M. Okafor")


def _tab_to(page: Page, label: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == label:
            return
    raise AssertionError(f"no Tab leads to {label}")


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_page_of_people_fits_and_can_be_read(
    site: Site, open_page: Open, width: int, height: int
) -> None:
    site.add(SUPERVISOR, "casino_supervisor")
    page = open_page("/floor", width, height)
    sign_in(page)
    page.goto(f"{site.url}/floor/people?name={SUPERVISOR}")
    page.fill("#pin", PIN + "1")
    page.click("button:has-text('Ask for a new PIN')")
    page.wait_for_selector(".waits-one")
    page.goto(f"{site.url}/floor/people?name={SUPERVISOR}")

    assert look_at(page, "faint") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        "[...document.querySelectorAll('main .btn, main a, main input:not([type=hidden]), select')]"
        ".filter(el => el.getBoundingClientRect().height < 44).map(el => el.outerHTML)"
    )
    assert small == []
    page.click("button:has-text('Withdraw')")
    expect(page.locator(".waits-one")).to_have_count(0)
