"""From a configuration to the open journal and the state that stands in it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from importlib import metadata

from msgspec import Struct

from controller.config import Config, pack_of
from controller.errors import ConfigError
from controller.journal.append import Journal, create_journal, open_journal
from controller.journal.keys import load_signer
from controller.journal.read import open_reader
from controller.journal.rows import Draft
from controller.procedure.house import House, Section
from controller.procedure.irregularities.check import verify
from controller.procedure.state import State
from controller.procedure.step import Procedure
from controller.rules.pack import read
from controller.table.record import (
    ENCODE,
    RULES,
    SNAPSHOT,
    Opening,
    Snapshot,
    code_hash,
    decode_opening,
    same_rules,
)
from controller.table.recovery import FIRST_INPUT, Difference, Progress, Recovered, recover


class Opened(Struct, frozen=True):
    """The journal, ours alone, and where it stands. Units: `mono` ms of the table's clock."""

    journal: Journal
    state: State
    mono: int
    folded: int
    """Rows that were folded to get here."""
    difference: Difference | None = None


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


def opening_of(config: Config, house: House) -> Opening:
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
                version=_version(),
                code=code_hash(),
                gaming_day=(house.gaming_day_start, house.timezone),
                tax_form_from=house.tax_form_from,
            )
        )
    )


async def open_record(
    config: Config, house: House, procedure: Procedure, *, at_us: int, progress: Progress | None
) -> Opened:
    """Open or begin the journal, and fold it.

    Raises: ConfigError, PackError; JournalError also when another daemon writes it.
    """
    opening, signer = opening_of(config, house), load_signer(config.journal.keys)
    path = config.journal.path
    if not path.exists():
        first = Draft(
            2, at_us, "table", SNAPSHOT, ENCODE(Snapshot(opening.code, FIRST_INPUT, State()))
        )
        create_journal(path, at_us=at_us, record=ENCODE(opening), signer=signer, rows=[first])
    journal = open_journal(path, signer)
    with _closed_on_error(journal):
        with open_reader(path) as reader:
            _require_same_rules(config, decode_opening(reader.opening().record), opening)
            found = recover(reader, procedure, opening.code, progress)
        if found.difference is not None:
            await _adopt(journal, opening.code, found, at_us)
    return Opened(journal, found.state, found.mono, found.folded, found.difference)


def _require_same_rules(config: Config, then: Opening, now: Opening) -> None:
    if same_rules(then, now):
        return
    changed = [name for name in RULES if getattr(then, name) != getattr(now, name)]
    words = {
        "pack_text": f"pack {now.pack}" if then.pack == now.pack else f"pack was {then.pack}",
        "options": "[rules.options]",
        "sections": "[wheel]",
        "titles": "[roles]",
        "gaming_day": "[table] gaming_day_start or timezone",
        "tax_form_from": "[table] tax_form_from",
    }
    raise ConfigError(
        f"the journal was begun under other rules ({', '.join(words[n] for n in changed)})",
        where=f"{config.file.name}: $.journal.path",
        do=f"Keep {config.journal.path} for the auditor and name a new file here",
    )


async def _adopt(journal: Journal, code: str, found: Recovered, at_us: int) -> None:
    """The table goes on from the state before the difference: the next start must find it too."""
    seq = journal.head.seq + 1
    snapshot = ENCODE(Snapshot(code, seq + 1, found.state, found.mono))
    await journal.commit([Draft(seq, at_us, "table", SNAPSHOT, snapshot)], sign=True)


@contextlib.contextmanager
def _closed_on_error(journal: Journal) -> Iterator[None]:
    try:
        yield
    except BaseException:
        journal.close()
        raise


def _version() -> str:
    try:
        return metadata.version("dealer-assist")
    except metadata.PackageNotFoundError:
        return "not installed"
