"""A whole simulated table in memory: world, devices, daemon and dealer in one loop.

Meant for virtual time (`virtual_time.run_virtual`), where an hour of play takes a minute.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from controller.bench.automatic.dealer import Dealer, seeded_dealer
from controller.bench.consoles.console import DoorConsole, Rids
from controller.bench.consoles.screen import Disagreement, Screen
from controller.daemon import Daemon
from controller.daemon.beside import Beside
from controller.domain.commands import Command
from controller.domain.structs import replace
from controller.domain.views.floor_view import Verdict
from controller.table.manifest import Manifest, Part, manifest
from drivers.sim.hosting.client import WorldClient
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig

from . import setup

BEGAN_AT = 1_800_000_000.0
"""UTC of virtual second 0."""
FLOORPERSON = "M. Okafor"


class Around(Struct):
    """What surrounds the next start, as somebody changed it since the first."""

    options: dict[str, Any] = {}
    clock_s: float = 0.0
    """So far was the wall clock set."""
    software: str = ""
    """Another version; empty = the one that runs here."""
    proving_s: float | None = None


Begin = Callable[[int, Around], Daemon]
"""A daemon for the nth start."""


class BenchTable:
    """Everything at hand: `rig` and `world` (fingers), `daemon`, `dealer`, and a floorperson.

    The daemon may be stopped and started again; world and devices go on without it.
    """

    daemon: Daemon
    dealer: Dealer
    console: DoorConsole

    def __init__(
        self, rig: Rig, begin: Begin, floorperson: str, *, proving_s: float | None = None
    ) -> None:
        self.rig, self.world = rig, WorldClient.at_hand(rig)
        self._begin, self._starts = begin, 0
        self.around = Around(proving_s=proving_s)
        self._floorperson, self._rids = floorperson, Rids("floor")
        self._running = AsyncExitStack()
        self._life: asyncio.Task[BaseException | None] | None = None

    async def start(self) -> None:
        """A daemon on the record that is there. Raises: ConfigError, PackError, JournalError."""
        begun = self._begin(self._starts, self.around)
        self.daemon = await self._running.enter_async_context(begun)
        self._life = asyncio.create_task(self.daemon.run(), name="life")
        if self._starts:
            self.console.sit_at(self.daemon.door)
        else:
            self.console = DoorConsole(self.daemon.door)
        self._starts += 1

    async def stop(self) -> None:
        if self._life is not None:
            self.daemon.end()
            await self._life
        await self._running.aclose()

    def edit(self, options: Mapping[str, Any]) -> None:
        """Write other options into the configuration: the next start finds them."""
        self.around.options |= options

    @property
    def begins_again(self) -> bool:
        """Other rules were accepted: the daemon is about to begin under them."""
        return self.daemon.table.current.state.play.offer.accepted

    def under_new_rules(self) -> None:
        """Whoever stands at the table looks at its new pages and deals by its new rules."""
        self.console.sit_at(self.daemon.door)
        self.dealer.post.pack = self.daemon.house.pack

    @property
    def screen(self) -> Screen:
        return self.dealer.post.screen

    async def floor(self, command: Command, *, rank: str = "floorperson") -> Verdict:
        """Say it at the door of the table as the floor's page would."""
        said = replace(
            command, by=self._floorperson, rank=rank, where="floor", rid=self._rids.new()
        )
        return await self.daemon.door.command(said)

    async def say(self, command: Command) -> None:
        """The floorperson's part of the opening. Raises: Disagreement when it is refused."""
        verdict = await self.floor(command)
        if verdict.verdict != "accepted":
            raise Disagreement(f"{command}: {verdict.text} ({verdict.clause})")

    @property
    def journal(self) -> Path:
        return self.daemon.config.journal.path


@asynccontextmanager
async def bench_table(
    folder: Path,
    *,
    seed: int = 1,
    pack: str = "massachusetts-bonus-spin",
    options: Mapping[str, Any] | None = None,
    wheel: Mapping[str, int] | None = None,
    without: Collection[str] = (),
    shuffle_s: float = 120.0,
    proving_s: float | None = None,
    **dealing: Any,
) -> AsyncIterator[BenchTable]:
    """Open a table whose devices have all said hello; its dealer has not begun.

    `wheel`: its sections, symbol to cents; `without`: devices that the table does not have;
    `dealing`: as of `dealer.seeded_dealer` (habits, players, speed, cover, told, say, on_hold).
    """
    loop = asyncio.get_running_loop()
    sections = setup.SECTIONS if wheel is None else wheel
    built = setup.build(pack, options or setup.OPTIONS, sections or setup.SECTIONS)
    rig = built.rig(seed, shuffle_s=shuffle_s)
    devices = {name: one for name, one in rig.devices.items() if name not in without}
    host, ports = MemoryHost(rig.world, devices), {name: f"sim:{name}" for name in devices}
    chosen = setup.OPTIONS if options is None else options

    def begin(nth: int, around: Around) -> Daemon:
        edited = {**chosen, **around.options}
        conf = setup.write(folder, ports, pack=pack, options=edited, wheel=wheel)
        seals = f"{seed}/seals/{nth}" if nth else f"{seed}/seals"
        return Daemon(
            conf,
            host.open,
            simulated=True,
            consoles=False,
            now=lambda: BEGAN_AT + around.clock_s + loop.time(),
            random=Random(seals).randbytes,  # noqa: S311 - the same for the same seed
            software=lambda: _software(around.software),
            beside=Beside(proving_s=around.proving_s),
        )

    table = BenchTable(rig, begin, FLOORPERSON, proving_s=proving_s)
    try:
        await table.start()
        at = table.world, table.console, table.daemon.house.pack
        dealing.setdefault("floor", table.say)
        table.dealer = seeded_dealer(*at, seed=seed, sections=sections, **dealing)
        yield table
    finally:
        await table.stop()
        host.close()


def _software(version: str) -> Manifest:
    """What runs here, or as if the controller were of another version."""
    parts = manifest()
    if not version:
        return parts
    other = Part("controller", version, sha256(version.encode()).hexdigest())
    return tuple(other if part.name == other.name else part for part in parts)
