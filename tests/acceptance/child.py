"""A daemon as a real child process over a simulated table that runs in a process of its own."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from controller.bench.simulated import setup
from controller.console.sign_in.people import People
from drivers.sim.hosting.client import SimProcess, WorldClient

from .pages import Consoles

FLOORPERSON, PIN = "Ada Fox", "2468"
ROOT = Path(__file__).parents[2]


class Child:
    """The daemon's process. Units: seconds of this machine's clock."""

    def __init__(self, config: Path, control: Path, consoles: Consoles) -> None:
        self._config, self._control, self._consoles = config, control, consoles
        self._process: asyncio.subprocess.Process | None = None
        self._log = (config.parent / "daemon.log").open("ab")
        self.recoveries: list[float] = []
        """From exec to the first full view."""

    @property
    def log(self) -> str:
        return (self._config.parent / "daemon.log").read_text()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Return once its first full view is served."""
        began = time.monotonic()
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "controller.bench.demo.serve"),
            *("--config", str(self._config), "--simulator", str(self._control)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=self._log,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert line.startswith(b"http"), self.log[-2000:]
        self._consoles.address = line.decode().strip()
        await self._consoles.dealer()
        self.recoveries.append(time.monotonic() - began)

    async def kill(self) -> None:
        """SIGKILL."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> int:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.terminate()
        async with asyncio.timeout(60):
            return await self._process.wait()

    async def close(self) -> None:
        """Killed and gone: a process that outlives its loop is told in some later test."""
        if self._process is not None and self._process.returncode is None:
            await self.kill()
        self._log.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Bench:
    """One table: its daemon, its pages, and the fingers at it."""

    def __init__(self, folder: Path, child: Child, consoles: Consoles, hands: WorldClient) -> None:
        self.folder, self.child, self.consoles, self.hands = folder, child, consoles, hands


@asynccontextmanager
async def a_bench(folder: Path, seed: int = 1, *, shuffle_s: float = 1.5) -> AsyncIterator[Bench]:
    control = folder / "control"
    simulator = await SimProcess.start(control, "--seed", str(seed), "--shuffle-s", str(shuffle_s))
    config = setup.write(folder, simulator.ports, console_port=free_port())
    people = People(config.people.path)
    people.add(FLOORPERSON, "casino_supervisor", "9753")
    await people.change(FLOORPERSON, PIN)
    consoles = Consoles()
    child = Child(config.file, control, consoles)
    hands = await WorldClient.connect(control)
    try:
        await child.start()
        yield Bench(folder, child, consoles, hands)
    finally:
        hands.close()
        await consoles.close()
        await child.close()
        await simulator.stop()
