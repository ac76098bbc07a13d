"""What only a USB device can do that libusb speaks to: stalls and errors of its bus."""

from __future__ import annotations

import asyncio

import pytest

from drivers.link import words
from tests.guest.bus import Bus
from tests.guest.seen import soon
from tests.guest.shoe import Shoe, draws, in_use

pytestmark = pytest.mark.proves("tablelink", "shoe_scanner", link="usb")


@pytest.mark.parametrize("endpoint", [0x81, 0x01])
def test_endpoint_that_stalls_is_cleared_and_goes_on(bus: Bus, endpoint: int) -> None:
    """USB 2.0, 9.4.5."""
    shoe = Shoe(bus, "usb")

    async def play() -> None:
        async with in_use(shoe) as table:
            await asyncio.to_thread(shoe.halt, endpoint)
            await draws(shoe, table)
            await soon(lambda: not shoe.kept)
            await soon(lambda: not shoe.gadget.halted)
            assert table.lost == []

    asyncio.run(play())


def test_bus_errors_are_named_and_the_device_is_opened_again(bus: Bus) -> None:
    """As of a bad cable: EPROTO in the middle of a transfer."""
    shoe = Shoe(bus, "usb")

    async def play() -> None:
        async with in_use(shoe) as table:
            await asyncio.to_thread(shoe.fail, 1)
            await draws(shoe, table)
            assert set(table.lost) <= {words.BUS.format(what="the USB device")}

    asyncio.run(play())
