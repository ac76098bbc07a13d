"""One vendor's driver on a simulator of its device, over any link, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from drivers.driver import Counters, supervise
from drivers.link import Link
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.physical.world import World
from drivers.sim.simulator import Simulator

from .hostile import HostileLink
from .rig import Recorder


class Bench:
    """The simulator is behind `sim:device`; `kind` is what the wire does to the bytes."""

    def __init__(
        self,
        device: Callable[..., Any],
        settings: Any,
        simulator: Simulator,
        *,
        kind: str = "perfect",
        seed: int = 1,
        recorder: Recorder | None = None,
        world: World | None = None,
    ) -> None:
        self.recorder = recorder or Recorder()
        self.counters, self.driver = Counters(), None
        self._rng, self._kind = Random(f"{kind}/{seed}"), kind
        self.links: list[HostileLink] = []
        self.host = MemoryHost(world or World(Random(seed)), {"device": simulator})
        self._build: Callable[[Link], Any] = lambda link: device(
            *(link, settings, self.recorder.emit, self.recorder.recorded),
            name="device",
            counters=self.counters,
        )
        self.wishes: dict[str, tuple[Any, ...]] = {}
        self.task = asyncio.ensure_future(
            supervise("device", self._open, self._build, self._emit, attach=self._attach)
        )

    def _emit(self, reading: Any) -> asyncio.Future[None]:
        return self.recorder.emit(reading)

    async def _open(self) -> Link:
        inner = await self.host.open("sim:device")
        if self._kind == "perfect":
            return inner
        self.links.append(HostileLink(inner, self._kind, self._rng))
        return self.links[-1]

    def _attach(self, driver: Any) -> None:
        self.driver = driver
        for verb, args in self.wishes.items():
            self.tell(verb, *args)

    def tell(self, verb: str, *args: Any) -> None:
        self.wishes[verb] = args
        if self.driver is not None:
            getattr(self.driver, verb)(*args)

    async def close(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        self.host.close()
        for link in self.links:
            link.close()
        await asyncio.sleep(2)


@asynccontextmanager
async def bench(*args: Any, **more: Any) -> AsyncIterator[Bench]:
    it = Bench(*args, **more)
    try:
        yield it
    finally:
        await it.close()


@asynccontextmanager
async def shoe_bench(
    device: Callable[..., Any],
    settings: Any,
    simulated: Callable[..., Any],
    *,
    kind: str = "perfect",
    seed: int = 1,
    **shoe: Any,
) -> AsyncIterator[tuple[Bench, World, Any]]:
    """A loaded shoe of one deck, up for 3 s; `shoe` is what its simulator is told."""
    world = World(Random(seed), decks=1)
    world.shuffle_by_hand()
    world.load_shoe()
    sim = simulated(world, Random(seed), **shoe)
    async with bench(device, settings, sim, kind=kind, seed=seed, world=world) as b:
        await asyncio.sleep(3)
        yield b, world, sim


async def draw(world: World, cards: int) -> list[bytes]:
    """At a dealer's pace; the codes in order."""
    drawn = []
    for _ in range(cards):
        drawn.append((world.draw("box1").code or "").encode())
        await asyncio.sleep(1.5)
    return drawn
