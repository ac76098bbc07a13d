"""A round as text or JSON: for a dispute at the table, for the file, for the auditor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, tzinfo
from typing import Any

import msgspec

from controller.domain.structs import replace
from controller.domain.views import floor_view as floor_page
from controller.domain.wording import text_of
from controller.journal.read import Reader

from .explain import Story, Told, recent_rounds
from .printed import utc

FACE = re.compile(r"\{(\w\w-?)\}")
INDENT = " " * 38
WINDOW_S = 60
"""Video is kept from a minute before the first row to a minute after the last.

Source: console/README 6.
"""


def only_box(story: Story, box: int) -> Story:
    """Steps of one box and those of the whole table; payments of that box alone."""
    told = tuple(_of_box(t, box) for t in story.told if t.box in (0, box))
    payments = tuple(p for p in story.payments if p.box == box)
    adjusted = tuple(t for t in story.adjusted if t.box == box)
    return replace(story, told=told, payments=payments, adjusted=adjusted)


def _of_box(told: Told, box: int) -> Told:
    return replace(
        told,
        lines=tuple(x for x in told.lines if x.box in (0, box)),
        payments=tuple(p for p in told.payments if p.box == box),
    )


def as_text(story: Story, zone: tzinfo | None = None) -> Iterator[str]:
    """Lines; times are local to `zone`, the machine's own when None."""
    ended = story.told[-1].at_us if story.told else 0
    state = "closed" if story.closed else "not finished"
    day = local(began(story), zone).strftime("%Y-%m-%d %Z")
    yield f"Round {story.number}, {state}, dealer {story.dealer or 'not named'}, {day}"
    yield ""
    yield f"{'no':>3}  {'local':<12}  {'UTC':<9}  {'row':>6}  {'clause':<28}  step"
    for told in story.told:
        yield _step(told, zone)
        for line in told.lines:
            yield f"{INDENT}{line.clause:<28}    {inked(line.text)}"
    if story.adjusted:
        yield "Adjusted since:"
    for told in story.adjusted:
        yield _step(told, zone)
    yield ""
    if story.told:
        first = local(began(story) - WINDOW_S * 1_000_000, zone).strftime("%H:%M:%S")
        last = local(ended + WINDOW_S * 1_000_000, zone).strftime("%H:%M:%S")
        yield f"Video window {first} to {last}"
        by = f"signed by row {story.signed}" if story.signed else "not signed yet"
        yield f"Rows {story.told[0].row} to {story.told[-1].row}, {by}"
    for row in story.differs:
        yield f"Row {row}: this software decides differently than was recorded; see journal replay"


def began(story: Story) -> int:
    """UTC in us of its first step; 0 = none."""
    return story.told[0].at_us if story.told else 0


def _step(told: Told, zone: tzinfo | None) -> str:
    at = local(told.at_us, zone).strftime("%H:%M:%S.%f")[:-3]
    other = utc(told.at_us).strftime("%H:%M:%SZ")
    mark = "!" if told.flag else " "
    return f"{told.no:>3}  {at}  {other}  {told.row:>6}  {told.clause:<28} {mark}{inked(told.text)}"


def inked(text: str) -> str:
    """`{4d}` -> `4♦`."""
    return FACE.sub(lambda found: text_of(found[1]), text)


def local(at_us: int, zone: tzinfo | None) -> datetime:
    at = utc(at_us)
    return at.astimezone(zone) if zone else at.astimezone()


def as_json(story: Story) -> bytes:
    """Times are UTC in ms in steps, cards are texts in braces; the layout at every step."""
    plain: Any = msgspec.to_builtins(story)
    return msgspec.json.format(msgspec.json.encode(plain), indent=1)


def as_list(reader: Reader, zone: tzinfo | None = None) -> Iterator[str]:
    """The last rounds, newest first."""
    yield f"{'round':>6}  {'began':<19}  {'state':<8}  what"
    for line in recent_rounds(reader):
        yield _round(line, zone)


def _round(line: floor_page.RoundLine, zone: tzinfo | None) -> str:
    at = local(line.at * 1000, zone).strftime("%Y-%m-%d %H:%M:%S") if line.at else ""
    note = f"; {line.note}" if line.note else ""
    return f"{line.no:>6}  {at:<19}  {line.state:<8}  {line.text}{note}"
