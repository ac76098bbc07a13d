"""A round step by step: what happened, the clause behind it, and the layout as it lay then.

`recent_rounds` and `round_story` read a journal that may be still written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.views import floor_view as floor_page
from controller.domain.wagers import Payment
from controller.journal.read import Reader
from controller.journal.rows import SIGNATURE
from controller.procedure.irregularities import catalog
from controller.table.record import Snapshot
from controller.table.recovery import FIRST_INPUT, inputs
from controller.view.rulings.ruling_views import small
from drivers.number import counted

from .fold import Turn, snapshots, turns
from .followed import after, is_red, new_payments
from .scene import Line, Scene, scene
from .told import called, commands, facts, known, moved
from .told.moved import Moved
from .told.ruled import Doubt, doubts

RECENT = 10
CLOSED = "Cards picked up, round closed"


class Told(Struct, frozen=True, kw_only=True):
    """One row of the record in people's words."""

    no: int = 0
    row: int
    at_us: int
    text: str
    clause: str
    box: int = 0
    flag: bool = False
    """A hold, a ruling or a refusal."""
    kind: str = ""
    """The type of the input as it was folded."""
    known_by: str = ""
    people: tuple[tuple[str, str], ...] = ()
    """Rank and name of whom it names."""
    holds: bool = False
    """It stopped the table."""
    lines: tuple[Line, ...] = ()
    """What followed from it at once."""
    payments: tuple[Payment, ...] = ()
    snapshot: floor_page.SmallLayout = floor_page.SmallLayout()


class Story(Struct, frozen=True, kw_only=True):
    number: int
    closed: bool
    dealer: str
    told: tuple[Told, ...]
    payments: tuple[Payment, ...]
    """As they stand at the end of the round."""
    signed: int | None = None
    """The row whose signature covers all of it; None = not signed yet."""
    differs: tuple[int, ...] = ()
    """Rows whose outcome this software decides differently."""
    adjusted: tuple[Told, ...] = ()
    """Wrong payments of this round that were put right in a later one of the same shoe."""
    money: tuple[Moved, ...] = ()
    """What each wager came to, then what was put right since."""
    doubts: tuple[Doubt, ...] = ()
    """What was wrong, and what was ruled."""


# ---- finding rounds ----
class Extent(Struct, frozen=True):
    """The rows of one round: from the row that closed the one before to the one that closes it."""

    number: int
    start: Snapshot
    closing: int | None
    ended: str = ""
    """How it ended, where it is closed."""
    again: tuple[Snapshot, ...] = ()
    """Where a start went on from an earlier row of it, after a difference."""


def extents(reader: Reader) -> Iterator[Extent]:
    """The rounds of a journal, newest first, each once."""
    closing: int | None = None
    ended = ""
    newer: list[Snapshot] = []
    for snapshot in snapshots(reader):
        if newer and newer[-1].state.play.number != snapshot.state.play.number:
            yield _extent(newer, closing, ended)
            closing, ended = newer[-1].resume, newer[-1].state.play.last_round
            newer = []
        newer.append(snapshot)
    if newer:
        yield _extent(newer, closing, ended)


def _extent(newest_first: list[Snapshot], closing: int | None, ended: str) -> Extent:
    *again, start = newest_first
    return Extent(start.state.play.number, start, closing, ended, tuple(reversed(again)))


def recent_rounds(reader: Reader, n: int = RECENT) -> tuple[floor_page.RoundLine, ...]:
    """The last rounds, newest first, the unfinished one included. Nothing is folded."""
    found: list[floor_page.RoundLine] = []
    for extent in extents(reader):
        if len(found) == n:
            break
        found.append(_line_of(reader, extent))
    return tuple(found)


def _line_of(reader: Reader, extent: Extent) -> floor_page.RoundLine:
    at, drawn, lost, notes = 0, 0, False, []
    for row, recorded in inputs(reader, max(extent.start.resume, FIRST_INPUT)):
        if row.seq == extent.closing:
            break
        at = at or row.at_us // 1000
        item = recorded.stamped.input
        drawn += isinstance(item, fact.CardDrawn)
        lost = lost or (isinstance(item, fact.Noted) and item.rounds > 0)
        notes += [r.kind for r in recorded.outcome.raised]
    said = ", ".join(dict.fromkeys(catalog.called(kind) for kind in notes))
    state = "settled" if extent.closing else "open"
    text = extent.ended or counted(drawn, "card")
    return floor_page.RoundLine(
        no=_number(reader, extent) if lost else extent.number,
        at=at,
        text=text,
        note=said,
        state=state,
    )


def _number(reader: Reader, extent: Extent) -> int:
    """A copy was put back in it: between rounds the lost ones' numbers were passed over."""
    folded = turns(reader, extent.start, extent.closing, extent.again)
    return max(t.before.play.number for t in folded)


# ---- one round ----
def round_story(reader: Reader, number: int) -> Story | None:
    """The round of that number; None when the journal does not have it.

    Raises: JournalError, PackError.
    """
    later: list[Extent] = []
    for extent in extents(reader):
        if extent.number <= number:
            break
        later.append(extent)
    else:
        return None
    folded = list(turns(reader, extent.start, extent.closing, extent.again))
    inside = [t for t in folded if t.step.state.play.number == number]
    closing = next((t for t in folded if t.step.state.play.number > number), None)
    if not inside and extent.number != number:
        return None
    there = called.came(inside)
    told = [_with(tell(turn), there.get(turn.row)) for turn in inside]
    if closing is not None:
        told.append(_close(closing))
    last = inside[-1].step.state if inside else extent.start.state
    adjusted = tuple(_adjusted(reader, extent, later))
    settled = moved.moved(last, inside[-1].house) if inside else ()
    return Story(
        number=number,
        closed=closing is not None,
        dealer=last.play.dealer_name,
        told=tuple(replace(t, no=n) for n, t in enumerate(told, 1)),
        payments=last.play.payments,
        signed=_signed(reader, told),
        differs=tuple(t.row for t in inside if not t.same),
        adjusted=adjusted,
        doubts=doubts(inside),
        money=(*settled, *(moved.put_right(p) for t in adjusted for p in t.payments)),
    )


def _with(told: Told, line: Line | None) -> Told:
    return told if line is None else replace(told, lines=(line, *told.lines))


def _adjusted(reader: Reader, extent: Extent, later: Sequence[Extent]) -> list[Told]:
    """What was put right in later rounds of the same shoe: it is part of this round's story."""
    found: list[Told] = []
    for after_it in sorted(later, key=lambda e: e.number):
        rows = inputs(reader, max(after_it.start.resume, FIRST_INPUT))
        mine: set[int] = set()
        for row, recorded in rows:
            if row.seq == after_it.closing:
                break
            if isinstance(recorded.stamped.input, fact.ShoeLoaded):
                return found
            item = recorded.stamped.input
            if isinstance(item, cmd.Adjusted) and item.round == extent.number:
                mine.add(row.seq)
        if mine:
            told = (
                tell(t) for t in turns(reader, after_it.start, after_it.closing, after_it.again)
            )
            found += [t for t in told if t.row in mine and not t.flag]
    return found


def _signed(reader: Reader, told: list[Told]) -> int | None:
    after = reader.rows(told[-1].row + 1) if told else iter(())
    return next((row.seq for row in after if row.kind == SIGNATURE), None)


def round_steps(reader: Reader, number: int) -> tuple[floor_page.Step, ...]:
    """The same as the floor's replay page shows it; empty when the round is not there."""
    story = round_story(reader, number)
    return tuple(step(told) for told in (*story.told, *story.adjusted)) if story else ()


def step(told: Told) -> floor_page.Step:
    detail = ". ".join(f"{x.text} ({x.clause})" if x.clause else x.text for x in told.lines)
    return floor_page.Step(
        no=told.no,
        at=told.at_us // 1000,
        text=told.text,
        clause=told.clause,
        row=told.row,
        box=told.box,
        flag=told.flag,
        detail=detail,
        snapshot=told.snapshot,
    )


# ---- one row ----
def words(turn: Turn) -> tuple[Line, ...]:
    """What the row is in words, then what followed from it."""
    s = scene(turn)
    return _main(s), *after(s, turn)


def tell(turn: Turn) -> Told:
    s = scene(turn)
    main, flag = _main(s), turn.recorded.verdict in ("refused", "fault")
    lines = tuple(after(s, turn))
    holds = any(i for i in turn.recorded.raised if is_red(s, i.id))
    return Told(
        row=turn.row,
        at_us=turn.stamped.at,
        text=main.text,
        clause=main.clause,
        box=_box(s),
        flag=flag or holds or isinstance(s.item, cmd.Ruled | cmd.RoundVoided),
        kind=type(s.item).__name__,
        known_by=known.known_by(s),
        people=tuple(known.people(s)),
        holds=holds,
        lines=lines,
        payments=_payments(s),
        snapshot=small(turn.step.state, turn.house, _box(s)),
    )


def _payments(s: Scene) -> tuple[Payment, ...]:
    if isinstance(s.item, cmd.Adjusted) and s.outcome.verdict == "accepted":
        return (moved.adjustment(s.item, s.house.pack.refusal.adjust_round.clause),)
    return new_payments(s)


def _main(s: Scene) -> Line:
    of_person = isinstance(s.item, cmd.Command)
    told = commands.told(s) if of_person else facts.told(s)
    match s.outcome.verdict:
        case "refused":
            return Line(f"Refused: {told.text}. {s.outcome.text}", s.outcome.clause)
        case "parked":
            return Line(f"Kept until every device is heard: {_name(s)}", told.clause)
        case "fault":
            text = f"Controller fault at: {_name(s)}"
            return Line(text, catalog.clause(s.house, "controller_fault"))
    return told


def _name(s: Scene) -> str:
    """`CardDrawn` -> `card drawn`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(s.item).__name__).lower()


def _close(turn: Turn) -> Told:
    """The row that closed the round: what it did in the next round is told there."""
    return Told(
        row=turn.row,
        at_us=turn.stamped.at,
        text=CLOSED,
        kind=turn.kind,
        known_by=known.known_by(scene(turn)),
        clause=turn.house.pack.line.settle_hint.clause,
    )


def _box(s: Scene) -> int:
    """The box that a step is about; 0 = the whole table."""
    box = getattr(s.item, "box", 0)
    if isinstance(s.item, fact.CardDrawn):
        entry = s.stamped.seq << 8
        box = next((h.box for h in s.now.hands for c in h.cards if c.id == entry), 0)
    if isinstance(s.item, fact.SpinDone):
        box = next((p.box for p in new_payments(s)), 0)
    if isinstance(s.item, cmd.Ruled | cmd.FactAnswered | cmd.Notified):
        i = commands.about(s, s.item.irr)
        box = i.box if i else 0
    return int(box)
