"""A table, a world and single devices for tests that are plain functions: each call runs the loop.

All of one test share one loop, on a clock that jumps. `world` moves the cards that `shoe`,
`reader`, `shuffler` and `wheel` see; `table` is a table of its own with a dealer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

from controller.bench.automatic.dealer import Dealt
from controller.bench.simulated.table import BenchTable, bench_table
from controller.bench.simulated.virtual_time import VirtualLoop
from drivers.bench.decks import in_order
from drivers.bench.desk import Desk
from drivers.bench.found import Outcome
from drivers.event import CardDrawn, Said
from drivers.reading import EventReading, open_concealed, said
from drivers.sim.hosting.client import WorldClient
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.line import Knob
from drivers.sim.rig import Rig

from .hands import Simulated
from .opened import Bench
from .proof import ROLES, Asked, What, prove

T = TypeVar("T")


class Clock:
    """The loop of one test; whatever was opened on it is closed with it."""

    def __init__(self) -> None:
        self._loop = VirtualLoop()
        self.open = AsyncExitStack()

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        asyncio.set_event_loop(self._loop)
        try:
            return self._loop.run_until_complete(what)
        finally:
            asyncio.set_event_loop(None)

    def close(self) -> None:
        try:
            self.run(self.open.aclose())
            self.run(asyncio.sleep(1))
        finally:
            self._loop.close()


class World:
    """Every act of the fingers by its name: `world.draw("box1")`. Raises: CannotBe."""

    def __init__(self, clock: Clock, seed: int = 1) -> None:
        self._clock = clock
        self.rig = Rig(seed, shuffle_s=4.0, reader_lockable=True)
        self._client = WorldClient.at_hand(self.rig)

        async def hosted() -> MemoryHost:
            return MemoryHost(self.rig.world, self.rig.devices)

        self.host = clock.run(hosted())
        clock.open.callback(self.host.close)

    def __getattr__(self, name: str) -> Any:
        act = getattr(self._client, name)
        return lambda *args, **kw: self._clock.run(act(*args, **kw))

    def wait(self, seconds: float) -> None:
        self._clock.run(asyncio.sleep(seconds))


class OneDevice:
    """A simulated device behind its own driver, as a table has it."""

    def __init__(self, name: What, clock: Clock, world: World) -> None:
        self._name, self._clock, self._world = name, clock, world
        self._bench = Bench(f"sim:{name}", Simulated(WorldClient.at_hand(world.rig)), world.host)
        self._desk: Desk | None = None

    @property
    def desk(self) -> Desk:
        """Connected at its first use."""
        if self._desk is None:
            desk = Desk(self._bench.open, ROLES[self._name], discard=True)
            self._desk = self._clock.run(self._clock.open.enter_async_context(desk))
        return self._desk

    @property
    def told(self) -> Sequence[Said]:
        """Everything that it said, oldest first."""
        return [said(row) for row in self.desk.told()]

    @property
    def cards(self) -> list[str]:
        """Of a shoe: the faces that it read."""
        told = self.desk.told(CardDrawn)
        return [
            open_concealed(one.secret).decode() for one in told if isinstance(one, EventReading)
        ]

    def ask(self, verb: str, *args: Any) -> None:
        """A verb of its role, as `be_locked`; see `drivers/driver.py`."""
        desk = self.desk

        async def wished() -> None:
            desk.wish(verb, *args)
            await asyncio.sleep(1)

        self._clock.run(wished())

    def pull(self, knob: str, value: Knob = None) -> None:
        """A fault of the device; its simulator in `drivers/sim/` says which there are."""
        self._world.rig.pull(self._name, knob, value)
        self._clock.run(asyncio.sleep(0))

    def prove(self, *, count: int = 10, decks: int = 1, **asked: Any) -> Outcome:
        """The verdict of `dealer-assist bench`; `asked` as of `Asked`."""
        deck = asked.pop("deck", in_order(decks))
        what = Asked(self._name, count=count, deck=tuple(deck), discard=True, **asked)
        return self._clock.run(prove(self._bench, what))


class TableAtHand:
    """A whole simulated table with a dealer who deals by the page."""

    def __init__(self, clock: Clock, folder: Path) -> None:
        self._clock, self._folder = clock, folder
        self._opened: BenchTable | None = None

    def open(self, **options: Any) -> BenchTable:
        """Arguments as of `simulated.table.bench_table`; without it the first act opens."""
        opened = bench_table(self._folder / "table", **options)
        self._opened = self._clock.run(self._clock.open.enter_async_context(opened))
        return self._opened

    @property
    def it(self) -> BenchTable:
        return self._opened or self.open()

    def play(self, rounds: int) -> list[Dealt]:
        """So many more rounds; all that were dealt."""
        dealer = self.it.dealer
        self._clock.run(dealer.play(len(dealer.rounds) + rounds))
        return dealer.rounds

    def pull(self, device: str, knob: str, value: Knob = None) -> None:
        self._clock.run(self.it.world.pull(device, knob, value))

    @property
    def line(self) -> str:
        """What the dealer's page asks for now."""
        return self.it.daemon.door.view().next_step.text
