"""A hundred plugs pulled out and put in again while the device is in use."""

from __future__ import annotations

import asyncio

import pytest

from drivers.event import DeviceUp
from tests.guest.bus import Bus
from tests.guest.seen import threads
from tests.guest.shoe import EVERY_LINK, Shoe, in_use, recorded

PULLS = 50
LIBUSB_AND_TTY = EVERY_LINK[:2]


@pytest.mark.parametrize("link", LIBUSB_AND_TTY)
def test_plug_is_pulled_fifty_times_and_no_card_is_lost(bus: Bus, link: str) -> None:
    """With a card each time that it is out."""
    shoe = Shoe(bus, link)

    async def play() -> None:
        async with in_use(shoe) as table:
            for n in range(PULLS):
                await asyncio.to_thread(shoe.pull)
                await asyncio.to_thread(shoe.draw)
                await asyncio.to_thread(shoe.put_only)
                await recorded(shoe, table, 30)
                assert len(table.of(DeviceUp)) > n
            assert threads() <= 2

    asyncio.run(play())
