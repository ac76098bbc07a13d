"""Hosting in memory: the simulators run in the daemon's own loop, over byte-level link pairs.

Ports are written `sim:shoe`. Works in real and in virtual time.
"""

from __future__ import annotations

from collections.abc import Mapping

from drivers.errors import LinkLost, Refused
from drivers.link import Link
from drivers.link.memory import MemoryLink
from drivers.sim.physical.world import World
from drivers.sim.simulator import Simulator

from .pump import Pump


class MemoryHost:
    """Use `open` as the daemon's opener, and `close` when done. Needs a running loop."""

    def __init__(self, world: World, devices: Mapping[str, Simulator]) -> None:
        self._devices = dict(devices)
        self._ends: dict[str, _DeviceEnd] = {}
        self._closed = False
        self._pump = Pump(world, devices, self._serve)

    async def open(self, port: str) -> Link:
        """Raises: Refused for a port that is not here, LinkLost while its plug is out."""
        scheme, _, name = port.partition(":")
        if scheme != "sim" or name not in self._devices:
            raise Refused(f"port {port!r}: write sim: and one of {', '.join(self._devices)}")
        if not self._devices[name].line.plugged or self._closed:
            raise LinkLost("unplugged")
        if name in self._ends:
            self._ends[name].close()
        near, end = MemoryLink(), _DeviceEnd(self._pump, name)
        near.far, end.far = end, near
        self._ends[name] = end
        return near

    def close(self) -> None:
        self._closed = True
        self._pump.close()
        for end in self._ends.values():
            end.close()

    def _serve(self, name: str, device: Simulator) -> None:
        data, end = device.take(), self._ends.get(name)
        if end is None:
            return
        if not device.line.plugged:
            self._ends.pop(name).close()
        elif data and not end.lost:
            end.write(data)


class _DeviceEnd(MemoryLink):
    """The device's end of a pair: bytes go to the simulator as they come."""

    def __init__(self, pump: Pump, name: str) -> None:
        super().__init__()
        self._pump, self._name = pump, name

    @property
    def lost(self) -> bool:
        return bool(self._inbox.lost)

    def deliver(self, data: bytes) -> None:
        self._pump.heard(self._name, data)
