"""A device that fails in every way that a kernel lets us see; the table stands still for none."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from drivers.event import DeviceUp
from drivers.link import words
from tests.guest.bus import Bus
from tests.guest.seen import soon, standstill, threads
from tests.guest.shoe import EVERY_LINK, Shoe, draws, in_use, recorded

STANDSTILL_S = 0.9
"""What blocks in the kernel waits 1 to 30 s; an emulated processor that is shared, for less."""
SILENCE_S = 25.0
FLAPS = 12

pytestmark = pytest.mark.parametrize("link", EVERY_LINK)


def test_cards_are_read(bus: Bus, link: str) -> None:
    """Enumerate, claim, hello, events, acknowledgements."""
    shoe = Shoe(bus, link)

    async def play() -> None:
        async with in_use(shoe) as table:
            for _ in range(5):
                await draws(shoe, table)
            await soon(lambda: not shoe.kept)
            assert table.counters.frames_bad == table.counters.suspects == 0

    asyncio.run(play())


def test_device_that_takes_nothing_for_two_seconds_is_waited_for(bus: Bus, link: str) -> None:
    """PROTOCOL: a silence of 3 s is suspect, one of 10 s is a loss; flash is erased in less."""
    shoe = Shoe(bus, link)

    async def play() -> None:
        async with in_use(shoe) as table:
            shoe.be_deaf()
            await asyncio.to_thread(shoe.draw)
            await asyncio.sleep(2)
            await asyncio.to_thread(shoe.go_on)
            await recorded(shoe, table)
            await soon(lambda: not shoe.kept)
            assert table.lost == []

    asyncio.run(play())


def test_firmware_that_hangs_is_lost_by_its_silence_and_comes_back(bus: Bus, link: str) -> None:
    """Nobody waits for it: closing and opening block for as long as the kernel likes."""
    shoe = Shoe(bus, link)

    async def play() -> None:
        async with in_use(shoe) as table, standstill() as still:
            await asyncio.to_thread(shoe.hang)
            await soon(lambda: table.lost, SILENCE_S)
            await asyncio.sleep(6)  # the kernel's own time-outs of open and close
            await asyncio.to_thread(shoe.go_on)
            await asyncio.to_thread(shoe.draw)
            await recorded(shoe, table, 60)
            assert still.worst_s < STANDSTILL_S

    asyncio.run(play())


def test_plug_pulled_while_it_is_read_and_put_elsewhere_loses_no_card(bus: Bus, link: str) -> None:
    """What was drawn meanwhile comes with the next link, by whatever name the kernel has for it."""
    shoe, other = Shoe(bus, link), Shoe(bus, link, "OTHER-1")

    async def play() -> None:
        async with in_use(shoe) as table, standstill() as still:
            await asyncio.to_thread(shoe.pull)
            assert await soon(lambda: table.lost) < 1
            assert table.lost == [words.GONE]
            await asyncio.to_thread(shoe.draw)
            await asyncio.to_thread(other.put)  # it takes the place, and the number of the tty
            await asyncio.to_thread(shoe.put, 5)
            await recorded(shoe, table)
            assert [up.identity.serial for up in table.of(DeviceUp)] == [shoe.serial] * 2
            assert still.worst_s < STANDSTILL_S

    asyncio.run(play())


def test_plug_that_flaps_leaves_nothing_behind(bus: Bus, link: str) -> None:
    """A loose plug, in and out each quarter of a second."""
    shoe = Shoe(bus, link)

    async def play() -> None:
        async with in_use(shoe) as table, standstill() as still:
            await flap(shoe, FLAPS)
            await asyncio.to_thread(shoe.draw)
            await recorded(shoe, table, 30)
            await soon(lambda: threads() <= 2)
            assert still.worst_s < STANDSTILL_S

    before = open_files()
    asyncio.run(play())
    assert threads() == 0
    assert open_files() <= before + 2  # the plug is in


async def flap(shoe: Shoe, times: int) -> None:
    for _ in range(times):
        await asyncio.to_thread(shoe.pull)
        await asyncio.sleep(0.25)
        await asyncio.to_thread(shoe.put_only)
        await asyncio.sleep(0.25)


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_dead_control_pipe_holds_up_nobody(bus: Bus, link: str) -> None:
    """Each request of the opening waits 1 to 5 s in the kernel; then it is opened after all."""
    shoe = Shoe(bus, link)

    async def play() -> None:
        async with in_use(shoe) as table, standstill() as still:
            shoe.gadget.dead_control = True
            await asyncio.to_thread(shoe.pull)
            shoe.gadget.dead_control = False
            await asyncio.to_thread(shoe.put)
            shoe.gadget.dead_control = True
            await asyncio.sleep(8)
            await asyncio.to_thread(shoe.go_on)
            await draws(shoe, table, 60)
            assert still.worst_s < STANDSTILL_S

    asyncio.run(play())
