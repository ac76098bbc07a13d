"""The daemon from its configuration to dealt rounds: real drivers, bytes and journal."""

from __future__ import annotations

import asyncio
from pathlib import Path

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.journal.verify import verify
from drivers.sim.rig import Rig
from tests.daemon.tabletop import a_tabletop, rows


async def test_table_opens_shuffles_loads_burns_and_plays_a_round(tmp_path: Path) -> None:
    """controller/README 2: every tap and every card goes through record and procedure."""
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        await table.play_a_round()

        assert table.phase == "settled"
        paid = {(p.box, p.kind, p.direction) for p in table.state.play.payments}
        assert paid == {(1, "main", "pay"), (4, "main", "pay")}
        assert table.state.play.irregularities == ()

    kinds = [type(r.stamped.input) for r in rows(tmp_path)]
    assert kinds[0] is fact.Started
    assert kinds.count(fact.CardDrawn) == 7
    assert kinds.count(fact.ShuffleDone) == kinds.count(fact.ShoeLoaded) == 1
    assert cmd.DealOk in kinds


async def test_rounds_follow_each_other_and_each_is_signed(tmp_path: Path) -> None:
    """journal/FORMAT: the step that closes a round is followed by a snapshot and a signature."""
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        await table.play_a_round()
        await table.play_a_round()

        assert table.state.play.number == 2
        assert table.daemon.door.health().journal.signed_to == 1
        assert [line.state for line in table.daemon.door.rounds()] == ["open", "settled"]
        steps = await table.daemon.door.steps(1)
        assert steps[-1].text == "Cards picked up, round closed"
        assert await table.daemon.door.steps(1) is steps

    assert verify(tmp_path / "journal.db", None).fault is None


async def test_reader_is_free_only_for_the_peek_that_is_due(tmp_path: Path) -> None:
    """controller/README 2: a level is a function of the state, sent after each commit."""
    async with a_tabletop(tmp_path, Rig(1, reader_lockable=True)) as table:
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "Kc", "Qc", "9c", "7d")
        assert table.phase in {"insurance", "peek_due"}
        await asyncio.sleep(1)
        await table.hands.slide_in()
        await asyncio.sleep(1)
        await table.hands.slide_out()
        await asyncio.sleep(1)

        assert table.state.play.peek is False
        assert table.phase == "turn_due"


async def test_wheel_spins_once_for_the_seat_whose_trigger_stands(tmp_path: Path) -> None:
    """Order from kind to verb: the order carries the id of its row, the wheel turns once."""
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        await table.hands.set_chip(4, on=True)
        await asyncio.sleep(1)
        await table.press("box4")
        await table.deal("8c", "Ad", "7d", "Qc", "Kc", "Kd")
        await table.stand_all()
        await table.turn()
        await asyncio.sleep(1)
        await table.hands.mischief.rig_wheel("8")
        await table.hands.press_seat(4)
        await asyncio.sleep(60)

        spins = [(s.box, s.status, s.section) for s in table.state.play.spins]
        assert spins == [(4, "rested", "8")]
        assert table.state.orders[-1].status == "done"
        paid = {(p.box, p.kind): p.cents for p in table.state.play.payments}
        assert paid[(4, "bonus_spin")] == 800


async def test_rail_key_is_a_command_of_the_dealer(tmp_path: Path) -> None:
    """The four keys take the state's target; each press is a request of its own.

    Source: console/README 2.2.
    """
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "7d", "5c", "8d", "Kd")
        assert table.phase == "deciding"
        await table.hands.press_key("next")
        await asyncio.sleep(1)
        await table.hands.press_key("next")
        await asyncio.sleep(1)

        assert table.phase == "turn_due"
        await table.turn()
    pressed = [
        r.stamped.input for r in rows(tmp_path) if isinstance(r.stamped.input, cmd.KeyPressed)
    ]
    assert [(p.key, p.where) for p in pressed] == [("next", "keypad")] * 2
    assert len({p.rid for p in pressed}) == 2


async def test_shuffler_progress_is_shown_while_it_runs(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        await table.open_table()
        await table.hands.fill_shuffler()
        await table.press("act1")
        await asyncio.sleep(60)

        shuffle = table.view.shuffle
        assert shuffle is not None
        assert 100 < shuffle.done < 200
        assert "running" in table.daemon.door.health().devices[1].state
