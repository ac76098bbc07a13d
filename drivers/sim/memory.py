"""Hosting in memory: the simulators run in the daemon's own loop, over byte-level link pairs.

Ports are written `sim:shoe`. Nothing polls: a device is ticked when bytes come, when something
happens in the world, and when it says that it is due. Works in real and in virtual time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from drivers.errors import LinkLost, Refused
from drivers.link import Link
from drivers.link.memory import MemoryLink

from .pieces import Happening
from .simulator import Simulator, next_due_s
from .world import World


class MemoryHost:
    """Use `open` as the daemon's opener, and `close` when done. Needs a running loop."""

    def __init__(self, world: World, devices: Mapping[str, Simulator]) -> None:
        self._loop = asyncio.get_running_loop()
        self._devices = dict(devices)
        self._ends: dict[str, _DeviceEnd] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._soon: asyncio.Handle | None = None
        self._now_s = self._loop.time()
        self._closed = False
        world.watch(self._sensed, first=True)
        for device in self._devices.values():
            device.line.wake = self._wake
        self._tick()
        self._wake()

    async def open(self, port: str) -> Link:
        """Raises: Refused for a port that is not here, LinkLost while its plug is out."""
        scheme, _, name = port.partition(":")
        if scheme != "sim" or name not in self._devices:
            raise Refused(f"port {port!r}: write sim: and one of {', '.join(self._devices)}")
        if not self._devices[name].line.plugged or self._closed:
            raise LinkLost("unplugged")
        if name in self._ends:
            self._ends[name].close()
        end = _DeviceEnd(self, name)
        near = MemoryLink()
        near.far, end.far = end, near
        self._ends[name] = end
        return near

    def close(self) -> None:
        self._closed = True
        for end in self._ends.values():
            end.close()
        for handle in (self._timer, self._soon):
            if handle is not None:
                handle.cancel()

    def heard(self, name: str, data: bytes) -> None:
        device = self._devices[name]
        self._tick()
        if device.line.hears():
            device.feed(data)
        self._wake()

    def _sensed(self, _: Happening) -> None:
        self._tick()
        self._wake()

    def _tick(self) -> None:
        self._now_s = max(self._now_s, self._loop.time())
        for device in self._devices.values():
            device.tick(self._now_s)

    def _wake(self) -> None:
        if self._soon is None and not self._closed:
            self._soon = self._loop.call_soon(self._pump)

    def _pump(self) -> None:
        self._soon = None
        self._tick()
        for name, device in self._devices.items():
            self._deliver(name, device)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = next_due_s(self._devices.values())
        if due is not None and not self._closed:
            self._timer = self._loop.call_at(due, self._fire, due)

    def _fire(self, due_s: float) -> None:
        """A timer may fire a hair early: what was due then is due now."""
        self._now_s = max(self._now_s, due_s)
        self._timer = None
        self._pump()

    def _deliver(self, name: str, device: Simulator) -> None:
        data = device.take()
        end = self._ends.get(name)
        if end is None:
            return
        if not device.line.plugged:
            self._ends.pop(name).close()
        elif data and not end.lost:
            end.write(data)


class _DeviceEnd(MemoryLink):
    """The device's end of a pair: bytes go to the simulator as they come."""

    def __init__(self, host: MemoryHost, name: str) -> None:
        super().__init__()
        self._host, self._name = host, name

    @property
    def lost(self) -> bool:
        return bool(self._gone)

    def deliver(self, data: bytes) -> None:
        self._host.heard(self._name, data)
