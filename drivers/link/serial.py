"""A serial port on the loop: pyserial opens and configures it, the loop reads and writes it.

Its own `write()` can spin for ever on a full buffer, so only its descriptor is used. A port is
`serial:PATH[@BAUD]`; for devices behind USB the speed does not matter. The port is ours alone.
"""

from __future__ import annotations

import asyncio
import errno
import os
import termios

import serial

from drivers.errors import LinkLost, Refused

from . import WRITE_LIMIT

READ_BYTES = 4096
BAUD = 115200


async def open_serial(where: str) -> SerialLink:
    """Raises: LinkLost when the port is not there, Refused when `where` is not a port."""
    path, baud = where, BAUD
    head, at, tail = where.rpartition("@")
    if at and tail.isdecimal():
        path, baud = head, int(tail)
    if not path.startswith("/"):
        raise Refused(f"serial port {path!r}: write its full path")
    try:
        port = serial.Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
    except (serial.SerialException, OSError) as error:
        raise LinkLost(f"cannot open {path}: {_why(error)}") from error
    except termios.error as error:
        raise LinkLost(f"cannot set up {path}") from error
    except (ValueError, OverflowError) as error:
        raise Refused(f"serial port {path!r}: speed {baud} is not possible") from error
    return SerialLink(port)


class SerialLink:
    def __init__(self, port: serial.Serial) -> None:
        self._port, self._fd = port, port.fileno()
        self._loop = asyncio.get_running_loop()
        self._outbox = bytearray()
        self._lost = ""
        self._waiting: asyncio.Future[None] | None = None

    async def read(self) -> bytes:
        """Raises: LinkLost."""
        while True:
            await self._readable()
            try:
                data = os.read(self._fd, READ_BYTES)
            except BlockingIOError:
                continue
            except OSError as error:
                raise self._lose(_why(error)) from error
            if not data:
                # What an unplugged adapter does: always ready, never any data.
                raise self._lose("unplugged")
            return data

    def write(self, data: bytes) -> None:
        """Raises: LinkLost."""
        if self._lost:
            raise LinkLost(self._lost)
        if len(self._outbox) + len(data) > WRITE_LIMIT:
            raise self._lose("write queue full")
        idle = not self._outbox
        self._outbox += data
        if idle:
            self._drain()
            if self._lost:
                raise LinkLost(self._lost)

    def close(self) -> None:
        self._lose("closed")

    async def _readable(self) -> None:
        if self._lost:
            raise LinkLost(self._lost)
        waiting = self._waiting = self._loop.create_future()
        self._loop.add_reader(self._fd, _wake, waiting)
        try:
            await waiting
        finally:
            self._waiting = None
            if self._port.is_open:
                self._loop.remove_reader(self._fd)
        if self._lost:
            raise LinkLost(self._lost)

    def _drain(self) -> None:
        """Write what the port takes now; the rest when it is writable again."""
        try:
            del self._outbox[: os.write(self._fd, self._outbox)]
        except BlockingIOError:
            pass
        except OSError as error:
            self._lose(_why(error))
            return
        if self._outbox:
            self._loop.add_writer(self._fd, self._drain)
        else:
            self._loop.remove_writer(self._fd)

    def _lose(self, reason: str) -> LinkLost:
        """Give the port back at once, so that it can be opened again."""
        if not self._lost:
            self._lost = reason
            self._loop.remove_reader(self._fd)
            self._loop.remove_writer(self._fd)
            self._port.close()
            if self._waiting is not None:
                _wake(self._waiting)
        return LinkLost(self._lost)


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)


def _why(error: OSError) -> str:
    """A reason that stays the same from one attempt to the next."""
    if error.errno in {errno.EIO, errno.ENODEV, errno.ENXIO}:
        return "unplugged"
    return os.strerror(error.errno) if error.errno else type(error).__name__
