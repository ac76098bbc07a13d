"""The surveillance room's page: what happened at the table as it happens; it rules nothing.

It shows no face of a hidden card, nor a question about one (console/README 6).
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain import commands as cmd
from controller.domain.views import floor_view as floor_page
from controller.procedure.guide.levels import signal
from controller.procedure.irregularities import catalog
from controller.procedure.state.house import House
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import State
from controller.view.keys.dealer_keys import body

from . import pausing, prizes
from .frame import Frame


def surveillance_view(
    state: State, house: House, frame: Frame, lines: tuple[floor_page.WatchLine, ...]
) -> floor_page.SurveillanceView:
    """`lines`: what happened, newest first."""
    p = state.play
    held = catalog.hold(p, house, state.devices)
    return floor_page.SurveillanceView(
        seq=frame.seq,
        table=frame.table,
        round_no=p.number,
        signal="stop" if frame.cannot_record else signal(state, house),
        simulated=frame.simulated,
        dealer=_who_deals(p),
        held=catalog.headline(p, house, held) if held is not None else "",
        paused=pausing.to_surveillance(state, house),
        aside_since=p.manual.aside_since // 1000,
        aside_by=p.manual.aside_by,
        meters=prizes.meters(p, house),
        jackpots=tuple(_jackpots(p, house)),
        lines=lines,
    )


def _jackpots(p: Play, house: House) -> Iterator[floor_page.Jackpot]:
    """Those that are not paid: what the room may acknowledge."""
    waits = {h.id: h for h in meters.pending(p.prizes)}
    for i in catalog.open_ones(p):
        if (hit := waits.get(i.id)) is None:
            continue
        yield floor_page.Jackpot(
            headline=catalog.headline(p, house, i),
            round_no=hit.round,
            at=hit.at // 1000,
            seen_by=hit.surveillance,
            body="" if hit.surveillance else body(cmd.Ruled(irr=i.id, ruling="acknowledged")),
        )


def happened(before: State, now: State, house: House, at: int) -> Iterator[floor_page.WatchLine]:
    """What a step has brought for the room. Units: `at` UTC milliseconds."""
    was, p = before.play, now.play
    known = {i.id for i in was.irregularities}
    for i in p.irregularities:
        if i.id not in known and (catalog.kind(i).watched or catalog.red(p, house, now.devices, i)):
            yield _raised(p, house, now, i)
    ruled = {i.id: i.ruling for i in was.irregularities}
    for i in p.irregularities:
        if i.ruling and i.ruled_by and i.ruling != ruled.get(i.id, i.ruling):
            text = f"{catalog.headline(p, house, i)}: {catalog.ruled_as(p, house, i)}"
            yield _line(p, at, text, box=i.box, sub=i.ruled_by, kind="rulings")
    if p.number == was.number:
        if len(p.remapped) > len(was.remapped):
            yield _line(
                p, at, "Card given to another hand", box=p.last.box if p.last else 0, kind="cards"
            )
        if p.hands and all(h.dead for h in p.hands) and not all(h.dead for h in was.hands):
            yield _line(p, at, "Round void", red=True, kind="rulings")
    yield from _paused(was, p, at)
    yield from _people(was, p, at)


def _raised(p: Play, house: House, now: State, i: Irregularity) -> floor_page.WatchLine:
    red = catalog.red(p, house, now.devices, i)
    return _line(
        p, i.raised_at // 1000, catalog.headline(p, house, i), box=i.box, red=red, kind="holds"
    )


def _paused(was: Play, p: Play, at: int) -> Iterator[floor_page.WatchLine]:
    before, now = was.pause, p.pause
    if now.since and (now.reason, now.box, now.note) != (before.reason, before.box, before.note):
        how = "Pause is about" if before.since else "Paused:"
        sub = f"{now.note} {now.by}".strip()
        yield _line(
            p, at, f"{how} {pausing.in_words(now)}", sub=sub, red=not before.since, kind="pauses"
        )
    if before.since and not now.since:
        seconds = max(0, at - before.since // 1000) // 1000
        yield _line(p, at, f"Play goes on after {seconds // 60}:{seconds % 60:02d}", kind="pauses")


def _people(was: Play, p: Play, at: int) -> Iterator[floor_page.WatchLine]:
    if p.dealer_name not in (was.dealer_name, "", "dealer"):
        yield _line(p, at, f"Dealer {_who_deals(p)} signed on", kind="people")
    if p.manual.aside_since and not was.manual.aside_since:
        yield _line(p, at, "Controller stands aside", sub=p.manual.aside_by, red=True)
    if was.manual.aside_since and not p.manual.aside_since:
        yield _line(p, at, "Controller is back")
    if (p.opening == "closed") != (was.opening == "closed"):
        yield _line(p, at, "Table closed" if p.opening == "closed" else "Table opens")


def _line(
    p: Play,
    at: int,
    text: str,
    *,
    box: int = 0,
    red: bool = False,
    sub: str = "",
    kind: str = "table",
) -> floor_page.WatchLine:
    return floor_page.WatchLine(
        at=at, round_no=p.number, box=box, text=text, sub=sub, red=red, kind=kind
    )


def _who_deals(p: Play) -> str:
    """Empty while nobody is named: the table was opened, and no dealer has signed on."""
    if p.dealer_name in ("", "dealer"):
        return ""
    return p.dealer_name if p.dealer_proof else f"{p.dealer_name} (not proven)"
