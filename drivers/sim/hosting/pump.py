"""Turns the simulators: ticks them when they are due, when bytes come and when something happens.

Nothing polls, so virtual time can jump. Both hostings stand on it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from drivers.sim.physical.pieces import Happening
from drivers.sim.physical.world import World
from drivers.sim.simulator import Simulator, next_due_s


class Pump:
    """`serve(name, device)` brings to the host what the device has sent. Needs a running loop."""

    def __init__(
        self,
        world: World,
        devices: Mapping[str, Simulator],
        serve: Callable[[str, Simulator], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._devices, self._serve = dict(devices), serve
        self._now_s = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None
        self._soon: asyncio.Handle | None = None
        self._closed = False
        world.watch(self._happened, first=True)
        for device in self._devices.values():
            device.line.wake = self.wake
        self.wake()

    def heard(self, name: str, data: bytes) -> None:
        """Hand a device what the host has written."""
        device = self._devices[name]
        device.tick(self._at())
        if device.line.hears():
            device.feed(data)
        self.wake()

    def wake(self) -> None:
        if self._soon is None and not self._closed:
            self._soon = self._loop.call_soon(self._turn)

    def close(self) -> None:
        self._closed = True
        for handle in (self._timer, self._soon):
            if handle is not None:
                handle.cancel()

    def _happened(self, _: Happening) -> None:
        self._tick()
        self.wake()

    def _at(self) -> float:
        self._now_s = max(self._now_s, self._loop.time())
        return self._now_s

    def _tick(self) -> None:
        now_s = self._at()
        for device in self._devices.values():
            device.tick(now_s)

    def _turn(self) -> None:
        self._tick()
        for name, device in self._devices.items():
            self._serve(name, device)
        self._soon = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due_s = next_due_s(self._devices.values())
        if due_s is not None and not self._closed:
            self._timer = self._loop.call_at(due_s, self._fire, due_s)

    def _fire(self, due_s: float) -> None:
        """A timer may fire a hair early: what was due then is due now."""
        self._now_s = max(self._now_s, due_s)
        self._timer = None
        self._turn()
