"""A copy of the record is put back: what it does not know is closed, and no number comes twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

from controller.audit.explain import recent_rounds
from controller.domain import commands as cmd
from controller.domain.views.floor_view import Verdict
from controller.journal.backup import backup, restore
from controller.journal.keys import KeyRing
from controller.journal.read import open_reader
from controller.procedure.state.play import Irregularity
from drivers.sim.rig import Rig
from tests.daemon.tabletop import Tabletop, a_tabletop


async def put_back(folder: Path, copy: Path) -> None:
    await restore(copy, folder / "journal.db", KeyRing(folder / "keys").signer(1), at_us=1)


def of_the_copy(table: Tabletop) -> Irregularity:
    return next(i for i in table.state.play.irregularities if i.about.startswith("a copy"))


async def ruled(table: Tabletop, ruling: str) -> Verdict:
    said = Verdict(verdict="refused")
    while held := [i for i in table.state.play.irregularities if i.status == "raised"]:
        what = ruling if held[0].id == of_the_copy(table).id else "as_they_lie"
        said = await table.floor(cmd.Ruled(irr=held[0].id, ruling=what, reason="the disk died"))
        if said.verdict != "accepted":
            break
    return said


async def test_numbers_of_lost_rounds_are_passed_over_between_rounds(tmp_path: Path) -> None:
    """RESHUFFLE: the shoe that the copy knows is not the one that lies there."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_with_a_full_shoe()
        copy, _ = backup(tmp_path / "journal.db", tmp_path / "copy.db")
        await table.play_a_round()
        await table.press("act1")
        assert table.state.play.number == 2
    await put_back(tmp_path, copy)

    async with a_tabletop(tmp_path, rig) as table:
        assert offered_on_the_page(table) == ["CONTINUE AS DEALT", "RESHUFFLE", "ROUND NOT KNOWN"]
        assert (await ruled(table, "reshuffle")).verdict == "accepted"
        assert table.state.play.number == 2
        assert table.state.play.shoe == "rest_due"
        assert table.daemon.door.view().hold is None
    with open_reader(tmp_path / "journal.db") as reader:
        assert [line.no for line in recent_rounds(reader)] == [2]


async def test_open_round_of_a_copy_is_closed_as_not_known(tmp_path: Path) -> None:
    """It ended on the record that is lost; the next round has the number after the lost ones."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
        copy, _ = backup(tmp_path / "journal.db", tmp_path / "copy.db")
        await table.stand_all()
        await table.turn()
        await asyncio.sleep(3)
        await table.hands.pick_up()
        await table.press("act1")
        await table.play_a_round()
        await table.press("act1")
        assert table.state.play.number == 3
    await put_back(tmp_path, copy)

    async with a_tabletop(tmp_path, rig) as table:
        assert table.state.play.number == 1
        assert (await ruled(table, "void_round")).verdict == "accepted"
        assert table.phase == "settled"
        assert all(hand.dead for hand in table.state.play.hands)
        await table.hands.pick_up()
        said = await table.floor(cmd.LayoutCleared(), "dealer")
        assert said.verdict == "accepted"
        assert table.state.play.number == 3


def offered_on_the_page(table: Tabletop) -> list[str]:
    shown = table.daemon.door.floor_view().irregularities
    page = next(i for i in shown if i.id == of_the_copy(table).id)
    return [r.name for r in page.rulings]
