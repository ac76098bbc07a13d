"""The payout calculator in a browser, on a tablet and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Open, sign_in
from .site import Site


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_floorperson_types_a_box_and_reads_what_it_is_paid(
    site: Site, open_page: Open, width: int, height: int
) -> None:
    """From the overview, by keys and one touch; the page is as wide as the screen."""
    page = open_page("/floor", width, height)
    sign_in(page)

    page.click("nav.tabs a:has-text('Payouts')")
    for label, text in (("Dealer, up card first", "9s 8h"), ("Wager $", "25")):
        page.get_by_label(label).fill(text)
    page.locator("#cards1").fill("6h 7d 8c")
    page.click("text=Work it out")

    page.wait_for_load_state("load")  # with its style sheets: sizes are measured below
    expect(page.locator("tbody tr")).to_contain_text("$37.50")
    expect(page.locator(".net")).to_contain_text("$37.50")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator("#cards2")).to_be_hidden()
    page.locator("summary").press("Enter")
    expect(page.locator("#cards2")).to_be_visible()
    touched = page.locator("form button, form input, form select, summary").all()
    assert min(one.bounding_box()["height"] for one in touched) >= 44  # type: ignore[index]


def test_cards_are_keyed_rank_then_suit(site: Site, open_page: Open) -> None:
    """Cards had to be typed as `8h Kd As`, on a phone with no key for a suit."""
    page = open_page("/floor", 390, 844)
    sign_in(page)
    page.goto(f"{site.url}/floor/pays")

    def key(*cards: str) -> None:
        for card in cards:
            for part in (card[:-1], card[-1]):
                page.click(f".keys [data-card='{part}']")

    key("9s", "8h", "Kd")
    page.get_by_label("last card back").click()
    page.fill("#wager", "25")
    page.focus("#cards1")
    key("6h", "7d", "8c")
    page.click("text=Work it out")

    expect(page.locator("#dealer")).to_have_value("9s 8h")
    expect(page.locator(".net")).to_contain_text("$37.50")
