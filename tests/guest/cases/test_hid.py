"""HID devices: taken from usbhid and given back, or left with the kernel and grabbed (evdev)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from drivers import catalog
from drivers.driver import Backoff, Counters, supervise
from drivers.event import DeviceUp
from drivers.link import open_port
from drivers.reading import BadgeRead, KeyPressed, open_concealed
from drivers.sim.devices.keypad import Keypad
from drivers.sim.hid.badge import PosReader, WedgeReader
from drivers.sim.hid.lamp import PATTERN, SimLamp
from tests.guest.bus import Board, Bus
from tests.guest.gadgets import Gadget, Keyboard, Lamp, Scanner
from tests.guest.seen import find, kernel_has, soon, wait
from tests.kit.wires.rig import Recorder

INPUT = Path("/dev/input/by-id")
BADGE = (0x08FF, 0x0009)
BLINK1, BLINKSTICK = (0x27B8, 0x01ED), (0x20A0, 0x41E5)
CAPS = {"next": "Enter", "last_card": "+", "turned": "-", "floor": "*"}


@asynccontextmanager
async def driven(driver: str, role: str, port: str) -> AsyncIterator[tuple[Any, Recorder]]:
    """The driver that is attached now, and what was read."""
    table, held = Recorder(), [None]
    entry = catalog.find(driver)

    def attach(one: Any) -> None:
        held[0] = one

    running = asyncio.ensure_future(
        supervise(
            *(role, lambda: open_port(port)),
            lambda link: entry.device(role)(
                *(link, entry.settings(), table.emit, table.recorded),
                name=role,
                counters=Counters(),
            ),
            table.emit,
            attach=attach,
            backoff=Backoff(first=0.1, most=1.0),
        )
    )
    try:
        await soon(lambda: table.of(DeviceUp))
        await asyncio.sleep(0.5)  # keys reported so soon were held before
        yield held, table
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await asyncio.sleep(0.8)  # the threads give it back


def put(board: Board, name: str = "") -> None:
    """Usbhid has it, and udev has made the name of its input device."""
    board.put()
    wait(lambda: kernel_has())
    if name:
        find(name, INPUT)


def said(table: Recorder) -> list[str]:
    return [
        one.key if isinstance(one, KeyPressed) else open_concealed(one.number).decode()
        for one in table.got
        if isinstance(one, (KeyPressed, BadgeRead))
    ]


@pytest.mark.parametrize(
    "link",
    [
        pytest.param("usb", marks=pytest.mark.proves("keypad", "keys", link="usb")),
        pytest.param("evdev", marks=pytest.mark.proves("keypad", "keys", link="evdev")),
    ],
)
def test_keypad_is_ours_while_we_run_and_the_kernels_again_behind_us(bus: Bus, link: str) -> None:
    """A key is read once; pulled and put again it goes on."""
    board = bus.board(Keyboard(), lambda world, _: Keypad(world, caps=CAPS))
    put(board, "*Keypad*-event-kbd")

    async def play() -> None:
        port = "usb:04d9:a02a" if link == "usb" else f"evdev:{find('*Keypad*-event-kbd', INPUT)}"
        async with driven("keypad", "keys", port) as (_, table):
            assert kernel_has() == (link == "evdev")
            for key in ("next", "floor", "floor"):
                await asyncio.to_thread(board.do, board.world.press_key, key)
                await asyncio.sleep(0.3)
            await soon(lambda: said(table) == ["next", "floor", "floor"])
            await asyncio.to_thread(board.pull)
            await asyncio.to_thread(board.put)
            await soon(lambda: len(table.of(DeviceUp)) == 2)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(board.do, board.world.press_key, "turned")
            await soon(lambda: said(table)[3:] == ["turned"])

    asyncio.run(play())
    wait(kernel_has)


BADGES: list[Any] = [
    pytest.param(
        *("badge-wedge", lambda: Keyboard(BADGE, model="Reader"), WedgeReader, "usb:08ff:0009"),
        marks=pytest.mark.proves("badge-wedge", "badge", link="usb"),
        id="wedge-usb",
    ),
    pytest.param(
        *("badge-wedge", lambda: Keyboard(BADGE, model="Reader"), WedgeReader, "evdev:"),
        marks=pytest.mark.proves("badge-wedge", "badge", link="evdev"),
        id="wedge-evdev",
    ),
    pytest.param(
        *("badge-scanner", Scanner, PosReader, "usb:0c2e:0b87"),
        marks=pytest.mark.proves("badge-scanner", "badge", link="usb"),
        id="scanner-usb",
    ),
]


@pytest.mark.parametrize(("driver", "gadget", "reader", "port"), BADGES)
def test_badge_is_read_whole(
    bus: Bus, driver: str, gadget: Callable[[], Gadget], reader: Callable[[], Any], port: str
) -> None:
    """Twice, each time once."""
    board = bus.board(gadget(), lambda *_: reader())
    put(board, "*Reader*-event-kbd" if reader is WedgeReader else "")

    async def play() -> None:
        where = port if port != "evdev:" else port + find("*Reader*-event-kbd", INPUT)
        async with driven(driver, "badge", where) as (_, table):
            for number in ("B-0042", "71350"):
                await asyncio.to_thread(board.do, board.device.hold, number)
                await soon(lambda number=number: number in said(table))  # type: ignore[misc]
            assert said(table) == ["B-0042", "71350"]

    asyncio.run(play())


@pytest.mark.parametrize(
    ("driver", "ids", "end"),
    [
        pytest.param(
            *("blink1", BLINK1, PATTERN),
            marks=pytest.mark.proves("blink1", "lamp", link="usb"),
            id="blink1",
        ),
        pytest.param(
            *("blinkstick", BLINKSTICK, (0, 0, 0)),
            marks=pytest.mark.proves("blinkstick", "lamp", link="usb"),
            id="blinkstick",
        ),
    ],
)
def test_lamp_shows_what_it_is_told_and_is_out_when_nobody_tells_it(
    bus: Bus, driver: Any, ids: tuple[int, int], end: object
) -> None:
    """Green, amber and red; afterwards dark, or a pattern of its own."""
    board = bus.board(Lamp(ids), lambda *_: SimLamp(driver))
    put(board)

    async def play() -> None:
        async with driven(driver, "lamp", f"usb:{ids[0]:04x}:{ids[1]:04x}") as (held, _):
            board.device.strange = 0  # the kernel has a driver of its own for a blink(1)
            shown = []
            for lamp in ("go", "look", "stop"):
                held[0].show_lamp(lamp)
                before = board.device.shows
                await soon(lambda before=before: board.device.shows != before)  # type: ignore[misc]
                shown.append(board.device.shows)
            assert shown == [(0, 255, 0), (255, 96, 0), (255, 0, 0)]
            assert not board.device.strange

    asyncio.run(play())
    bus.do(asyncio.sleep, 6)
    bus.do(board.device.tick, bus.loop.time())
    assert board.device.shows == end
