"""The match step as it is drawn: what was paid stands on its key, and one wager may be wrong."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from controller.domain import commands as cmd

from .conftest import Open, shows
from .looks.situations import matches
from .site import Site
from .test_dealer import asked

SMALL, LARGE = ("small", 800, 480), ("large", 1280, 800)


@pytest.mark.parametrize(("size", "width", "height"), [SMALL, LARGE])
def test_wrong_match_wager_is_two_touches_its_key_and_its_box(
    site: Site, open_page: Open, size: str, width: int, height: int
) -> None:
    """The box is touched where its cards lie, or by its key (console/README 2.3)."""
    site.show(view := matches()["match"])
    page = open_page(f"/dealer?size={size}", width, height)
    shows(page, view.seq)

    page.click("nav:visible .act:has-text('ONE WRONG')")
    expect(page.locator(".step__line:visible")).to_have_text("Which match is wrong?")
    keys = page.locator("nav:visible .act:not(.act--none) b").all_inner_texts()
    assert [key for key in keys if key.startswith("BOX")] == ["BOX 7", "BOX 4", "BOX 3"]
    back = page.locator("nav:visible .act:has-text('BACK') span")
    assert back.inner_text() == "no change"  # no card was booked
    page.click(".b3 .box__tap:visible")

    (said,) = asked(site, page)
    assert isinstance(said, cmd.Reported)
    assert (said.what, said.box) == ("match_wrong", 3)


def test_number_of_the_box_names_it_too(site: Site, open_page: Open) -> None:
    """Digits are boxes in every state (mockups); its own menu stays shut."""
    site.show(view := matches()["match"])
    page = open_page("/dealer")
    shows(page, view.seq)

    page.keyboard.press("+")
    expect(page.locator(".step__line:visible")).to_have_text("Which match is wrong?")
    page.keyboard.press("4")

    (said,) = asked(site, page)
    assert isinstance(said, cmd.Reported)
    assert said.box == 4


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("match", "paid 7 and 3, took 4"),
        ("match-many", "4 paid, 1 taken"),
        ("match-lost", "took 2 and 5"),
    ],
)
def test_match_done_says_what_was_paid_and_taken(
    site: Site, open_page: Open, name: str, words: str
) -> None:
    """The key attests it: by box, while they can be read at a glance, else how many."""
    site.show(view := matches()[name])
    page = open_page("/dealer")
    shows(page, view.seq)

    key = page.locator("nav:visible .act:has-text('MATCH DONE')")
    assert key.locator("span").inner_text() == words
    assert "act--go" in (key.get_attribute("class") or "")
