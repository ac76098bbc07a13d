"""The link pair in memory keeps the promises of a real link."""

from __future__ import annotations

import asyncio

import pytest

from drivers.errors import LinkLost, Refused
from drivers.link import WRITE_LIMIT, open_port
from drivers.link.memory import MemoryLink


async def test_what_one_end_writes_the_other_reads() -> None:
    """Bytes in order, in one piece or several."""
    near, far = MemoryLink.pair()
    near.write(b"ab")
    near.write(b"cd")
    far.write(b"xy")

    assert (await far.read(), await near.read()) == (b"abcd", b"xy")


async def test_what_was_written_before_the_plug_was_pulled_is_still_read() -> None:
    """The last bytes of a device count."""
    near, far = MemoryLink.pair()
    far.write(b"last")
    far.close()

    assert await near.read() == b"last"
    with pytest.raises(LinkLost, match="unplugged"):
        await near.read()
    with pytest.raises(LinkLost):
        near.write(b"x")


async def test_cancelled_read_loses_no_byte() -> None:
    """A driver waits with a time limit."""
    near, far = MemoryLink.pair()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1):
            await near.read()
    far.write(b"x")

    assert await near.read() == b"x"


async def test_queue_that_nobody_reads_is_a_lost_link() -> None:
    """Bounded: full = lost."""
    near, _ = MemoryLink.pair()
    near.write(bytes(WRITE_LIMIT))
    with pytest.raises(LinkLost, match="full"):
        near.write(b"x")
    with pytest.raises(LinkLost):
        near.write(b"x")


@pytest.mark.parametrize("port", ["", "/dev/ttyUSB0", "tcp:1.2.3.4", "serial:ttyUSB0", "usb:zz:1"])
async def test_port_that_cannot_be_is_refused(port: str) -> None:
    """One line says how a port is written."""
    with pytest.raises(Refused):
        await open_port(port)
