"""A serial device of the simulator: a pseudo-terminal under a name that does not change.

Pulling the plug closes both of its ends and takes the name away; a new one gets the same name.
A full terminal loses bytes, as a UART without flow control does.
"""

from __future__ import annotations

import asyncio
import os
import tty
from collections.abc import Callable
from pathlib import Path


class Pty:
    def __init__(self, name: Path, heard: Callable[[bytes], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._name, self._heard = name, heard
        self._ends: tuple[int, int] | None = None
        self.plug()

    def plug(self) -> None:
        if self._ends is not None:
            return
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        self._ends = ours, theirs
        self._loop.add_reader(ours, self._read)
        fresh = self._name.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(theirs))
        fresh.replace(self._name)

    def unplug(self) -> None:
        if self._ends is None:
            return
        self._name.unlink(missing_ok=True)
        self._loop.remove_reader(self._ends[0])
        for end in self._ends:
            os.close(end)
        self._ends = None

    def write(self, data: bytes) -> None:
        if self._ends is None:
            return
        try:
            os.write(self._ends[0], data)
        except BlockingIOError:
            return

    def _read(self) -> None:
        if self._ends is None:
            return
        try:
            data = os.read(self._ends[0], 4096)
        except BlockingIOError:
            return
        if data:
            self._heard(data)
