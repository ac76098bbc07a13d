"""From a configuration to the open journal and the state that stands in it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from controller.config import Config, pack_of
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.errors import ConfigError, JournalError, PackError
from controller.journal.append import Journal, create_journal, open_journal
from controller.journal.backup import Restored, decode_restored
from controller.journal.days import names
from controller.journal.days.lost import require_never_begun
from controller.journal.keys import KeyRing
from controller.journal.read import Reader, open_reader, openings
from controller.journal.rows import OPENING, RESTORED, STOPPED, Draft
from controller.journal.versions import decode_opening as decode_file
from controller.procedure.engine.fold import Report
from controller.procedure.irregularities.catalog_check import verify
from controller.procedure.state.house import House, Section
from controller.procedure.state.parts.day import gaming_day
from controller.procedure.state.parts.rules_offer import changes, needs_closed, told
from controller.procedure.state.whole import State
from controller.rules.pack import read
from controller.table.manifest import Manifest, own_version
from controller.table.record import (
    BEGUN,
    ENCODE,
    RULES,
    SNAPSHOT,
    Opening,
    Snapshot,
    code_hash,
    decode_opening,
    house_of,
    offer_id,
)
from controller.table.recovery import FIRST_INPUT, Progress, Recovered, newest_rules, recover
from controller.table.vault import key_id

from . import software


class Opened(Struct, frozen=True):
    """The journal, ours alone, and where it stands."""

    journal: Journal
    recovered: Recovered
    in_force: Opening
    first_key: bytes
    """Public key of the record's first file, with which every later one is proven."""
    day: str
    """The gaming day with which the newest file was begun."""
    shoe: int
    """The row that loaded the shoe, or that began the file with it. Its cards have its key."""
    offered: Opening | None = None
    """What the configuration holds, where that is not in force."""
    software: fact.SoftwareFound | None = None
    """What is to be said of the software that runs; None = nothing new."""
    last_at: int = 0
    """When the newest row was recorded, by the clock of then. Units: us UTC."""
    restored: Restored | None = None
    """A copy was put back since the last start."""
    after: str = ""
    """How the run before ended, as `Started` says it."""


def house_of_config(config: Config) -> House:
    """Raises: PackError, ConfigError."""
    wheel = config.wheel.sections if config.wheel is not None else ()
    pack = pack_of(config)
    verify(pack)
    return House(
        pack,
        sections=tuple(Section(s.name, s.cents) for s in wheel),
        titles=tuple(config.roles.items()),
        gaming_day_start=config.table.gaming_day_start,
        timezone=config.table.timezone,
        tax_form_from=config.table.tax_form_from,
    )


def opening_of(config: Config, house: House, software: Manifest = ()) -> Opening:
    """What row 1 says of this configuration. Raises: PackError."""
    return decode_opening(
        ENCODE(
            Opening(
                pack=config.rules.pack,
                pack_text=read(config.rules.pack),
                options=config.rules.options,
                sections=house.sections,
                titles=house.titles,
                configuration=config.text,
                version=own_version(),
                code=code_hash(),
                gaming_day=(house.gaming_day_start, house.timezone),
                tax_form_from=house.tax_form_from,
                software=software,
            )
        )
    )


async def open_record(
    config: Config,
    *,
    at_us: int,
    progress: Progress | None,
    report: Report | None = None,
    running: Manifest = (),
) -> Opened:
    """Open or begin the journal, and fold it: a journal goes on under the rules in force in it.

    Raises: ConfigError, PackError; JournalError also when another daemon writes it.
    """
    wanted = house_of_config(config)
    opening, keys = opening_of(config, wanted, running), KeyRing(config.journal.keys)
    path = config.journal.path
    names.require_record_name(path)
    if not names.parts(path):
        require_first(config)
        _begin(path, opening, keys, at_us)
    journal = open_journal(path, keys.signer)
    with _closed_on_error(journal):
        with open_reader(path) as reader, _known_rules(config):
            found = recover(reader, progress, report)
            verify(found.procedure.house.pack)
            last_at = next(reader.rows(reader.head().seq)).at_us
            ran = software.last_run(reader)
            to_say = software.to_say(reader, found, running)
            back, after = _put_back(reader), _ended(reader)
            _require_cards_key(reader, keys)
            in_force, day = newest_rules(reader), _day_of(reader, found)
            _, first = next(openings(path))
            shoe = reader.last((fact.ShoeLoaded.__name__, OPENING))
        if found.difference is not None:
            await _adopt(journal, opening.code, found, at_us)
        if running and (row := software.row(journal.head.seq + 1, at_us, ran, running)):
            await journal.commit([row], sign=True)
    offered = None if wanted == found.procedure.house else opening
    return Opened(
        journal,
        found,
        in_force,
        first.public_key,
        day,
        shoe.seq if shoe is not None else BEGUN,
        offered=offered,
        software=to_say,
        last_at=last_at,
        restored=back,
        after=after,
    )


def require_first(config: Config) -> None:
    """Raises: JournalError when something is left of a record that stood there."""
    require_never_begun(config.journal.path, KeyRing(config.journal.keys), FIRST_INPUT - 1)


def _begin(path: Path, opening: Opening, keys: KeyRing, at_us: int) -> None:
    nothing = ENCODE(Snapshot(opening.code, FIRST_INPUT, State()))
    first, signer = Draft(2, at_us, "table", SNAPSHOT, nothing), keys.signer(1)
    said = ENCODE(replace(opening, cards=key_id(keys.cards_to_be(1))))
    keys.make_cards(1)
    create_journal(path, at_us=at_us, record=said, signer=signer, rows=[first])


def _require_cards_key(reader: Reader, keys: KeyRing) -> None:
    """Without it no hidden card of the newest file could be turned. Raises: ConfigError.

    That of a first file may still wait for its name: the file had to be there before.
    """
    keys.name_cards(1)
    file = reader.opening(reader.opening_row())
    named = decode_opening(file.record).cards
    key = keys.cards(file.number)
    if named and (key is None or key_id(key) != named):
        what = "is not the key of its file" if key is not None else "does not exist"
        do = "Restore it from the safe copy of the keys"
        raise ConfigError(what, where=str(keys.cards_path(file.number)), do=do)


def _day_of(reader: Reader, found: Recovered) -> str:
    """The gaming day with which the newest file was begun.

    The first has none in its name; a clock that was ahead then is not believed.
    """
    row = next(reader.rows(reader.opening_row()))
    if named := decode_file(row.payload, str(reader.path)).day:
        return named
    house, known = found.procedure.house, found.state.play.day.date
    began = gaming_day(row.at_us, house.gaming_day_start, house.timezone)
    return min(began, known) if known else began


def _ended(reader: Reader) -> str:
    """A run that took other rules goes on after their row: nobody stopped it.

    A file begins under a running table: its opening stands for the start.
    """
    newest = reader.last((fact.Started.__name__, STOPPED, RULES, OPENING))
    if newest is None or newest.kind == RULES or newest.seq == BEGUN:
        return ""
    return "stopped" if newest.kind == STOPPED else "lost"


async def note_stop(journal: Journal, at_us: int) -> None:
    """Signed, so that what an evening ends with is proven. A disk that is full takes no row."""
    for _ in range(2):  # a batch that was still being written comes before it
        row = Draft(journal.head.seq + 1, at_us, "table", STOPPED, b"\xc0")
        with contextlib.suppress(JournalError):
            await journal.commit([row], sign=True)
            return


def _put_back(reader: Reader) -> Restored | None:
    row = reader.last((RESTORED, fact.Started.__name__, OPENING))
    if row is None or row.kind != RESTORED:
        return None
    return decode_restored(row.payload)


def put_back_in_words(back: Restored) -> str:
    """`a copy was put back; missing: rows 212, closed rounds 3`."""
    rows = str(max(0, back.known - back.kept)) if back.known else "not known"
    rounds = "not known" if back.rounds is None else str(back.rounds)
    return f"a copy was put back; missing: rows {rows}, closed rounds {rounds}"


def offer_of(house: House, in_force: Opening, offered: Opening | None) -> fact.RulesOffered:
    """What the table is told of the rules that wait; nothing waits = no offer in it."""
    if offered is None:
        return fact.RulesOffered()
    wanted = house_of(offered)
    changed = changes(house, wanted)
    closed = needs_closed(wanted, changed)
    now = offer_id(in_force)
    return fact.RulesOffered(offer=offer_id(offered), changes=changed, closed=closed, in_force=now)


def in_words(in_force: House, offer: fact.RulesOffered) -> str:
    """For whoever starts the table; empty = nothing waits."""
    if not offer.offer:
        return ""
    changed = "; ".join(told(in_force, one) for one in offer.changes)
    when = in_force.line("rules_closed" if offer.closed else "rules_now")[1]
    return f"other rules wait: {changed}. Two people accept them on /floor, {when}"


def offered(config: Config) -> tuple[House, fact.RulesOffered]:
    """The house in force at the journal's head, and what waits beside it; nothing is folded.

    Raises: ConfigError, PackError, JournalError.
    """
    wanted = house_of_config(config)
    with open_reader(config.journal.path) as reader, _known_rules(config):
        in_force = newest_rules(reader)
        _require_cards_key(reader, KeyRing(config.journal.keys))
    house = house_of(in_force)
    other = None if wanted == house else opening_of(config, wanted)
    return house, offer_of(house, in_force, other)


@contextlib.contextmanager
def _known_rules(config: Config) -> Iterator[None]:
    """No fold goes over rules that this version does not read any more."""
    try:
        yield
    except PackError as error:
        raise ConfigError(
            f"the journal was written under rules that this version does not read: {error}",
            where=f"{config.file.name}: $.journal.path",
            do=f"Keep {config.journal.path} for the auditor; name a new file and other keys",
        ) from error


async def _adopt(journal: Journal, code: str, found: Recovered, at_us: int) -> None:
    """The table goes on from the state before the difference: the next start must find it too."""
    seq = journal.head.seq + 1
    snapshot = ENCODE(Snapshot(code, seq + 1, found.state, found.mono, found.rules))
    await journal.commit([Draft(seq, at_us, "table", SNAPSHOT, snapshot)], sign=True)


@contextlib.contextmanager
def _closed_on_error(journal: Journal) -> Iterator[None]:
    try:
        yield
    except BaseException:
        journal.close()
        raise
