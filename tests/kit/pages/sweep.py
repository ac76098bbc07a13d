"""One sweep of one walk: what is wrong with the pages that it showed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC

import msgspec

from controller.console.drawing.look import Look
from controller.console.drawing.pages import Pages
from controller.console.drawing.places import bars
from controller.console.web.taps import decode
from controller.domain import commands as cmd
from controller.domain.commands import KeyPressed
from controller.domain.structs import replace
from controller.domain.views.view import Allowed, DealerView
from controller.domain.wording import sentence
from controller.procedure.entrance import admit
from controller.procedure.queries import target
from controller.procedure.state import ledger
from controller.procedure.state.context import Refuse
from controller.procedure.state.inputs import Input
from controller.view import dealers_reports

from .drawn import Drawn, faults
from .fake_door import FakeDoor
from .page_walk import PageWalk, pressed
from .read_out import code_on, ledger_on

GREYED: dict[str, type[cmd.Double | cmd.Split | cmd.Surrender]] = {
    "act3": cmd.Double,
    "act4": cmd.Split,
    "act5": cmd.Surrender,
}
SIZES = ("large", "small")
RAIL = {"next": "act1", "turned": "act7", "floor": "act8"}
OF_BOX = re.compile(r"box \d|BOX \d")
NAMED = frozenset(
    {"Next", "Hit", "Double", "Split", "Surrender", "Rescue", "CardTaken", "OfferAnswered",
     "MissedDraw", "CardsTouched", "BoxSkipped", "Insured", "BurnShown", "BankDeclined"}
)  # fmt: skip
"""Commands of one box, whose key must say which."""


def sweep(walk: PageWalk, *, inputs: int, every: int) -> list[str]:
    """Both sizes in turn."""
    return walk.swept(lambda n: looked_at(walk, SIZES[n % 2]), inputs, every)


def looked_at(walk: PageWalk, size: str) -> Iterator[str]:
    view = walk.page
    html = PAGES.dealer(view, size)
    yield from faults(view, html)
    yield from code_on(html)
    yield from ledger_on(html)
    for entry in view.allowed:
        if not _named(entry):
            yield f"{entry.slot} {entry.label}, {entry.sub}: names no box"
        if entry.body and (no := _refused(walk, entry)):
            yield f"{entry.slot} {entry.label}, {entry.sub}: {no}"
    for empty in view.refused:
        if not re.search(r"[^.?!][.?!]$", empty.reason):
            yield f"{empty.slot}: {empty.reason} is no sentence"
    yield from _chips(walk, view)
    yield from _reports(walk)
    yield from _rail(walk, view)
    yield from _greyed(walk, view)


def _named(entry: Allowed) -> bool:
    of_box = entry.command in NAMED and '"box":' in entry.body and '"box":0' not in entry.body
    return not of_box or OF_BOX.search(f"{entry.label} {entry.sub}") is not None


def _refused(walk: PageWalk, entry: Allowed) -> str:
    outcome = walk.tried(pressed(entry))
    taken = outcome.verdict in ("accepted", "dropped")
    return "" if taken else f"lit and {outcome.verdict}: {outcome.text} ({outcome.clause})"


def _chips(walk: PageWalk, view: DealerView) -> Iterator[str]:
    """Each chip of each pad is taken, or greyed with the reason that the table gives."""
    for tab in (tab for bar in bars(view) for tab in bar.tabs):
        for chip in (*tab.chips, *tab.back):
            raw = {"rid": "a walk's touch", "body": chip.body, "token": tab.token}
            said = decode(msgspec.json.encode(raw), by="dealer", rank="dealer", where="dealer")
            outcome = walk.tried(replace(said, rid=""))
            taken = outcome.verdict in ("accepted", "dropped")
            if taken == bool(chip.why) or (chip.why and chip.why != sentence(outcome.text)):
                yield f"{tab.name} {chip.label}: {chip.why or 'lit'}, and it is {outcome}"


def _reports(walk: PageWalk) -> Iterator[str]:
    """The page of the dealer's reports: each drawn once, and taken."""
    reports = dealers_reports(walk.state, walk.house)
    html = PAGES.reports(reports)
    yield from code_on(html)
    drawn = Counter(b.body for b in Drawn(html).buttons)
    bodies = [answer.body for report in reports for answer in report.answers]
    if drawn != Counter(bodies) or len(drawn) != len(bodies):
        yield f"reports drawn: {drawn - Counter(bodies)}, not drawn: {Counter(bodies) - drawn}"
    for body in bodies:
        raw = {"rid": "a walk's touch", "body": body, "token": ""}
        said = decode(msgspec.json.encode(raw), by="dealer", rank="dealer", where="dealer")
        outcome = walk.tried(replace(said, rid=""))
        if outcome.verdict != "accepted":
            yield f"{body} is offered and {outcome.verdict}: {outcome.text}"


def _rail(walk: PageWalk, view: DealerView) -> Iterator[str]:
    """A key of the rail does what the page shows in its place."""
    for key, slot in RAIL.items():
        entry = next((e for e in view.allowed if e.slot == slot and e.body), None)
        if entry is None:
            continue
        does = _of_key(walk, key)
        if type(does).__name__ != entry.command:
            yield f"{key} on the rail does {does}, the page shows {entry.label}"


def _greyed(walk: PageWalk, view: DealerView) -> Iterator[str]:
    """An empty place of the hand in play says why, and the table gives that very reason."""
    hand = target.hand(walk.play, walk.house) if walk.play.round == "deciding" else None
    if hand is None or view.hold is not None or ledger.unheard(walk.state):
        return
    for greyed in view.refused:
        if (kind := GREYED.get(greyed.slot)) is None:
            continue
        outcome = walk.tried(kind(box=hand.box, hand=hand.number))
        said = (sentence(outcome.text), outcome.clause)
        if outcome.verdict != "refused" or said != (greyed.reason, greyed.clause):
            yield f"{greyed.slot} greyed: {greyed.reason} {greyed.clause}, and it is {outcome}"


def _of_key(walk: PageWalk, key: str) -> Input | None:
    try:
        return admit(walk.state, walk.house, KeyPressed(key=key), walk.mono + 5000)
    except Refuse:
        return None


PAGES = Pages(FakeDoor(), now=lambda: 0, zone=UTC, look=Look())
