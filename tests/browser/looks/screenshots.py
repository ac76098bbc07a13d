"""Photograph the pages: `make screenshots`, into build/screenshots.

The views are those that the page tests show and some of tables that were dealt, each at the sizes
at which it is used; index.html has them all, with `--beside DIR` beside their mockups. `--readme`
renews the pictures of the README too.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from controller.console.drawing.look import Look
from controller.domain import commands
from controller.domain.views.floor_view import Verdict
from tests.browser.conftest import CHROMIUM, FLAGS, shows, sign_in
from tests.browser.site import Site
from tests.console.test_surveillance import VIEW
from tests.kit.pages.floor_views import (
    CALM_FLOOR,
    HELD_FLOOR,
    PAUSED_FLOOR,
    RULES_FLOOR,
    SIGN,
)
from tests.kit.pages.play_views import DECIDING
from tests.kit.pages.table_views import DEALER_VIEWS
from tests.layout import ROOT

from .album import album
from .processes import bench_report, round_report, served
from .situations import before_play, dealt, signs

DEALER_SIZES = {"1280x800": (1280, 800), "1024x768": (1024, 768), "800x480": (800, 480)}
FLOOR_SIZES = {"1024x768": (1024, 768), "390x844": (390, 844)}
SIGN_SIZES = ((1920, 1080), (1280, 720), (720, 1280))
A4 = (794, 1123)
STILL_MS, MOVED_MS = 300, 1500
"""Nothing moves on a page any more; of a page that is dealt to."""
FLOOR_VIEWS = {
    "calm": CALM_FLOOR,
    "devices": CALM_FLOOR,
    "held": HELD_FLOOR,
    "overview-held": HELD_FLOOR,
    "people": CALM_FLOOR,
    "pays": CALM_FLOOR,
    "pause": CALM_FLOOR,
    "paused": PAUSED_FLOOR,
    "replay": HELD_FLOOR,
    "rules-wait": RULES_FLOOR,
}
PATHS = {
    "devices": "/floor#devices",
    "held": "/floor/irregularity",
    "overview-held": "/floor",
    "people": "/floor/people?name=M. Okafor",
    "pays": "/floor/pays",
    "pause": "/floor/pause",
    "paused": "/floor/pause",
    "replay": "/floor/round/117?box=5",
    "rules-wait": "/floor/rules",
}
README = {
    "dealer-deciding-1280x800.png": "dealer.png",
    "floor-held-1024x768.png": "floor.png",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "screenshots", metavar="DIR")
    parser.add_argument("--readme", action="store_true", help="renew tests/golden/*.png too")
    parser.add_argument("--beside", type=Path, metavar="DIR", help="mockups, for the album")
    asked = parser.parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder) / "dark") as site,
        Site(Path(folder) / "light", Look(theme="light")) as light,
        sync_playwright() as p,
    ):
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in (
            *dealers(browser, site, asked.to),
            *floors(browser, site, asked.to),
            *others(browser, site, asked.to),
            *menus(browser, site, asked.to),
            *lit(browser, light, asked.to),
            *unpeopled(browser, asked.to, Path(folder)),
            *programs(browser, asked.to, Path(folder)),
        ):
            names.append(name)
            sys.stdout.write(f"{asked.to / name}\n")
            if asked.readme and name in README:
                (ROOT / "tests" / "golden" / README[name]).write_bytes(
                    (asked.to / name).read_bytes()
                )
        browser.close()
    sys.stdout.write(f"{album(asked.to, names, asked.beside)}\n")
    return 0


def opened(browser: Browser, url: str, size: tuple[int, int]) -> Page:
    page = browser.new_page(viewport=ViewportSize(width=size[0], height=size[1]))
    page.goto(url)
    return page


def dealers(browser: Browser, site: Site, to: Path) -> Iterator[str]:
    for name, view in {**DEALER_VIEWS, **dealt()}.items():
        for size, (width, height) in DEALER_SIZES.items():
            site.show(msgspec.structs.replace(view, seq=41), CALM_FLOOR, SIGN)
            small = "?size=small" if width < 1000 else ""
            page = opened(browser, f"{site.url}/dealer{small}", (width, height))
            shows(page, 41)
            page.screenshot(path=to / (made := f"dealer-{name}-{size}.png"))
            page.close()
            yield made


def floors(browser: Browser, site: Site, to: Path) -> Iterator[str]:
    for name, view in FLOOR_VIEWS.items():
        for size, (width, height) in FLOOR_SIZES.items():
            site.show(DECIDING, view, SIGN)
            page = opened(browser, f"{site.url}/floor", (width, height))
            sign_in(page)
            if name in PATHS:
                page.goto(f"{site.url}{PATHS[name]}")
            page.wait_for_timeout(STILL_MS)
            page.screenshot(path=to / (made := f"floor-{name}-{size}.png"))
            page.close()
            yield made


def others(browser: Browser, site: Site, to: Path) -> Iterator[str]:
    """What a ruling did, the surveillance room, the players' sign, the door."""
    site.add("K. Hill", "surveillance")
    first = msgspec.structs.replace(HELD_FLOOR, irregularities=HELD_FLOOR.irregularities[:1])
    clear = msgspec.structs.replace(first, hold=None, irregularities=(), seq=first.seq + 1)

    def judge(command: commands.Command) -> Verdict:
        if isinstance(command, commands.Ruled):
            site.door.floor = clear
        return Verdict(verdict="accepted")

    site.screen.forget()  # the floor's own, no longer the table's
    site.show(DECIDING, first, SIGN)
    site.door.judge = judge
    page = opened(browser, f"{site.url}/floor", FLOOR_SIZES["1024x768"])
    sign_in(page)
    page.goto(f"{site.url}/floor/irregularity")
    for key in ("button:has-text('HAND DEAD')", "footer:visible .btn--go"):
        page.click(key)
    page.wait_for_url("**/floor/ruled")
    yield _photo(page, to, "floor-ruled-1024x768.png")
    site.door.watched = VIEW
    page = opened(browser, f"{site.url}/floor", (1280, 800))
    sign_in(page, "K. Hill")
    yield _photo(page, to, "surveillance-1280x800.png")
    for name, view in {"sign": SIGN, **signs()}.items():
        for size in SIGN_SIZES if name == "sign" else SIGN_SIZES[:1]:
            site.show(sign=view)
            page = opened(browser, f"{site.url}/sign", size)
            if view.held:
                page.wait_for_selector(".notice")  # a hold is on the sign after two seconds
            yield _photo(page, to, f"{name}-{size[0]}x{size[1]}.png")
    yield from door(browser, site, to)


def door(browser: Browser, site: Site, to: Path) -> Iterator[str]:
    """Where people sign in, change their PIN, and read that too many tries failed."""
    for name, (width, height) in FLOOR_SIZES.items():
        page = opened(browser, f"{site.url}/floor/sign-in", (width, height))
        yield _photo(page, to, f"sign-in-{name}.png")
    size = FLOOR_SIZES["1024x768"]
    page = opened(browser, f"{site.url}/floor", size)
    sign_in(page)
    page.goto(f"{site.url}/floor/pin")
    yield _photo(page, to, "change-pin-1024x768.png")
    page = opened(browser, f"{site.url}/floor/sign-in", size)
    while page.locator("#pin").count():
        sign_in(page, "K. Hill", pin="0000")
    yield _photo(page, to, "locked-1024x768.png")


def menus(browser: Browser, site: Site, to: Path) -> Iterator[str]:
    """What a touch opens on the dealer's page; a page without its server."""
    for number, (name, view, key) in enumerate(
        (
            ("last-card", DECIDING, ".acts button:visible:has-text('LAST CARD')"),
            ("menu-of-a-box", dealt()["shared-box"], ".b2 .box__tap"),
        ),
        start=500,
    ):
        for size, (width, height) in DEALER_SIZES.items():
            site.show(msgspec.structs.replace(view, seq=number))
            small = "?size=small" if width < 1000 else ""
            page = opened(browser, f"{site.url}/dealer{small}", (width, height))
            shows(page, number)
            page.click(key)
            yield _photo(page, to, f"dealer-{name}-{size}.png")
    page = opened(browser, f"{site.url}/dealer", DEALER_SIZES["1280x800"])
    shows(page, number)
    with site.blocked():
        page.wait_for_selector("body.is-stale")
        yield _photo(page, to, "dealer-stale-1280x800.png")


def lit(browser: Browser, light: Site, to: Path) -> Iterator[str]:
    """The theme of a bright room."""
    light.show(msgspec.structs.replace(DECIDING, seq=41), CALM_FLOOR, SIGN)
    page = opened(browser, f"{light.url}/dealer", DEALER_SIZES["1280x800"])
    shows(page, 41)
    yield _photo(page, to, "dealer-deciding-light-1280x800.png")


def unpeopled(browser: Browser, to: Path, folder: Path) -> Iterator[str]:
    """A table at which nobody can sign in yet."""
    with Site(folder / "nobody", people=()) as site:
        site.show(before_play())
        for size, (width, height) in DEALER_SIZES.items():
            page = opened(browser, f"{site.url}/dealer", (width, height))
            yield _photo(page, to, f"first-start-{size}.png")


def _photo(page: Page, to: Path, name: str) -> str:
    page.wait_for_timeout(STILL_MS)
    page.screenshot(path=to / name)
    page.close()
    return name


def programs(browser: Browser, to: Path, folder: Path) -> Iterator[str]:
    """Lessons, free play, reports."""
    with served("train") as url:
        for path, name in (("hands", "lesson"), ("hands/result", "lesson-result")):
            page = opened(browser, f"{url}/{path}", (1280, 800))
            page.wait_for_timeout(MOVED_MS)
            yield _photo(page, to, f"{name}-1280x800.png")
    with served("demo", "--hands") as url:
        page = opened(browser, f"{url}/hands", (1280, 800))
        page.wait_for_timeout(MOVED_MS)
        yield _photo(page, to, "hands-free-play-1280x800.png")
    for paper in (bench_report(folder), round_report(folder)):
        page = opened(browser, paper.as_uri(), A4)
        page.emulate_media(media="print")
        name = "round-report" if paper.stem == "story" else paper.stem
        yield _photo(page, to, f"{name}-a4.png")


if __name__ == "__main__":
    sys.exit(main())
