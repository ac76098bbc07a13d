"""A port of the bench and whoever stands before it: a real device, or a simulated one.

`sim:shoe` is a simulator in this process; its hands are the simulated world's. A real port has a
technician's hands, or those of another simulated table whose control socket is named.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from drivers.bench.hands import Hands
from drivers.errors import Refused
from drivers.link import Link, open_port
from drivers.sim.hosting.client import WorldClient
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig

from .hands import Simulated, Technician

SHUFFLE_S = 4.0
"""Of a simulator that somebody waits for."""


class Bench:
    """`open` may be called again and again; the device behind it stays the same."""

    def __init__(self, port: str, hands: Hands, host: MemoryHost | None = None) -> None:
        self.port, self.hands, self._host = port, hands, host

    async def open(self) -> Link:
        """Raises: LinkLost, Refused."""
        if self._host is not None:
            return await self._host.open(self.port)
        return await open_port(self.port)


OVER_A_WIRE_S = 30.0
"""A spoiled wire brings an event again after 2 s, and may spoil it again and again."""


@asynccontextmanager
async def at(
    port: str,
    say: Callable[[str], None],
    *,
    hands: Path | None = None,
    idle_s: float = 60.0,
    seed: int = 1,
) -> AsyncIterator[Bench]:
    """`hands`: control socket of a simulated table. Raises: Refused."""
    if port.startswith("sim:"):
        rig = Rig(seed, shuffle_s=SHUFFLE_S, reader_lockable=True)
        host = MemoryHost(rig.world, rig.devices)
        try:
            yield Bench(port, Simulated(WorldClient.at_hand(rig)), host)
        finally:
            host.close()
    elif hands is not None:
        try:
            world = await WorldClient.connect(hands)
        except OSError as error:
            raise Refused(f"no simulated table at {hands}: start one with its socket") from error
        try:
            yield Bench(port, Simulated(world, OVER_A_WIRE_S))
        finally:
            world.close()
            await asyncio.sleep(0)  # the socket's last turn
    else:
        yield Bench(port, Technician(say, idle_s))


async def open_bench(port: str) -> Link:
    """For a short question. Raises: LinkLost, Refused."""
    if not port.startswith("sim:"):
        return await open_port(port)
    rig = Rig(1)
    return await MemoryHost(rig.world, rig.devices).open(port)
