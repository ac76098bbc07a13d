"""Something was plugged in: the kernel says so (inotify on /dev), so that nobody waits out a pause.

Names come and go in /dev, /dev/serial and /dev/bus/usb. What it was does not matter: whoever waits
tries again. Where inotify is not to be had the pause of the reconnection holds.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
from pathlib import Path

from msgspec import Struct

CREATED, MOVED_IN, RIGHTS = 0x100, 0x80, 0x4
"""IN_CREATE, IN_MOVED_TO, IN_ATTRIB: udev gives a new device its rights a moment later."""
NONBLOCK = os.O_NONBLOCK | os.O_CLOEXEC
FOLDERS = ("/dev", "/dev/serial", "/dev/serial/by-id", "/dev/serial/by-path", "/dev/bus/usb")
READ_BYTES = 65536
SETTLE_S = 0.05
"""Udev makes several names for one plug."""


class Where(Struct, frozen=True):
    folders: tuple[str, ...] = FOLDERS


class Plugs:
    """`await arrived(seconds)` returns at the next plug, or when the seconds are over."""

    def __init__(self, where: Where = Where()) -> None:  # noqa: B008 - frozen
        self._where = where
        self._loop = asyncio.get_running_loop()
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._waiting: set[asyncio.Future[None]] = set()
        self._fd = self._libc.inotify_init1(NONBLOCK)
        if self._fd >= 0:
            self._watch()
            self._loop.add_reader(self._fd, self._heard)

    async def arrived(self, seconds: float) -> None:
        news: asyncio.Future[None] = self._loop.create_future()
        self._waiting.add(news)
        try:
            async with asyncio.timeout(seconds):
                await news
            await asyncio.sleep(SETTLE_S)
        except TimeoutError:
            return
        finally:
            self._waiting.discard(news)

    def close(self) -> None:
        if self._fd >= 0:
            self._loop.remove_reader(self._fd)
            os.close(self._fd)
            self._fd = -1

    def _watch(self) -> None:
        """Folders appear with the first device in them; a second watch of one changes nothing."""
        for folder in self._where.folders:
            below = sorted(Path(folder).glob("[0-9]*")) if folder.endswith("/usb") else []
            for path in (folder, *map(str, below)):
                self._libc.inotify_add_watch(
                    self._fd, os.fsencode(path), CREATED | MOVED_IN | RIGHTS
                )

    def _heard(self) -> None:
        try:
            os.read(self._fd, READ_BYTES)
        except BlockingIOError:
            return
        self._watch()
        for news in self._waiting:
            if not news.done():
                news.set_result(None)
