"""A table with a full shoe, prepared once and copied for each run."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from itertools import count
from pathlib import Path
from random import Random

from controller.bench.simulated.virtual_time import VirtualLoop
from controller.console.sign_in.people import People
from controller.daemon import Daemon
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.hosting.pump import Pump
from drivers.sim.rig import Rig
from tests.daemon import tabletop
from tests.daemon.tabletop import BEGIN, Tabletop, configured, now

from .ears import Ears, log_lines

OFFICER = "Ada Fox"


class Stage:
    """`rig` as it stands at `at_s`; the journal's folder is copied beside it."""

    def __init__(self, folder: Path, rig: Rig, at_s: float) -> None:
        self.folder, self._rig, self.at_s = folder, rig, at_s
        self._runs = count(1)

    def rig(self) -> Rig:
        return deepcopy(self._rig)

    def copy(self) -> Path:
        target = self.folder.parent / f"run-{next(self._runs)}"
        shutil.copytree(self.folder, target)
        return target


async def prepare(folder: Path) -> Stage:
    """Open, shuffle, cut, load; the burn is still due."""
    folder.mkdir()
    rig = Rig(7)
    host = MemoryHost(rig.world, rig.devices)
    daemon = Daemon(configured(folder), host.open, simulated=True, consoles=False, now=now)
    async with daemon:
        await asyncio.sleep(3)
        table = Tabletop(daemon, rig)
        await table.open_table()
        await table.hands.fill_shuffler()
        await table.press("act1")
        await asyncio.sleep(130)
        await table.hands.take_shuffled()
        await table.hands.cut()
        await table.hands.insert_cover(from_back=100)
        await table.press("act1")
        await table.hands.load_shoe()
        await asyncio.sleep(1)
    host.close()
    world = rig.world
    world._watchers = [w for w in world._watchers if not isinstance(_owner(w), Pump)]
    for device in rig.devices.values():
        device.line.wake = nothing
    return Stage(folder, rig, asyncio.get_running_loop().time())


def _owner(sensor: object) -> object:
    return getattr(sensor, "__self__", None)


def nothing() -> None:
    return


class Scene:
    """One run: the table, and the ears around it. `stop` = from now on anything may be told."""

    def __init__(self, folder: Path, table: Tabletop, ears: Ears) -> None:
        self.folder, self.table, self.ears = folder, table, ears
        self.hands = table.hands
        self.stopped_s: float | None = None

    def stop(self) -> None:
        self.ears.deaf = True
        self.stopped_s = BEGIN + asyncio.get_running_loop().time()


@asynccontextmanager
async def a_scene(stage: Stage, stream: str, seed: int) -> AsyncIterator[Scene]:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.advance(stage.at_s)
    tabletop.TAPS = count(1000)  # the same in every run, and none that prepared the stage
    folder, rig = stage.copy(), stage.rig()
    host, ears = MemoryHost(rig.world, rig.devices), Ears(rig.world)
    daemon = Daemon(
        configured(folder),
        ears.opener(host.open),
        simulated=True,
        consoles=False,
        now=now,
        random=Random(seed).randbytes,
    )
    with log_lines(ears.hear):
        try:
            async with daemon:
                await asyncio.sleep(
                    3
                )  # hellos come at one instant, in batches that no clock orders
                ears.heard.clear()
                ears.listen(daemon.door, stream, folder / "people.json")
                await asyncio.sleep(1)
                yield Scene(folder, Tabletop(daemon, rig), ears)
                await ears.close()
        finally:
            host.close()


def officer(folder: Path) -> None:
    People(folder / "people.json").add(OFFICER, "casino_supervisor", "2468")
