"""PAUSE in a browser: two touches, changes while it runs, no reason on the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from controller.domain import commands
from controller.domain.structs import replace
from tests.browser.looks.test_looks import look_at
from tests.kit.pages.floor_views import CALM_FLOOR, PAUSED_FLOOR
from tests.kit.pages.table_views import PAUSED

from .conftest import Open, shows, sign_in
from .site import Site
from .test_dealer import asked

SIZES = [(1280, 800), (1024, 768), (800, 480), (390, 844)]


def test_table_is_paused_by_reason_box_and_one_key(site: Site, open_page: Open) -> None:
    """A choice that is not sent yet stays chosen while the table goes on."""
    site.show(floor=CALM_FLOOR)
    page = open_page("/floor", 390, 844)
    sign_in(page)
    page.goto(f"{site.url}/floor/pause")

    page.click("footer .btn--go")
    expect(page.locator(".answer")).to_have_text("First the reason.")
    page.click("button:has-text('Medical')")
    site.show(floor=replace(CALM_FLOOR, seq=CALM_FLOOR.seq + 1))
    shows(page, CALM_FLOOR.seq + 1)
    page.click(".bx:has-text('5')")
    page.fill("#pause-note", "a glass of water")
    expect(page.locator("footer .btn--go")).to_have_text("Pause: medical")
    page.click("footer .btn--go")

    (said,) = asked(site, page)
    assert isinstance(said, commands.Paused)
    assert (said.reason, said.box, said.note) == ("medical", 5, "a glass of water")
    assert (said.by, said.rank) == ("M. Okafor", "floorperson")


def test_what_a_pause_is_about_changes_with_one_touch_each(site: Site, open_page: Open) -> None:
    site.show(floor=PAUSED_FLOOR)
    page = open_page("/floor", 1024, 768)
    sign_in(page)
    page.click("a.paused")

    page.click("button:has-text('Camera')")
    page.click(".bx:has-text('Whole table')")
    page.fill("#pause-note", "")
    page.click("button:has-text('Save')")
    page.click("button:has-text('Make it a ruling')")
    page.click("button:has-text('Resume play')")

    reason, box, note, rule, resume = asked(site, page, 5)
    assert isinstance(reason, commands.Paused)
    assert reason.reason == "camera"
    assert isinstance(box, commands.Paused)
    assert box.box == 0
    assert isinstance(note, commands.Paused)
    assert note.note == ""
    assert isinstance(rule, commands.Resumed)
    assert rule.ruling
    assert isinstance(resume, commands.Resumed)
    assert not resume.ruling


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("running", [False, True])
def test_page_of_a_pause_fits_and_can_be_read(
    site: Site, open_page: Open, width: int, height: int, *, running: bool
) -> None:
    site.show(floor=PAUSED_FLOOR if running else CALM_FLOOR)
    page = open_page("/floor", width, height)
    sign_in(page)
    page.goto(f"{site.url}/floor/pause")
    page.wait_for_selector("footer .btn--go")

    assert look_at(page, "faint") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(page.content()) < 150_000


def test_dealer_reads_that_the_table_is_paused_and_presses_nothing(
    site: Site, open_page: Open
) -> None:
    site.show(replace(PAUSED, seq=77))
    page = open_page("/dealer")
    shows(page, 77)

    expect(page.locator(".step--pause .step__line")).to_have_text("Paused. Cards as they lie.")
    expect(page.locator(".step--pause .step__side")).to_contain_text("by M. Okafor")
    expect(page.locator("nav.acts .act:visible")).to_have_count(1)
