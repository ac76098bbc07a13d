"""What the table writes into a journal: the opening record, inputs with outcomes, snapshots."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from controller.procedure.irregularities.catalog_check import brought_up
from controller.procedure.state.house import House, Section
from controller.procedure.state.inputs import Recorded
from controller.procedure.state.whole import State
from controller.rules.pack import apply_options, load, parse_recorded

from .manifest import Manifest

SNAPSHOT = "snapshot"
RULES = "rules"
"""An opening record in the middle of a journal: in force from the next row on."""
SOFTWARE = "software"
"""What runs from here on, where it is not what ran before."""
BEGUN = 1
"""The row of a journal's own opening record."""
PURE = ("controller.domain", "controller.rules", "controller.procedure")
"""The packages whose code decides; a snapshot names the code that made it."""


class Carried(Struct, frozen=True, omit_defaults=True):
    """What a later file takes over, as a person reads it; the snapshot behind it is the state."""

    day: str = ""
    round: int = 0
    meters: tuple[tuple[str, int], ...] = ()
    """What each stood at. Units: cents, rounded down."""
    decks_opened_at: int = 0
    """us UTC; 0 = no set had come yet."""
    decks_reference: str = ""
    duties: tuple[str, ...] = ()
    """What was still open."""


class Opening(Struct, frozen=True, omit_defaults=True):
    """What a journal was opened with, whole, so that it replays under its own rules.

    A row of kind `rules` has the same shape: what was accepted there.
    """

    pack: str
    pack_text: str
    options: dict[str, Any]
    """As written in devices.toml: a value, or one with its approval."""
    sections: tuple[Section, ...]
    titles: tuple[tuple[str, str], ...]
    configuration: str
    version: str
    code: str
    gaming_day: tuple[str, str] = ("06:00", "UTC")
    """When it begins, and in which time zone."""
    tax_form_from: int | None = None
    software: Manifest = ()
    """Everything that ran when it was written."""
    carried: Carried | None = None
    """Of a later file: how the table stood."""
    cards: bytes = b""
    """Short name of the key of the file's hidden cards; empty = the table's key leads to it."""


class Ran(Struct, frozen=True):
    """A row of kind `software`: an audit of what changed under a standing record."""

    before: Manifest
    after: Manifest
    differs: tuple[tuple[str, str, str], ...]
    """(name, before, after) of each part that is not the same."""


class Snapshot(Struct, frozen=True):
    """The state between two rounds. `resume` = the first row that it has not seen."""

    code: str
    resume: int
    state: State
    mono: int = 0
    """The table's clock in ms, where no row after it tells it."""
    rules: int = BEGUN
    """The row whose rules are in force."""


ENCODE = msgspec.msgpack.Encoder().encode
decode_row = msgspec.msgpack.Decoder(Recorded).decode
decode_snapshot = msgspec.msgpack.Decoder(Snapshot).decode
decode_opening = msgspec.msgpack.Decoder(Opening).decode
decode_ran = msgspec.msgpack.Decoder(Ran).decode


def house_of(opening: Opening) -> House:
    """The house under which a journal was written, by this version or before. Raises: PackError."""
    where = f"opening record, pack {opening.pack}"
    pack = parse_recorded(opening.pack_text, opening.pack, where)
    if pack != (shipped := load(opening.pack)):
        pack = brought_up(pack, shipped)
    return House(
        apply_options(pack, opening.options),
        sections=opening.sections,
        titles=opening.titles,
        gaming_day_start=opening.gaming_day[0],
        timezone=opening.gaming_day[1],
        tax_form_from=opening.tax_form_from,
    )


def offer_id(opening: Opening) -> str:
    """Short name of what decides in it; the code and the devices do not."""
    decides = (
        opening.pack_text,
        opening.options,
        opening.sections,
        opening.titles,
        opening.gaming_day,
        opening.tax_form_from,
    )
    return hashlib.sha256(ENCODE(decides)).hexdigest()[:12]


def came_to(state: State) -> str:
    """Short name of where the table stands: cards and their places, hands, money, what is open.

    Two versions may accept the same card and book it elsewhere: the outcome would not tell.
    """
    p = state.play
    stands = (
        (p.opening, p.shuffle, p.cut, p.shoe, p.round, p.dealer_hand, p.wheel),
        (p.number, p.loaded, p.drawn, p.racked, p.removed, len(p.dealt), len(p.dealer)),
        tuple((h.box, h.number, len(h.cards), h.done, h.dead) for h in p.hands),
        p.payments,
        tuple(i.id for i in p.irregularities if i.status == "raised"),
    )
    return hashlib.blake2b(ENCODE(stands), digest_size=6).hexdigest()


@cache
def code_hash() -> str:
    """Short name of all code and data that decide."""
    digest = hashlib.sha256()
    for package in PURE:
        for path in _sources(files(package)):
            digest.update(path)
    return digest.hexdigest()[:16]


def _sources(folder: object) -> list[bytes]:
    found: list[bytes] = []
    entries = sorted(folder.iterdir(), key=lambda e: e.name)  # type: ignore[attr-defined]
    for entry in entries:
        if entry.is_dir() and entry.name != "__pycache__":
            found += _sources(entry)
        elif entry.name.endswith((".py", ".toml")):
            found += [entry.name.encode(), entry.read_bytes()]
    return found
