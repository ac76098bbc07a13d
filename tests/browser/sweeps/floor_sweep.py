"""The floor's pages in a browser and over real HTTP: each key hit at its middle, then posted.

Live ones must be taken, greyed ones refused with the shown reason, and what the page does not
offer refused. The table stands behind the door and is asked on the side, so it does not move.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, ViewportSize

from controller.console.sign_in.people import Rank
from controller.domain.views.floor_view import FloorView
from controller.view.keys.dealer_keys import body
from tests.browser.conftest import sign_in
from tests.browser.site import Site
from tests.kit.pages.floor_drawn import Key, of_irregularity, of_overview
from tests.kit.pages.floor_sweep import TAKEN, floor_of, unoffered, written
from tests.kit.pages.page_walk import PageWalk

from .sweep import judged_by

SIZES = {"tablet": (1024, 768), "phone": (390, 844)}
MEASURE = (Path(__file__).parents[1] / "floor_sweep.js").read_text()
OUTSIDE = f"({(Path(__file__).parents[1] / 'measure.js').read_text()}).outside()"
WHO: dict[Rank, str] = {"floorperson": "M. Okafor", "casino_supervisor": "R. Vance"}


class FloorSweep:
    """Shows the views of walks as one rank at both sizes, and tells what was wrong with each."""

    def __init__(self, browser: Browser, site: Site, rank: Rank) -> None:
        self._site, self._rank = site, rank
        site.add(WHO[rank], rank)
        self._seq, self._rid = itertools.count(2_000_000), itertools.count(1)
        self._pages = [self._open(browser, *size) for size in SIZES.values()]
        self.views = self.posts = 0

    def _open(self, browser: Browser, width: int, height: int) -> Page:
        context = browser.new_context(viewport=ViewportSize(width=width, height=height))
        page = context.new_page()
        page.goto(f"{self._site.url}/floor/sign-in")
        sign_in(page, WHO[self._rank])
        return page

    def close(self) -> None:
        for page in self._pages:
            page.context.close()

    def look(self, walk: PageWalk) -> Iterator[str]:
        view = floor_of(walk, self._rank)
        self._site.door.judge = judged_by(walk)
        yield from self._page(walk, view, "/floor", list(of_overview(view)))
        for n, irr in enumerate(view.irregularities):
            first = (irr, *view.irregularities[:n], *view.irregularities[n + 1 :])
            turned = msgspec.structs.replace(view, irregularities=first)
            yield from self._page(walk, turned, "/floor/irregularity", list(of_irregularity(irr)))
        for item in unoffered(walk, self._rank):
            key = Key(label=f"hand-made {type(item).__name__}", body=body(item))
            said = self.post(key, {})
            if said["verdict"] != "refused":
                yield f"{key.body} is on no page and {said['verdict']}"

    def _page(self, walk: PageWalk, view: FloorView, path: str, keys: list[Key]) -> Iterator[str]:
        view = msgspec.structs.replace(view, seq=next(self._seq))
        self._site.show(floor=view)
        self.views += 1
        for page in self._pages:
            if not page.url.endswith(path):
                page.goto(self._site.url + path)
            page.wait_for_selector(f"main[data-seq='{view.seq}']", state="attached")
            found = page.evaluate(MEASURE)
            yield from found["wrong"]
            yield from (f"{path} {wrong}" for wrong in page.evaluate(OUTSIDE))
            yield from _missing(keys, found["pressed"], found["greyed"])
        for key in keys:
            yield from self._posted(walk, key)

    def _posted(self, walk: PageWalk, key: Key) -> Iterator[str]:
        said = self.post(key, written(walk, key))
        if not key.grey and said["verdict"] not in TAKEN:
            yield f"{key.label}: lit and {said['verdict']}: {said.get('text')}"
        if key.grey and (said["verdict"], said.get("text")) != ("refused", key.grey):
            yield f"{key.label}: greyed, {key.grey}; {said['verdict']}: {said.get('text')}"

    def post(self, key: Key, fill: dict[str, str]) -> dict[str, Any]:
        rid = f"floor-sweep-{self._rank}-{next(self._rid):08}"
        raw = json.dumps({"rid": rid, "token": key.token, "body": key.body, "fill": fill})
        self.posts += 1
        said = self._pages[0].context.request.post(
            f"{self._site.url}/floor/tap", data=raw, headers={"Content-Type": "application/json"}
        )
        answer: dict[str, Any] = said.json()
        return answer


def _missing(keys: list[Key], pressed: dict[str, int], greyed: list[str]) -> Iterator[str]:
    live = {f"{key.token} {key.body}" for key in keys if not key.grey}
    for key in keys:
        times = pressed.get(f"{key.token} {key.body}", 0)
        if not key.grey and times != 1:
            yield f"{key.label}: drawn {times} times"
        if key.grey and key.grey not in greyed:
            yield f"{key.label}: greyed, and the page does not say: {key.grey}"
    for what in pressed.keys() - live:
        yield f"{what}: drawn and not offered"
