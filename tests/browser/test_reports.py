"""The dealer's reports: a touch away from the page, at both sizes, in a hold too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.views.view import DealerView, Device
from controller.view import dealers_reports
from tests.kit.evening import Evening, house
from tests.kit.pages.table_views import ASKED, HELD

from .conftest import Open, box_of
from .site import Site
from .test_dealer import asked

SIZES = {"large": (1280, 800), "small": (800, 480)}
MANY = (*ASKED.devices, Device(role="system", name="Progressive"))


def hit(page: Page, css: str) -> None:
    """Touch its middle, wherever it lies in the window."""
    page.locator(css).wait_for()  # a page that has heard nothing yet is old, and shows none
    box = box_of(page.locator(css))
    size = page.viewport_size
    assert size is not None
    assert box["x"] + box["width"] <= size["width"]
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", [replace(ASKED, devices=MANY), HELD], ids=["asked", "held"])
def test_dealer_reports_by_touch_and_is_back_at_the_table(
    site: Site, open_page: Open, size: str, view: DealerView
) -> None:
    """The table took the dealer's reports, and no page had a key for them."""
    e = Evening(house("maryland")).opened().lit(1, 3)
    e.draw("9h 8d 7s 5c 6c 4s")
    e.press("act1")
    site.door.reported = dealers_reports(e.state, e.house)
    site.show(replace(view, simulated=True))
    page = open_page(f"/dealer?size={size}", *SIZES[size])

    hit(page, ".strip__report")
    page.wait_for_url("**/dealer/report")
    page.locator(".reported", has_text="WAGER LATE").get_by_text("BOX 3").click()

    page.wait_for_url("**/dealer*size=small" if size == "small" else "**/dealer")
    (said,) = asked(site, page)
    assert isinstance(said, cmd.Reported)
    assert (said.what, said.box, said.rank, said.where) == ("wager_late", 3, "dealer", "dealer")


def test_page_of_reports_follows_the_table(site: Site, open_page: Open) -> None:
    """What can be true no more goes from the page."""
    e = Evening(house("massachusetts")).opened().lit(1)
    e.draw("9h 8d 7s 5c")
    e.press("act1")
    site.door.reported = dealers_reports(e.state, e.house)
    page = open_page("/dealer/report")
    expect(page.locator(".reported", has_text="WRONG TOTAL SAID")).to_be_visible()

    site.door.reported = ()
    site.show(replace(ASKED, seq=ASKED.seq + 1))

    expect(page.locator("main")).to_contain_text("Nothing can be reported now")
