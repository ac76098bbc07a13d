"""A serial port on the loop: pyserial opens and configures it, the loop reads and writes it.

Its own `write()` can spin for ever on a full buffer, so only its descriptor is used. Opening and
closing may block for as long as the kernel likes, so each is done in a thread of its own. A port
is `serial:PATH[@BAUD[,dtr=off][,rts=off]]`; for devices behind USB the speed does not matter. The
port is ours alone.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import stat
import termios
from contextlib import suppress
from functools import partial
from pathlib import Path

import serial
from msgspec import Struct

from drivers.errors import LinkLost, Refused

from . import WRITE_LIMIT, words
from .apart import apart
from .look import path_of

READ_BYTES = 4096
BAUD = 115200
CFLAG, CC = 2, 6
"""Places in what `tcgetattr` gives."""


class LineSettings(Struct, frozen=True):
    """Both wires are up, as the kernel has them: no edge, no reset."""

    baud: int = BAUD
    dtr: bool = True
    rts: bool = True


async def open_serial(where: str) -> SerialLink:
    """Raises: LinkLost when the port is not there, Refused when `where` is not a port."""
    path, line = path_of(where), line_of(where)
    if not path.startswith("/"):
        raise Refused(f"serial port {path!r}: write its full path")
    try:
        port = await apart("serial open", partial(_open, path, line), unwanted=_give_back)
    except (serial.SerialException, OSError) as error:
        raise LinkLost(words.why(_number(error), path, words.NO_PORT)) from error
    except termios.error as error:
        raise LinkLost(words.NO_PORT.format(what=path)) from error
    except (ValueError, OverflowError) as error:
        raise Refused(f"serial port {path!r}: speed {line.baud} is not possible") from error
    return SerialLink(port)


def line_of(where: str) -> LineSettings:
    """Speed and wires of `PATH@BAUD[,dtr=off][,rts=off]`. Raises: Refused."""
    said = where[len(path_of(where)) + 1 :]
    speed, *wires = said.split(",") if said else [str(BAUD)]
    found = {"dtr": True, "rts": True}
    for wire in wires:
        name, _, value = wire.partition("=")
        if name not in found or value not in ("on", "off"):
            raise Refused(f"serial port: {wire!r} is none of dtr=on, dtr=off, rts=on, rts=off")
        found[name] = value == "on"
    return LineSettings(int(speed), **found)


def _open(path: str, line: LineSettings) -> serial.Serial:
    """In a thread. Raises: OSError, termios.error, ValueError."""
    if not stat.S_ISCHR(Path(path).stat().st_mode):
        # A pipe would be opened, and waited at for ever.
        raise OSError(errno.ENOTTY, "no device")
    port = serial.Serial(None, line.baud, timeout=0, write_timeout=0, exclusive=True)
    # Set before it is opened: a wire that is put down afterwards has reset the board by then.
    port.dtr, port.rts, port.port = line.dtr, line.rts, path
    port.open()
    try:
        fcntl.ioctl(port.fileno(), termios.TIOCEXCL)
        _set_up(port.fileno())
    except BaseException:
        _give_back(port)
        raise
    return port


def _set_up(fd: int) -> None:
    """A read without data says so instead of ending; closing does not reset the device."""
    found = termios.tcgetattr(fd)
    found[CFLAG] &= ~termios.HUPCL
    found[CC][termios.VMIN], found[CC][termios.VTIME] = 1, 0
    termios.tcsetattr(fd, termios.TCSANOW, found)


def _give_back(port: serial.Serial) -> None:
    """In a thread. What the device did not take is thrown away, else closing waits for it."""
    with suppress(OSError, termios.error):
        termios.tcflush(port.fileno(), termios.TCOFLUSH)
    with suppress(OSError, termios.error):
        port.close()


class SerialLink:
    def __init__(self, port: serial.Serial) -> None:
        self._port, self._fd = port, port.fileno()
        self._loop = asyncio.get_running_loop()
        self._outbox = bytearray()
        self._lost = ""
        self._waiting: asyncio.Future[None] | None = None
        self._given_back: asyncio.Future[None] | None = None

    async def read(self) -> bytes:
        """Raises: LinkLost."""
        while True:
            await self._readable()
            try:
                data = os.read(self._fd, READ_BYTES)
            except BlockingIOError:
                continue
            except OSError as error:
                raise self._lose(words.why_lost(error.errno, "the port")) from error
            if not data:
                # What an unplugged adapter does: always ready, never any data.
                raise self._lose(words.GONE)
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

    async def wait_closed(self) -> None:
        if self._given_back is not None:
            await asyncio.shield(self._given_back)

    async def _readable(self) -> None:
        if self._lost:
            raise LinkLost(self._lost)
        waiting = self._waiting = self._loop.create_future()
        self._loop.add_reader(self._fd, _wake, waiting)
        try:
            await waiting
        finally:
            self._waiting = None
            if not self._lost:
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
            self._lose(words.why_lost(error.errno, "the port"))
            return
        if self._outbox:
            self._loop.add_writer(self._fd, self._drain)
        else:
            self._loop.remove_writer(self._fd)

    def _lose(self, reason: str) -> LinkLost:
        if not self._lost:
            self._lost = reason
            self._loop.remove_reader(self._fd)
            self._loop.remove_writer(self._fd)
            self._given_back = apart("serial close", partial(_give_back, self._port))
            if self._waiting is not None:
                _wake(self._waiting)
        return LinkLost(self._lost)


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)


def _number(error: OSError) -> int | None:
    """That of the error below, where the library has hidden it in a text."""
    below = error.__context__
    if error.errno is None and isinstance(below, termios.error):
        return int(below.args[0])
    return error.errno
