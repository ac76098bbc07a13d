"""What a case sees of the product: a driver over a port of this kernel, and how its loop turns."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from drivers.event import DeviceLost, Event
from drivers.link import open_port
from tests.kit.wires.table import Hand, Journal

BY_ID = Path("/dev/serial/by-id")
DEVICES = Path("/sys/bus/usb/devices")
TICK_S = 0.01


def find(pattern: str, folder: Path = BY_ID) -> str:
    """The one name that udev has made; waits for it."""
    wait(lambda: len(list(folder.glob(pattern))) == 1)
    return str(next(folder.glob(pattern)))


def is_enumerated(serial: str) -> bool:
    """Whether the kernel has such a device, and has asked it who it is."""
    for path in DEVICES.glob("*/serial"):
        with suppress(OSError):
            if path.read_text().strip() == serial:
                return True
    return False


def plugged_in() -> list[str]:
    """Places of all devices but the hubs of the controllers."""
    return [path.name for path in DEVICES.glob("*-*") if ":" not in path.name]


def kernel_has() -> bool:
    """Whether usbhid is bound to an interface."""
    return "usbhid" in (path.resolve().name for path in DEVICES.glob("*:1.0/driver"))


def wait(so: Callable[[], Any], within_s: float = 10.0) -> None:
    until = time.monotonic() + within_s
    while not so():
        if time.monotonic() > until:
            raise AssertionError(f"not within {within_s:g} s")
        time.sleep(TICK_S)


def threads() -> int:
    """Threads of links."""
    names = [thread.name for thread in threading.enumerate()]
    return sum(name.startswith(("usb ", "serial ")) for name in names)


class Table:
    """One device of a table, as the daemon keeps it connected."""

    def __init__(self, role: str, port: str, serial: str = "") -> None:
        self.journal = Journal(Random(1))
        self.hand = Hand(role, self.journal, lambda: open_port(port), serial=serial)

    @property
    def counters(self) -> Any:
        return self.hand.counters

    def of(self, kind: type[Any]) -> list[Any]:
        return self.journal.of(kind)

    def secrets(self, kind: type[Event]) -> list[bytes]:
        return self.journal.secrets(kind)

    @property
    def lost(self) -> list[str]:
        """The reasons, in order."""
        return [one.reason for one in self.of(DeviceLost)]


@asynccontextmanager
async def a_table(role: str, port: str, serial: str = "") -> AsyncIterator[Table]:
    table = Table(role, port, serial)
    try:
        yield table
    finally:
        await table.hand.stop()
        await asyncio.sleep(0.3)  # the threads give the port back
    assert table.journal.wrong == []


async def soon(so: Callable[[], Any], within_s: float = 15.0) -> float:
    """How long it took."""
    began = time.monotonic()
    while not so():
        if time.monotonic() > began + within_s:
            raise AssertionError(f"not within {within_s:g} s")
        await asyncio.sleep(TICK_S)
    return time.monotonic() - began


class Standstill:
    """`worst_s`: the longest time that the loop did not turn."""

    def __init__(self) -> None:
        self.worst_s = 0.0

    async def watch(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(TICK_S)
            self.worst_s = max(self.worst_s, time.monotonic() - began - TICK_S)


@asynccontextmanager
async def standstill() -> AsyncIterator[Standstill]:
    seen = Standstill()
    task = asyncio.ensure_future(seen.watch())
    try:
        yield seen
    finally:
        await asyncio.sleep(2 * TICK_S)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
