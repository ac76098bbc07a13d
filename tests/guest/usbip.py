"""A USB plug of this kernel whose device is a Python object: USB/IP over a socket pair (vhci_hcd).

Source: Linux, Documentation/usb/usbip_protocol.rst. Needs root and `modprobe vhci_hcd`.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

CONTROLLER = Path("/sys/devices/platform/vhci_hcd.0")
HEAD = struct.Struct(">5I")
"""Command, number, device, direction, endpoint."""
SUBMIT = struct.Struct(">Iiiii8s")
"""Flags, length, start frame, packets, interval, setup."""
SUBMITTED = struct.Struct(">5i8x")
"""Status, actual length, start frame, packets, errors."""
UNLINKED = struct.Struct(">i24x")
CMD_SUBMIT, CMD_UNLINK, RET_SUBMIT, RET_UNLINK = 1, 2, 3, 4
IN = 0x80
FULL_SPEED = 2
FREE = "004"
"""State of a socket of the controller that nothing is plugged into."""
PATIENCE_S = 5.0


class Request(NamedTuple):
    """What the kernel asks of an endpoint; its number is answered, or it is unlinked."""

    number: int
    endpoint: int
    """With the bit of its direction."""
    length: int
    setup: bytes
    data: bytes


class Device(Protocol):
    def asked(self, request: Request) -> None: ...

    def unlinked(self, number: int) -> bool:
        """The host waits for it no longer. False = it was answered before."""


class Plug:
    """The device is in a socket of the controller from `put` to `pull`. Lives on one loop."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._writer: asyncio.StreamWriter | None = None
        self._serving: asyncio.Task[None] | None = None
        self._port: int | None = None

    async def put(self, port: int | None = None) -> int:
        """Into that socket of the controller, or the one it was in, or the first free one."""
        port = self._port = await self._free(self._port if port is None else port)
        ours, kernels = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        reader, self._writer = await asyncio.open_connection(sock=ours)
        line = f"{port} {kernels.fileno()} {(1 << 16) | (port + 2)} {FULL_SPEED}"
        (CONTROLLER / "attach").write_text(line)
        kernels.close()  # the kernel has its own reference
        self._serving = asyncio.ensure_future(self._serve(reader))
        return port

    def pull(self) -> None:
        """The kernel sees the end of the socket as the plug that is pulled."""
        if self._serving is not None:
            self._serving.cancel()
        if self._writer is not None:
            self._writer.transport.abort()
        self._writer = self._serving = None

    @property
    def is_in(self) -> bool:
        return self._writer is not None

    def answer(self, number: int, status: int = 0, data: bytes = b"", taken: int = 0) -> None:
        """`status` as the kernel's negative numbers; `taken` of what the host sends."""
        length = taken or len(data)
        self._send(RET_SUBMIT, number, SUBMITTED.pack(status, length, 0, 0, 0) + data)

    def _send(self, command: int, number: int, rest: bytes) -> None:
        if self._writer is not None:
            self._writer.write(HEAD.pack(command, number, 0, 0, 0) + rest)

    async def _free(self, wanted: int | None) -> int:
        """A socket whose device was just pulled out is free a moment later."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                free = free_ports()
                if wanted in free or (wanted is None and free):
                    return free[0] if wanted is None else wanted
                await asyncio.sleep(0.02)

    async def _serve(self, reader: asyncio.StreamReader) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                command, number, _, direction, endpoint = HEAD.unpack(
                    await reader.readexactly(HEAD.size)
                )
                rest = await reader.readexactly(SUBMIT.size)
                if command == CMD_UNLINK:
                    (victim,) = struct.unpack_from(">I", rest)
                    was_waiting = self._device.unlinked(victim)
                    status = -errno.ECONNRESET if was_waiting else 0
                    self._send(RET_UNLINK, number, UNLINKED.pack(status))
                    continue
                _, length, _, _, _, setup = SUBMIT.unpack(rest)
                data = b"" if direction else await reader.readexactly(length)
                address = endpoint | (IN if direction else 0)
                self._device.asked(Request(number, address, length, setup, data))


def free_ports() -> list[int]:
    """Numbers of the sockets for devices of USB 2 that nothing is plugged into."""
    lines = (CONTROLLER / "status").read_text().splitlines()[1:]
    found = [line.split() for line in lines]
    return [int(words[1]) for words in found if words[0] == "hs" and words[2] == FREE]


def is_there() -> bool:
    return os.access(CONTROLLER / "attach", os.W_OK)
