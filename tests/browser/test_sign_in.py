"""Signing in without a keyboard, and the players' sign on every screen."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from controller.console.sign_in import tries
from tests.kit.pages.floor_views import CALM_FLOOR, HELD_FLOOR, SIGN

from .conftest import Open, sign_in
from .site import PIN, Site

OUTSIDE = """() => {
  const shown = [...document.querySelectorAll("body *")].filter((el) =>
    el.children.length === 0 && el.textContent.trim() && el.checkVisibility());
  const wide = shown.filter((el) => {
    const r = el.getBoundingClientRect();
    return r.width && (r.left < -1 || r.right > innerWidth + 1);
  });
  return wide.map((el) => el.textContent.trim()).concat(
    document.documentElement.scrollWidth > innerWidth + 1 ? ["the page scrolls sideways"] : []);
}"""
LOCKED = """() => [document.querySelector(".lockout h2").innerText,
  document.querySelector("[data-again]").checkVisibility()]"""
TOO_LOW = """() => [...document.querySelectorAll(
    "main section > *, header > *, .last > *, .notice > *")]
  .filter((el) => el.checkVisibility() && el.getBoundingClientRect().bottom > innerHeight + 1)
  .map((el) => el.textContent.trim())"""


def pressed(page: Page, pin: str) -> None:
    """The name by its first letters, the PIN on the pad, and no key of a keyboard."""
    page.click("[data-letter=O]")
    page.click("[data-letter=K]")
    page.click(".match:has-text('M. Okafor')")
    for digit in pin:
        page.click(f"[data-digit='{digit}']")


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)])
def test_floorperson_signs_in_by_touch_alone(
    site: Site, open_page: Open, size: tuple[int, int]
) -> None:
    page = open_page("/floor/sign-in", *size)

    pressed(page, "4799")
    page.click("[data-rub=pin]")
    page.click("[data-rub=pin]")
    for digit in PIN[2:]:
        page.click(f"[data-digit='{digit}']")
    assert page.evaluate(OUTSIDE) == []
    assert page.locator("button:has-text('Sign in')").bounding_box()["y"] < size[1]  # type: ignore[index]
    page.click("button:has-text('Sign in')")

    expect(page.locator("[data-pane=now], main.irr")).to_be_visible()


def test_letters_that_one_name_begins_with_are_that_name(site: Site, open_page: Open) -> None:
    page = open_page("/floor/sign-in", 1024, 768)
    page.fill("#name", "oka")
    page.fill("#pin", PIN)
    page.keyboard.press("Enter")

    expect(page.locator("[data-pane=now], main.irr")).to_be_visible()


def test_letter_that_begins_no_name_is_dashed_and_others_are_not_shown(
    site: Site, open_page: Open
) -> None:
    page = open_page("/floor/sign-in", 1024, 768)

    expect(page.locator("[data-letter=X]")).to_have_class("ak is-none")
    expect(page.locator("[data-letter=M]")).to_have_class("ak")
    expect(page.locator(".match:visible")).to_have_count(0)
    page.click("[data-letter=M]")
    expect(page.locator(".match:visible")).to_have_count(1)


@pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
def test_sign_on_at_the_table_has_keys_on_the_glass_and_all_on_the_screen(
    site: Site, open_page: Open, size: tuple[int, int]
) -> None:
    """The dealer's screen has no keyboard."""
    page = open_page("/dealer/sign-on", *size)
    pressed(page, PIN)

    assert page.input_value("#pin") == PIN
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.click("button:has-text('Sign on')")
    expect(page.locator("main.layout")).to_be_visible()


@pytest.mark.parametrize("width", [360, 390, 768, 1024])
@pytest.mark.parametrize("held", [False, True])
def test_top_of_the_floors_page_is_whole_at_every_width(
    site: Site, open_page: Open, width: int, *, held: bool
) -> None:
    """Table, name, clock, SIMULATED and the way out stand on the screen."""
    view = HELD_FLOOR if held else CALM_FLOOR
    site.show(floor=msgspec.structs.replace(view, simulated=True))
    page = open_page("/floor/sign-in", width, 844)
    sign_in(page)

    assert page.evaluate(OUTSIDE) == []
    for words in ("S21-14", "M. Okafor", "SIMULATED", "Sign out", "21:46:1"):
        expect(page.locator(f"header :text('{words}'):visible").first).to_be_visible()


SCREENS = [(1920, 1080), (1280, 1024), (1024, 768), (800, 600), (1080, 1920), (600, 1024)]


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("held", ["", "Table held, please wait"])
def test_sign_stands_whole_on_every_screen(
    site: Site, open_page: Open, size: tuple[int, int], held: str
) -> None:
    """Portrait too, with SIMULATED and at a hold (it was pushed off the right edge)."""
    hint = "Cards and wagers stay where they are." if held else ""
    site.show(sign=msgspec.structs.replace(SIGN, held=held, held_hint=hint, simulated=True))
    page = open_page("/sign", *size)
    if held:
        expect(page.locator(".notice")).to_be_visible()

    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(TOO_LOW) == []
    expect(page.locator(".simulated")).to_be_visible()
    expect(page.locator(".now-open")).to_be_visible()


def test_sign_keeps_its_pay_tables_when_the_link_is_gone(site: Site, open_page: Open) -> None:
    """What the table pays is as true as before; what it does now is not known."""
    page = open_page("/sign", 1920, 1080)
    expect(page.locator(".now-open")).to_have_text("Bets open")

    with site.blocked():
        expect(page.locator("body.is-stale")).to_be_attached()

        expect(page.locator(".paytab").first).to_be_visible()
        word = page.evaluate("getComputedStyle(document.body, '::after').content")
        assert word == '"Please wait"'
        for unknown in (".now-open", ".last", ".jack .amt"):
            hidden = f"getComputedStyle(document.querySelector('{unknown}')).visibility"
            assert page.evaluate(hidden) == "hidden"


def test_lock_counts_down_by_itself_and_names_who_may_help(
    site: Site, open_page: Open, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It said how long, once; who watched it did not see when it had opened."""
    monkeypatch.setattr(tries, "WAIT_S", 2.5)
    site.screen.forget()
    sign_in(open_page("/floor/sign-in"))
    site.add("T. Locked", "floorperson")
    page = chromium.new_page()  # what it is refused stands in its console
    page.goto(f"{site.url}/floor/sign-in")
    for _ in range(tries.FREE + 1):
        page.fill("#name", "T. Locked")
        page.fill("#pin", "0000")
        page.click("button:has-text('Sign in')")
        page.wait_for_load_state()

    left, opened = page.evaluate(LOCKED)
    assert left in {f"Locked for 0:0{n}" for n in range(4)}
    assert opened == left.endswith("0:00")
    helpers = page.locator(".match").all_inner_texts()
    assert "M. Okafor\nfloorperson" in helpers
    assert not any("T. Locked" in one for one in helpers)
    expect(page.locator(".lockout h2")).to_have_text("Locked for 0:00")
    page.click("[data-again]")
    assert page.input_value("#name") == "T. Locked"
    page.fill("#pin", PIN)
    page.click("button:has-text('Sign in')")
    page.wait_for_url("**/floor")
    page.close()


@pytest.mark.parametrize("size", [(1024, 768), (800, 480), (390, 844)])
def test_new_pin_says_what_it_keeps_of_its_rules(
    site: Site, open_page: Open, size: tuple[int, int]
) -> None:
    """All of it fits on the screen, and each rule is ticked as it is kept."""
    page = open_page("/floor/sign-in", *size)
    sign_in(page)
    page.goto(f"{site.url}/floor/pin")
    go, said = page.locator("button[type=submit]"), page.locator("[data-steps]")
    page.fill("#old", PIN)
    go.click()
    ticks = []
    for pin in ("111", PIN, "1111", "1234", "9876", "40712"):
        page.fill("#pin", pin)
        ticks.append([one.get_attribute("data-tick") for one in page.locator(".ticks .ok").all()])
        go.click()
        expect(said).to_contain_text("Step 3 of 3" if pin == "40712" else "Not yet: ")

    assert ticks == [
        ["other"],
        ["length", "mixed"],
        ["length", "other"],
        ["length", "other"],
        ["length", "other"],
        ["length", "other", "mixed"],
    ]
    wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide
    if size[1] < 800:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_new_pin_is_asked_for_one_field_after_the_other(site: Site, open_page: Open) -> None:
    """By touch alone: the pad fills the field of the step, and what differs is chosen anew."""
    name = "T. Chooses"
    site.add(name, "floorperson")
    page = open_page("/floor/sign-in", 1024, 768)
    sign_in(page, name)
    page.goto(f"{site.url}/floor/pin")
    go = page.locator("button[type=submit]")

    for pin, shown, then in (
        (PIN, "#old", "Now once more"),
        ("40712", "#pin", "Change PIN"),
        ("40713", "#again", "Now once more"),
        ("40712", "#pin", "Change PIN"),
    ):
        assert page.locator("input:visible").get_attribute("id") == shown[1:]
        for digit in pin:
            page.click(f"[data-digit='{digit}']")
        go.click()
        expect(go).to_have_text(then)
    for digit in "40712":
        page.click(f"[data-digit='{digit}']")
    go.click()

    page.wait_for_url("**/floor")
