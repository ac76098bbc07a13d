"""The page sweep: of each view every entry is found on the drawn page, hit, whole, and taken.

In a browser the page is measured in every menu that it has; over HTTP each key that was found is
posted to the table of the walk, which answers as the real one would and does not move.
"""

from __future__ import annotations

import itertools
import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, ViewportSize

from controller.domain.commands import Command
from controller.domain.views.floor_view import Verdict
from controller.domain.views.view import DealerView
from tests.browser.site import Site
from tests.kit.pages.page_walk import PageWalk
from tests.kit.wires.patience import PATIENCE_S

SIZES = {"large": (1280, 800), "small": (800, 480)}
MEASURE = (Path(__file__).parents[1] / "sweep.js").read_text()
LAYOUT = (
    (Path(__file__).parents[1] / "boxes.js").read_text(),
    f"({(Path(__file__).parents[1] / 'measure.js').read_text()}).outside()",
)
CHIPS = frozenset({"WagerSet", "BankSet", "AmountStated"})
"""Chips of the pad make other amounts of the same entry."""
REQUESTS = itertools.count(1)
"""Over all sweeps: a door that several share answers an id that it knows as it did before."""


class Sweep:
    """Shows the views of walks on one page a size, and tells what was wrong with each."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self._site = site
        self._pages = {size: self._open(browser, size) for size in SIZES}
        self._seq = itertools.count(1_000_000)
        self.views = self.posts = 0

    def _open(self, browser: Browser, size: str) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(viewport=ViewportSize(width=width, height=height))
        page = context.new_page()
        page.goto(f"{self._site.url}/dealer?size={size}")
        return page

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()

    def look(self, walk: PageWalk) -> Iterator[str]:
        """What is wrong with the page of the walk as it stands now, at both sizes."""
        view = msgspec.structs.replace(walk.page, seq=next(self._seq))
        self._site.door.judge = judged_by(walk)
        self._site.show(view)
        self.views += 1
        for size, page in self._pages.items():
            page.wait_for_selector(f"main[data-seq='{view.seq}']", state="attached")
            found = page.evaluate(MEASURE)
            yield from (f"{size} {wrong}" for wrong in found["wrong"])
            for check in LAYOUT:
                yield from (f"{size} {wrong}" for wrong in page.evaluate(check))
            drawn = {(token, body) for token, body in found["pressed"]}
            yield from (f"{size} {no}" for no in _missing(view, drawn))
        yield from self._posted(drawn)

    def _posted(self, drawn: set[tuple[str, str]]) -> Iterator[str]:
        for token, body in sorted(drawn):
            said = json.loads(body)
            answer = self.post(token, body, fill=_typed(said))
            if answer["verdict"] not in ("accepted", "dropped"):
                yield f"{body} is lit and {answer['verdict']}: {answer.get('text')}"

    def post(self, token: str, body: str, *, fill: dict[str, str | int]) -> dict[str, Any]:
        rid = f"page-sweep-{next(REQUESTS):08}"
        raw = json.dumps({"rid": rid, "token": token, "body": body, "fill": fill}).encode()
        address = f"{self._site.url}/dealer/tap"
        asked = urllib.request.Request(address, raw, {"Content-Type": "application/json"})
        self.posts += 1
        with urllib.request.urlopen(asked, timeout=PATIENCE_S) as reply:
            answer: dict[str, Any] = json.load(reply)
        return answer


def judged_by(walk: PageWalk) -> Any:
    """Answers as the walk's table would; its evening does not move."""

    def judged(command: Command) -> Verdict:
        outcome = walk.tried(msgspec.structs.replace(command, rid=""))
        return msgspec.convert(
            {"verdict": outcome.verdict, "text": outcome.text, "clause": outcome.clause}, Verdict
        )

    return judged


def _missing(view: DealerView, drawn: set[tuple[str, str]]) -> Iterator[str]:
    tokens = {token for token, _ in drawn}
    for entry in view.allowed:
        chips = entry.command in CHIPS
        here = entry.token in tokens if chips else (entry.token, entry.body) in drawn
        if entry.body and not here:
            yield f"{entry.slot} {entry.label}, {entry.sub}: not drawn"


def _typed(said: dict[str, Any]) -> dict[str, str | int]:
    """What a person keys beside the touch."""
    if said["type"] == "CardKeyed" and "face" not in said:
        return {"face": "7h"}
    return {"cents": 500} if said["type"] == "AmountStated" and not said.get("cents") else {}
