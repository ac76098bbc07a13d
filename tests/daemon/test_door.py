"""The consoles' door: what a tap gets, what pages are told, what a log never tells."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
import structlog
from pytest_mock import MockerFixture

from controller.bench.simulated.virtual_time import run_virtual
from controller.domain import commands as cmd
from controller.domain.views.view import Allowed
from controller.procedure.step import Procedure
from drivers.sim.rig import Rig
from tests.daemon.tabletop import Tabletop, a_tabletop, rows

FACE = re.compile(r"\b[2-9AJQKT][cdhs]\b")


async def test_double_tap_acts_once_and_hears_the_same(tmp_path: Path) -> None:
    """console/README: results of the last 64 request ids are in the state."""
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        offered = of(table, "box3")
        first, second = await asyncio.gather(
            table.tap(offered, rid="twice-00001"), table.tap(offered, rid="twice-00001")
        )
        later = await table.tap(offered, rid="twice-00001")

        assert first.verdict == second.verdict == later.verdict == "accepted"
        assert table.state.play.boxes == (3,)


async def test_refusal_is_heard_again_in_the_same_words(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        close = cmd.Turned(by="dealer", rid="refused-0001")
        first = await table.daemon.door.command(close)
        second = await table.daemon.door.command(close)

        assert first.verdict == second.verdict == "refused"
        assert first.clause
        assert first == second


async def test_tap_on_what_is_no_longer_offered_is_stale(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        offered = of(table, "box3")
        await table.tap(offered)

        assert (await table.tap(offered)).verdict == "stale"
        assert table.state.play.boxes == (3,)


async def test_fault_in_the_procedure_is_a_hold_without_text(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    """controller/README 2: `step` never raises; the dealer reads that it could not be decided."""
    async with a_tabletop(tmp_path) as table:
        mocker.patch.object(Procedure, "_book", side_effect=KeyError("As"))
        said = await table.press("act1")
        mocker.stopall()

        assert (said.verdict, said.text) == ("refused", "The controller could not decide this.")
        assert table.view.signal == "stop"


async def test_slow_reader_gets_one_turn_for_many_changes(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        changes = table.daemon.door.subscribe()
        await table.open_with_a_full_shoe()

        await anext(changes)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await anext(changes)
        await table.press("box1")
        await anext(changes)
    with pytest.raises(StopAsyncIteration):
        await anext(changes)


async def test_door_that_is_closed_ends_a_late_subscription(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        door = table.daemon.door
    with pytest.raises(StopAsyncIteration):
        await anext(door.subscribe())


async def test_view_is_built_once_for_all_pages(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        door = table.daemon.door
        first = door.view(), door.floor_view(), door.sign_view()
        assert first == (door.view(), door.floor_view(), door.sign_view())
        assert door.view() is first[0]
        await table.press("act1")

        assert door.view() is not first[0]


async def test_clause_is_explained_in_the_ledgers_words(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        door = table.daemon.door
        assert door.explain("MA 8.a")
        assert not door.explain("MA 99.z")


async def test_command_after_the_end_is_not_recorded(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        door = table.daemon.door
        seq = table.daemon.table.current.seq

    said = await door.command(cmd.FloorCalled(rid="after-00001"))
    assert said.verdict == "not_recorded"
    assert len(list(rows(tmp_path))) + 2 == seq


async def test_no_log_line_tells_a_card(tmp_path: Path) -> None:
    """controller/README 1.2: logs are written before a card is turned."""
    with structlog.testing.capture_logs() as logged:
        async with a_tabletop(tmp_path) as table:
            await table.open_with_a_full_shoe()
            await table.deal("8c", "9d", "7d", "5c", "9c", "Kd")
            await table.hands.pull("shoe", "plugged", value=False)
            await asyncio.sleep(10)
            await table.hands.pull("shoe", "plugged", value=True)
            await table.hands.pull("shoe", "corrupt", 20)
            await table.draw("box 1.1", "box 1.1")
            await asyncio.sleep(10)

    assert len(logged) > 1
    assert not FACE.search(json.dumps(logged))


def test_page_is_the_same_whatever_lies_face_down(tmp_path: Path) -> None:
    """controller/README 1.2: blank the hole card, and all that left the process is the same."""
    seen = []

    async def deal(folder: Path, hole: str) -> None:
        async with a_tabletop(folder, Rig(1)) as table:
            await table.open_with_a_full_shoe()
            await table.deal("8c", "9d", "7d", "5c", "9c", hole)
            door = table.daemon.door
            seen.append((door.view(), door.floor_view(), door.sign_view(), door.rounds()))

    for hole in ("Kd", "2s"):
        folder = tmp_path / hole
        folder.mkdir()
        run_virtual(deal(folder, hole))

    assert seen[0] == seen[1]


def of(table: Tabletop, slot: str) -> Allowed:
    found = table.offered(slot)
    assert found is not None
    return found
