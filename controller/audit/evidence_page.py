"""The story of the exported rounds as one page that needs nothing from outside, ready to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from controller.domain.wagers import Payment
from controller.domain.wording import SIGNS, dollars, odds_in_words
from controller.journal.seal import fingerprint

from .explain import Story, Told
from .hand import WINDOW_S, began, inked, local
from .printed import Identity, safe

STYLE = """
body { font: 11pt/1.35 "Liberation Sans", Arial, sans-serif; margin: 14mm; color: #111 }
h1 { font-size: 17pt; margin: 0 0 2mm } h2 { font-size: 13pt; margin: 7mm 0 2mm }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 0.8mm 2mm; border-bottom: 1px solid #ccc }
th { font-size: 9pt; color: #555 } td.n { text-align: right; white-space: nowrap }
tr.flag td { background: #fff3d6 } .more { color: #444; font-size: 9.5pt }
tr { break-inside: avoid } h2, h3 { break-after: avoid } h3 { font-size: 12pt; margin: 7mm 0 1mm }
header { display: grid; grid-template-columns: 1fr 92mm; gap: 8mm; border-bottom: 2px solid #111 }
header tr:last-child > * { border: 0 } .clause { white-space: nowrap; font-size: 9.5pt }
.check { border: 1.5px solid #777; padding: 3mm 4mm; margin-top: 7mm; break-inside: avoid }
"""


CHECK = """<div class="check"><b>How to check this page.</b> The rows that it tells lie beside it in
rows.db. With sqlite3, sha256sum and openssl, and with the house's own signing.pub:
<code>sh prove.sh rows.db signing.pub</code></div>"""
WORDS = {"pay": "paid", "take": "taken", "return": "returned", "void": "void, returned"}


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
        ("Signed by key", fingerprint(key)),
    )
    body = "".join(f"<tr><th>{_e(name)}</th><td>{_e(text)}</td></tr>" for name, text in facts)
    told = "".join(part for story in stories for part in _story(story, whose))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{_e(title)}</title>'
        f"<style>{STYLE}</style></head><body><header><div><h1>{_e(title)}</h1>"
        f"<p>{_e(asked.reason)}</p></div><table>{body}</table></header>{told}{CHECK}"
        "</body></html>\n"
    )


def _e(text: object) -> str:
    return escape(safe(inked(str(text))))


def _story(story: Story, whose: Identity) -> Iterator[str]:
    day = whose.day(began(story)) if story.told else "not known"
    dealer = story.dealer or "not named"
    yield f"<h2>{_e(f'Round {story.number} of gaming day {day}, dealer {dealer}')}</h2>"
    if story.told:
        first, last = story.told[0].at_us, story.told[-1].at_us
        yield f"<p>{_e(f'{whose.moment(first)} to {whose.moment(last)}')}<br>"
        begin, end = (local(at, whose.zone) for at in _window(first, last))
        yield f"{_e(f'Video window {begin:%H:%M:%S} to {end:%H:%M:%S %Z}')}</p>"
    yield "<table><tr><th>Local</th><th>UTC</th><th>Row</th><th>Step</th><th>Clause</th></tr>"
    for told in (*story.told, *story.adjusted):
        yield _step(told, whose)
    yield "</table>"
    if story.payments:
        yield "<h3>Money, box by box</h3><table><tr><th>Box</th><th>Wager</th><th>Result</th>"
        yield "<th>Odds</th><th>Amount</th><th>Clause</th></tr>"
        for paid in story.payments:
            yield _money(paid)
        yield "</table>"


def _money(paid: Payment) -> str:
    """A payment as the player meets it: what came, at which odds, and how much."""
    cents = dollars(paid.cents) if isinstance(paid.cents, int) else str(paid.cents or "not counted")
    sign = SIGNS.get(paid.direction, "") if paid.cents else ""
    return (
        f"<tr><td>{_e(paid.box)}</td><td>{_e(paid.kind.replace('_', ' '))}</td>"
        f"<td>{_e(WORDS.get(paid.direction, paid.direction))}</td>"
        f"<td>{_e(odds_in_words(paid.odds) if paid.direction == 'pay' else '')}</td>"
        f'<td class="n">{_e(sign + cents)}</td><td class="clause">{_e(paid.clause)}</td></tr>'
    )


def _window(first: int, last: int) -> tuple[int, int]:
    return first - WINDOW_S * 1_000_000, last + WINDOW_S * 1_000_000


def _step(told: Told, whose: Identity) -> str:
    local_time, _, utc = whose.moment(told.at_us).rpartition("  ")
    more = "".join(
        f'<div class="more">{_e(line.text)} {_e(f"({line.clause})" if line.clause else "")}</div>'
        for line in told.lines
    )
    mark = ' class="flag"' if told.flag else ""
    return (
        f'<tr{mark}><td class="n">{_e(local_time[11:])}</td><td class="n">{_e(utc)}</td>'
        f'<td class="n">{told.row}</td><td>{_e(told.text)}{more}</td>'
        f'<td class="clause">{_e(told.clause)}</td></tr>'
    )
