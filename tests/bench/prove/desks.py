"""A simulated device on the bench, in virtual time, with the knobs of its world at hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from controller.bench.prove.hands import Simulated
from controller.bench.prove.opened import Bench
from drivers.sim.hosting.client import WorldClient
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig


@asynccontextmanager
async def on_the_bench(name: str, rig: Rig | None = None, **built: Any) -> AsyncIterator[Bench]:
    """`name` as after `sim:`."""
    rig = rig or Rig(1, **{"shuffle_s": 4.0, "reader_lockable": True, **built})
    host = MemoryHost(rig.world, rig.devices)
    try:
        yield Bench(f"sim:{name}", Simulated(WorldClient.at_hand(rig)), host)
    finally:
        host.close()
