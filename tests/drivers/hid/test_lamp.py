"""Lamps: the colour that is wanted, again and again, and never an old one when nobody moves it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from drivers.event import DeviceUp
from drivers.hid import lamp
from drivers.hid.lamp import AMBER, DARK, GREEN, RED, Blink1, BlinkStick, Settings
from drivers.link.usb import open_usb
from drivers.sim.hid.lamp import PATTERN, SimLamp
from tests.drivers.links.test_link_usb import threads_end
from tests.kit.wires.bus import Bus, Plugged
from tests.kit.wires.table import until
from tests.kit.wires.vendor import bench

VECTORS = {
    v["name"]: bytes.fromhex(v["hex"])
    for v in msgspec.json.decode((Path(__file__).parents[1] / "vectors" / "hid.json").read_bytes())
}
KINDS: dict[str, Any] = {"blink1": Blink1, "blinkstick": BlinkStick}


def test_reports_are_those_of_the_fact_sheet() -> None:
    assert lamp.blink1_colour(255, 0, 0) == VECTORS["blink1_red"]
    assert lamp.blinkstick_colour(255, 0, 0) == VECTORS["blinkstick_1"]
    watchdog, said = VECTORS["blink1_tickle"], lamp.blink1_watchdog()
    assert (said[:3], len(said)) == (watchdog[:3], len(watchdog))
    assert int.from_bytes(said[3:5], "big") == lamp.SILENT_10MS


@pytest.mark.parametrize(
    "kind",
    [pytest.param(k, marks=pytest.mark.proves(k, "lamp", link="wire")) for k in KINDS],
)
async def test_lamp_shows_what_is_wanted_and_after_a_new_plug_again(kind: str) -> None:
    sim = SimLamp(kind)  # type: ignore[arg-type]
    async with bench(KINDS[kind], Settings(), sim) as b:
        await asyncio.sleep(1)
        for wanted, colour in (("go", GREEN), ("look", AMBER), ("stop", RED)):
            b.tell("show_lamp", wanted)
            await asyncio.sleep(0.1)
            assert sim.shows == colour
        sim.pull("plugged", False)
        sim._colour = DARK
        await asyncio.sleep(2)
        sim.pull("plugged", True)
        await asyncio.sleep(8)

        assert sim.shows == RED
        assert [up.identity.role for up in b.recorder.of(DeviceUp)] == ["lamp", "lamp"]
    assert sim.strange == 0


async def test_lamp_that_is_left_alone_is_seen_to_be() -> None:
    """A dark or flashing lamp means that nobody moves it: a green one would be a lie."""
    alone, dark = SimLamp("blink1"), SimLamp("blinkstick")
    for sim, kind in ((alone, Blink1), (dark, BlinkStick)):
        async with bench(kind, Settings(), sim) as b:
            b.tell("show_lamp", "go")
            await asyncio.sleep(30)
            assert sim.shows == GREEN
    alone.tick(alone.line.now_s + 6)

    assert alone.shows == PATTERN
    assert dark.shows == DARK


async def test_lamp_is_as_bright_as_the_pit_wants_it() -> None:
    sim = SimLamp("blink1")
    async with bench(Blink1, Settings(bright=20), sim) as b:
        b.tell("show_lamp", "go")
        await asyncio.sleep(1)

        assert sim.shows == (0, 51, 0)
    with pytest.raises(ValueError, match="1 to 100 percent"):
        Settings(bright=0)


@pytest.mark.parametrize(
    ("ids", "driver", "request_type", "value"),
    [
        pytest.param(
            *((0x27B8, 0x01ED), Blink1, 0x21, 0x0301),
            marks=pytest.mark.proves("blink1", "lamp", link="usb"),
        ),
        pytest.param(
            *((0x20A0, 0x41E5), BlinkStick, 0x20, 0x0001),
            marks=pytest.mark.proves("blinkstick", "lamp", link="usb"),
        ),
    ],
)
def test_over_usb_a_colour_is_a_feature_report(
    ids: tuple[int, int], driver: Any, request_type: int, value: int
) -> None:
    """HID without an OUT endpoint is written by SET_REPORT; a refused report loses no lamp."""
    device = Plugged(keyboard=True)
    device.ids = ids

    def red() -> bool:
        told = [data for *_, data in device.reports]
        return any(tuple(data[2:5] if len(data) == 8 else data[1:4]) == RED for data in told)

    async def main() -> None:
        link = await open_usb(f"{ids[0]:04x}:{ids[1]:04x}", backend=Bus(device))
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        one = driver(link, Settings(), lambda _: done, lambda _: 0, name="lamp")
        running = asyncio.ensure_future(one.run())
        await until(lambda: one.counters.hellos)
        device.refuses_reports = True
        one.show_lamp("look")
        await until(lambda: device.refused)
        device.refuses_reports = False
        one.show_lamp("stop")
        await until(red)
        assert not running.done()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        link.close()
        await threads_end()

    asyncio.run(main())
    assert {(kind, found) for kind, found, *_ in device.reports} == {(request_type, value)}
    assert red()
