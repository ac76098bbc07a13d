"""A card from its frame to the released verdict, beside raw commits of the same run.

The daemon runs in this process over links in memory and a journal on disk, in real time.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import structlog
from msgspec import Struct

from controller.daemon import Daemon
from controller.journal.append import Journal, create_journal, open_journal
from controller.journal.rows import Draft, Head
from controller.journal.seal import Signer
from drivers.frame import Deframer
from drivers.link import Link, Opener
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig
from drivers.tablelink.messages.wire import EventAck, decode
from tests.daemon.tabletop import Tabletop, configured

from .figure import Figure, p50_p99

CARDS = 200
APART_S = 0.02
PAYLOAD = bytes(range(200))
WAIT_S = 20.0


class Commit(Struct, frozen=True):
    seq: int
    """Its last row."""
    took_ms: float
    at_ms: float
    """When it was done, UTC."""


class Watched:
    """A link that notes when bytes were read and when an event was acknowledged."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.read_at: list[float] = []
        self.acked_at: list[float] = []

    async def read(self) -> bytes:
        data = await self._link.read()
        self.read_at.append(time.perf_counter())
        return data

    def write(self, data: bytes) -> None:
        at = time.perf_counter()
        self._link.write(data)
        if any(isinstance(decode(body), EventAck) for body in Deframer().feed(data)):
            self.acked_at.append(at)

    def close(self) -> None:
        self._link.close()

    async def wait_closed(self) -> None:
        await self._link.wait_closed()


def measure() -> list[Figure]:
    quiet()
    with tempfile.TemporaryDirectory() as directory:
        return asyncio.run(_measure(Path(directory)))


def quiet() -> None:
    """Keep the daemon's log off the figures."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))


async def _measure(folder: Path) -> list[Figure]:
    rig = Rig(1, shuffle_s=0.2)
    host = MemoryHost(rig.world, rig.devices)
    links: dict[str, Watched] = {}

    async def opener(port: str) -> Link:
        links[port] = Watched(await host.open(port))
        return links[port]

    raw = _raw_journal(folder / "raw.journal")
    try:
        async with at_cards(folder, opener, rig) as (top, own):
            released, viewed, commits = await _cards(top, links["sim:shoe"], raw)
    finally:
        raw.close()
        host.close()
    besides = [whole - c.took_ms for whole, c in zip(released, own[-CARDS:], strict=True)]
    (half, commit), (middle, verdict) = p50_p99(commits), p50_p99(released)
    return [
        Figure("raw commit p50, between the cards", half, "ms"),
        Figure("raw commit p99, between the cards", commit, "ms"),
        Figure("card frame to released verdict p50", middle, "ms"),
        Figure("card frame to released verdict p99", verdict, "ms"),
        Figure("... p50 less the raw commit p50", middle - half, "ms"),
        Figure("... p99 less the raw commit p99", verdict - commit, "ms", most=3),
        Figure("... p99 less each card's own commit", p50_p99(besides)[1], "ms"),
        Figure("... and the dealer's view made p99", p50_p99(viewed)[1], "ms"),
    ]


@asynccontextmanager
async def at_cards(
    folder: Path, opener: Opener, rig: Rig
) -> AsyncIterator[tuple[Tabletop, list[Commit]]]:
    """A table whose shoe is ready and box 1 lit, and its commits from now on."""
    async with Daemon(configured(folder), opener, simulated=True, consoles=False) as daemon:
        top = Tabletop(daemon, rig)
        await until(lambda: top.offered("act1") is not None)
        await _loaded(top)
        yield top, commits_of(daemon.journal)


async def _loaded(top: Tabletop) -> None:
    await top.open_table()
    await top.hands.fill_shuffler()
    await top.press("act1")
    await until(lambda: top.state.play.shuffle == "done")
    await top.hands.take_shuffled()
    await top.hands.cut()
    await top.press("act1")
    await top.hands.load_shoe()
    await until(lambda: top.state.play.shoe == "burn_due")
    await top.hands.draw("burn")
    await until(lambda: top.state.play.shoe == "ready")
    await top.press("box1")


async def _cards(
    top: Tabletop, shoe: Watched, raw: Journal
) -> tuple[list[float], list[float], list[float]]:
    """Cards of a deal that never ends: each is one input, at least 20 ms after the last."""
    released, viewed, commits = [], [], []
    news = top.daemon.door.subscribe()
    for _ in range(CARDS):
        before, row = len(shoe.read_at), top.daemon.table.current.seq
        await top.hands.draw("box 1.1")
        while top.daemon.table.current.seq == row:
            await asyncio.wait_for(anext(news), WAIT_S)
        at = time.perf_counter()
        released.append((at - shoe.read_at[before]) * 1000)
        top.view  # noqa: B018 - made here, as a console would
        viewed.append((time.perf_counter() - shoe.read_at[before]) * 1000)
        await asyncio.sleep(APART_S)
        began = time.perf_counter()
        await raw.commit([Draft(raw.head.seq + 1, 0, "shoe", "CardDrawn", PAYLOAD)])
        commits.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(APART_S)
    return released, viewed, commits


def commits_of(journal: Journal) -> list[Commit]:
    """Every commit from now on."""
    done: list[Commit] = []
    commit = journal.commit

    async def noted(drafts: Sequence[Draft], *, sign: bool = False) -> Head:
        began = time.perf_counter()
        head = await commit(drafts, sign=sign)
        took_ms = (time.perf_counter() - began) * 1000
        done.append(Commit(head.seq, took_ms, time.time() * 1000))
        return head

    journal.commit = noted  # type: ignore[method-assign]
    return done


def _raw_journal(path: Path) -> Journal:
    signer = Signer.generate()
    create_journal(path, at_us=0, record=b"", signer=signer)
    return open_journal(path, signer)


async def until(true: Callable[[], bool]) -> None:
    """Raises: TimeoutError."""
    async with asyncio.timeout(WAIT_S):
        while not true():
            await asyncio.sleep(0.01)
