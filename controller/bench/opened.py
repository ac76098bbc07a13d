"""Open a port of the bench: a real one, or `sim:shoe` for a simulator of its own."""

from __future__ import annotations

from drivers.link import Link, open_port
from drivers.sim.memory import MemoryHost
from drivers.sim.rig import Rig


async def open_bench(port: str) -> Link:
    """Raises: LinkLost, Refused."""
    if not port.startswith("sim:"):
        return await open_port(port)
    rig = Rig(1)
    return await MemoryHost(rig.world, rig.devices).open(port)
