"""One browser and one served console for all browser tests; each test gets a fresh page.

These are sync tests: the browser is a process of its own and runs in real time.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator

import pytest
from playwright.sync_api import (
    Browser,
    FloatRect,
    Locator,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.kit.pages.floor_views import CALM_FLOOR, SIGN
from tests.kit.pages.play_views import DECIDING
from tests.kit.pages.views import at
from tests.kit.wires.patience import PATIENCE_MS

from .site import PIN, Site

CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
"""The shell has no windows and takes half the time; the same engine draws."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Open = Callable[..., Page]
expect.set_options(timeout=PATIENCE_MS)
DRAWN_ANEW = 5


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A module's, not the session's: while it lives, this thread has a running event loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("people")) as site:
        yield site


@pytest.fixture
def site(served: Site) -> Site:
    served.clock = at("21:46:12")
    served.door.reset()
    served.screen.forget()
    served.show(DECIDING, CALM_FLOOR, SIGN)
    return served


@pytest.fixture
def open_page(chromium: Browser, site: Site) -> Generator[Open, None, None]:
    """Open a path at a size; any console error, violation or script error fails the test."""
    wrong: list[str] = []
    contexts = []

    def opening(path: str, width: int = 1280, height: int = 800) -> Page:
        context = chromium.new_context(viewport=ViewportSize(width=width, height=height))
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(site.url + path)
        return page

    yield opening
    for context in contexts:
        context.close()
    offline = [text for text in wrong if "ERR_INTERNET_DISCONNECTED" not in text]
    assert offline == []


def sign_in(page: Page, who: str = "M. Okafor", *, pin: str = PIN) -> None:
    """Sign in and wait until the page that follows is alive."""
    page.fill("#name", who)
    page.fill("#pin", pin)
    with page.expect_navigation(wait_until="load"):
        page.click("button:has-text('Sign in')")


def box_of(found: Locator) -> FloatRect:
    """Where it stands. The stream may draw the page anew while it is measured: then again."""
    for _ in range(DRAWN_ANEW):
        if box := found.bounding_box():
            return box
    raise AssertionError(f"{found} is not on the page")


def shows(page: Page, seq: int) -> None:
    """Wait until the page shows the view of that number."""
    page.wait_for_selector(f"main[data-seq='{seq}']")
