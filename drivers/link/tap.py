"""A link that is looked at: every byte goes on as it came, and somebody is told of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from . import Link

Direction = Literal["<", ">"]
"""`<` from the device, `>` to it."""


class Tap:
    """`passed` is called with the loop's time, the way and the bytes."""

    def __init__(self, inner: Link, passed: Callable[[float, Direction, bytes], object]) -> None:
        self._inner, self._passed = inner, passed
        self._now = asyncio.get_running_loop().time

    async def read(self) -> bytes:
        """Raises: LinkLost."""
        data = await self._inner.read()
        self._passed(self._now(), "<", data)
        return data

    def write(self, data: bytes) -> None:
        """Raises: LinkLost."""
        self._passed(self._now(), ">", data)
        self._inner.write(data)

    def close(self) -> None:
        self._inner.close()

    async def wait_closed(self) -> None:
        await self._inner.wait_closed()
