"""The page sweep in a short form; `make soak` runs the whole of it (`soak.py`)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from controller.domain import commands as cmd
from tests.browser.conftest import Open, box_of, shows
from tests.browser.site import Site
from tests.browser.test_dealer import asked
from tests.kit.evening import Evening, house
from tests.kit.pages.page_walk import TABLES, PageWalk, shared_box, table
from tests.kit.shown import page as shown

from .sweep import Sweep

INPUTS, EVERY = 90, 15


@pytest.mark.parametrize(("pack", "variant"), TABLES[::2])
def test_every_entry_is_drawn_hit_whole_and_taken(
    chromium: Browser, site: Site, pack: str, variant: str
) -> None:
    """Each key of each menu, at both sizes: not covered, not cut, and the table takes it."""
    sweep = Sweep(chromium, site)
    walk = PageWalk(47, table(pack, variant), wrong=0.05)

    found = walk.swept(lambda _: sweep.look(walk), INPUTS, EVERY)
    sweep.close()

    assert found == []
    assert sweep.posts > sweep.views


@pytest.mark.parametrize("pack", ["massachusetts", "massachusetts-bonus-spin"])
def test_every_key_of_a_shared_box_is_drawn_hit_whole_and_taken(
    chromium: Browser, site: Site, pack: str
) -> None:
    """Also where its menus run over to a further page."""
    sweep = Sweep(chromium, site)

    found = [no for walk in shared_box(pack) for no in sweep.look(walk)]
    sweep.close()

    assert found == []
    assert sweep.posts > sweep.views


def click(page: Page, label: str) -> None:
    """Click at the middle of the key of that label."""
    key = page.locator("nav:visible .act", has_text=label).first
    box = box_of(key)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("size", ["large", "small"])
def test_chip_of_the_break_bonus_is_a_chip_and_puts_no_box_out(
    site: Site, open_page: Open, size: str
) -> None:
    """A touch on the middle of $5 booked the box out: the chips lay behind the key bar."""
    e = Evening(house("boston-billiard")).opened().lit(1, main={1: 1000})
    view = shown(e)
    site.show(view)
    page = open_page(f"/dealer?size={size}", *((1280, 800) if size == "large" else (800, 480)))
    shows(page, view.seq)

    page.keyboard.press("1")
    page.click(".pad:visible .tab:has-text('Break')")
    page.click(".pad:visible .chip--500")

    (sent,) = asked(site, page)
    assert isinstance(sent, cmd.WagerSet)
    assert (sent.box, sent.kind, sent.cents) == (1, "break_bonus", 500)


@pytest.mark.parametrize("pack", ["massachusetts", "massachusetts-bonus-spin", "maryland"])
def test_box_is_insured_by_one_touch(site: Site, open_page: Open, pack: str) -> None:
    """A box that has a menu hid its other taps, and no box could be insured on the page."""
    e = Evening(house(pack)).opened().lit(1, 7, match={7: None})
    e.draw("7h 8h Ad 9s 9c Kd")
    e.press("act1")
    if e.play.round == "match_due":
        e.press("act1")
    view = shown(e)
    site.show(view)
    page = open_page("/dealer")
    shows(page, view.seq)

    page.click(".b7 .box__tap")

    (sent,) = asked(site, page)
    assert isinstance(sent, cmd.Insured)
    assert (sent.box, sent.on) == (7, True)


def test_blackjack_is_surrendered_only_by_the_second_answer(site: Site, open_page: Open) -> None:
    """What the page asks the table asks (MA house.surrender-blackjack)."""
    e = Evening(house("massachusetts")).opened().lit(1, 3, main={1: 1000})
    e.draw("Ah 5d 6c Jc 7c 9s")
    e.press("act1")
    view = shown(e)
    site.show(view)
    page = open_page("/dealer")
    shows(page, view.seq)

    page.click(".b1 .box__tap")
    click(page, "SURRENDER")
    assert site.door.asked == []
    click(page, "YES")

    (sent,) = asked(site, page)
    assert isinstance(sent, cmd.Surrender)
    assert (sent.box, sent.confirmed) == (1, True)
