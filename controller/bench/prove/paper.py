"""The report of a bench run: one page that needs nothing from outside, ready to print."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from drivers.bench.decks import FOREIGN, UNREAD, Compared, confused
from drivers.bench.found import Outcome

from . import charts

CONFUSED = 20
"""So many rows of the matrix of confusion."""
FOOT = "A second person must accept a pass before the unit goes to a table."
SIMULATED = "A SIMULATED device: this says nothing of any real one."
WORDS = {UNREAD: "not read", FOREIGN: "another back", "": ""}


def page(
    outcome: Outcome, *, port: str, driver: str, began: datetime, ended: datetime, by: str = ""
) -> str:
    """HTML; whatever the device said of itself is escaped."""
    environment = Environment(autoescape=True, trim_blocks=True)
    template = environment.from_string(
        files(__package__).joinpath("report.html").read_text("utf-8")
    )
    unit = outcome.unit
    mark, word, headline = _verdict(outcome)
    return template.render(
        outcome=outcome,
        unit=unit,
        name=f"{unit.role.replace('_', ' ').capitalize()} {unit.serial}".strip(),
        about=_about(outcome, port, driver, began, ended),
        by=by,
        mark=mark,
        word=word,
        headline=headline,
        said=_said(outcome),
        **_pictures(outcome),
        sheet=sheet(),
        foot=SIMULATED if unit.simulated else FOOT,
        version=f"dealer-assist {version('dealer-assist')}",
    )


def sheet() -> Markup:
    """The style of a printed page, ours and without a `<`."""
    return Markup(files(__package__).joinpath("sheet.css").read_text("utf-8"))  # noqa: S704


def _about(
    outcome: Outcome, port: str, driver: str, began: datetime, ended: datetime
) -> list[tuple[str, str]]:
    unit = outcome.unit
    hashed = unit.firmware_hash
    short = f"sha256 {hashed[:8]} … {hashed[-4:]}" if len(hashed) > 16 else hashed
    model = " ".join(filter(None, (unit.vendor, unit.model))) or "not told"
    return [
        ("Unit", f"{model}, role {unit.role}"),
        ("Serial", unit.serial or "not told"),
        ("Firmware", ", ".join(filter(None, (unit.firmware, short))) or "not told"),
        ("Port", port),
        ("Driver", driver),
        ("Bench", f"{began:%d %b %Y, %H:%M:%S} to {ended:%H:%M:%S %Z}".rstrip()),
    ]


def _verdict(outcome: Outcome) -> tuple[str, str, str]:
    failed, judged = outcome.count("failed"), len(outcome.found) - outcome.count("skipped")
    if failed:
        what = "one" if failed == 1 else str(failed)
        return "bad", "FAIL", f"Not fit for play: {what} of {judged} requirements failed"
    if outcome.count("skipped"):
        return "part", "PASS", f"Nothing failed; {outcome.count('skipped')} not tested"
    return "ok", "PASS", f"All {judged} requirements passed"


def _said(outcome: Outcome) -> str:
    skipped = [one for one in outcome.found if one.verdict == "skipped"]
    return " ".join(f"Not tested: {one.title}, {one.why}." for one in skipped)


def _pictures(outcome: Outcome) -> dict[str, Any]:
    drawn: dict[str, Any] = {}
    if took := outcome.replies_ms:
        drawn["latency"] = Markup(charts.latency(took))  # noqa: S704 - drawn here from numbers
        drawn["latency_words"] = _latency_words(took)
    if cells := outcome.cells:
        drawn["deck"] = Markup(charts.deck(cells))  # noqa: S704 - drawn here, texts are escaped
        drawn["stated"] = sum(bool(cell.stated) for cell in cells)
        right = sum(cell.stated == cell.read for cell in cells)
        drawn["deck_words"] = f"{right} right; a red cell shows what was read, - is nothing"
        pairs = Compared(tuple((cell.stated, cell.read) for cell in cells))
        drawn["confused"] = [
            (was, WORDS.get(got, got), times) for was, got, times in confused(pairs)[:CONFUSED]
        ]
    if outcome.sections:
        drawn["wheel"] = Markup(charts.wheel(outcome.sections))  # noqa: S704 - texts are escaped
    return drawn


def _latency_words(took: Sequence[float]) -> str:
    ordered = sorted(took)

    def part(of: float) -> float:
        return ordered[min(len(ordered) - 1, int(of * len(ordered)))]

    return (
        f"median {part(0.5):.1f} ms, 99 % under {part(0.99):.1f} ms, "
        f"the slowest {ordered[-1]:.1f} ms, {len(took):,} replies"
    )
