"""Journals that earlier versions wrote: each opens, verifies, is shown and goes on for ever.

`tests/fixtures/journals/<day of the version>/` holds whole evenings with the keys that signed
them: one closed, one between two rounds after a change of the rules, one in the middle of a round.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from controller.bench.simulated import setup
from controller.cli import run
from controller.config import load
from controller.daemon import Daemon
from controller.domain import commands as cmd
from controller.journal.keys import load_public_key
from controller.journal.read import open_reader
from controller.journal.verify import verify
from controller.table.earlier import snapshot_of
from controller.table.record import SNAPSHOT
from controller.table.recovery import inputs, recover
from drivers.sim.hosting.memory import MemoryHost
from tests.daemon.tabletop import Tabletop, now

KEPT = Path(__file__).parents[2] / "fixtures" / "journals"
EVENINGS = sorted(folder for day in KEPT.iterdir() for folder in day.iterdir())
ROUNDS = {"massachusetts-closed": 12, "maryland-between-rounds": 8, "massachusetts-mid-round": 6}
"""The number of the round that was open, or would have been the next."""
ACCEPTED = (
    ("Ada Fox", "floorperson", "verified"),
    ("Ben Roe", "casino_supervisor", "accepted"),
)


@pytest.fixture(params=EVENINGS, ids=lambda f: f"{f.parent.name}-{f.name}")
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return copied(request.param, tmp_path)


def copied(kept: Path, to: Path) -> Path:
    """A copy that may be written; git keeps no rights of files."""
    folder = to / kept.name
    shutil.copytree(kept, folder)
    for private in (*folder.glob("keys/*.key"), *folder.glob("journal.db*")):
        private.chmod(0o600)
    return folder


def a_day_later() -> float:
    """Those evenings were written by the bench's clock, which begins where this one does."""
    return now() + 86_400


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Tabletop]:
    config = load(folder / "devices.toml")
    sections = setup.SECTIONS if config.wheel else {}
    built = setup.build(config.rules.pack, config.rules.options, sections or setup.SECTIONS)
    rig = built.rig(1)
    host = MemoryHost(rig.world, rig.devices)
    try:
        async with Daemon(
            config, host.open, simulated=True, consoles=False, now=a_day_later
        ) as daemon:
            await asyncio.sleep(3)
            yield Tabletop(daemon, rig)
    finally:
        host.close()


def test_evening_of_before_is_proven(evening: Path) -> None:
    """Chain and signatures do not age."""
    report = verify(evening / "journal.db", load_public_key(evening / "keys" / "signing.pub"))

    assert report.fault is None
    assert report.signed > 0


def test_each_row_and_snapshot_of_before_still_decodes(evening: Path) -> None:
    """journal/FORMAT: old journals decode for ever; a field that a row lacks has a value."""
    with open_reader(evening / "journal.db") as reader:
        count = sum(1 for _ in inputs(reader, 3))
        snapshots = [snapshot_of(r.payload) for r in reader.rows() if r.kind == SNAPSHOT]

    assert count > 50
    assert len(snapshots) > 3


def test_evening_of_before_is_shown_and_its_hands_are_told(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also by commands that are newer than the record."""
    assert run(["journal", "show", str(evening / "journal.db")]) == 0
    shown = capsys.readouterr().out
    assert "DealOk" in shown or "deal ok" in shown.lower()
    assert run(["journal", "hand", str(evening / "journal.db"), "2"]) == 0
    assert "round 2" in capsys.readouterr().out.lower()


def test_start_folds_the_open_round_and_no_closed_one(evening: Path) -> None:
    """controller/README 6: from the newest snapshot, whatever version wrote it."""
    with open_reader(evening / "journal.db") as reader:
        found = recover(reader)
        newest = reader.last(SNAPSHOT)
        assert newest is not None
        behind = sum(1 for _ in inputs(reader, snapshot_of(newest.payload).resume))

    assert found.folded <= behind < 40
    if found.difference is not None:
        assert found.difference.row > newest.seq


async def test_evening_of_before_goes_on_and_ends_without_a_round_told_twice(
    evening: Path,
) -> None:
    """Other devices stand there now: a person says that the cards lie as they lie, and closes.

    Two people accept the software first; one that would decide the open round otherwise waits for
    the void.
    """
    async with opened(evening) as table:
        before = [line.no for line in table.daemon.door.rounds()]
        phase = table.phase
        for held in table.state.play.irregularities:
            if held.kind == "other_software":
                software = held.id
            elif held.status == "raised" and held.kind != "cover_card_early":
                said = await table.floor(
                    cmd.Ruled(irr=held.id, ruling="as_they_lie", reason="looked at")
                )
                assert said.verdict == "accepted", (held.kind, said)
        if phase != "wagering":
            voided = cmd.RoundVoided(reason="another version of the program")
            said = await table.floor(voided, "casino_supervisor")
            assert said.verdict == "accepted", said
        for by, rank, ruling in ACCEPTED:
            said = await table.floor(cmd.Ruled(irr=software, ruling=ruling), rank, by=by)
            assert said.verdict == "accepted", said
        if table.state.play.opening != "closed":
            said = await table.floor(cmd.TableClosed(reason="over"), "casino_supervisor")
            assert said.verdict == "accepted", said
        after = [line.no for line in table.daemon.door.rounds()]

    assert max(before) == ROUNDS[evening.name]
    assert len(after) == len(set(after))
    assert max(after) <= max(before) + 1
    assert verify(evening / "journal.db").fault is None
