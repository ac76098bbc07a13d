"""A healthy shoe's acknowledgement, alone and beside three devices that hang, of the same run.

The three are real terminals: one is opened and never answers, one babbles, and each time the kernel
is asked to open or close one it takes seconds, as it does where a device takes no bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
import time
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from drivers.link import Link, open_port
from drivers.link import serial as port
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig
from tests.daemon.tabletop import Tabletop

from .figure import Figure, p50_p99
from .wire import Commit, Watched, at_cards, quiet, until

CARDS = 130
APART_S = 0.15
"""Long enough for each of the hung devices to be given up and opened again."""
BLOCKS_S = 3.0
SILENT, BABBLING = "sim:reader", "sim:wheel"
HUNG = (SILENT, BABBLING, "sim:shuffler")
NOISE = bytes(range(256)) * 4


def measure() -> list[Figure]:
    quiet()
    with tempfile.TemporaryDirectory() as directory:
        return asyncio.run(_measure(Path(directory)))


async def _measure(folder: Path) -> list[Figure]:
    rig = Rig(1, shuffle_s=0.2)
    host = MemoryHost(rig.world, rig.devices)
    links: dict[str, Watched] = {}
    hung: dict[str, str] = {}
    opened: list[str] = []

    async def opener(name: str) -> Link:
        if name in hung:
            opened.append(name)
            return await open_port(hung[name])
        links[name] = Watched(await host.open(name))
        return links[name]

    try:
        async with at_cards(folder, opener, rig) as (top, own):
            alone = await _acknowledged(top, links["sim:shoe"], own)
            async with _hanging() as ports:
                hung.update(ports)
                for name in HUNG:
                    links[name].close()
                beside = await _acknowledged(top, links["sim:shoe"], own)
    finally:
        host.close()
    if missing := set(HUNG) - set(opened):
        raise RuntimeError(f"never opened while it hung: {', '.join(sorted(missing))}")
    (half, calm), (middle, late) = p50_p99(alone), p50_p99(beside)
    return [
        Figure("card frame to acknowledgement, commit apart, p50", half, "ms"),
        Figure("... p99", calm, "ms"),
        Figure("... beside three hung devices p50", middle, "ms"),
        Figure("... beside three hung devices p99", late, "ms"),
        Figure("... later by, p99", max(0.0, late - calm), "ms", most=5),
    ]


async def _acknowledged(top: Tabletop, shoe: Watched, own: list[Commit]) -> list[float]:
    """Of each card: from its frame to the acknowledgement, less its commit. Unit: ms."""
    took = []
    for _ in range(CARDS):
        reads, acks, commits = len(shoe.read_at), len(shoe.acked_at), len(own)
        await top.hands.draw("box 1.1")
        await until(lambda n=acks: len(shoe.acked_at) > n)  # type: ignore[misc]
        whole = (shoe.acked_at[acks] - shoe.read_at[reads]) * 1000
        took.append(whole - own[commits].took_ms)
        await asyncio.sleep(APART_S)
    return took


@asynccontextmanager
async def _hanging() -> AsyncIterator[dict[str, str]]:
    """A terminal for each of the three, and a kernel that takes its time."""
    ends = {name: os.openpty() for name in HUNG}
    for ours, theirs in ends.values():
        tty.setraw(theirs)
        os.set_blocking(ours, False)
    kept = port._open, port._give_back
    port._open, port._give_back = _slow(kept[0]), _slow(kept[1])
    babble = asyncio.create_task(_babble(ends[BABBLING][0]))
    try:
        yield {name: f"serial:{os.ttyname(theirs)}" for name, (_, theirs) in ends.items()}
    finally:
        babble.cancel()
        port._open, port._give_back = kept
        for end in ends.values():
            for fd in end:
                os.close(fd)


def _slow(call: Callable[..., Any]) -> Callable[..., Any]:
    def slowly(*args: Any) -> Any:
        time.sleep(BLOCKS_S)
        return call(*args)

    return slowly


async def _babble(end: int) -> None:
    """As fast as a serial line of 115,200 baud."""
    while True:
        with contextlib.suppress(BlockingIOError):
            os.write(end, NOISE)
        await asyncio.sleep(len(NOISE) / 11_520)
