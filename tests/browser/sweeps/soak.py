"""The page sweep in full: `python -m tests.browser.sweeps.soak` (part of `make soak`).

In memory every view of the walks of all packs is rendered and pressed; over HTTP and in a browser
at least 3,000 of them are also measured; then the floor's pages the same way, as each rank. Prints
what was wrong, each kind once, and ends with 1.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.site import Site
from tests.kit.pages import floor_sweep
from tests.kit.pages.page_walk import TABLES, PageWalk, table
from tests.kit.pages.sweep import sweep

from .floor_sweep import WHO, FloorSweep
from .sweep import Sweep

INPUTS = 150
EVERY = 3
CROWDED = ("massachusetts", "massachusetts-bonus-spin")


FLOOR_WRONG = 0.3
"""So much goes wrong where the floor's pages are looked at: what is open is what they show."""


def walks(first: int, *, wrong: float = 0.05) -> Iterator[PageWalk]:
    """Without end: every pack and variant in turn, crowded tables too, each with another seed."""
    seed = first
    while True:
        for pack, variant in TABLES:
            yield PageWalk(seed, table(pack, variant), wrong=wrong)
        for pack in CROWDED:
            yield PageWalk(seed, table(pack, "", crowded=True), wrong=wrong)
        seed += 1


def in_memory(views: int, found: Counter[str]) -> int:
    seen = 0
    for walk in walks(1000):
        if seen >= views:
            return seen
        found.update(_kind(wrong) for wrong in sweep(walk, inputs=INPUTS, every=1))
        seen += INPUTS
    return seen


def in_browser(views: int, found: Counter[str]) -> tuple[int, int]:
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            looking = Sweep(browser, site)
            for walk in walks(2000):
                if looking.views >= views:
                    break
                for n in range(INPUTS):
                    walk.go()
                    if n % EVERY == 0:
                        found.update(_kind(wrong) for wrong in looking.look(walk))
            looking.close()
            browser.close()
        return looking.views, looking.posts


def floor_in_memory(views: int, found: Counter[str]) -> int:
    """As each rank; an input of the walk is a view of each."""
    seen = 0
    for walk in walks(3000, wrong=FLOOR_WRONG):
        if seen >= views:
            return seen
        found.update(_kind(wrong) for wrong in floor_sweep.sweep(walk, inputs=INPUTS, every=3))
        seen += INPUTS // 3 * len(floor_sweep.RANKS)
    return seen


def floor_in_browser(views: int, found: Counter[str]) -> tuple[int, int]:
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            looking = [FloorSweep(browser, site, rank) for rank in WHO]
            for walk in walks(4000, wrong=FLOOR_WRONG):
                if sum(one.views for one in looking) >= views:
                    break
                for n in range(INPUTS):
                    walk.go()
                    if n % 10 == 9:
                        found.update(_kind(wrong) for one in looking for wrong in one.look(walk))
            for one in looking:
                one.close()
            browser.close()
        return sum(one.views for one in looking), sum(one.posts for one in looking)


def _kind(wrong: str) -> str:
    return re.sub(r"\d+", "N", wrong)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--views", type=int, default=3000, help="in a browser and over HTTP")
    options.add_argument("--memory", type=int, default=9000, help="rendered and pressed in memory")
    options.add_argument("--floor", type=int, default=1000, help="the floor's, over HTTP")
    options.add_argument("--floor-memory", type=int, default=6000, help="the floor's, in memory")
    given = options.parse_args()
    found: Counter[str] = Counter()
    rendered = in_memory(given.memory, found)
    views, posts = in_browser(given.views, found)
    sys.stdout.write(f"{rendered} views in memory; {views} in a browser, {posts} keys posted\n")
    rendered = floor_in_memory(given.floor_memory, found)
    views, posts = floor_in_browser(given.floor, found)
    sys.stdout.write(f"floor: {rendered} in memory; {views} in a browser, {posts} keys posted\n")
    for wrong, times in found.most_common():
        sys.stdout.write(f"{times:5} {wrong}\n")
    sys.stdout.write(f"{len(found)} kinds of fault\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
