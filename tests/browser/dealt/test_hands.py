"""Whole rounds dealt through `/hands` and `/dealer` by clicks only, each in another pack."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, Page, ViewportSize, expect

from controller.bench.automatic import closing
from controller.bench.automatic.notes import Bet, Hand, Notes
from controller.bench.demo import watched as demo
from controller.domain.views.view import DealerView
from controller.rules.pack import apply_options, load
from tests.bench.test_process import free_port
from tests.kit.wires.patience import PATIENCE_MS, PATIENCE_S

pytestmark = pytest.mark.slow
ACTS = 120
SIMULATED_MS = 100
"""A second at the table."""
ANSWERS = re.compile("/(tap|act)$")


class Dealing:
    """A person with a mouse: looks at both pages, touches one thing at a time."""

    def __init__(self, page: Page, url: str, pack: str) -> None:
        self.page, self.url, self.pack = page, url, pack
        self.product: FrameLocator = page.frame_locator("#product")
        self.insures: set[int] = set()
        self.insured: set[int] = set()
        self.split: dict[int, list[str]] = {}

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(_get(f"{self.url}/hands/state"))
        return found

    def view(self) -> DealerView:
        return msgspec.json.decode(_get(f"{self.url}/dealer/view"), type=DealerView)

    def caught_up(self) -> None:
        """Until the dealer's page shows what the table has come to."""
        shown = self.product.locator("main[data-seq]").first
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if shown.get_attribute("data-seq") == str(self.view().seq):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("the dealer's page did not follow the table")

    def touch(self, found: Locator) -> None:
        """One touch, and its answer where it asks for one."""
        asks = found.get_attribute("data-body") or found.get_attribute("data-do")
        if asks is None:
            found.click()
            return
        with self.page.expect_response(ANSWERS):
            found.click()

    def world(self, css: str) -> None:
        self.touch(self.page.locator(css).first)

    def tap(self, found: Locator) -> None:
        """On the real dealer's page."""
        self.caught_up()
        self.touch(found)
        self.caught_up()

    def key(self, key: str) -> None:
        self.tap(self.product.locator(f"nav:visible [data-key='{key}']").first)

    def stack(self, cards: str) -> None:
        """The shoe is stacked before anybody touches it; that is no part of the dealing."""
        said = self.page.evaluate(
            "cards => fetch('/hands/act', {method: 'POST', headers: {'Content-Type': "
            "'application/json'}, body: JSON.stringify({do: 'arrange', where: cards})})"
            ".then(r => r.json())",
            cards,
        )
        assert said == {"cannot": ""}

    def player(self, box: int, label: str) -> None:
        """Ask a player up, or speak for him."""
        self.world(f"[data-opens='seat {box}']")
        self.world(f"#drawerkeys button:has-text('{label}')")
        self.world("[data-shut]")

    def light(self, box: int, chip: int, times: int = 1) -> None:
        place = self.product.locator(f".b{box} .box__tap")
        self.tap(place)
        for _ in range(times):
            if not self.product.locator(".pad:visible").count():
                self.tap(place)
            self.tap(self.product.locator(f".pad:visible .chip--{chip}").first)
        back = self.product.locator("nav:visible .act", has_text="BACK")
        if back.count():
            back.first.click()

    def round(self) -> None:
        """Until the settlement is on the page and no seat button is lit."""
        for _ in range(ACTS):
            state, view = self.state(), self.view()
            if view.hold is not None:
                raise AssertionError(view.hold.headline)
            if self.act(state, view):
                return
        raise AssertionError(f"no settlement: {view.round.phase} {view.next_step.text}")

    def act(self, state: dict[str, Any], view: DealerView) -> bool:
        phase, due = view.round.phase, state["due"]
        lit = [s["no"] for s in state["seats"] if s["spins"]]
        if state["hand"]:
            self.world(f"[data-do='lay'][data-where='{due}']")
        elif lit:
            button = self.page.locator(f".wb__spin[data-where='{lit[0]}']")
            self.touch(button)
            expect(button).to_have_count(0)
        elif phase == "settle":
            return view.next_step.target is None or view.next_step.target.device != "wheel"
        elif phase in ("deal_ok", "match"):
            self.key("0")
        elif phase == "peek":
            self.peek(view)
        elif phase == "turn":
            self.world("[data-do='turn']")
            self.key("Enter")
        elif phase == "deciding":
            self.decide(state, view)
        elif due:
            self.world("[data-do='draw']")
        else:
            self.page.wait_for_timeout(SIMULATED_MS)
        return False

    def peek(self, view: DealerView) -> None:
        for box in self.insures - self.insured:
            self.tap(self.product.locator(f".b{box} .box__tap"))
            self.insured.add(box)
        if any(e.command == "PeekAttested" for e in view.allowed):
            self.tap(self.product.locator("nav:visible .act", has_text="NO").first)
        else:
            self.world("[data-do='reader']")
            while self.view().round.phase == "peek" and self.state()["shown"]["reader"] == "dark":
                self.page.wait_for_timeout(SIMULATED_MS)
            self.world("[data-do='reader']")

    def decide(self, state: dict[str, Any], view: DealerView) -> None:
        target = view.next_step.target
        if target is None or not target.box:
            self.page.wait_for_timeout(SIMULATED_MS)
            return
        says = state["seats"][target.box - 1]["says"]
        keys = {"“Double”": "+", "“Split them”": "/", "“Surrender”": "-", "waves: stands": "0"}
        if says in keys and any(e.key == keys[says] for e in view.allowed):
            self.key(keys[says])
            if says == "“Split them”":
                self.player(target.box, "part the pair")
        else:
            self.world("[data-do='draw']")


def _get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as reply:
        found: bytes = reply.read()
        return found


@contextmanager
def dealing(chromium: Browser, folder: Path, pack: str) -> Iterator[Dealing]:
    port = free_port()
    command = (sys.executable, "-m", "controller", "demo", "--hands", "--pack", pack)
    with subprocess.Popen(
        (*command, "--port", str(port), "--dir", str(folder / "demo"), "--speed", "10"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as table:
        try:
            url = f"http://127.0.0.1:{port}"
            _opened(url)
            page = chromium.new_page(viewport=ViewportSize(width=1280, height=800))
            page.set_default_timeout(PATIENCE_MS)
            page.goto(f"{url}/hands")
            page.wait_for_selector("#seats .wb")
            yield Dealing(page, url, pack)
            page.close()
        finally:
            table.terminate()
            table.communicate(timeout=PATIENCE_S)


def _opened(url: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        try:
            state = msgspec.json.decode(_get(f"{url}/hands/state"))
        except OSError:
            state = {}
        if state.get("phase") == "wagers" and not state["shoe"]["open"]:
            return
        time.sleep(0.2)
    raise AssertionError("the table did not open")


def burn_first(d: Dealing) -> None:
    """Where the shoe is burnt before bets."""
    while d.state()["due"] == "burn" or d.state()["hand"]:
        d.world("[data-do='draw']")
        d.world("[data-do='lay'][data-where='burn']")


def agrees(d: Dealing, *, doubled: int = 0, insured: dict[int, int] | None = None) -> None:
    """The money on the page is what the rules alone pay for the cards that lie there."""
    pack = apply_options(load(d.pack), demo._house(d.pack)[0])
    state, view = d.state(), d.view()
    bets, hands, initial = {}, [], {}
    for seat in state["seats"]:
        for n, cards in enumerate(seat["hands"], 1):
            own = next(h for h in view.boxes if h.no == seat["no"]).hands[n - 1]
            hand = Hand(box=seat["no"], place=f"box {seat['no']}.{n}", cards=cards)
            hand.split = len(seat["hands"]) > 1
            if own.doubled:
                hand.doubled, hand.doubled_cents = doubled or 1, own.stakes[1]
            hands.append(hand)
            initial[seat["no"]] = tuple(cards[:2])
            bets[seat["no"]] = Bet(seat["cents"], bonus=seat["bonus"])
    peeked = False if pack.deal.variant.value == "hole_card_reader" else None
    notes = Notes(
        bets=bets, hands=hands, dealer=state["dealer"], initial=initial, peeked=peeked,
        insured=insured or {},
    )  # fmt: skip
    wheel = ("bonus_spin", "community", "insurance")
    mine = closing._without(wheel, closing._lines(notes, notes.account(pack), pack))
    shown = closing._without(wheel, closing.shown(view))

    assert shown == mine


def test_round_with_insurance_in_massachusetts(chromium: Browser, tmp_path: Path) -> None:
    with dealing(chromium, tmp_path, "massachusetts-bonus-spin") as d:
        d.player(3, "leaves")
        d.player(5, "leaves")
        burn_first(d)
        d.stack("Kc As 9d 7h 5c 4d")
        d.light(1, 2500)
        d.insures = {1}

        d.round()

        agrees(d, insured={1: 1250})
        assert d.insured == {1}


def test_round_with_the_wheel_in_maryland(chromium: Browser, tmp_path: Path) -> None:
    with dealing(chromium, tmp_path, "maryland") as d:
        d.player(3, "leaves")
        d.player(5, "leaves")
        d.player(1, "Bonus Spin")
        burn_first(d)
        d.stack("As 9c Kd 8h 5c 4d")
        d.light(1, 2500)

        d.round()

        agrees(d)
        assert any(p.kind == "bonus_spin" for p in d.view().payments)


def test_hand_that_is_doubled_twice_in_new_hampshire(chromium: Browser, tmp_path: Path) -> None:
    with dealing(chromium, tmp_path, "boston-billiard") as d:
        d.player(3, "leaves")
        d.player(5, "leaves")
        d.light(1, 500, d.state()["seats"][0]["cents"] // 500)
        burn_first(d)
        d.stack("3c 9s 2d 8h 2s 6c 4d")
        d.player(1, "says: double")

        d.round()

        agrees(d, doubled=2)
        assert len(d.state()["seats"][0]["hands"][0]) == 4


def test_automatic_dealer_is_handed_the_table_and_gives_it_back(
    chromium: Browser, tmp_path: Path
) -> None:
    """California: AUTO seats the bank and deals, a person deals on from where the table stands."""
    with dealing(chromium, tmp_path, "pure-21-5") as d:
        d.player(3, "leaves")
        d.world("#auto")
        end = time.monotonic() + PATIENCE_S
        while d.view().round.phase not in ("deal", "deal_ok") and time.monotonic() < end:
            d.page.wait_for_timeout(SIMULATED_MS)
        d.world("#auto")
        assert d.state()["auto"] is False

        d.round()

        assert d.view().payments
        d.world("#auto")
        assert d.state()["auto"] is True


def test_card_that_is_not_read_stops_the_table_and_names_its_box(
    chromium: Browser, tmp_path: Path
) -> None:
    """Trouble is made in the world; the product finds it out by itself."""
    with dealing(chromium, tmp_path, "maryland") as d:
        burn_first(d)
        d.light(1, 2500)
        d.world("[data-do='trouble'][data-where='unread']")
        d.world("[data-do='draw']")
        d.world("[data-do='lay'][data-where='box 1.1']")

        d.product.locator("h1:has-text('Box 1 not read')").wait_for()
        assert d.state()["held"] is True
