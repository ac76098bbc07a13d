"""One sweep of one walk over the floor's pages: what is lit is taken, what is greyed refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC
from typing import Any

import msgspec

from controller.console.drawing.look import Look
from controller.console.drawing.pages import Pages
from controller.console.sign_in.sessions import Session
from controller.console.web.taps import BadTap, decode
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.views.floor_view import FloorView
from controller.procedure.entrance import targeted
from controller.procedure.reducers.settle import adjusting
from controller.view import Frame, floor_view
from tests.procedure.charts.samples import samples
from tests.procedure.page.test_offered import COMMANDS, NOT_ON_A_PAGE, is_shown, second_press, shown

from .fake_door import FakeDoor
from .floor_drawn import Key, of_irregularity, of_overview, wrong
from .page_walk import TABLE, PageWalk
from .read_out import code_on

RANKS = cmd.RANKS[1:]
TAKEN = ("accepted", "dropped")


def sweep(walk: PageWalk, *, inputs: int, every: int) -> list[str]:
    """Each page as each rank."""
    return walk.swept(
        lambda _: (no for rank in RANKS for no in looked_at(walk, rank)), inputs, every
    )


def looked_at(walk: PageWalk, rank: str) -> Iterator[str]:
    view = floor_of(walk, rank)
    session = Session(name="M. Okafor", rank=rank, once=False, must_change=False, until=0.0)
    overview = PAGES.floor(view, session)
    yield from code_on(overview)
    yield from pressed_all(walk, rank, list(of_overview(view)), overview)
    for irr in view.irregularities:
        html = PAGES.irregularity(view, session, irr.id)
        at = f"{irr.id.split('/')[1]}: "
        yield from code_on(html)
        for one in pressed_all(walk, rank, list(of_irregularity(irr)), html):
            yield at + one


def floor_of(walk: PageWalk, rank: str) -> FloorView:
    frame = Frame(seq=walk.seq, at=walk.mono, table=TABLE)
    return floor_view(walk.state, walk.house, frame, rank)


def pressed_all(walk: PageWalk, rank: str, keys: list[Key], html: str) -> Iterator[str]:
    yield from wrong(keys, html)
    for key in keys:
        try:
            outcome = walk.tried(pressed(walk, key, rank))
        except BadTap as bad:
            yield f"{rank} {key.label}: not understood, {bad}: {key.body}"
            continue
        if not key.grey and outcome.verdict not in TAKEN:
            yield f"{rank} {key.label}: lit and {outcome.verdict}: {outcome.text}"
        if key.grey and (outcome.verdict, outcome.text) != ("refused", key.grey):
            yield f"{rank} {key.label}: greyed, {key.grey}; {outcome.verdict}: {outcome.text}"


def pressed(walk: PageWalk, key: Key, rank: str) -> Any:
    """The command as the page posts it."""
    raw = {
        "rid": "a walk's touch",
        "body": key.body,
        "token": key.token,
        "fill": written(walk, key),
    }
    command = decode(msgspec.json.encode(raw), by="M. Okafor", rank=rank, where="floor")
    return replace(command, rid="")


def written(walk: PageWalk, key: Key) -> dict[str, str]:
    """What a person writes who knows the table and its text."""
    fill = key.fill
    if "round" in fill:
        last = adjusting.with_chips(walk.play)[-1]
        part = dict(walk.play.people.part).get(last, (1,))
        fill |= {"round": str(last), "box": str(part[0])}
    if "form" in fill:
        fill["form"] = f"F-{17 + len(walk.play.adjusted)}"
    if "high" in fill:
        deal = walk.house.pack.deal
        fill["low"] = str(min(deal.main_min_cents.most, 500) // 100)
        fill["high"] = str(min(deal.main_max_cents.most, 50_000) // 100)
    if fill.get("name") == walk.play.dealer_name:
        fill["name"] = "Dana R."
    return fill


def unoffered(walk: PageWalk, rank: str, *, many: int = 12) -> Iterator[cmd.Command]:
    """Commands made by hand that no page of the floor shows to this rank, chosen by the seed."""
    bodies = shown(walk, rank, "floor")
    found = []
    for item in samples(walk.state, walk.seal("7h"), COMMANDS):
        assert isinstance(item, cmd.Command)
        said = replace(item, by="M. Okafor", rank=rank, where="floor")
        if item.rank != "dealer" or isinstance(item, NOT_ON_A_PAGE) or second_press(walk, said):
            continue
        if not isinstance(item, cmd.Notified) and not is_shown(
            targeted(walk.state, walk.house, said), bodies
        ):
            found.append(item)
    yield from random.Random(walk.seq).sample(found, min(many, len(found)))


PAGES = Pages(FakeDoor(), now=lambda: 0, zone=UTC, look=Look())
