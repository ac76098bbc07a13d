"""Wait for bytes, but no longer than until the next thing to do."""

from __future__ import annotations

import asyncio

from . import Link


async def read_until(link: Link, due: float) -> tuple[bytes, float]:
    """What came, nothing when `due` came first; and by how many seconds `due` was then missed.

    That long our own loop stood still: it was no silence of the device. Raises: LinkLost.
    """
    try:
        async with asyncio.timeout_at(due):
            return await link.read(), 0.0
    except TimeoutError:
        return b"", max(0.0, asyncio.get_running_loop().time() - due)
