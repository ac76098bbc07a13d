"""Links that do what real wires do, from a seed.

They tear up, lose, delay, double, flip, cut, stand still, and babble.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from drivers.errors import LinkLost
from drivers.link import Link
from drivers.link.memory import MemoryLink
from tests.long_runs import in_the_suite

Deliver = Callable[[bytes], None]
KINDS = ("perfect", "one_byte", "lossy", "delayed", "cut")
MORE = ("duplicated", "flipped", "stalled", "babbling")
EVERY = (*KINDS, *MORE)
HARMFUL = ("lossy", "cut", *MORE)
WHOLE = ("one_byte", "delayed", "stalled")
"""Every byte arrives, in order and once."""
hostile = pytest.mark.parametrize(
    ("kind", "seed"),
    [
        *in_the_suite(1, product(KINDS[1:2], range(4))),
        *product(KINDS[2:], range(4)),
        *product(MORE, range(2)),
    ],
)
"""Byte by byte nothing of the wire is by chance: one seed in the suite."""
STALL_S = (1.0, 14.0)
BABBLE = 200


class _Way:
    """One direction. `deliver` is called with what comes out at the other side."""

    def __init__(self, kind: str, rng: Random, deliver: Deliver, cut: Callable[[], None]) -> None:
        self._kind, self._rng, self._deliver, self._cut = kind, rng, deliver, cut
        self._free_at = 0.0
        self._left = rng.randint(200, 1500)
        self.spoilt = 0

    def carry(self, data: bytes) -> None:
        match self._kind:
            case "one_byte":
                for at, byte in enumerate(data, start=1):
                    self._later(bytes([byte]), at * 0.00009)
            case "delayed":
                self._later(data, self._rng.random() * 0.6)
            case "lossy":
                self._deliver(self._spoil(data))
            case "duplicated":
                self._deliver(data)
                if self._rng.random() < 0.2:
                    self.spoilt += 1
                    self._deliver(data)
            case "flipped":
                self._deliver(self._flip(data))
            case "stalled":
                stands = self._rng.random() < 0.08
                self.spoilt += stands
                self._later(data, self._rng.uniform(*STALL_S) if stands else 0.0)
            case "babbling":
                if self._rng.random() < 0.15:
                    self.spoilt += 1
                    self._deliver(self._rng.randbytes(self._rng.randint(1, BABBLE)))
                self._deliver(data)
            case "cut":
                self._deliver(data[: self._left])
                self._left -= len(data)
                if self._left <= 0:
                    self.spoilt += 1
                    self._cut()
            case _:
                self._deliver(data)

    def _later(self, data: bytes, wait_s: float) -> None:
        """Deliver in order: nothing overtakes on a wire."""
        loop = asyncio.get_running_loop()
        self._free_at = max(self._free_at, loop.time() + wait_s)
        loop.call_at(self._free_at, self._deliver, data)

    def _flip(self, data: bytes) -> bytes:
        if not data or self._rng.random() >= 0.1:
            return data
        self.spoilt += 1
        flipped = bytearray(data)
        flipped[self._rng.randrange(len(flipped))] ^= 1 << self._rng.randrange(8)
        return bytes(flipped)

    def _spoil(self, data: bytes) -> bytes:
        rng, spoilt = self._rng, bytearray(data)
        if rng.random() < 0.15 and spoilt:
            self.spoilt += 1
            at = rng.randrange(len(spoilt))
            match rng.randrange(4):
                case 0:
                    spoilt[at] ^= 1 << rng.randrange(8)
                case 1:
                    del spoilt[at : at + rng.randint(1, 40)]
                case 2:
                    spoilt[at:at] = bytes(rng.randint(1, 9))
                case _:
                    spoilt.clear()
        return bytes(spoilt)


class HostileLink(MemoryLink):
    """Stands between a driver and an inner link; whatever comes is read from this end."""

    def __init__(self, inner: Link, kind: str, rng: Random) -> None:
        super().__init__()
        self._inner = inner
        self._out = _Way(kind, rng, self._pass_on, self.close)
        self._in = _Way(kind, rng, self.deliver, self.close)
        self._pump = asyncio.ensure_future(self._run())

    @property
    def spoilt(self) -> int:
        """How often this wire did harm."""
        return self._in.spoilt + self._out.spoilt

    async def _run(self) -> None:
        try:
            while True:
                self._in.carry(await self._inner.read())
        except LinkLost as lost:
            self._lose(lost.reason)

    def _pass_on(self, data: bytes) -> None:
        try:
            self._inner.write(data)
        except LinkLost as lost:
            self._lose(lost.reason)

    def write(self, data: bytes) -> None:
        if self._inbox.lost:
            raise LinkLost(self._inbox.lost)
        self._out.carry(data)

    def close(self) -> None:
        self._lose("closed")
        self._inner.close()
