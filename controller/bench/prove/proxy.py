"""A port between a device and its host: it spoils some frames, from a seed, and then ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec import Struct

from drivers.errors import LinkLost
from drivers.link import Link
from drivers.sim.hosting.ptys import Pty

from .opened import Bench

SHARE = 0.25
"""So many frames are spoiled while there is something left to spoil."""
BYTE_S = 0.0005
LATE_S = (0.1, 1.5)
LONGEST = 4096
"""Bytes without an end of a frame are passed on."""


class Budget(Struct):
    """How many frames are still to be spoiled in each way."""

    drop: int = 0
    delay: int = 0
    split: int = 0
    corrupt: int = 0

    @property
    def left(self) -> int:
        return self.drop + self.delay + self.split + self.corrupt


class Way:
    """One direction: whole frames in, pieces and their waits out; nothing overtakes."""

    def __init__(self, budget: Budget, rng: Random, pass_on: Callable[[bytes], None]) -> None:
        self._budget, self._rng, self._pass_on = budget, rng, pass_on
        self._part, self._free_at = b"", 0.0

    def carry(self, data: bytes) -> None:
        *whole, self._part = (self._part + data).split(b"\x00")
        for frame in whole:
            self._frame(frame + b"\x00")
        if len(self._part) > LONGEST:
            self._later(self._part, 0.0)
            self._part = b""

    def _frame(self, frame: bytes) -> None:
        kind = self._chosen() if len(frame) > 1 else ""
        match kind:
            case "drop":
                return
            case "delay":
                self._later(frame, self._rng.uniform(*LATE_S))
            case "split":
                for at in range(len(frame)):
                    self._later(frame[at : at + 1], BYTE_S)
            case "corrupt":
                spoilt = bytearray(frame)
                spoilt[self._rng.randrange(len(frame) - 1)] ^= 1 << self._rng.randrange(8)
                self._later(bytes(spoilt), 0.0)
            case _:
                self._later(frame, 0.0)

    def _chosen(self) -> str:
        """A fault that is still owed; most frames have none."""
        owed = [name for name in self._budget.__struct_fields__ if getattr(self._budget, name) > 0]
        if not owed or self._rng.random() >= SHARE:
            return ""
        kind = self._rng.choice(owed)
        setattr(self._budget, kind, getattr(self._budget, kind) - 1)
        return kind

    def _later(self, data: bytes, wait_s: float) -> None:
        loop = asyncio.get_running_loop()
        self._free_at = max(self._free_at, loop.time()) + wait_s
        if self._free_at <= loop.time():
            self._pass_on(data)
        else:
            loop.call_at(self._free_at, self._pass_on, data)


class Proxy:
    def __init__(self, budget: Budget, seed: int) -> None:
        self._budget, self._first = budget, budget.left
        self._rng = Random(seed)  # noqa: S311 - the same seed spoils in the same way

    async def run(self, bench: Bench, at: Path, after_s: float, say: Callable[[str], None]) -> str:
        """Why the device was lost; empty = it ended by itself. Raises: LinkLost, Refused."""
        link = await bench.open()
        out = Way(self._budget, self._rng, lambda data: _write(link, data))
        pty = Pty(at, out.carry)
        back = Way(self._budget, self._rng, pty.write)
        listening = asyncio.ensure_future(_listen(link, back))
        say(f'port = "serial:{at}", {self._first} frames will be spoiled; Ctrl-C ends it')
        try:
            while self._budget.left and not listening.done():
                await asyncio.wait((listening,), timeout=0.1)
            if not listening.done():
                say(f"{self._first} frames spoiled, from here on nothing is")
                await asyncio.wait((listening,), timeout=after_s)
            lost = listening.result() if listening.done() else ""
            say(f"the device was lost: {lost}" if lost else "ended")
            return lost
        finally:
            listening.cancel()
            pty.unplug()
            link.close()
            await link.wait_closed()


async def _listen(link: Link, back: Way) -> str:
    try:
        while True:
            back.carry(await link.read())
    except LinkLost as lost:
        return lost.reason


def _write(link: Link, data: bytes) -> None:
    try:
        link.write(data)
    except LinkLost:
        return  # whoever reads says so
