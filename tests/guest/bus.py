"""The loop that the gadgets live on, in a thread of its own.

So a product that stands still is found out by its devices, and does not hold them up.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from drivers.sim.hosting.pump import Pump
from drivers.sim.physical.world import World
from drivers.sim.simulator import Simulator

from .gadgets import Gadget

PATIENCE_S = 20.0
Build = Callable[[World, Random], Any]


class Bus:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, name="bus", daemon=True)
        self._thread.start()
        self._boards: list[Board] = []

    def do(self, act: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """Call it on the loop and give what it gives."""

        async def call() -> Any:
            given = act(*args, **kw)
            return await given if inspect.isawaitable(given) else given

        return asyncio.run_coroutine_threadsafe(call(), self.loop).result(PATIENCE_S)

    def board(self, gadget: Gadget, build: Build, world: World | None = None) -> Board:
        """A simulated device behind that gadget; not plugged in yet."""
        one: Board = self.do(Board, self, gadget, build, world or World(Random(1), decks=1))
        self._boards.append(one)
        return one

    def close(self) -> None:
        for board in self._boards:
            self.do(board.unplug)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE_S)
        self.loop.close()


class Board:
    """Fingers act on `world`, on the bus's loop: `board.do(board.world.draw, "box1")`."""

    def __init__(self, bus: Bus, gadget: Gadget, build: Build, world: World) -> None:
        self._bus, self.gadget, self.world = bus, gadget, world
        self.device = build(world, Random(1))
        self.do = bus.do
        self._pump = Pump(world, {"device": self.device}, self._serve)
        gadget.heard = self._heard

    def put(self, port: int | None = None) -> int:
        """Plug it in; gives its socket. From another thread."""
        return int(self.do(self.gadget.put, port))

    def pull(self) -> None:
        self.do(self.gadget.pull)

    def unplug(self) -> None:
        """On the bus's loop, for good."""
        self._pump.close()
        self.gadget.pull()

    def _heard(self, data: bytes) -> None:
        self._pump.heard("device", data)

    def _serve(self, _: str, device: Simulator) -> None:
        if data := device.take():
            self.gadget.give(data)


@contextmanager
def a_bus() -> Iterator[Bus]:
    bus = Bus()
    try:
        yield bus
    finally:
        bus.close()
