"""Two devices kept events while the daemon was down: one likely order, confirmed by a person."""

from __future__ import annotations

import asyncio
from pathlib import Path

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.play import Irregularity
from drivers.sim.rig import Rig
from tests.daemon.tabletop import Tabletop, a_tabletop, rows
from tests.secrecy.people import tap_floor


async def test_order_that_is_proposed_is_the_one_that_is_least_irregular(tmp_path: Path) -> None:
    """The shoe is heard before the wheel, but the chip lay there before the cards.

    Source: controller/README 2.
    """
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_with_a_full_shoe()
        await table.press("box4")
    rig.world.set_chip(4, on=True)
    rig.mischief.arrange(["As", "7d", "Kc", "Kd"])
    for place in ("box 4.1", "dealer.up", "box 4.1", "dealer.hole"):
        rig.world.draw(place)
    await asyncio.sleep(1)

    async with a_tabletop(tmp_path, rig) as table:
        hold = table.daemon.door.floor_view().irregularities[0]
        assert "Two devices kept events" in hold.headline
        assert table.state.play.dealt == ()
        said = await table.tap(next(a for a in table.view.allowed if a.command == "FloorCalled"))
        assert said.verdict == "accepted"
        ruled = await tap_floor(table, hold.rulings[0].body, hold.rulings[0].token)
        assert ruled.verdict == "accepted"
        await asyncio.sleep(1)

        assert [i.kind for i in open_ones(table)] == ["free_ruling"]
        assert {(w.box, w.kind) for w in table.state.play.wagers} == {
            (4, "main"),
            (4, "bonus_spin"),
        }
        assert len(table.state.play.dealt) == 4
        await table.press("act1")
        await table.turn()
        assert table.phase == "settled"
    told = [r.stamped.input for r in rows(tmp_path)]
    assert [type(i) for i in told if isinstance(i, fact.CardDrawn | fact.WagerSensed)][-5:] == [
        *[fact.CardDrawn] * 4,
        fact.WagerSensed,
    ]
    assert any(isinstance(i, cmd.Ruled | cmd.BacklogConfirmed) for i in told)


def open_ones(table: Tabletop) -> list[Irregularity]:
    return [i for i in table.state.play.irregularities if i.status == "raised"]


async def test_cards_of_the_next_round_are_not_the_dealers_when_they_were_kept(
    tmp_path: Path,
) -> None:
    """The table's clock stands still while the daemon is down, the dealer does not.

    Source: controller/README 2.
    """
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "7d", "Qc", "9c", "3d")
        await table.stand_all()
        await table.turn()
        await table.hands.mischief.arrange(["7h"])
        await table.hands.draw("dealer.hole")
        await asyncio.sleep(0.2)
        assert table.phase == "settled"
    rig.world.pick_up()
    rig.mischief.arrange(["8h", "9h", "7c", "Qh", "9s", "Kd"])
    for place in ("box 1.1", "box 4.1", "dealer.up", "box 1.1", "box 4.1", "dealer.hole"):
        rig.world.draw(place)

    async with a_tabletop(tmp_path, rig) as table:
        assert table.state.play.number == 2
        assert len(table.state.play.dealt) == 6
        assert open_ones(table) == []
        await table.press("act1")
        await table.turn()
        assert table.phase == "settled"
