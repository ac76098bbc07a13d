"""The ten commonest holds by clicks only: on `/hands`, keys of the dealer, rulings on `/floor`.

Each is a lesson of `dealer-assist train`, which judges by its own file what was dealt and ruled.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, ViewportSize, expect

from controller.bench.train.course import PIN
from controller.cli.train import LESSONS
from tests.bench.test_process import answers, free_port
from tests.kit.wires.patience import PATIENCE_MS
from tests.long_runs import in_the_suite

pytestmark = pytest.mark.slow
FLOOR, SUPERVISOR = "M. Okafor", "I. Lund"
REASON = "as both saw it"
PAGES = "document.querySelector('#product').contentWindow"
FRESH = "!pages.before && pages.document.readyState === 'complete'"
ANSWERS = re.compile("/(tap|act)$")
GREY = re.compile(r"\bis-grey\b")


class Learner:
    """One person at the hands-on table, who also plays the floor on the product's Floor tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.product: FrameLocator = page.frame_locator("#product")

    # ---- the world ----
    def draw(self, place: str) -> None:
        self.page.click("[data-do='draw']")
        expect(self.page.locator("#hand .mini")).to_have_count(1)
        self.page.click(f"[data-do='lay'][data-where='{place}']")
        expect(self.page.locator("#hand")).to_have_text("nothing")

    def finger(self, what: str, wait_ms: int = 400) -> None:
        with self.page.expect_response(ANSWERS):
            self.page.click(f"[data-do='{what}']")
        self.page.wait_for_timeout(wait_ms)

    # ---- the dealer's page ----
    def key(self, label: str) -> None:
        """A key of the page by its word, once it is there."""
        self.product.locator("nav:visible .act", has_text=label).first.click()

    def either(self, first: str, then: str) -> None:
        """Who was slow is asked something first."""
        keys = self.product.locator("nav:visible .act")
        slow = keys.filter(has_text=first)
        expect(slow.or_(keys.filter(has_text=then)).first).to_be_visible()
        if slow.count():
            slow.first.click()
        self.key(then)

    def line(self, text: str) -> None:
        expect(self.product.locator(".step__line:visible").first).to_contain_text(text)

    # ---- the floor's page ----
    def floor(self, *touches: str | re.Pattern[str], who: str = FLOOR, card: str = "") -> None:
        """Sign in on the Floor tab, open what waits, touch these keys; then back to the dealer."""
        self.page.click(".ptabs button:has-text('Floor')")
        self.product.locator("#name").fill(who)
        self.product.locator("#pin").fill(PIN)
        self.product.locator("button:has-text('Sign in')").click()
        self.product.locator("main").first.wait_for()
        waits = self.product.locator("main.overview a", has_text="Open").first
        ruling = self.product.locator("main.irr")
        expect(waits.or_(ruling).first).to_be_visible(timeout=PATIENCE_MS)
        if not ruling.count():
            waits.click()
        for touch in touches:
            self._touch(touch, card)
        self.page.click(".ptabs button:has-text('Dealer')")

    def _touch(self, label: str | re.Pattern[str], card: str) -> None:
        key = self.product.locator("main.irr button:visible", has_text=label).first
        expect(key).not_to_have_class(GREY)  # the answer before it has come back
        opens = key.get_attribute("data-opens")
        if opens is None:
            with self.page.expect_response(ANSWERS):
                key.click()
            return
        key.click()
        foot = self.product.locator(f"footer[data-menu='{opens}']")
        reason = foot.locator("textarea")
        if reason.count():
            reason.fill(REASON)
        if card:
            for part in card:
                foot.locator(f"[data-value='{part}']").click()
        with self.page.expect_response(ANSWERS):
            foot.locator(".btn--go").click()


def card_not_read(who: Learner) -> None:
    who.draw("box 2.1")
    who.line("Box 2 not read")
    who.floor("ENTER CARD", card="6s")


def card_in_error_seen(who: Learner) -> None:
    who.key("LAST CARD")
    who.key("IN ERROR")
    who.key("SEEN")
    who.key("REFUSES")
    who.key("TAKES")


def card_in_error_not_seen(who: Learner) -> None:
    who.key("NOT SEEN")
    expect(who.product.locator("nav:visible .act", has_text="NOT SEEN")).to_have_count(0)
    who.finger("turn")
    who.key("TURNED")


def dealer_drew_too_far(who: Learner) -> None:
    who.finger("pick_up", 6000)
    who.key("CLEAR")


def hand_passed_over(who: Learner) -> None:
    who.product.locator(".strip a:has-text('report')").first.click()
    row = who.product.locator(".reported", has_text="not asked")
    row.locator("button", has_text="BOX 1").first.click()
    who.product.locator(".step__line:visible").first.wait_for()  # back on the dealer's page
    who.floor("CARD LAST")
    who.draw("box 1.1")


def hand_with_one_card(who: Learner) -> None:
    who.product.locator(".b5 .box__tap").click()
    who.key("PASS 2")
    who.either("BOXES RIGHT", "DEAL OK")
    who.key("SECOND CARD LAST")
    who.draw("box 5.1")


def hole_card_shown(who: Learner) -> None:
    who.key("LAST CARD")
    who.key("SHOWN")
    who.floor("PLAYERS", "PLAY ON", who=SUPERVISOR)


def reader_used(who: Learner) -> None:
    who.floor("YES", "CONTINUE", who=SUPERVISOR)


def reader_gives_no_answer(who: Learner) -> None:
    who.finger("reader", 3500)
    who.line("Reader")
    who.finger("reader")
    who.floor("TRY AGAIN")
    who.finger("reader", 3500)
    who.finger("reader")


OUT = re.compile("TORN AND BOXED|REMOVED AS APPROVED")
"""As the rule text has it."""


def ten_found(who: Learner) -> None:
    who.draw("box 2.1")
    who.line("Ten")
    who.floor("YES", OUT)
    who.draw("box 2.1")


HOLDS: dict[str, Callable[[Learner], None]] = {
    "01-card-not-read": card_not_read,
    "02-card-in-error-seen": card_in_error_seen,
    "03-card-in-error-not-seen": card_in_error_not_seen,
    "04-dealer-drew-too-far": dealer_drew_too_far,
    "05-hand-passed-over": hand_passed_over,
    "06-hand-with-one-card": hand_with_one_card,
    "07-hole-card-shown": hole_card_shown,
    "08-reader-used": reader_used,
    "09-reader-gives-no-answer": reader_gives_no_answer,
    "10-ten-found": ten_found,
}
"""In the order of the course, which is that of the files."""


@contextmanager
def course(chromium: Browser, pack: str, *names: str) -> Iterator[Learner]:
    port = free_port()
    files = (str(LESSONS / "holds" / f"{name}.toml") for name in names)
    command = (sys.executable, "-m", "controller", "train", *files, "--pack", pack)
    with subprocess.Popen((*command, "--port", str(port)), stdout=subprocess.DEVNULL) as process:
        try:
            assert answers(f"http://127.0.0.1:{port}/hands")
            page = chromium.new_page(viewport=ViewportSize(width=1280, height=800))
            page.set_default_timeout(PATIENCE_MS)
            page.goto(f"http://127.0.0.1:{port}/hands")
            yield Learner(page)
            page.close()
        finally:
            process.terminate()


def passed(who: Learner, number: int, of: int, act: Callable[[Learner], None]) -> None:
    expect(who.page.locator("#no")).to_have_text(f"Lesson {number} of {of}")
    # Its table is another one: what is touched on the pages before would be lost.
    who.page.wait_for_function(f"() => {{ const pages = {PAGES}; return {FRESH} }}")
    act(who)
    expect(who.page.locator("#verdict")).to_have_text("PASSED")
    who.page.evaluate(f"() => {{ {PAGES}.before = true }}")


def test_holds_are_one_for_each_of_the_ten_lessons() -> None:
    assert list(HOLDS) == sorted(path.stem for path in (LESSONS / "holds").glob("*.toml"))


@pytest.mark.parametrize("pack", in_the_suite(1, ["maryland", "massachusetts"]))
def test_each_of_the_ten_commonest_holds_is_dealt_and_ruled_by_clicks(
    chromium: Browser, pack: str
) -> None:
    """Source: console/README 4: three touches clear the usual hold."""
    with course(chromium, pack, *HOLDS) as who:
        for number, act in enumerate(HOLDS.values(), 1):
            passed(who, number, len(HOLDS), act)
            if number < len(HOLDS):
                who.page.click("#next")


@pytest.mark.parametrize("pack", ["boston-billiard", "pure-21-5"])
def test_holds_of_a_text_without_a_reader_are_dealt_and_ruled_by_clicks(
    chromium: Browser, pack: str
) -> None:
    mine = ("01-card-not-read", "07-hole-card-shown")
    with course(chromium, pack, *mine) as who:
        for number, name in enumerate(mine, 1):
            passed(who, number, len(mine), HOLDS[name])
            if number < len(mine):
                who.page.click("#next")
