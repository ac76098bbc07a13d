"""Another version of the software on a standing record: a row, a hold, two people.

Source: controller/README 6.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from controller.daemon.beside import Beside
from controller.domain import commands as cmd
from controller.domain.views.floor_view import Verdict
from controller.journal.read import open_reader
from controller.journal.verify import verify
from controller.procedure.state.house import House
from controller.table.manifest import Manifest, Part, manifest
from controller.table.record import SOFTWARE, decode_opening, decode_ran
from drivers.sim.rig import Rig
from tests.daemon.tabletop import Tabletop, a_tabletop
from tests.kit.wires.patience import PATIENCE_S

NEW = Part("controller", "0.2.0", "9c" * 32)
DRIVER = Part("pyserial", "9.9", "77" * 32)


def another(*parts: Part) -> Callable[[], Manifest]:
    """What runs here, but for those parts."""
    named = {part.name: part for part in parts}
    return lambda: tuple(named.get(part.name, part) for part in manifest())


@asynccontextmanager
async def running(folder: Path, rig: Rig, *parts: Part) -> AsyncIterator[Tabletop]:
    async with a_tabletop(folder, rig, software=another(*parts)) as table:
        yield table


def kinds(folder: Path) -> list[str]:
    with open_reader(folder / "journal.db") as reader:
        return [row.kind for row in reader.rows()]


def waits(table: Tabletop) -> str:
    """The id of what waits for two people."""
    return next(
        i.id
        for i in table.state.play.irregularities
        if i.kind == "other_software" and i.status == "raised"
    )


async def sign(table: Tabletop, by: str, rank: str, ruling: str) -> Verdict:
    return await table.floor(cmd.Ruled(irr=waits(table), ruling=ruling), rank, by=by)


async def test_opening_row_holds_the_manifest(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path):
        pass

    with open_reader(tmp_path / "journal.db") as reader:
        opening = decode_opening(reader.opening().record)
    assert opening.software == manifest()


async def test_same_software_starts_without_a_word(tmp_path: Path) -> None:
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig):
        pass
    async with a_tabletop(tmp_path, rig) as table:
        assert table.state.play.irregularities == ()

    assert SOFTWARE not in kinds(tmp_path)
    assert "SoftwareFound" not in kinds(tmp_path)


async def test_changed_driver_is_a_signed_row_and_stands_on_the_floors_page(
    tmp_path: Path,
) -> None:
    """The code that decides is the same; what moves the bytes is not."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig):
        pass

    async with running(tmp_path, rig, DRIVER) as table:
        page = table.daemon.door.floor_view()
        assert page.hold is not None
        assert page.hold.headline == "Stop. Other software. Floor."
        told = [duty.text for duty in page.duties]
        assert told[0].startswith("pyserial: ")
        assert told[0].endswith("→ 9.9 77777777")

    with open_reader(tmp_path / "journal.db") as reader:
        row = reader.last(SOFTWARE)
        assert row is not None
        ran = decode_ran(row.payload)
    assert ran.before == manifest()
    assert [name for name, _, _ in ran.differs] == ["pyserial"]
    at = kinds(tmp_path).index(SOFTWARE)
    assert kinds(tmp_path)[at + 1] == "signature"
    assert verify(tmp_path / "journal.db").fault is None


async def test_no_round_is_begun_before_two_people_have_accepted(tmp_path: Path) -> None:
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_with_a_full_shoe()
        await table.press("box1")

    async with running(tmp_path, rig, NEW) as table:
        assert table.state.play.boxes == (1,)
        await table.draw("box 1.1")
        assert table.state.play.dealt == ()
        assert (await sign(table, "Ben Roe", "casino_supervisor", "accepted")).verdict == "refused"
        assert (await sign(table, "Ada Fox", "floorperson", "verified")).verdict == "accepted"
        assert (await sign(table, "Ada Fox", "casino_supervisor", "accepted")).text == (
            "A second person signs this"
        )
        assert (await sign(table, "Cy Lee", "floorperson", "accepted")).verdict == "refused"
        assert (await sign(table, "Ben Roe", "casino_supervisor", "accepted")).verdict == "accepted"
        assert table.state.play.software.changes == ()

    async with running(tmp_path, rig, NEW) as table:
        asked = [i for i in table.state.play.irregularities if i.kind == "other_software"]
        assert [i.status for i in asked] == ["carried_out"]


async def test_round_goes_on_with_the_version_that_was_accepted(tmp_path: Path) -> None:
    """The way back needs nobody: it had been accepted."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
    async with running(tmp_path, rig, NEW) as table:
        assert table.offered("act7") is None

    async with a_tabletop(tmp_path, rig) as table:
        assert table.phase == "turn_due"
        await table.turn()
        assert table.phase == "settled"
    assert kinds(tmp_path).count(SOFTWARE) == 2


async def test_round_that_the_new_version_decides_otherwise_is_not_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """controller/README 6: finished with the version before, or void."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
        refused = await table.floor(cmd.ShuffleAsked(), "dealer")
        assert refused.verdict == "refused"

    no = House.no
    monkeypatch.setattr(
        House, "no", lambda *a, **more: (no(*a, **more)[0], no(*a, **more)[1] + "!")
    )
    async with running(tmp_path, rig, NEW) as table:
        held = [i for i in table.state.play.irregularities if i.status == "raised"]
        assert [i.kind for i in held] == ["other_software", "alignment_required"]
        assert "ShuffleAsked" in held[1].about
        assert (await sign(table, "Ada Fox", "floorperson", "verified")).verdict == "accepted"
        said = await sign(table, "Ben Roe", "casino_supervisor", "accepted")
        assert said.verdict == "refused"
        assert said.text.startswith("Finish this round with version 0.1.0 (")
        looked = cmd.Ruled(irr=held[1].id, ruling="as_they_lie", reason="looked at")
        assert (await table.floor(looked)).verdict == "accepted"
        void = cmd.RoundVoided(reason="another version")
        assert (await table.floor(void, "casino_supervisor")).verdict == "accepted"
        said = await sign(table, "Ben Roe", "casino_supervisor", "accepted")
        assert said.verdict == "accepted", said


async def test_installed_file_that_was_changed_holds_the_table(tmp_path: Path) -> None:
    """Whatever the package says of itself (console/README 6: a mismatch is no new round)."""
    beside = Beside(files=lambda: ["apsw: apsw/__init__.py was changed", "idna: gone"])
    async with a_tabletop(tmp_path, beside=beside) as table:
        async with asyncio.timeout(PATIENCE_S):
            while table.daemon.door.view().hold is None:
                await asyncio.sleep(0.01)
                time.sleep(0.01)  # the look is in a thread, and this clock jumps
        about = table.state.play.irregularities[-1].about
        assert about == "apsw: apsw/__init__.py was changed, 2 in all"
        shown = table.daemon.door.health().journal
        assert shown.software.endswith("), 2 installed files changed")
        assert shown.other_files
        assert (await sign(table, "Ada Fox", "floorperson", "verified")).verdict == "accepted"
        assert (await sign(table, "Ben Roe", "casino_supervisor", "accepted")).verdict == "accepted"
        assert table.daemon.door.view().hold is None


async def test_floor_is_told_that_the_installed_files_are_unchanged(tmp_path: Path) -> None:
    """`verify-self` for who stands at the table: what runs, and that it is what was installed."""
    async with a_tabletop(tmp_path, beside=Beside(files=list)) as table:
        async with asyncio.timeout(PATIENCE_S):
            while not (said := table.daemon.door.health().journal.software):
                await asyncio.sleep(0.01)
                time.sleep(0.01)  # the look is in a thread, and this clock jumps
    assert said.startswith("software 0.1.0 (")
    assert said.endswith("), installed files unchanged")
