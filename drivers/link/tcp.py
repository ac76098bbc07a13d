"""A device behind a device server: bytes over TCP, in pieces of any size.

A port is `tcp:HOST:PORT`. A server that is gone says nothing, so the kernel is told to ask it.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress

from drivers.errors import LinkLost, Refused

from . import WRITE_LIMIT

READ_BYTES = 4096
OPEN_S = 5.0
ALIVE = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3}
"""Units: seconds, seconds, times: a server that is gone is lost after eleven seconds."""


async def open_tcp(where: str) -> TcpLink:
    """Raises: LinkLost when nothing answers, Refused when `where` names no host and port."""
    host, _, port = where.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise Refused(f"port tcp:{where}: write tcp:HOST:PORT")
    try:
        async with asyncio.timeout(OPEN_S):
            streams = await asyncio.open_connection(host.strip("[]"), int(port))
    except TimeoutError as error:
        raise LinkLost(f"{where} does not answer") from error
    except OSError as error:
        raise LinkLost(f"cannot reach {where}: {_why(error)}") from error
    return TcpLink(*streams)


class TcpLink:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer, self._lost = reader, writer, ""
        end: socket.socket = writer.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for name, value in ALIVE.items():
            end.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

    async def read(self) -> bytes:
        """Raises: LinkLost."""
        if self._lost:
            raise LinkLost(self._lost)
        try:
            data = await self._reader.read(READ_BYTES)
        except OSError as error:
            raise self._lose(_why(error)) from error
        if self._lost:
            raise LinkLost(self._lost)
        if not data:
            raise self._lose("the device server closed the connection")
        return data

    def write(self, data: bytes) -> None:
        """Raises: LinkLost."""
        if self._lost:
            raise LinkLost(self._lost)
        if self._writer.transport.get_write_buffer_size() + len(data) > WRITE_LIMIT:
            raise self._lose("write queue full")
        self._writer.write(data)

    def close(self) -> None:
        self._lose("closed")

    async def wait_closed(self) -> None:
        with suppress(OSError):
            await self._writer.wait_closed()

    def _lose(self, reason: str) -> LinkLost:
        if not self._lost:
            self._lost = reason
            # What was not taken is thrown away: a server that is gone takes nothing.
            self._writer.transport.abort()
        return LinkLost(self._lost)


def _why(error: OSError) -> str:
    """A reason that stays the same from one attempt to the next."""
    if isinstance(error, socket.gaierror):
        return "no such host"
    return os.strerror(error.errno).lower() if error.errno else "no answer"
