"""A whole simulated table in memory: world, devices, daemon and dealer in one loop.

Meant for virtual time (`virtual_time.run_virtual`), where an hour of play takes a minute.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from msgspec.structs import replace

from controller.daemon import Daemon
from controller.domain.commands import Command
from controller.domain.floor_view import Verdict
from drivers.sim.client import WorldClient
from drivers.sim.memory import MemoryHost
from drivers.sim.rig import Rig

from . import setup
from .console import DoorConsole, Rids
from .dealer import Dealer, Dealt, seeded_dealer
from .players import Habits
from .screen import OnHold, no_ruling

BEGAN_AT = 1_800_000_000.0
"""UTC of virtual second 0."""


class BenchTable:
    """Everything at hand: `rig` and `world` (fingers), `daemon`, `dealer`, and a floorperson."""

    def __init__(self, rig: Rig, daemon: Daemon, dealer: Dealer, floorperson: str) -> None:
        self.rig, self.daemon, self.dealer = rig, daemon, dealer
        self.world, self.screen = dealer.post.world, dealer.post.screen
        self._floorperson, self._rids = floorperson, Rids("floor")

    async def floor(self, command: Command, *, rank: str = "floorperson") -> Verdict:
        """Say it at the door of the table as the floor's page would."""
        said = {"by": self._floorperson, "rank": rank, "where": "floor", "rid": self._rids.new()}
        return await self.daemon.door.command(replace(command, **said))

    @property
    def journal(self) -> Path:
        return self.daemon.config.journal.path


@asynccontextmanager
async def bench_table(
    folder: Path,
    *,
    seed: int = 1,
    habits: Habits | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    speed: float = 1.0,
    shuffle_s: float = 120.0,
    cover: int | None = None,
    told: Callable[[Dealt], None] = lambda _: None,
    say: Callable[[str], None] = lambda _: None,
    on_hold: OnHold = no_ruling,
) -> AsyncIterator[BenchTable]:
    """Open a table whose devices have all said hello; its dealer has not begun."""
    loop = asyncio.get_running_loop()
    sections = tuple((name, 1.0) for name in setup.SECTIONS)
    rig = Rig(seed, shuffle_s=shuffle_s, sections=sections)
    host = MemoryHost(rig.world, rig.devices)
    conf = setup.write(folder, {name: f"sim:{name}" for name in rig.devices}, options=options)
    dice = Random(f"{seed}/seals")  # noqa: S311 - the same bytes for the same seed
    daemon = Daemon(
        conf,
        host.open,
        simulated=True,
        consoles=False,
        now=lambda: BEGAN_AT + loop.time(),
        random=dice.randbytes,
    )
    try:
        async with daemon:
            dealer = seeded_dealer(
                *(WorldClient.at_hand(rig), DoorConsole(daemon.door), daemon.house.pack),
                seed=seed,
                speed=speed,
                habits=habits,
                cover=cover,
                told=told,
                say=say,
                on_hold=on_hold,
            )
            yield BenchTable(rig, daemon, dealer, "M. Okafor")
    finally:
        host.close()
