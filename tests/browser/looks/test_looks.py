"""How every situation looks: nothing moves, nothing overflows, everything can be read."""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from controller.rules.pack import load, names
from tests.browser.conftest import Open, shows, sign_in
from tests.browser.site import Site
from tests.kit.evening import Evening, house
from tests.kit.pages.floor_views import CALM_FLOOR, HELD_FLOOR, UNREAD
from tests.kit.pages.table_views import DEALER_VIEWS
from tests.kit.progressives import XTREME
from tests.kit.shown import page as shown
from tests.procedure.page.signs import LIMITS, METERS, sign

MEASURE = (Path(__file__).parents[1] / "measure.js").read_text()
BOXES = (Path(__file__).parents[1] / "boxes.js").read_text()
SIZES = {"large": (1280, 800), "small": (800, 480)}


def look_at(page: Page, what: str) -> list[str]:
    found: list[str] = page.evaluate(f"({MEASURE}).{what}()")
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", DEALER_VIEWS)
def test_dealers_page_fits_and_can_be_read(
    site: Site, open_page: Open, name: str, size: str
) -> None:
    """Contrast 7:1 for all text, no overflow, no animation (mockups, principle 5)."""
    site.show(msgspec.structs.replace(DEALER_VIEWS[name], seq=41))
    page = open_page(f"/dealer?size={size}", *SIZES[size])
    shows(page, 41)

    assert look_at(page, "faint") == []
    assert look_at(page, "outside") == []
    assert look_at(page, "animated") == []


BESIDE_A_TOTAL = (
    "", "surrendered, waits", "no more cards", "one card owed", "paid at end", "stands",
    "over, waits", "bust, hold", "bust", "loses", "tie", "back", "floor", "no action", "3 to 2",
)  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_word_beside_a_held_hands_total_stays_in_its_box(
    site: Site, open_page: Open, size: str
) -> None:
    """`one card owed` lay over the next box."""
    page = open_page(f"/dealer?size={size}", *SIZES[size])
    view = DEALER_VIEWS["held"]
    box = next(box for box in view.boxes if box.no == 5)
    found = {}

    each = itertools.product(BESIDE_A_TOTAL, (False, True))
    for seq, (word, doubled) in enumerate(each, 100):
        if doubled and word.startswith("surrendered"):
            continue  # it is rescued
        hand = msgspec.structs.replace(box.hands[0], state="held", result=word, doubled=doubled)
        held = msgspec.structs.replace(box, hands=(hand,))
        boxes = tuple(held if one.no == 5 else one for one in view.boxes)
        site.show(msgspec.structs.replace(view, seq=seq, boxes=boxes))
        shows(page, seq)
        if wrong := page.evaluate(BOXES):
            found[word, doubled] = wrong

    assert found == {}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pack", ["massachusetts", "maryland", "pure-21-5"])
def test_list_of_the_opening_is_whole(site: Site, open_page: Open, pack: str, size: str) -> None:
    """Up to twenty lines stood in columns of 90 px: `Approve`, `maximu`, `MA house.self-test`."""
    e = Evening(house(pack))
    e.press("act1")
    view = shown(e)
    assert view.shuffle is not None
    assert len(view.shuffle.flow) > 6
    site.show(view)
    page = open_page(f"/dealer?size={size}", *SIZES[size])
    shows(page, view.seq)

    assert look_at(page, "outside") == []
    assert page.locator(".flow li", has_text="house.").count() == 0
    top = page.evaluate("document.querySelector('.flow').getBoundingClientRect().top")
    band = page.evaluate("document.querySelector('.step').getBoundingClientRect().bottom")
    assert top >= band


def test_large_step_line_holds_26_characters(site: Site, open_page: Open) -> None:
    """At most 26 characters at 68 px (mockups, type and touch)."""
    step = msgspec.structs.replace(DEALER_VIEWS["deciding"].next_step, text="Wm. " * 6 + "Wm")
    site.show(msgspec.structs.replace(DEALER_VIEWS["deciding"], seq=42, next_step=step))
    page = open_page("/dealer")
    shows(page, 42)

    line = page.locator(".step__line:visible")

    expect(line).to_have_css("font-size", "68px")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.step__line')]"
        ".some(e => e.offsetParent && e.scrollWidth <= e.clientWidth)"
    )


def test_nothing_moves_between_the_tasks_of_a_round(site: Site, open_page: Open) -> None:
    """Strip, band, boxes, shoe, rack and places stay where they are (mockups, principle 2)."""
    page = open_page("/dealer")
    seen = set()
    for seq, name in enumerate(("deal-ok", "peek", "deciding", "one-active", "settle"), 50):
        site.show(msgspec.structs.replace(DEALER_VIEWS[name], seq=seq))
        shows(page, seq)
        seen.add(tuple(look_at(page, "places")))

    assert len(seen) == 1


def test_targets_of_a_thumb_are_64_pixels(site: Site, open_page: Open) -> None:
    """Thumb targets 64 px on the dealer's page (mockups, type and touch)."""
    for seq, name in enumerate(("deciding", "peek", "deal-ok", "wagering"), 60):
        site.show(msgspec.structs.replace(DEALER_VIEWS[name], seq=seq))
        page = open_page("/dealer")
        shows(page, seq)
        assert look_at(page, "narrow") == []


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844), (1280, 800)])
def test_floor_pages_fit_and_can_be_read(
    site: Site, open_page: Open, width: int, height: int
) -> None:
    site.show(floor=CALM_FLOOR)
    page = open_page("/floor", width, height)
    assert look_at(page, "faint") == []
    sign_in(page)
    page.wait_for_selector(".overview")
    assert look_at(page, "faint") == []
    assert look_at(page, "outside") == []
    site.show(floor=HELD_FLOOR)
    for irr in HELD_FLOOR.irregularities:
        page.goto(f"{site.url}/floor/irregularity?id={irr.id}")
        assert look_at(page, "faint") == []
        assert look_at(page, "outside") == []
    assert UNREAD in HELD_FLOOR.irregularities
    page.goto(f"{site.url}/floor/round/117?step=4")
    assert look_at(page, "faint") == []
    assert look_at(page, "outside") == []


def test_light_theme_can_be_read_too(site: Site, open_page: Open) -> None:
    """7:1 in both themes (mockups, principle 5)."""
    for seq, name in enumerate(DEALER_VIEWS, 70):
        site.show(msgspec.structs.replace(DEALER_VIEWS[name], seq=seq))
        page = open_page("/dealer")
        shows(page, seq)
        page.evaluate("document.documentElement.dataset.theme = 'light'")
        assert look_at(page, "faint") == [], name
        page.context.close()


@pytest.mark.parametrize("pack", names())
def test_words_of_a_settlement_fit_beside_what_is_said(
    site: Site, open_page: Open, pack: str
) -> None:
    """Seven boxes to pick up, and the longest total that a dealer says (console/README 2.3)."""
    lines, boxes = load(pack).line, "7 6 5 4 3 2 1"
    paid = (lines.settle_hint, lines.settle_hint_collect)
    picked = (lines.pick_up, lines.pick_up_device)
    for seq, (one, two) in enumerate(itertools.product(paid, picked), 60):
        step = msgspec.structs.replace(
            DEALER_VIEWS["settle"].next_step,
            say="Soft seventeen",
            hint=f"{one.value} {two.value.format(boxes=boxes)}",
            clause=lines.settle.clause,
            payment=None,
        )
        site.show(msgspec.structs.replace(DEALER_VIEWS["settle"], seq=seq, next_step=step))
        page = open_page("/dealer")
        shows(page, seq)
        hint = page.locator(".hint:visible").first
        assert hint.evaluate("e => e.scrollHeight <= e.clientHeight + 1"), step.hint
        page.context.close()


FULLEST = {
    "maryland": {**LIMITS, **METERS, **XTREME},
    "boston-billiard": {},
    "pure-21-5": {},
}


@pytest.mark.parametrize("pack", FULLEST)
def test_sign_fits_a_wide_and_a_narrow_screen_when_it_has_most_to_say(
    site: Site, open_page: Open, pack: str
) -> None:
    """No column runs into the foot of the page, and the title leaves room for the limits."""
    full = msgspec.structs.replace(sign(house(pack, **FULLEST[pack])), wheel_results=("$25",) * 8)
    site.show(sign=full)
    for width, height in ((1920, 1080), (1280, 720)):
        page = open_page("/sign", width, height)
        page.wait_for_selector(".paytab")
        assert look_at(page, "outside") == []
        assert look_at(page, "faint") == []
        low = "Math.max(...[...document.querySelectorAll('.col > *')].map(bottom))"
        bottom = "const bottom = e => e.getBoundingClientRect().bottom"
        foot = "document.querySelector('.last').getBoundingClientRect().top"
        assert page.evaluate(f"() => {{ {bottom}; return {low} <= {foot} }}")
        page.context.close()
