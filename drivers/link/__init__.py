"""Links carry bytes between a driver and a device, and know nothing of what they mean.

A port is written `serial:/dev/serial/by-id/...[@BAUD]`, `usb:VVVV:PPPP[:SERIAL]`,
`evdev:/dev/input/by-id/...` or `tcp:HOST:PORT`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

from drivers.errors import Refused


class Link(Protocol):
    async def read(self) -> bytes:
        """Wait for at least one byte; a cancelled read loses none. Raises: LinkLost."""

    def write(self, data: bytes) -> None:
        """Queue the bytes without ever waiting. Raises: LinkLost, also when the queue is full."""

    def close(self) -> None:
        """Begin to give the port back; a pending read raises LinkLost. May be called twice."""

    async def wait_closed(self) -> None:
        """Wait until the port can be opened again; a hung device may take half a minute."""


async def given_back(link: Link) -> None:
    """Wait for that a little, as when the table ends.

    A process that ends while a thread of its own is in libusb is aborted; a keypad that has not
    been given back by then is dead for the kernel.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(GIVEN_BACK_S):
            await link.wait_closed()


Opener = Callable[[str], Awaitable[Link]]
"""From a port to an open link. Raises: LinkLost when there is none, Refused for a bad port."""

WRITE_LIMIT = 65536
"""Units: bytes. A device that leaves this much unread is lost."""
GIVEN_BACK_S = 3.0


async def open_port(port: str) -> Link:
    """The opener of a real table. Raises: LinkLost, Refused."""
    scheme, _, rest = port.partition(":")
    if scheme == "serial":
        from .serial import open_serial

        return await open_serial(rest)
    if scheme == "usb":
        from .usb import open_usb

        return await open_usb(rest)
    if scheme == "evdev":
        from .evdev import open_evdev

        return await open_evdev(rest)
    if scheme == "tcp":
        from .tcp import open_tcp

        return await open_tcp(rest)
    raise Refused(
        f"port {port!r}: write serial:/dev/..., usb:VVVV:PPPP[:SERIAL], evdev:/dev/... "
        "or tcp:HOST:PORT"
    )
