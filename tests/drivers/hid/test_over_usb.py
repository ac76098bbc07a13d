"""Keypad, badge reader and scanner through the USB link, on a bus in memory."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from drivers.hid.badge import PosScanner, Settings, Wedge
from drivers.keypad import Keypad
from drivers.keypad import Settings as Rail
from drivers.link.usb import open_usb
from drivers.reading import BadgeRead, KeyPressed, open_concealed
from drivers.sim.hid.badge import PosReader, WedgeReader
from tests.drivers.links.test_link_usb import threads_end
from tests.kit.wires.bus import Bus, Plugged
from tests.kit.wires.rig import Recorder
from tests.kit.wires.table import until

SETTLED_S = 2 * Rail().settle_s
"""What was held down at the plug is no press."""
ENTER, UP = bytes((0, 0, 0x58, 0, 0, 0, 0, 0)), bytes(8)


def typed(text: str) -> list[bytes]:
    reader = WedgeReader()
    reader.hold(text)
    data = reader.take()
    return [data[at : at + 8] for at in range(0, len(data), 8)]


def scanned(text: str) -> list[bytes]:
    reader = PosReader()
    reader.hold(text)
    return [reader.take()]


CASES: list[Any] = [
    pytest.param(
        *(Keypad, Rail(), [ENTER, UP], "next"),
        marks=pytest.mark.proves("keypad", "keys", link="usb"),
        id="keypad",
    ),
    pytest.param(
        *(Wedge, Settings(), typed("B-0042"), "B-0042"),
        marks=pytest.mark.proves("badge-wedge", "badge", link="usb"),
        id="wedge",
    ),
    pytest.param(
        *(PosScanner, Settings(), scanned("B-0042"), "B-0042"),
        marks=pytest.mark.proves("badge-scanner", "badge", link="usb"),
        id="scanner",
    ),
]


@pytest.mark.parametrize(("driver", "settings", "packets", "said"), CASES)
def test_what_is_pressed_or_held_there_is_read(
    driver: Any, settings: Any, packets: list[bytes], said: str
) -> None:
    table = Recorder()

    def read() -> list[str]:
        return [
            one.key if isinstance(one, KeyPressed) else open_concealed(one.number).decode()
            for one in table.got
            if isinstance(one, (KeyPressed, BadgeRead))
        ]

    async def main() -> None:
        device = Plugged(keyboard=True)
        device.packet = len(packets[0])
        link = await open_usb("1209:da01", backend=Bus(device))
        one = driver(link, settings, table.emit, lambda _: 0, name="device")
        running = asyncio.ensure_future(one.run())
        await until(lambda: one.counters.hellos)
        await asyncio.sleep(SETTLED_S)
        for packet in packets:
            device.to_host.put(packet)
        await until(read)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        link.close()
        await threads_end()

    asyncio.run(main())
    assert read() == [said]
