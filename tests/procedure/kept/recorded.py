"""A scenario to be kept: what the daemon recorded while it was played, with faces in the clear.

The procedure alone must decide each recorded input as the table did; else it is not kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from controller import config
from controller.bench.scenario.file import Scenario
from controller.bench.scenario.run import opened
from controller.bench.scenario.stage import Stage
from controller.bench.simulated.in_memory import passing_folder
from controller.bench.simulated.trouble import Trouble
from controller.bench.simulated.virtual_time import run_virtual
from controller.domain.sealed import Sealed
from controller.domain.structs import replace
from controller.journal.keys import KeyRing, load_table_key
from controller.journal.read import open_reader
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Recorded
from controller.procedure.state.whole import State
from controller.procedure.step import Procedure
from controller.table.record import decode_row
from controller.table.recovery import NO_INPUTS
from controller.table.vault import TableVault
from tests.kit.evening import OpenVault

from .evenings import Given, Kept, Table

SLACK_US = 2_000_000
"""The wall clock may run so far beside the table's own."""


def evening(scenario: Scenario) -> Kept:
    """Raises: ValueError where the scenario is not dealt under one set of rules by one clock."""
    with passing_folder("kept-") as folder:
        house, led = run_virtual(_played(scenario, Path(folder)))
        chosen = config.load(next(Path(folder).rglob("devices.toml")))
        rows = list(_rows(Path(folder)))
    first = rows[0].stamped
    zero = first.at - first.mono * 1000
    if any(abs(r.stamped.at - r.stamped.mono * 1000 - zero) > SLACK_US for r in rows):
        raise ValueError(f"{scenario.id}: its clock is set")
    table = Table(
        chosen.rules.pack,
        msgspec.json.decode(msgspec.json.encode(dict(chosen.rules.options))),
        sections=tuple((s.symbol, s.cents) for s in house.sections),
        tax_form_from=house.tax_form_from,
        began_at=zero,
        told_from=sum(r.stamped.seq <= led for r in rows),
    )
    if table.house.pack != house.pack:
        raise ValueError(f"{scenario.id}: its rules are not those of its options alone")
    _decided_alike(scenario, table, rows)
    return Kept(table, tuple(_given(rows)))


async def _played(scenario: Scenario, folder: Path) -> tuple[House, int]:
    """Under which house, and the row up to which the dealer only brought the table there."""
    with Trouble() as trouble:
        async with opened(scenario, folder) as table:
            stage = Stage(table, scenario.given, trouble)
            await stage.set_up()
            led = table.daemon.table.current.seq
            for step in scenario.steps:
                if wrong := await stage.step(step):
                    raise ValueError(f"{scenario.id}, step {step.number}: {wrong[0]}")
            return table.daemon.house, led


def _rows(folder: Path) -> Iterator[Recorded]:
    keys = next(folder.rglob("table.key")).parent
    vault = TableVault(load_table_key(keys), days=KeyRing(keys).cards)
    with open_reader(next(folder.rglob("journal.db"))) as reader:
        for row in reader.rows():
            if row.kind not in NO_INPUTS:
                found = decode_row(row.payload)
                yield replace(found, stamped=_clear(found.stamped, vault))


def _clear(what: Any, vault: TableVault) -> Any:
    """With each seal opened: `OpenVault` reads it."""
    if isinstance(what, Sealed):
        face = vault.open(0, what)[0] if what.ct else ""
        return Sealed(face.encode().ljust(4), b"w") if face else what
    if isinstance(what, msgspec.Struct):
        names = [field.name for field in msgspec.structs.fields(what)]
        clear = {name: _clear(getattr(what, name), vault) for name in names}
        return msgspec.structs.replace(what, **clear)
    return tuple(_clear(one, vault) for one in what) if isinstance(what, tuple) else what


def _decided_alike(scenario: Scenario, table: Table, rows: list[Recorded]) -> None:
    procedure, state = Procedure(table.house), State()
    for row in rows:
        step = procedure.step(state, row.stamped, OpenVault())
        told, was = step.outcome, row.outcome
        if (told.verdict, told.text) != (was.verdict, was.text):
            raise ValueError(f"{scenario.id}, row {row.stamped.seq}: {was.text} is {told.text}")
        state = step.state


def _given(rows: list[Recorded]) -> Iterator[Given]:
    mono, seq = 0, 2
    for row in rows:
        st = row.stamped
        yield Given(st.mono - mono, 0 if st.seq == seq + 1 else st.seq, st.input)
        mono, seq = st.mono, st.seq
