"""The story of the exported rounds as one page that needs nothing from outside, ready to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from controller.audit.explain import Story
from controller.audit.hand import WINDOW_S, began, local
from controller.audit.in_force import InForce
from controller.audit.printed import Identity, is_date, utc
from controller.audit.told.ruled import Doubt

from . import money, steps, table_plan
from .check import Proof, check
from .marked import inked, text
from .style import STYLE


def page(
    asked: Any,
    stories: Sequence[Story],
    whose: Identity,
    *,
    at_us: int,
    found: InForce,
    proof: Proof,
) -> str:
    """HTML; every text of the record is escaped and shows what a reader would not see."""
    title = text(f"{whose.asset}, {asked.words()}")
    proven = "".join(check(proof, found))
    told = "".join(
        part
        for story in stories
        for part in _round(asked, story, whose, found, proven if story is stories[-1] else "")
    )
    behind = "".join(steps.clauses(stories))
    made = text(f"Made {whose.moment(at_us)} for {asked.who}: {asked.reason}")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body>{told}{behind}"
        f'<footer class="cap">{made}</footer></body></html>\n'
    )


def _round(asked: Any, story: Story, whose: Identity, found: InForce, proven: str) -> Iterator[str]:
    """`proven` = how to check the page, beside the money of the last round."""
    title = text(f"{whose.asset}, round {story.number}")
    yield '<div class="round"><header class="head"><div><p class="kind">Round report</p>'
    yield f"<h1>{title}</h1><p>{text(asked.reason)}<br>{text(f'Made for {asked.who}.')}</p></div>"
    yield '<dl class="facts">'
    for name, said in _identity(story, whose):
        yield f"<div><dt>{text(name)}</dt><dd>{text(said)}</dd></div>"
    yield '</dl></header><div class="two"><section>'
    lay = table_plan.frozen(story)
    if lay is not None:
        at, when = lay
        yield from table_plan.plan(at, when)
        time = f"{local(at.at_us, whose.zone):%H:%M:%S}"
        yield f'<p class="cap">{text(f"As it lay at {time}, {when}, row {at.row}.")} A back is a '
        yield "card that nobody had seen by then.</p>"
    beside = "".join((*_on_duty(story, found), *_doubts(story, whose)))
    yield f"</section><div>{beside}</div></div>"
    yield from steps.table(story, whose, found)
    yield f'<div class="{"end" if story.money and proven else ""}">'
    yield from money.table(story.money, story.number)
    yield f"{proven}</div></div>"


def _identity(story: Story, whose: Identity) -> Iterator[tuple[str, str]]:
    yield "Table", f"{whose.asset}, {whose.location}"
    day = whose.day(began(story)) if story.told else "not known"
    yield "Round", f"{story.number} of gaming day {day}"
    yield "Pack", whose.pack
    if not story.told:
        return
    first, last = story.told[0].at_us, story.told[-1].at_us
    if not (is_date(first) and is_date(last)):
        yield "Time", f"{whose.moment(first)} to {whose.moment(last)}"
        return
    zone = whose.zone
    yield "Local", f"{local(first, zone):%H:%M:%S} to {local(last, zone):%H:%M:%S %Z, %d %b %Y}"
    yield "UTC", f"{utc(first):%H:%M:%S} to {utc(last):%H:%M:%S, %d %b %Y}"
    begin, end = first - WINDOW_S * 1_000_000, last + WINDOW_S * 1_000_000
    yield "Video", f"{local(begin, zone):%H:%M:%S} to {local(end, zone):%H:%M:%S %Z}"


def _on_duty(story: Story, found: InForce) -> Iterator[str]:
    """Who is named in the rows of this round; others may have been there."""
    yield "<section><h2>On duty <small>as the rows of this round name them</small></h2>"
    yield '<dl class="who">'
    named = dict.fromkeys(p for t in (*story.told, *story.adjusted) for p in t.people)
    licences = dict(found.licences)
    for rank, name in (("dealer", story.dealer or "not named"), *named):
        said = ", ".join(filter(None, (name, licences.get(name, ""))))
        yield f"<div><dt>{text(rank)}</dt><dd>{text(said)}</dd></div>"
    yield "</dl></section>"


def _doubts(story: Story, whose: Identity) -> Iterator[str]:
    yield "<section><h2>Irregularity and ruling</h2>"
    if not story.doubts:
        yield "<p>None is on the record of this round.</p>"
    for doubt in story.doubts:
        yield f"<p>{''.join(_doubt(doubt, whose))}</p>"
    yield "</section>"


def _doubt(doubt: Doubt, whose: Identity) -> Iterator[str]:
    yield f"<b>{inked(doubt.headline)}</b> ({text(doubt.clause)})."
    for n, part in enumerate(doubt.parts):
        when = f" {local(part.at_us, whose.zone):%H:%M:%S}" if part.at_us else ""
        goes_on = n + 1 < len(doubt.parts) and doubt.parts[n + 1].text.startswith("by ")
        end = "" if part.text.endswith((".", "?")) else "," if goes_on else "."
        word, colon, rest = part.text.partition(":")
        said = f"<b>{text(word)}</b>{colon}{inked(rest)}" if colon else inked(word)
        yield f" {said}{when}{end}"
