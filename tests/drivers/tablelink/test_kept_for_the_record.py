"""What a device tells of itself is kept: firmware, cause of its start, its clock, its counters."""

from __future__ import annotations

import asyncio

import pytest

from drivers.driver import Counters, counted_by
from drivers.event import CardDrawn, DeviceLost, DeviceUp
from drivers.sim.rig import Rig as SimRig
from drivers.tablelink.clocks import Clocks
from drivers.tablelink.messages import wire
from drivers.tablelink.session import wall_ms
from drivers.tablelink.settings import TablelinkSettings
from drivers.tablelink.shoe_scanner import ShoeScanner
from tests.kit.wires.rig import BOOT, NEXT_BOOT, Recorder, card, greeted
from tests.kit.wires.vendor import bench

from .test_moved import Clock, Heard


async def test_hello_keeps_the_hash_of_the_firmware_and_why_it_started() -> None:
    recorder = Recorder()
    async with greeted("wheel", recorder, firmware_hash=b"\xde\xad", reset_cause="brownout"):
        (up,) = recorder.of(DeviceUp)

    assert (up.identity.firmware_hash, up.reset_cause) == ("dead", "brownout")


async def test_loss_keeps_what_was_counted() -> None:
    """Frames, errors and telemetry as they stood: nobody can ask a device that is gone."""
    rig = SimRig(1)
    async with bench(ShoeScanner, TablelinkSettings(), rig.shoe) as b:
        await asyncio.sleep(5)
        rig.shoe.end.tell("motor_ma", 1234)
        await asyncio.sleep(1)
        rig.shoe.pull("plugged", False)
        await asyncio.sleep(1)
        (lost,) = b.recorder.of(DeviceLost)

    counted = dict(lost.counted)
    assert counted["motor_ma"] == 1234
    assert counted["frames_in"] > 5
    assert "up" not in counted


def test_what_is_counted_is_numbers_alone() -> None:
    counters = Counters(frames_in=3, up=True, memory=b"As", telemetry={"x": 1})

    assert counted_by(counters) == (("frames_in", 3), ("x", 1))


# ---- the device's clock ----
def test_earliest_estimate_of_a_boot_holds() -> None:
    """Bytes may be late; they are never early."""
    clocks = Clocks()
    assert clocks.at(BOOT, 500) == 0
    clocks.heard(BOOT, 1000, 61_900)
    clocks.heard(BOOT, 2000, 62_000)
    clocks.heard(BOOT, 3000, 64_000)

    assert clocks.at(BOOT, 500) == 60_500
    assert clocks.at(NEXT_BOOT, 500) == 0


async def test_event_that_was_kept_through_an_outage_is_told_with_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """PONG says how long ago the boot was: the answer comes before what was kept."""
    from drivers.tablelink import session

    monkeypatch.setattr(session, "wall_ms", lambda: 1_000_000)
    recorder = Recorder()
    async with greeted("shoe_scanner", recorder, last_event=1) as rig:
        ping = wire.Pong(1, BOOT, 0, 1, 0, ms=100_000)
        rig.far.send(ping, card(1, flags=wire.RESENT))
        await asyncio.sleep(1)

        (drawn,) = recorder.of(CardDrawn)
        assert drawn.at == 900_000 + 1000


async def test_device_of_version_1_0_tells_no_time_and_is_as_welcome() -> None:
    recorder = Recorder()
    async with greeted("shoe_scanner", recorder, last_event=1) as rig:
        rig.far.send(card(1, flags=wire.RESENT))
        await asyncio.sleep(1)

        assert [drawn.at for drawn in recorder.of(CardDrawn)] == [0]


# ---- 1.1: who are you, and begin anew ----
def test_simulator_shows_itself_and_forgets_when_it_is_meant() -> None:
    rig = SimRig(1)
    host = Heard(rig.shoe.end)
    clock = Clock(rig.shoe, host)
    clock.run(1)
    end = rig.shoe.end
    end.moved, end.results.accepted = 4711, 9 << 48
    host.say(wire.Blink(10))
    host.say(wire.Forget(end.retained.boot, "another"))
    host.say(wire.Forget("00" * 12, end.identity.serial))
    assert (end.moved, end.blinks_until_s > 5) == (4711, True)
    boot = end.retained.boot

    host.say(wire.Forget(boot, end.identity.serial))

    assert (end.moved, end.results.accepted, end.retained.n) == (0, 0, 0)
    assert end.retained.boot != boot
    assert wall_ms() > 0
