"""A shoe scanner on a bulk pair: libusb, usbfs and the faults of a USB device."""

from __future__ import annotations

import asyncio

import pytest

from drivers.reading import CardDrawn, DeviceUp, open_concealed
from drivers.sim.devices.shoe_scanner import ShoeScanner
from tests.guest.bus import Board, Bus
from tests.guest.gadgets import Gadget
from tests.guest.seen import Table, a_table, soon

PORT = "usb:1209:da01:SH-7"


def shoe(bus: Bus, serial: str = "SH-7") -> Board:
    """Plugged in and loaded."""

    def build(world: object, rng: object) -> ShoeScanner:
        return ShoeScanner(world, rng, serial=serial)  # type: ignore[arg-type]

    board = bus.board(Gadget(serial), build)
    board.do(board.world.shuffle_by_hand)
    board.do(board.world.load_shoe)
    board.put()
    return board


async def draws(board: Board, table: Table, cards: int = 1) -> None:
    """Each is on the record, once and right."""
    for _ in range(cards):
        before = len(table.of(CardDrawn))
        drawn = board.do(board.world.draw, "box1").code
        await soon(lambda before=before: len(table.of(CardDrawn)) > before)  # type: ignore[misc]
        assert open_concealed(table.of(CardDrawn)[-1].card).decode() == drawn


@pytest.mark.proves("tablelink", "shoe_scanner", link="usb")
def test_cards_are_read_over_libusb(bus: Bus) -> None:
    """Enumerate, claim, hello, events."""
    board = shoe(bus)

    async def play() -> None:
        async with a_table("shoe_scanner", PORT) as table:
            await soon(lambda: table.of(DeviceUp))
            await draws(board, table, 5)
            assert table.counters.frames_bad == 0

    asyncio.run(play())
