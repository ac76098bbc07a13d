"""The reference firmware on a link in memory: its loop, and a power cut at any moment."""

from __future__ import annotations

import asyncio
import copy
import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import drivers
from drivers.errors import LinkLost
from drivers.link.memory import MemoryLink

FIRMWARE = Path(drivers.__file__).parent / "reference" / "tablelink_device.py"


def firmware() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tablelink_device", FIRMWARE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lasting(module: ModuleType) -> Any:
    """A memory that keeps what was saved, and nothing else, when the power is cut."""

    class Lasting(module.Store):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.saved: dict[str, Any] = {}

        def save(self) -> None:
            names = ("kept", "restarts", "moved", "highest", "lost")
            self.saved = {name: copy.deepcopy(getattr(self, name)) for name in names}

        def load(self) -> None:
            for name, value in copy.deepcopy(self.saved).items():
                setattr(self, name, value)

    return Lasting()


class Powered:
    """`role`: `Shoe` or `Reader`. Bytes go over the far end of a memory link."""

    def __init__(self, role: str, serial: str = "REF-1") -> None:
        self.module = firmware()
        self.store = lasting(self.module)
        loop = asyncio.get_running_loop()
        self.device = getattr(self.module, role)(
            self.store, serial, os.urandom, lambda: int(loop.time() * 1000), bench=True
        )
        self.near, self.far = MemoryLink.pair()
        self.tasks: list[asyncio.Task[None]] = []
        self.plug()

    async def open(self) -> MemoryLink:
        """Another link to the same board."""
        self.near.close()
        self.near, self.far = MemoryLink.pair()
        self.plug()
        return self.near

    def plug(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.tasks = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._run())]

    def cut(self) -> None:
        """The power goes and comes: what was not saved is gone, and what was on its way."""
        self.device.out = bytearray()
        self.device.start("power")

    async def _listen(self) -> None:
        far = self.far
        try:
            while True:
                self.device.feed(await far.read())
        except LinkLost:
            return

    async def _run(self) -> None:
        far = self.far
        try:
            while True:
                self.device.tick()
                if self.device.out:
                    out, self.device.out = bytes(self.device.out), bytearray()
                    far.write(out)
                await asyncio.sleep(0.02)
        except LinkLost:
            return

    async def close(self) -> None:
        self.near.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
