"""The whole daemon over this kernel's ports, while the firmware of one device stands still."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from controller.bench.simulated import setup
from drivers.sim.rig import Rig
from tests.guest.bus import Board, Bus
from tests.guest.gadgets import Acm, Gadget, Keyboard
from tests.guest.seen import find, is_enumerated, kernel_has, soon, wait

PORT = 8021
PAGE_S, WATCHDOG_GAP_S, ACK_S = 0.5, 12.0, 2.0
"""Of a page: beyond what the slowest took before."""
CALM_PAGES = 3
"""The first ones compile their templates."""
WATCHDOG_US = 30_000_000
CALM_S, HUNG_S = 8, 25
"""Lost after 10 s; what would wait for it then waits on, and counts as long as it has waited."""


class Devices:
    """All of a table, each behind a plug: boards with a CDC-ACM port, the wheel in bulk, keys."""

    def __init__(self, bus: Bus) -> None:
        self.rig = bus.do(Rig, 1, shoe_lockable=False)
        gadgets: dict[str, Gadget] = {
            "reader": Acm("CR-1"),
            "shuffler": Acm("SF-1"),
            "shoe": Acm("SH-1"),
            "wheel": Gadget("WH-1"),
            "keypad": Keyboard(),
        }
        self.boards = {
            name: bus.board(gadget, self._device(name), self.rig.world)
            for name, gadget in gadgets.items()
        }
        bus.do(self.rig.world.shuffle_by_hand)
        bus.do(self.rig.world.load_shoe)

    def _device(self, name: str) -> Any:
        return lambda *_: self.rig.devices[name]

    def put(self) -> dict[str, str]:
        """Plug all in; gives their ports."""
        for board in self.boards.values():
            board.put()
        wait(lambda: is_enumerated("WH-1"))
        serial = {"reader": "CR-1", "shuffler": "SF-1", "shoe": "SH-1"}
        ports = {name: f"serial:{find(f'*_{number}-if00')}" for name, number in serial.items()}
        return ports | {"wheel": "usb:1209:da01:WH-1", "keypad": "usb:04d9:a02a"}

    def is_up(self, name: str) -> bool:
        return not self.boards[name].device.end.alone

    def kept(self) -> int:
        """Events that the shoe still keeps."""
        kept = self.rig.shoe.end.retained
        return int(kept.n - kept.acked)


class Watched:
    """What systemd and a browser see of it."""

    def __init__(self, folder: Path) -> None:
        self.fed: list[float] = []
        self.pages: list[float] = []
        self.acks: list[float] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(str(folder / "notify"))

    async def listen(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            if b"WATCHDOG=1" in await loop.sock_recv(self._socket, 4096):
                self.fed.append(time.monotonic())

    async def look(self) -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{PORT}", timeout=60) as browser:
            while True:
                with suppress(httpx.TransportError), self._timed(self.pages):
                    (await browser.get("/dealer/view")).raise_for_status()
                await asyncio.sleep(0.3)

    async def deal(self, devices: Devices, board: Board) -> None:
        while True:
            with self._timed(self.acks):
                await asyncio.to_thread(board.do, board.world.draw, "box1")
                await soon(lambda: not devices.kept(), 60)
            await asyncio.sleep(3)

    @contextmanager
    def _timed(self, times: list[float]) -> Iterator[None]:
        """One that is still waited for at the end counts too."""
        began = time.monotonic()
        try:
            yield
        finally:
            times.append(time.monotonic() - began)

    def close(self) -> None:
        self._socket.close()
        self.fed.append(time.monotonic())

    @property
    def gaps(self) -> list[float]:
        return [after - before for before, after in zip(self.fed, self.fed[1:], strict=False)]


@asynccontextmanager
async def a_daemon(folder: Path, ports: dict[str, str]) -> AsyncIterator[subprocess.Popen[bytes]]:
    config = setup.write(folder, ports, console_port=PORT)
    watchdog = {"NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": str(WATCHDOG_US)}
    with subprocess.Popen(
        (sys.executable, "-m", "tests.guest.daemon", str(config.file)),
        stdin=subprocess.DEVNULL,
        env={**os.environ, **watchdog},
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            assert await asyncio.to_thread(process.wait, 60) == 0


@pytest.mark.proves("tablelink", "shoe_scanner", "card_reader", "shuffler", link="serial")
@pytest.mark.proves("tablelink", "wheel", link="usb")
@pytest.mark.parametrize("hangs", ["reader", "wheel"])
def test_hung_firmware_delays_no_page_no_watchdog_and_no_other_device(
    bus: Bus, tmp_path: Path, hangs: str
) -> None:
    """On a serial port and on a bulk pair; afterwards it is taken again."""
    devices = Devices(bus)
    ports = devices.put()
    watched, calm = Watched(tmp_path), list[float]()

    async def play() -> None:
        async with a_daemon(tmp_path, ports):
            for name in ("reader", "shuffler", "shoe", "wheel"):
                await soon(lambda name=name: devices.is_up(name), 60)  # type: ignore[misc]
            tasks = [
                asyncio.ensure_future(watched.listen()),
                asyncio.ensure_future(watched.look()),
                asyncio.ensure_future(watched.deal(devices, devices.boards["shoe"])),
            ]
            await asyncio.sleep(CALM_S)
            calm.extend(watched.pages[CALM_PAGES:])
            watched.pages.clear()
            await asyncio.to_thread(bus.do, devices.boards[hangs].gadget.hang)
            await asyncio.sleep(HUNG_S)
            await asyncio.to_thread(bus.do, devices.boards[hangs].gadget.go_on)
            await soon(lambda: devices.is_up(hangs), 60)
            for task in tasks:
                task.cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
            watched.close()
            assert all(isinstance(one, asyncio.CancelledError) for one in done), done

    asyncio.run(play())
    wait(kernel_has)  # the keypad is its own again
    print(f"page {max(watched.pages):.2f} s, {max(calm):.2f} s before,", end=" ")
    print(f"gap {max(watched.gaps):.1f} s, acknowledgement {max(watched.acks):.2f} s")
    assert max(watched.pages) - max(calm) < PAGE_S
    assert max(watched.gaps) < WATCHDOG_GAP_S
    assert max(watched.acks) < ACK_S
