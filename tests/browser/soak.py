"""The page sweep in full: `python -m tests.browser.soak` (part of `make soak`).

In memory every view of the walks of all packs is rendered and pressed; over HTTP and in a browser
at least 3,000 of them are also measured. Prints what was wrong, each kind once, and ends with 1.
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

from tests.console.page_walk import TABLES, PageWalk, table
from tests.console.sweep import sweep

from .conftest import CHROMIUM, FLAGS
from .site import Site
from .sweep import Sweep

INPUTS = 150
EVERY = 3
CROWDED = ("massachusetts", "massachusetts-bonus-spin")


def walks(first: int) -> Iterator[PageWalk]:
    """Without end: every pack and variant in turn, crowded tables too, each with another seed."""
    seed = first
    while True:
        for pack, variant in TABLES:
            yield PageWalk(seed, table(pack, variant), wrong=0.05)
        for pack in CROWDED:
            yield PageWalk(seed, table(pack, "", crowded=True), wrong=0.05)
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


def _kind(wrong: str) -> str:
    return re.sub(r"\d+", "N", wrong)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--views", type=int, default=3000, help="in a browser and over HTTP")
    options.add_argument("--memory", type=int, default=9000, help="rendered and pressed in memory")
    given = options.parse_args()
    found: Counter[str] = Counter()
    rendered = in_memory(given.memory, found)
    views, posts = in_browser(given.views, found)
    sys.stdout.write(f"{rendered} views in memory; {views} in a browser, {posts} keys posted\n")
    for wrong, times in found.most_common():
        sys.stdout.write(f"{times:5} {wrong}\n")
    sys.stdout.write(f"{len(found)} kinds of fault\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
