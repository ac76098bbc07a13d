"""The dealer's page in a browser: keys, touches, menus, staleness."""

from __future__ import annotations

import time

import msgspec
import pytest
from playwright.sync_api import Page, expect

from controller.domain import commands
from controller.domain.views.floor_view import Verdict
from tests.kit.pages.play_views import DEAL_OK, DECIDING, ONE_ACTIVE
from tests.kit.pages.table_views import HELD, PEEK, WAGERING
from tests.kit.wires.patience import PATIENCE_S

from .conftest import Open, box_of, shows
from .site import Site

COUNTS_STALE = """() => {
  window.stale = 0;
  new MutationObserver(() => { stale += document.body.classList.contains("is-stale") })
    .observe(document.body, { attributes: true });
}"""
CLOSED_MS = 100
TOO_MUCH_MS = 60
"""So long later nothing more has been asked, where nothing more should be."""


def asked(site: Site, page: Page, count: int = 1) -> list[commands.Command]:
    end = time.monotonic() + PATIENCE_S
    while len(site.door.asked) < count and time.monotonic() < end:
        page.wait_for_timeout(20)
    page.wait_for_timeout(TOO_MUCH_MS)
    return site.door.asked


def test_new_view_replaces_the_page_without_a_reload(site: Site, open_page: Open) -> None:
    page = open_page("/dealer")

    site.show(msgspec.structs.replace(ONE_ACTIVE, seq=7))

    shows(page, 7)
    assert page.locator(".step__line").first.inner_text().startswith("Next card")


@pytest.mark.parametrize(
    ("key", "command"),
    [("0", "Next"), ("+", "Double"), ("/", "Split"), ("*", "FloorCalled")],
)
def test_number_pad_key_does_what_its_place_says(
    site: Site, open_page: Open, key: str, command: str
) -> None:
    """0 NEXT, + DOUBLE, / SPLIT, * FLOOR (mockups, type and touch)."""
    page = open_page("/dealer")

    page.keyboard.press(key)

    (sent,) = asked(site, page)
    assert type(sent).__name__ == command
    assert sent.token.startswith(command)


def test_digit_of_a_box_touches_that_box(site: Site, open_page: Open) -> None:
    """Digits 1 to 7 are boxes in every state."""
    site.show(msgspec.structs.replace(PEEK, seq=8))
    page = open_page("/dealer")

    page.keyboard.press("2")

    (sent,) = asked(site, page)
    assert isinstance(sent, commands.Insured)
    assert sent.box == 2


def test_held_key_does_not_repeat(site: Site, open_page: Open) -> None:
    """A held key is one press (console/README 2.2)."""
    page = open_page("/dealer")

    page.keyboard.down("0")
    for _ in range(5):
        page.keyboard.down("0")
    page.keyboard.up("0")

    assert len(asked(site, page)) == 1


def test_double_tap_acts_once(site: Site, open_page: Open) -> None:
    """Both taps carry the request id of the one button (console/README)."""
    page = open_page("/dealer")

    page.dblclick("button[data-token^='Next/']")

    assert len(asked(site, page)) == 1


def test_same_button_of_the_next_view_is_another_request(site: Site, open_page: Open) -> None:
    """Three quick NEXT for three standing hands are three stands (console/README 2.2)."""
    page = open_page("/dealer")
    for seq in (11, 12, 13):
        site.show(msgspec.structs.replace(DECIDING, seq=seq))
        shows(page, seq)
        page.keyboard.press("0")

    assert len(asked(site, page, 3)) == 3


def test_refusal_is_shown_on_the_step_line_with_its_clause(site: Site, open_page: Open) -> None:
    """Refusals are shown where the eye is, with the clause."""
    site.door.verdict = Verdict(verdict="refused", clause="MA 9.a", text="2 cards over.")
    page = open_page("/dealer")

    page.keyboard.press("0")

    expect(page.locator(".answer")).to_have_text("2 cards over. MA 9.a")
    band = box_of(page.locator(".step").first)
    said = box_of(page.locator(".answer"))
    assert band["y"] < said["y"] < said["y"] + said["height"] <= band["y"] + band["height"]


def test_refused_tap_may_be_tried_again(site: Site, open_page: Open) -> None:
    site.door.verdict = Verdict(verdict="refused", text="1 card due.")
    page = open_page("/dealer")

    page.keyboard.press("0")
    expect(page.locator(".answer")).to_be_visible()
    page.keyboard.press("0")

    assert len(asked(site, page, 2)) == 2


def test_touching_an_empty_place_says_why(site: Site, open_page: Open) -> None:
    """Touching an empty place says why, with the clause (mockups, principle 2)."""
    page = open_page("/dealer")

    page.keyboard.press("Enter")

    expect(page.locator(".answer")).to_have_text("Boxes 4, 5 and 7 are not done. MA 7.i~2")
    assert site.door.asked == []


def test_last_card_menu_opens_closes_and_nests(site: Site, open_page: Open) -> None:
    """LAST CARD fills places 1 to 5, the sixth becomes BACK (console/README 2.2)."""
    page = open_page("/dealer")

    page.keyboard.press(".")
    expect(page.locator(".step__line:visible")).to_have_text("Last card: 8♣ on box 4")
    expect(page.locator("nav:visible b", has_text="BOX 5")).to_be_visible()
    page.keyboard.press("-")
    expect(page.locator(".step__line:visible")).to_have_text("Did anyone see its face?")
    page.keyboard.press(".")
    expect(page.locator("nav:visible b", has_text="NEXT")).to_be_visible()

    assert site.door.asked == []


def test_choice_of_the_menu_is_sent_and_the_menu_closes(site: Site, open_page: Open) -> None:
    page = open_page("/dealer")

    page.keyboard.press(".")
    page.keyboard.press("5")

    (sent,) = asked(site, page)
    assert isinstance(sent, commands.LastCard)
    assert sent.what == "box"
    expect(page.locator("nav:visible b", has_text="NEXT")).to_be_visible()


def test_open_menu_stays_when_something_else_changes(site: Site, open_page: Open) -> None:
    page = open_page("/dealer")
    page.keyboard.press(".")

    site.show(msgspec.structs.replace(DECIDING, seq=21, devices=()))
    shows(page, 21)

    expect(page.locator("nav:visible b", has_text="BACK")).to_be_visible()


def test_open_menu_closes_when_its_card_is_no_longer_the_last(site: Site, open_page: Open) -> None:
    page = open_page("/dealer")
    page.keyboard.press(".")
    later = tuple(
        msgspec.structs.replace(e, token=e.token + "0") if e.slot.startswith("last") else e
        for e in DECIDING.allowed
    )

    site.show(msgspec.structs.replace(DECIDING, seq=22, allowed=later))
    shows(page, 22)

    expect(page.locator("nav:visible b", has_text="NEXT")).to_be_visible()


def test_clause_opens_on_demand_and_closes_at_the_next_event(site: Site, open_page: Open) -> None:
    page = open_page("/dealer")

    page.click("button.clause:visible")
    expect(page.locator(".pop:visible")).to_contain_text("MA 10.c means")
    site.show(msgspec.structs.replace(DECIDING, seq=23))
    shows(page, 23)

    expect(page.locator(".pop:visible")).to_have_count(0)


def test_chip_tapped_on_the_pad_sets_the_whole_wager(site: Site, open_page: Open) -> None:
    site.show(msgspec.structs.replace(WAGERING, seq=24))
    page = open_page("/dealer")

    page.keyboard.press("4")
    page.click(".pad:visible .chip--2500")

    (sent,) = asked(site, page)
    assert isinstance(sent, commands.WagerSet)
    assert (sent.box, sent.kind, sent.on, sent.cents) == (4, "main", True, 10000)
    expect(page.locator(".pad:visible")).to_be_visible()


def test_match_tab_of_the_pad_sets_the_match_wager(site: Site, open_page: Open) -> None:
    site.show(msgspec.structs.replace(WAGERING, seq=25))
    page = open_page("/dealer")

    page.keyboard.press("2")
    page.click(".pad:visible .tab:has-text('Match')")
    page.click(".pad:visible .chip--500")

    (sent,) = asked(site, page)
    assert isinstance(sent, commands.WagerSet)
    assert (sent.box, sent.kind, sent.cents) == (2, "match", 1000)


def test_held_page_leaves_only_the_call_for_the_floor(site: Site, open_page: Open) -> None:
    site.show(msgspec.structs.replace(HELD, seq=26))
    page = open_page("/dealer")

    for key in "0123456789+-/.":
        page.keyboard.press(key)
    page.keyboard.press("*")

    (sent,) = asked(site, page)
    assert isinstance(sent, commands.FloorCalled)


def test_silent_server_turns_the_page_stale_and_its_buttons_off(
    site: Site, open_page: Open
) -> None:
    """No heartbeat for 3 s: STALE, buttons off (console/README)."""
    page = open_page("/dealer")

    with site.blocked():
        expect(page.locator("body.is-stale")).to_be_attached()
        expect(page.locator("h1:visible")).to_have_text("STALE. Do not follow.")
        assert page.locator("#page button:not([disabled])").count() == 0
        page.keyboard.press("0")

    expect(page.locator("body.is-stale")).to_have_count(0)
    assert site.door.asked == []
    assert page.locator("button[data-token^='Next/']").is_enabled()


def test_input_that_waits_to_be_recorded_turns_the_page_stale(site: Site, open_page: Open) -> None:
    """The heartbeat carries the age of the oldest unrecorded input (console/README)."""
    page = open_page("/dealer")

    site.door.state = msgspec.structs.replace(site.door.state, oldest_unrecorded_s=3.4)

    expect(page.locator("body.is-stale")).to_be_attached()


def test_lost_stream_is_taken_up_again_before_the_page_turns_stale(
    site: Site, open_page: Open
) -> None:
    """A busy machine may turn it stale once: the best of five counts."""
    page = open_page("/dealer")
    page.evaluate(COUNTS_STALE)

    for seq in range(32, 37):
        page.evaluate("stale = 0")
        site.do(site.door.close)
        page.wait_for_timeout(CLOSED_MS)
        site.door.closed = False
        site.show(msgspec.structs.replace(DEAL_OK, seq=seq))
        shows(page, seq)
        if page.evaluate("stale") == 0:
            break

    assert page.evaluate("stale") == 0
    expect(page.locator("body.is-stale")).to_have_count(0)


def test_lost_link_comes_back_with_the_full_view(site: Site, open_page: Open) -> None:
    """After reconnect: full view first, then updates (console/README)."""
    page = open_page("/dealer")
    page.context.set_offline(True)
    page.evaluate("window.stop()")
    site.show(msgspec.structs.replace(DEAL_OK, seq=31))
    expect(page.locator("body.is-stale")).to_be_attached()

    page.context.set_offline(False)
    page.reload()

    shows(page, 31)
    expect(page.locator("body.is-stale")).to_have_count(0)


def test_small_screen_gets_the_small_page(open_page: Open) -> None:
    page = open_page("/dealer", 800, 480)

    page.wait_for_url("**/dealer?size=small")
    expect(page.locator(".tile")).to_have_count(7)


GAP = """() => {
  const found = (css) => [...document.querySelectorAll(css)].find((e) => e.offsetParent);
  const baseline = (e) => {
    const mark = document.createElement("span");
    mark.style.cssText = "display:inline-block;width:0;height:0";
    e.append(mark);
    const at = mark.getBoundingClientRect().bottom;
    mark.remove();
    return at;
  };
  const report = found(".strip__report"), live = found(".live");
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(live).font;
  const top = baseline(live) - pen.measureText("LIVE").actualBoundingBoxAscent;
  return top - (baseline(report) + parseFloat(getComputedStyle(report).textUnderlineOffset) + 1);
}"""


@pytest.mark.parametrize(("size", "width", "height"), [("small", 800, 480), ("large", 1280, 800)])
def test_line_under_report_does_not_touch_live(
    site: Site, open_page: Open, size: str, width: int, height: int
) -> None:
    """A word that is struck by the line above it is not read at a glance."""
    page = open_page(f"/dealer?size={size}", width, height)

    assert page.evaluate(GAP) >= 3
