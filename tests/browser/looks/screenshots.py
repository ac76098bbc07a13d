"""Photograph the pages: `make screenshots`, into build/screenshots.

The views are those that the page tests show, each at the sizes at which it is used; `--readme`
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

from tests.browser.conftest import CHROMIUM, FLAGS, shows, sign_in
from tests.browser.site import Site
from tests.kit.pages.floor_views import CALM_FLOOR, HELD_FLOOR, PAUSED_FLOOR, SIGN
from tests.kit.pages.play_views import DECIDING
from tests.kit.pages.table_views import DEALER_VIEWS
from tests.layout import ROOT

DEALER_SIZES = {"1280x800": (1280, 800), "800x480": (800, 480)}
FLOOR_SIZES = {"1024x768": (1024, 768), "390x844": (390, 844)}
FLOOR_VIEWS = {
    "calm": CALM_FLOOR,
    "devices": CALM_FLOOR,
    "held": HELD_FLOOR,
    "overview-held": HELD_FLOOR,
    "pause": CALM_FLOOR,
    "paused": PAUSED_FLOOR,
    "replay": HELD_FLOOR,
}
PATHS = {
    "devices": "/floor#devices",
    "held": "/floor/irregularity",
    "overview-held": "/floor",
    "pause": "/floor/pause",
    "paused": "/floor/pause",
    "replay": "/floor/round/117?box=5",
}
README = {
    "dealer-deciding-1280x800.png": "dealer.png",
    "floor-held-1024x768.png": "floor.png",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "screenshots", metavar="DIR")
    parser.add_argument("--readme", action="store_true", help="renew tests/golden/*.png too")
    asked = parser.parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder)) as site,
        sync_playwright() as p,
    ):
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in (*dealers(browser, site, asked.to), *floors(browser, site, asked.to)):
            sys.stdout.write(f"{asked.to / name}\n")
            if asked.readme and name in README:
                (ROOT / "tests" / "golden" / README[name]).write_bytes(
                    (asked.to / name).read_bytes()
                )
        browser.close()
    return 0


def opened(browser: Browser, url: str, size: tuple[int, int]) -> Page:
    page = browser.new_page(viewport=ViewportSize(width=size[0], height=size[1]))
    page.goto(url)
    return page


def dealers(browser: Browser, site: Site, to: Path) -> Iterator[str]:
    for name, view in DEALER_VIEWS.items():
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
            page.wait_for_timeout(300)
            page.screenshot(path=to / (made := f"floor-{name}-{size}.png"))
            page.close()
            yield made


if __name__ == "__main__":
    sys.exit(main())
