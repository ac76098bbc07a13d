"""The simulator's end of the socket behind `usb.SimulatedUsb`: who is plugged in, and packets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from drivers.sim.simulator import Simulator

from .usb import PACKET_BYTES, UsbDevice

BUFFERED_BYTES = 65536
"""What a device holds for a host that does not read; more is lost."""


class _Request(msgspec.Struct):
    open: str = ""
    list: bool = False


class UsbServer:
    """`plugged()` lists the devices that enumerate now; `heard` gets what a host writes to one."""

    def __init__(
        self, plugged: Callable[[], list[UsbDevice]], heard: Callable[[str, bytes], None]
    ) -> None:
        self._plugged, self._heard = plugged, heard
        self._open: dict[str, asyncio.StreamWriter] = {}
        self._server: asyncio.Server | None = None

    async def start(self, path: Path) -> None:
        self._server = await asyncio.start_unix_server(self._talk, path)

    def close(self) -> None:
        for name in tuple(self._open):
            self._cut(name)
        if self._server is not None:
            self._server.close()

    def serve(self, device: UsbDevice, simulator: Simulator) -> None:
        """Bring to the host what the device has sent, or cut it off when its plug is out."""
        data = simulator.take()
        if not simulator.line.plugged:
            self._cut(device.name)
            return
        writer = self._open.get(device.name)
        if writer is None or writer.transport.get_write_buffer_size() > BUFFERED_BYTES:
            return
        size = PACKET_BYTES[device.kind]
        for at in range(0, len(data), size):
            packet = data[at : at + size]
            writer.write(len(packet).to_bytes(2, "little") + packet)

    def _cut(self, name: str) -> None:
        writer = self._open.pop(name, None)
        if writer is not None:
            writer.transport.abort()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = _Request()
        # The host is gone, or the simulator ends: there is nobody to tell.
        with suppress(OSError, EOFError, msgspec.DecodeError, asyncio.CancelledError):
            request = msgspec.json.decode(await reader.readline(), type=_Request)
            if request.list:
                writer.write(msgspec.json.encode(self._plugged()) + b"\n")
                await writer.drain()
            elif request.open in {device.name for device in self._plugged()}:
                self._cut(request.open)
                self._open[request.open] = writer
                await self._packets(request.open, reader)
        if self._open.get(request.open) is writer:
            del self._open[request.open]
        writer.close()

    async def _packets(self, name: str, reader: asyncio.StreamReader) -> None:
        while True:
            size = int.from_bytes(await reader.readexactly(2), "little")
            self._heard(name, await reader.readexactly(size))
