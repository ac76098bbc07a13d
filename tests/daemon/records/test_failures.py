"""What breaks around the table: the disk, plugs, the wrong device, a driver's fault."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import apsw
import pytest
import structlog
from pytest_mock import MockerFixture

from controller.bench.simulated import setup
from controller.bench.simulated.virtual_time import VirtualLoop
from controller.daemon import Daemon
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.rules.pack import apply_options, load
from drivers import catalog
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig
from tests.daemon.tabletop import Tabletop, a_tabletop, rows
from tests.kit.progressives import OPTIONS, XTREME


class Disk:
    full = False


@pytest.fixture
def disk(mocker: MockerFixture) -> Disk:
    """The journal's disk; `full` fails every commit."""
    disk = Disk()

    class Connection(apsw.Connection):
        def execute(self, statements: str, *args: Any, **kwargs: Any) -> apsw.Cursor:
            if disk.full and statements == "BEGIN IMMEDIATE":
                raise apsw.FullError("database or disk is full")
            return super().execute(statements, *args, **kwargs)

    mocker.patch("apsw.Connection", Connection)
    return disk


async def test_nothing_moves_while_nothing_can_be_recorded(tmp_path: Path, disk: Disk) -> None:
    """The pages say it, taps read `not recorded`, the cards wait in the shoe.

    Source: controller/README 1.1, 2.
    """
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        await table.press("box1")
        before = table.state
        disk.full = True
        offered = table.offered("box4")
        assert offered is not None
        said = await table.tap(offered)
        await table.hands.mischief.arrange(["8c", "7d", "Qc", "Kd"])
        await table.draw("box 1.1", "dealer.up")
        await asyncio.sleep(20)

        assert said.verdict == "not_recorded"
        assert table.state == before
        assert table.view.next_step.text == "Cannot record. Stop."
        assert table.view.allowed == ()
        assert table.rig.world.shown["lamp"] == "stop"
        assert not table.daemon.door.health().journal.recording
        await table.daemon.table.answers()

        disk.full = False
        await asyncio.sleep(5)

        assert table.state.play.drawn == 3
        assert table.phase == "dealing"
        notes = [i.kind for i in table.state.play.irregularities if i.status == "raised"]
        assert notes[0] == "recording_failed"
        assert table.view.signal == "look"
        assert table.daemon.door.health().journal.recording

    recorded = list(rows(tmp_path))
    noted = [n for n, r in enumerate(recorded) if isinstance(r.stamped.input, fact.Noted)]
    drawn = [n for n, r in enumerate(recorded) if isinstance(r.stamped.input, fact.CardDrawn)]
    assert len(noted) == 1
    assert drawn[0] < noted[0] < drawn[1]


async def test_start_on_a_full_disk_serves_pages_and_waits(tmp_path: Path, disk: Disk) -> None:
    async with a_tabletop(tmp_path):
        pass
    disk.full = True
    async with a_tabletop(tmp_path) as table:
        assert table.view.next_step.text == "Cannot record. Stop."
        disk.full = False
        await asyncio.sleep(5)

        assert table.offered("act1") is not None
    first = [r.stamped.input for r in rows(tmp_path)]
    assert len([i for i in first if isinstance(i, fact.Started)]) == 2


@pytest.mark.parametrize("name", ["reader", "shuffler", "shoe", "wheel", "keypad"])
async def test_device_that_is_unplugged_is_lost_and_comes_back(tmp_path: Path, name: str) -> None:
    """drivers/README: lost is a normal state; it is recorded, shown, and closes by itself."""
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        await table.hands.pull(name, "plugged", value=False)
        await asyncio.sleep(15)

        shown = device(table, name)
        assert not shown.good
        assert "unplugged" in shown.state
        assert lost(table) == [name]

        await table.hands.pull(name, "plugged", value=True)
        await asyncio.sleep(15)

        assert device(table, name).good
        assert lost(table) == []
        await table.play_a_round()
        assert table.phase == "settled"


async def test_shoe_that_comes_back_tells_the_card_drawn_meanwhile(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "7d", "5c", "9c", "Kd")
        await table.hands.pull("shoe", "plugged", value=False)
        await asyncio.sleep(5)
        await table.hands.mischief.arrange(["4h"])
        await table.hands.draw("box 1.1")
        await table.hands.pull("shoe", "plugged", value=True)
        await asyncio.sleep(10)

        assert [s.face for s in table.state.play.hands[0].cards] == ["8c", "5c", "4h"]


async def test_swapped_devices_are_refused_by_name(tmp_path: Path) -> None:
    """drivers/README: the handshake says who answers; two swapped plugs are not taken."""
    rig = Rig(1)
    rig.devices["shoe"], rig.devices["wheel"] = rig.devices["wheel"], rig.devices["shoe"]
    async with a_tabletop(tmp_path, rig, wait_s=20) as table:
        said = device(table, "shoe").state
        assert "wheel" in said
        assert "answers where a shoe_scanner is configured" in said
        assert sorted(lost(table)) == ["shoe", "wheel"]
        assert not table.offered("act1")


async def test_simulated_device_is_refused_outside_the_bench(tmp_path: Path) -> None:
    """drivers/README: a hello that says `simulated` is taken only with --bench."""
    async with a_tabletop(tmp_path, wait_s=10, simulated=False) as table:
        assert "is simulated; run --bench" in device(table, "shoe").state
        assert not table.view.simulated
        assert table.state.devices[2].heard is False

    assert not [r for r in rows(tmp_path) if isinstance(r.stamped.input, fact.Reading)]


@pytest.mark.parametrize("able", [False, True])
async def test_wheel_that_cannot_be_told_whose_spin_it_is_is_refused_where_a_box_has_two(
    tmp_path: Path, able: bool
) -> None:
    """Maryland's `xtreme_model = each`: a box may have a Bonus Spin and an Xtreme spin."""
    rig = Rig(1, rings=setup.rings("maryland", {"xtreme": True}), wheel_names_wager=able)
    host = MemoryHost(rig.world, rig.devices)
    each = {"value": "each", "approval": {"reference": "MD-7", "date": "2026-01-01"}}
    chosen = {"order": "right_to_left", **OPTIONS, **XTREME, "xtreme_model": each}
    config = setup.write(
        tmp_path,
        {name: f"sim:{name}" for name in rig.devices},
        pack="maryland",
        options=chosen | setup.choices(apply_options(load("maryland"), chosen)),
        wheel=setup.printed_wheel("maryland", chosen),
    )
    async with Daemon(config, host.open, simulated=True, consoles=False) as daemon:
        await asyncio.sleep(15)
        wheel = next(d for d in daemon.devices if d.spec.name == "wheel")

        lacking = "Wheel 1 SIM-WHEEL-1 lacks the capability wager, which the options need"
        assert (lacking in wheel.reason) is not able
    host.close()


async def test_bench_marks_every_page(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        door = table.daemon.door
        assert door.view().simulated
        assert door.floor_view().simulated
        assert door.sign_view().simulated


@pytest.mark.parametrize(("out", "shown"), [(False, "locked"), (True, "open")])
async def test_device_out_of_service_is_not_asked_for_anything(
    tmp_path: Path, out: bool, shown: str
) -> None:
    """The wheel locks at the first card, but one that is out of service is left alone.

    Source: controller/README 2.
    """
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        await asyncio.sleep(1)
        assert table.rig.world.shown["wheel"] == "open"
        said = await table.floor(cmd.OutOfService(device="wheel", out=out, reason="worn"))
        assert said.verdict == ("accepted" if out else "refused"), "it serves already"
        await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
        await asyncio.sleep(1)

        assert table.rig.world.shown["wheel"] == shown
        assert device(table, "wheel").state == ("out of service" if out else "ok")


async def test_fault_in_a_driver_ends_neither_table_nor_other_devices(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    """controller/README 2: a driver that fails is a device lost, not the end of the daemon."""

    class Broken:
        def __init__(self, *_: Any, **more: Any) -> None:
            self.counters = more["counters"]

        async def run(self) -> None:
            raise ZeroDivisionError

        def be_locked(self, locked: bool) -> None: ...

        def be_armed(self, box: int) -> None: ...

        def want(self, orders: object) -> None: ...

    tablelink = catalog.DRIVERS["tablelink"]
    broken = catalog.Entry(tablelink.settings, {**tablelink.devices, "wheel": Broken})
    mocker.patch.dict(catalog.DRIVERS, {"tablelink": broken})
    async with a_tabletop(tmp_path, wait_s=20) as table:
        assert device(table, "wheel").state == "lost: driver failed: ZeroDivisionError"
        assert device(table, "shoe").good
        ran = asyncio.ensure_future(table.daemon.run())
        await asyncio.sleep(1)
        assert not ran.done()
        table.daemon.end()
        assert await ran is None


async def test_table_that_ends_ends_the_daemon(tmp_path: Path, mocker: MockerFixture) -> None:
    """The table or its writer ending is for systemd: the daemon says what it was.

    Source: controller/README 2.
    """
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    async with a_tabletop(tmp_path) as table:
        loop.go_real()  # in virtual time there is no writer that could end
        mocker.patch.object(table.daemon.journal._writer, "submit", side_effect=RuntimeError)
        await table.press("act1") if table.offered("act1") else None

        assert isinstance(await table.daemon.run(), RuntimeError)


def device(table: Tabletop, name: str) -> Any:
    return next(d for d in table.daemon.door.health().devices if d.name == name.capitalize())


def lost(table: Tabletop) -> list[str]:
    open_ones = (i for i in table.state.play.irregularities if i.status == "raised")
    return [i.about for i in open_ones if i.kind == "device_lost"]


async def test_last_frames_go_into_the_log_at_a_loss_and_tell_no_card(tmp_path: Path) -> None:
    """Issue 14.3: the engineer sees what was said last; of an event only that it was."""
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        await table.press("box1")
        await table.hands.mischief.arrange(["8c", "7d", "Qc", "Kd"])
        await table.draw("box 1.1", "dealer.up")
        with structlog.testing.capture_logs() as logged:
            await table.hands.pull("shoe", "plugged", value=False)
            await asyncio.sleep(3)

    told = [line for line in logged if line["event"] == "last_frames"]
    frames = [frame for line in told for frame in line["frames"]]
    assert {line["device"] for line in told} == {"shoe"}
    assert 10 < len(frames) <= 64
    assert any(" EVENT " in frame and frame.endswith(", masked") for frame in frames)
    assert not any(card in frame for frame in frames for card in ("8c", "7d", "CARD_DRAWN"))
    assert all(len(str(line)) < 4000 for line in told)
