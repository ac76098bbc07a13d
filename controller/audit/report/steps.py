"""`Steps`: what happened in a round, by what each step is known, and what its clause says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from controller.audit.explain import Story, Told
from controller.audit.hand import local
from controller.audit.in_force import InForce
from controller.audit.printed import Identity, is_date, utc
from controller.audit.scene import Line
from controller.audit.told.known import ATTESTED, TABLE
from controller.domain.structs import replace
from controller.rules import ledger

from .marked import inked, text

OF_DEAL = re.compile(r"Card (\d+) of (\d+) of the deal, face down")
WAGERS = ("BoxSet", "WagerSet", "WagerSensed", "CashConfirmed", "BankSet")
HEAD = (
    '<thead><tr><th class="n">no</th><th>local</th><th>UTC</th><th class="n">row</th><th>what</th>'
    "<th>known by</th><th>clause</th><th>what it says, in short</th></tr></thead>"
)
LEGEND = (
    ("scanner", "a device said so"),
    (ATTESTED, "a person pressed or tapped"),
    ("assumed", "by the house's rule, nobody pressed"),
    (TABLE, "found by the table itself"),
)


def table(story: Story, whose: Identity, found: InForce) -> Iterator[str]:
    """Without what came before the first wager; it says which rows that leaves out."""
    left, kept = parted(story.told)
    yield f"<section><h2>Steps <small>{text(_left_out(left, story.told))}. "
    yield f"{text(_clock(story, found))}</small></h2>"
    yield f'<table class="rows steps">{HEAD}<tbody>'
    runs = (*_runs([_of_dealer(t, story.dealer) for t in kept]), *([t] for t in story.adjusted))
    said = Said()
    for run in runs:
        yield from _step(run, whose, said)
    yield '</tbody></table><p class="cap">'
    yield " &ensp; ".join(f"{_badge(by)} {text(means)}" for by, means in LEGEND)
    yield ". A name: that person of the floor did it. Payments stand under Money.</p></section>"


def parted(told: Sequence[Told]) -> tuple[list[Told], list[Told]]:
    """What is left out of the page, and what is on it: a hold and a ruling always are."""
    begin = first_shown(told)
    left = [t for t in told[:begin] if not t.flag]
    return left, [t for t in told if t not in left]


def first_shown(told: Sequence[Told]) -> int:
    """The place of the first wager, or of the first card where nobody touched a wager."""
    found = (n for n, t in enumerate(told) if t.kind in WAGERS or OF_DEAL.match(t.text))
    return next(found, 0)


def _of_dealer(told: Told, dealer: str) -> Told:
    """What the dealer pressed is `attested`; the name stands above, under On duty."""
    if told.known_by != ATTESTED or not dealer:
        return told
    return replace(told, text=re.sub(rf", by {re.escape(dealer)}, [^,]+$", "", told.text))


def _left_out(left: Sequence[Told], all_of: Sequence[Told]) -> str:
    if not left:
        return f"all {len(all_of)} rows of the round"
    rows = [t.row for t in left]
    one = len(rows) == 1
    which = f"row {rows[0]} is" if one else f"{len(rows)} rows, {rows[0]} to {rows[-1]}, are"
    why = "from before the first wager (opening, decks, devices)"
    return f"{which} left out, {why}; all {len(all_of)} rows are in rows.db"


def _clock(story: Story, found: InForce) -> str:
    """As the system knew it when the round ended."""
    read = found.clock(story.told[-1].row) if story.told else None
    if read is None:
        return "The system had not said how right its clock is."
    kept = "" if read.synchronised else ", not synchronised"
    return f"Clock error at most {read.error_us / 1e6:.2f} s{kept}."


def _runs(told: Sequence[Told]) -> Iterator[list[Told]]:
    """Cards of the deal in a row are one step of the page, and so are wagers."""
    for _, run in groupby(told, _alike):
        found = [*run]
        yield from [found] if _alike(found[0])[0] else ([one] for one in found)


def _alike(one: Told) -> tuple[str, ...]:
    """What may stand in one step with the one before; nothing that was held or that follows on."""
    if one.flag:
        return ("",)
    if OF_DEAL.fullmatch(one.text):
        return ("deal",)
    if one.kind in WAGERS and not one.lines:
        return "wagers", one.known_by, one.clause
    return ("",)


def _words(run: Sequence[Told]) -> str:
    """Of one step, in HTML."""
    first, last = run[0], run[-1]
    if first is last:
        return inked(first.text)
    cards = [OF_DEAL.fullmatch(t.text) for t in (first, last)]
    if of := [m[1] for m in cards if m]:
        return text(f"Cards {' to '.join(of)} of the deal, face down")
    return "; ".join(f"<span>{inked(one.text)}</span>" for one in run)


class Said:
    """What a clause says stands once on a page: at its first step."""

    def __init__(self) -> None:
        self._at: dict[str, str] = {}
        self._above = ""

    def cell(self, clause: str, no: str) -> str:
        if clause and clause == self._above:
            said = "as above"
        elif at := self._at.get(clause):
            said = f"as at {at}"
        else:
            said = short(clause)
            if said:
                self._at[clause] = no
        self._above = clause
        return f'<td class="clause">{text(clause)}</td><td class="dim">{text(said)}</td>'


def _step(run: Sequence[Told], whose: Identity, says: Said) -> Iterator[str]:
    first, last = run[0], run[-1]
    no, row, said = str(first.no or ""), str(first.row), _words(run)
    if first is not last:
        no, row = f"{first.no}\N{EN DASH}{last.no}", f"{first.row}\N{EN DASH}{last.row}"
    lines = [x for t in run for x in t.lines if x.sort != "money"]
    followed = [x for x in lines if x.sort != "assumed"]
    more = "; ".join(f"<span>{inked(x.text)}</span>" for x in followed)
    what = f"<b>{said}</b>" if first.flag else said
    if more:
        what += f'<div class="dim">{more}</div>'
    mark = ' class="flag"' if first.flag else ""
    clause = _of_clause(first, says, no)
    yield f"<tr{mark}>{_cells(first, whose, no, row)}<td>{what}</td>{clause}</tr>"
    for x in lines:
        if x.sort == "assumed":
            yield _assumed(x, says, no)


def _cells(told: Told, whose: Identity, no: str, row: str) -> str:
    at = utc(told.at_us)
    times = (f"{local(told.at_us, whose.zone):%H:%M:%S}", f"{at:%H:%M:%S}")
    here, there = times if is_date(told.at_us) else ("no date", "")
    return (
        f'<td class="n">{no}</td><td class="t">{here}</td><td class="t dim">{there}</td>'
        f'<td class="n dim">{row}</td>'
    )


def _of_clause(told: Told, says: Said, no: str) -> str:
    named = any(told.known_by == name for _, name in told.people)
    return f"<td>{_badge(told.known_by, named=named)}</td>{says.cell(told.clause, no)}"


def _assumed(x: Line, says: Said, no: str) -> str:
    return (
        f'<tr><td colspan="4"></td><td>{inked(x.text)}</td><td>{_badge("assumed")}</td>'
        f"{says.cell(x.clause, no)}</tr>"
    )


def _badge(by: str, *, named: bool = False) -> str:
    how = {"assumed": " by-a", ATTESTED: " by-t"}.get(by, " by-n" if named else "")
    return f'<span class="by{how}">{text(by)}</span>' if by else ""


# ---- clauses ----
def means(clause: str) -> str:
    """Our own words for it; empty where the ledger does not have it."""
    return ledger.clause(clause).means if ledger.exists(clause) else ""


def short(clause: str) -> str:
    """Its first sentence, whole; all of it stands behind the steps."""
    return re.split(r"(?<=\w)[.;](?:\s|$)| \(", means(clause), maxsplit=1)[0]


def clauses(stories: Sequence[Story]) -> Iterator[str]:
    """What each clause of the page says, whole, in the words of the ledger."""
    known = [c for c in dict.fromkeys(c for s in stories for c in _named(s)) if means(c)]
    if not known:
        return
    yield "<section><h2>What the clauses say <small>in our own words</small></h2>"
    yield '<dl class="means">'
    for clause in known:
        yield f"<div><dt>{text(clause)}</dt><dd>{text(means(clause))}</dd></div>"
    yield "</dl></section>"


def _named(story: Story) -> Iterator[str]:
    for told in (*parted(story.told)[1], *story.adjusted):
        yield told.clause
        yield from (x.clause for x in told.lines if x.sort == "assumed")
    yield from (d.clause for d in story.doubts)
    yield from (p.clause for p in story.payments)
