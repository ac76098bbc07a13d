"""The story of the exported rounds as one page that needs nothing from outside, ready to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from controller.audit.explain import Story, Told
from controller.audit.hand import WINDOW_S, began, local
from controller.audit.printed import Identity
from controller.journal.seal import fingerprint

from . import money
from .marked import inked, text
from .style import STYLE

CHECK = """<div class="check"><b>How to check this page.</b> The rows that it tells lie beside it in
rows.db. With sqlite3, sha256sum and openssl, and with the house's own signing.pub:
<code>sh prove.sh rows.db signing.pub</code></div>"""


def page(
    asked: Any,
    stories: Sequence[Story],
    whose: Identity,
    *,
    at_us: int,
    rows: tuple[int, int],
    key: bytes,
) -> str:
    """HTML; every text of the record is escaped and shows what a reader would not see."""
    title = f"{whose.asset}, {asked.words()}"
    facts = (
        ("Table", f"{whose.asset}, {whose.location}"),
        ("Pack", whose.pack),
        ("Made for", asked.who),
        ("Made at", whose.moment(at_us)),
        ("Rows", f"{rows[0]} to {rows[1]}, as stored, in rows.db"),
        ("Signed by", f"key {fingerprint(key)}"),
    )
    body = "".join(f"<div><dt>{text(k)}</dt><dd>{text(v)}</dd></div>" for k, v in facts)
    told = "".join(part for story in stories for part in _round(story, whose))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{text(title)}</title>'
        f'<style>{STYLE}</style></head><body><header class="head"><div><h1>{text(title)}</h1>'
        f'<p>{text(asked.reason)}</p></div><dl class="facts">{body}</dl></header>{told}{CHECK}'
        "</body></html>\n"
    )


def _round(story: Story, whose: Identity) -> Iterator[str]:
    day = whose.day(began(story)) if story.told else "not known"
    dealer = story.dealer or "not named"
    yield f'<div class="round"><h2>{text(f"Round {story.number} of gaming day {day}")}, '
    yield f"{text(f'dealer {dealer}')}</h2>"
    if story.told:
        first, last = story.told[0].at_us, story.told[-1].at_us
        yield f"<p>{text(f'{whose.moment(first)} to {whose.moment(last)}')}<br>"
        begin, end = (local(at, whose.zone) for at in _window(first, last))
        yield f"{text(f'Video window {begin:%H:%M:%S} to {end:%H:%M:%S %Z}')}</p>"
    yield '<section><table class="rows"><thead><tr><th>local</th><th>UTC</th><th>row</th>'
    yield "<th>step</th><th>clause</th></tr></thead><tbody>"
    for told in (*story.told, *story.adjusted):
        yield _step(told, whose)
    yield "</tbody></table></section>"
    yield from money.table(story.money, story.number)
    yield "</div>"


def _window(first: int, last: int) -> tuple[int, int]:
    return first - WINDOW_S * 1_000_000, last + WINDOW_S * 1_000_000


def _step(told: Told, whose: Identity) -> str:
    local_time, _, utc = whose.moment(told.at_us).rpartition("  ")
    more = "".join(
        f'<div class="dim">{inked(line.text)} {text(f"({line.clause})" if line.clause else "")}'
        "</div>"
        for line in told.lines
    )
    mark = ' class="flag"' if told.flag else ""
    return (
        f'<tr{mark}><td class="n">{text(local_time[11:])}</td><td class="n">{text(utc)}</td>'
        f'<td class="n">{told.row}</td><td>{inked(told.text)}{more}</td>'
        f'<td class="clause">{text(told.clause)}</td></tr>'
    )
