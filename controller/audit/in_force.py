"""What was in force at a row of the record: rules, software, devices, clock, who could sign in."""

from __future__ import annotations

import json

from msgspec import Struct

from controller.domain import facts as fact
from controller.journal.read import Reader
from controller.journal.rows import OPENING
from controller.table.manifest import as_text
from controller.table.record import SOFTWARE, Opening, decode_ran
from controller.table.recovery import FIRST_INPUT, IN_FORCE, inputs, rules_in, rules_of

CONTROLLER = "controller"
SHORT = 8
"""Hex digits of a hash that a page shows where the whole of it lies beside the page."""


class Seen(Struct, frozen=True):
    """A device that had said who it is, with the row of its newest hello."""

    row: int
    hello: fact.DeviceUp


class InForce(Struct, frozen=True, kw_only=True):
    opening: Opening
    software: str
    """One part a line: name, version, sha256."""
    program: str
    """`0.1.0, 5c1e77b0`: version, and the beginning of the hash of its code."""
    devices: tuple[tuple[str, Seen], ...]
    """By the name that devices.toml gives it."""
    clocks: tuple[tuple[int, fact.ClockRead], ...]
    """(row, what the system said of its clock), oldest first."""
    licences: tuple[tuple[str, str], ...]
    """(name, licence number) of whoever has one."""

    def clock(self, row: int) -> fact.ClockRead | None:
        """As it was last read before that row; None = never."""
        return next((c for at, c in reversed(self.clocks) if at <= row), None)


def in_force(reader: Reader, last: int) -> InForce:
    rules = reader.last(IN_FORCE, before=last + 1)
    opening = rules_of(reader, rules) if rules else rules_in(reader)
    ran = reader.last((SOFTWARE, OPENING), before=last + 1)
    changed = ran is not None and ran.kind == SOFTWARE
    parts = decode_ran(ran.payload).after if ran and changed else opening.software
    own = next((p for p in parts if p.name == CONTROLLER), None)
    version, code = (own.version, own.hash) if own else (opening.version, opening.code)
    devices: dict[str, Seen] = {}
    clocks: list[tuple[int, fact.ClockRead]] = []
    licences: dict[str, str] = {}
    for row, recorded in inputs(reader, FIRST_INPUT):
        if row.seq > last:
            break
        match recorded.stamped.input:
            case fact.DeviceUp() as item:
                devices[item.device] = Seen(row.seq, item)
            case fact.ClockRead() as item:
                clocks.append((row.seq, item))
            case fact.PeopleFound() as item:
                licences |= dict(item.licences)
    return InForce(
        opening=opening,
        software=as_text(parts) if parts else f"controller {opening.version} {opening.code}\n",
        program=f"{version}, {code[:SHORT]}",
        devices=tuple(devices.items()),
        clocks=tuple(clocks),
        licences=tuple(licences.items()),
    )


def devices_as_json(found: InForce) -> str:
    told: dict[str, dict[str, object]] = {}
    for name, seen in found.devices:
        who = seen.hello.identity
        kept = {field: getattr(who, field) for field in who.__struct_fields__}
        told[name] = {"row": seen.row, "boot": seen.hello.boot, **kept}
    return f"{json.dumps(told, indent=1, sort_keys=True)}\n"
