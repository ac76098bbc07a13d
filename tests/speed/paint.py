"""From the commit of an input to the frame on five consoles: real pages in a real browser.

The daemon runs in this process with links in memory, a journal on disk and a port of its own, and
an automatic dealer deals. Two consoles are the dealer's, of either size, three the floor's. A
console has a computer of its own: so one paints while the others only listen. When all five paint
here, they and the daemon share this machine's processors.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus
from pathlib import Path

import httpx
from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from controller.bench.automatic.dealer import seeded_dealer
from controller.bench.consoles.console import DoorConsole
from controller.bench.simulated import setup
from controller.console.sign_in.people import People
from controller.daemon import Daemon
from controller.domain.commands import Command
from drivers.sim.hosting.client import WorldClient
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.daemon.tabletop import Tabletop

from .figure import Figure, p50_p99
from .start import free_port
from .wire import Commit, commits_of, quiet

ROUNDS = 6
SPEED = 5.0
"""Of the dealer: a card each 180 ms."""
NAME, PIN = "M. Okafor", "4711"
LARGE, SMALL = ViewportSize(width=1280, height=800), ViewportSize(width=800, height=480)
CONSOLES = (
    ("dealer", LARGE),
    ("dealer?size=small", SMALL),
    ("floor", LARGE),
    ("floor", LARGE),
    ("floor", LARGE),
)
NOW = "performance.timeOrigin + performance.now()"
NOTE_FRAMES = f"""() => {{
  window.noted = [];
  new MutationObserver(() => {{
    const seq = Number(document.querySelector("[data-seq]").dataset.seq);
    requestAnimationFrame(() => {{
      const {{port1, port2}} = new MessageChannel();
      port1.onmessage = () => noted.push([seq, {NOW}]);
      port2.postMessage(0);
    }});
  }}).observe(document.getElementById("page"), {{childList: true}});
}}"""
"""A message that a frame's callback sends arrives when the frame has been drawn."""
TRIES = 20

Frames = list[tuple[int, float]]
"""Row of the view and UTC in ms, oldest first."""


def measure() -> list[Figure]:
    quiet()
    every = range(len(CONSOLES))
    found = []
    for name, painted in (("the dealer's", every[:1]), ("a floor's", every[-1:]), ("five", every)):
        with tempfile.TemporaryDirectory() as directory:
            late = asyncio.run(_late(Path(directory), painted))
        half, most = p50_p99(late)
        found += [
            Figure(f"commit to {name} frame{'s' * (painted == every)} p50", half, "ms"),
            Figure(f"... p99 of {len(late)} changes", most, "ms", most=50),
        ]
    return found


async def _late(folder: Path, painted: Collection[int]) -> list[float]:
    """Until the last of these consoles has painted a change. Units: ms."""
    rig = Rig(1, shuffle_s=0.5)
    host = MemoryHost(rig.world, rig.devices)
    ports = {name: f"sim:{name}" for name in rig.devices}
    config = setup.write(folder, ports, console_port=free_port())
    people = People(config.people.path)
    people.add(NAME, "floorperson", "1234")
    await people.change(NAME, PIN)
    async with AsyncExitStack() as stack:
        stack.callback(host.close)
        daemon = await stack.enter_async_context(Daemon(config, host.open, simulated=True))
        tool = await stack.enter_async_context(async_playwright())
        browser = await tool.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        stack.push_async_callback(browser.close)
        pages = []
        for number, (path, size) in enumerate(CONSOLES):
            if number in painted:
                pages.append(await _opened(browser, daemon.console_port, path, size))
            else:
                await stack.enter_async_context(_listening(daemon.console_port, path))
        commits, frames = await _dealt(Tabletop(daemon, rig), pages)
    return [max(_late_ms(commit, each) for each in frames) for commit in commits]


@asynccontextmanager
async def _listening(port: int, path: str) -> AsyncIterator[None]:
    """A console that takes each view and paints none."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=None) as client:
        if path == "floor":
            await client.post("/floor/sign-in", data={"name": NAME, "pin": PIN})

        async def listen() -> None:
            async with client.stream("GET", f"/events/{path}") as stream:
                assert stream.status_code == HTTPStatus.OK
                async for _ in stream.aiter_raw():
                    pass

        task = asyncio.create_task(listen())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait({task})
            if not task.cancelled():
                task.result()


async def _opened(browser: Browser, port: int, path: str, size: ViewportSize) -> Page:
    page = await (await browser.new_context(viewport=size)).new_page()
    await page.goto(f"http://127.0.0.1:{port}/{path}")
    if path == "floor":
        await page.fill("#name", NAME)
        await page.fill("#pin", PIN)
        await page.click("button:has-text('Sign in')")
    await page.wait_for_selector("main[data-seq]")
    return page


async def _dealt(top: Tabletop, pages: Sequence[Page]) -> tuple[list[Commit], list[Frames]]:
    async def say(command: Command) -> None:
        await top.floor(command)

    world, console = WorldClient.at_hand(top.rig), DoorConsole(top.daemon.door)
    dealer = seeded_dealer(world, console, top.daemon.house.pack, seed=1, speed=SPEED, floor=say)
    await dealer.play(1)
    commits = commits_of(top.daemon.journal)
    for page in pages:
        await page.evaluate(NOTE_FRAMES)
    await dealer.play(1 + ROUNDS)
    last = commits[-1].seq
    for page in pages:
        await page.wait_for_function(f"noted.length && noted.at(-1)[0] >= {last}")
    return list(commits), [await _frames(page) for page in pages]


async def _frames(page: Page) -> Frames:
    """By this process's clock; the page's stands beside it within half of the quickest question."""
    tries = []
    for _ in range(TRIES):
        asked = time.time() * 1000
        said = await page.evaluate(NOW)
        took = time.time() * 1000 - asked
        tries.append((took, asked + took / 2 - said))
    ahead = min(tries)[1]
    return [(seq, at + ahead) for seq, at in await page.evaluate("noted")]


def _late_ms(commit: Commit, frames: Frames) -> float:
    """Until that view or a newer one was painted."""
    return next(at for seq, at in frames if seq >= commit.seq) - commit.at_ms
