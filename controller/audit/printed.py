"""What every printed piece of a record carries: whose table, which day, local time and UTC.

Texts that a person or device supplied may hold control or direction characters; printed raw, they
would let a terminal show something else than the record says.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from msgspec import Struct

from controller.errors import JournalError
from controller.journal.read import Reader
from controller.procedure.state.parts.day import gaming_day
from controller.table.record import Opening
from controller.table.recovery import newest_rules, rules_of

from .fold import zone_of

UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
"""Unicode categories that a terminal obeys instead of showing them."""


EARLIEST_US, LATEST_US = -(60_000_000_000 * 10**6), 250_000_000_000 * 10**6
"""Of the calendar that computers have, with a day to spare: the years 68 to 9892."""


def is_date(at_us: int) -> bool:
    return EARLIEST_US < at_us < LATEST_US


def utc(at_us: int) -> datetime:
    """What is no date is the first or the last that there is."""
    return datetime.fromtimestamp(min(max(at_us, EARLIEST_US), LATEST_US) / 1e6, UTC)


class Identity(Struct, frozen=True):
    """The table whose record it is, as its newest rules say."""

    asset: str = "not named"
    location: str = "not named"
    pack: str = "not named"
    gaming_day: tuple[str, str] = ("00:00", "UTC")
    zone: tzinfo | None = None

    def moment(self, at_us: int) -> str:
        """`2026-11-28 21:14:07.125 EST  02:14:07Z`; one that was forged may be none."""
        if not is_date(at_us):
            return f"no date ({at_us} us)"
        at = utc(at_us)
        local = at.astimezone(self.zone or UTC)
        milliseconds = f"{local:%Y-%m-%d %H:%M:%S.%f}"[:-3]
        return f"{milliseconds} {local:%Z}  {at:%H:%M:%S}Z"

    def day(self, at_us: int) -> str:
        if not is_date(at_us):
            return "no date"
        return gaming_day(at_us, *self.gaming_day)


def identity(reader: Reader) -> Identity:
    """Of a record whose rules cannot be read, nothing is known but that it is one."""
    try:
        newest = newest_rules(reader)
    except JournalError:
        return Identity()
    table = _table(newest.configuration)
    return Identity(
        asset=str(table.get("asset_number", "not named")),
        location=str(table.get("location", "not named")),
        pack=newest.pack,
        gaming_day=newest.gaming_day,
        zone=zone_of(newest),
    )


def _table(configuration: str) -> dict[str, object]:
    try:
        found = tomllib.loads(configuration)["table"]
    except (tomllib.TOMLDecodeError, LookupError):
        return {}
    return found if isinstance(found, dict) else {}


def heading(whose: Identity, at_us: int) -> Iterator[str]:
    """The lines above anything that is printed of a record."""
    zone = f"{whose.zone} and UTC" if whose.zone else "UTC; the record names no time zone"
    yield safe(
        f"table {whose.asset}, {whose.location}; pack {whose.pack};"
        f" gaming day {whose.day(at_us)}; times {zone}"
    )
    yield ""


def opening_lines(reader: Reader) -> Iterator[str]:
    """A record's first row as a person reads it: who opened it, with what rules and devices."""
    row = next(reader.rows(1))
    first, whose = rules_of(reader, row), identity(reader)
    yield from heading(whose, row.at_us)
    yield f"opened      {whose.moment(row.at_us)}"
    yield f"software    {safe(first.version)}, deciding code {safe(first.code)}"
    yield f"pack        {safe(first.pack)}"
    yield f"gaming day  begins {first.gaming_day[0]}, {safe(first.gaming_day[1])}"
    for key, value in sorted(first.options.items()):
        yield f"option      {safe(key)} = {safe(_option(value))}"
    for section in first.sections:
        yield f"wheel       {safe(section.symbol)}: {section.cents / 100:,.2f}"
    for title, rank in first.titles:
        yield f"title       {safe(title)} = {safe(rank)}"
    yield from _carried(first, whose)
    yield "configuration"
    for line in first.configuration.splitlines():
        yield f"  {safe(line)}".rstrip()


def _carried(opening: Opening, whose: Identity) -> Iterator[str]:
    """How the table stood where this file goes on from the one before."""
    carried = opening.carried
    if carried is None:
        return
    yield f"goes on     gaming day {safe(carried.day)}, round {carried.round}"
    if carried.decks_opened_at:
        opened = whose.moment(carried.decks_opened_at)
        yield f"decks       opened {opened}, {safe(carried.decks_reference or 'no reference')}"
    for name, cents in carried.meters:
        yield f"meter       {safe(name)}: {cents / 100:,.2f}"
    for duty in carried.duties:
        yield f"open duty   {safe(duty)}"


def _option(value: object) -> str:
    if not isinstance(value, dict):
        return str(value)
    approval = value.get("approval")
    said = str(value.get("value"))
    return f"{said} (approval {approval})" if approval else said


def safe(text: str) -> str:
    r"""The text with every character visible: `\u202e` for one that turns the line round."""
    return "".join(_visible(c) if unicodedata.category(c) in UNSEEN else c for c in text)


def shown(path: Path) -> str:
    """A file's name is whatever somebody gave it."""
    return safe(str(path))


def _visible(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
