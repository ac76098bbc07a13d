"""A table in one process: the daemon, its devices in memory, and the dealer's fingers and taps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from controller.bench.automatic.opening import said_to_open
from controller.config import Config, load
from controller.console.web.taps import Tap, decode
from controller.daemon import Daemon
from controller.domain.commands import Command, Where
from controller.domain.views.floor_view import Verdict
from controller.domain.views.view import Allowed, DealerView
from controller.journal.keys import new_keys
from controller.journal.read import open_reader
from controller.procedure.state.inputs import Recorded
from controller.procedure.state.whole import State
from controller.table.recovery import inputs
from drivers.sim.hosting.client import WorldClient
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig

BEGIN = 1_800_000_000.0
"""UTC at the loop's time 0."""

TABLE = """
[table]
asset_number = "T-1"
location = "bench"
gaming_day_start = "06:00"
timezone = "America/New_York"
shoe_side = "left"
[rules]
pack = "{pack}"
[rules.options]
{options}
[wheel]
sections = [
    {{ name = "2", cents = 200, weight = 1 }},
    {{ name = "3", cents = 300, weight = 1 }},
    {{ name = "4", cents = 400, weight = 1 }},
    {{ name = "5", cents = 500, weight = 1 }},
    {{ name = "6", cents = 600, weight = 1 }},
    {{ name = "8", cents = 800, weight = 1 }},
    {{ name = "10", cents = 1000, weight = 1 }},
    {{ name = "20", cents = 2000, weight = 1 }},
]
[console]
host = "127.0.0.1"
port = {port}
[journal]
path = "journal.db"
keys = "keys"
[people]
path = "people.json"
"""
OPTIONS: Mapping[str, str | int] = {"variant": "hole_card_reader"}
DEVICES = (
    ("reader", "card_reader", "tablelink"),
    ("shuffler", "shuffler", "tablelink"),
    ("shoe", "shoe_scanner", "tablelink"),
    ("wheel", "wheel", "tablelink"),
    ("keypad", "keys", "keypad"),
)


def configured(
    folder: Path,
    *,
    pack: str = "massachusetts-bonus-spin",
    options: Mapping[str, str | int] = OPTIONS,
    ports: dict[str, str] | None = None,
    port: int = 8642,
) -> Config:
    """Write a devices.toml with keys beside it; simulated devices in memory unless told."""
    chosen = "\n".join(f"{key} = {json.dumps(value)}" for key, value in options.items())
    text = TABLE.format(pack=pack, options=chosen, port=port)
    for name, role, driver in DEVICES:
        where = (ports or {}).get(name, f"sim:{name}")
        text += (
            f'[[device]]\nname = "{name}"\nrole = "{role}"\ndriver = "{driver}"\nport = "{where}"\n'
        )
    file = folder / "devices.toml"
    file.write_text(text)
    if not (folder / "keys").exists():
        new_keys(folder / "keys")
    return load(file)


def now() -> float:
    return BEGIN + asyncio.get_running_loop().time()


TAPS = count(1)
"""No browser uses a request id twice, not even over a restart of the daemon."""


class Tabletop:
    """A running daemon, and whoever sits and stands at its table."""

    def __init__(self, daemon: Daemon, rig: Rig) -> None:
        self.daemon, self.rig = daemon, rig
        self.hands = WorldClient.at_hand(rig)

    # ---- what is there ----
    @property
    def view(self) -> DealerView:
        return self.daemon.door.view()

    @property
    def state(self) -> State:
        return self.daemon.table.current.state

    @property
    def phase(self) -> str:
        return self.state.play.round

    def offered(self, slot: str) -> Allowed | None:
        """The entry of that place; a box whose touch opens a menu is lit and put out in there."""
        keys = {a.slot: a for a in self.view.allowed}
        found = keys.get(slot)
        if found is not None and found.opens:
            inside = (a for a in self.view.allowed if a.slot.startswith(f"{slot}."))
            return next((a for a in inside if a.command == "BoxSet"), None)
        return found

    # ---- what people do ----
    async def press(self, slot: str) -> Verdict:
        """Tap what the page offers at that place."""
        found = self.offered(slot)
        if found is None:
            raise LookupError(f"{slot}: only {[a.slot for a in self.view.allowed]}, {self.phase}")
        return await self.tap(found)

    async def tap(self, offered: Allowed, *, rid: str = "") -> Verdict:
        tap = Tap(rid or f"tap-{next(TAPS):06}", offered.body, offered.token)
        raw = msgspec.json.encode(tap)
        command = decode(raw, by="dealer", rank="dealer", where="dealer")
        return await self.daemon.door.command(command)

    async def floor(
        self, command: Command, rank: str = "floorperson", *, by: str = "Ada Fox"
    ) -> Verdict:
        page: Where = "dealer" if rank == "dealer" else "floor"
        said = msgspec.structs.replace(
            command, by=by, rank=rank, where=page, rid=f"tap-{next(TAPS):06}"
        )
        return await self.daemon.door.command(said)

    async def draw(self, *places: str) -> None:
        for place in places:
            await self.hands.draw(place)
            await asyncio.sleep(1)

    # ---- stretches of an evening ----
    async def open_table(self) -> None:
        """Checklist and decks, up to cards that may be shuffled."""
        for said in said_to_open(self.daemon.house):
            assert not isinstance(said, tuple)
            named = msgspec.structs.replace(said, rid=f"tap-{next(TAPS):06}")
            verdict = await self.daemon.door.command(named)
            assert verdict.verdict == "accepted", f"{said}: {verdict}"

    async def open_with_a_full_shoe(self) -> None:
        """Open, shuffle, cut, load and burn."""
        await self.open_table()
        await self.hands.fill_shuffler()
        await self.press("act1")
        await asyncio.sleep(130)
        await self.hands.take_shuffled()
        await self.hands.cut()
        await self.hands.insert_cover()
        await self.press("act1")
        await self.hands.load_shoe()
        await asyncio.sleep(1)
        await self.draw("burn")
        await self.hands.pick_up("burn")

    async def deal(self, *cards: str, boxes: tuple[int, ...] = (1, 4)) -> None:
        """Light the boxes, deal them these cards and say DEAL OK."""
        lit = self.state.play.boxes
        for box in range(1, 8):
            if (box in boxes) != (box in lit):
                await self.press(f"box{box}")
        await self.hands.mischief.arrange(list(cards))
        first = [f"box {b}.1" for b in boxes]
        await self.draw(*first, "dealer.up", *first, "dealer.hole")
        await self.press("act1")

    async def stand_all(self) -> None:
        while self.phase == "deciding" and self.offered("act1"):
            await self.press("act1")

    async def turn(self) -> None:
        await self.hands.turn("dealer.hole")
        await asyncio.sleep(1)
        await self.press("act7")

    async def play_a_round(self) -> None:
        """Two boxes stand on 18 against 17."""
        await self.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
        await self.stand_all()
        await self.turn()
        await asyncio.sleep(3)
        await self.hands.pick_up()


@asynccontextmanager
async def a_tabletop(
    folder: Path,
    rig: Rig | None = None,
    *,
    wait_s: float = 3,
    rules: Mapping[str, str | int] = OPTIONS,
    **more: Any,
) -> AsyncIterator[Tabletop]:
    """The daemon on simulators in memory; the rig may outlive it, for a restart."""
    rig = rig or Rig(1)
    host = MemoryHost(rig.world, rig.devices)
    options = {"simulated": True, "consoles": False, "now": now, **more}
    try:
        async with Daemon(configured(folder, options=rules), host.open, **options) as daemon:
            await asyncio.sleep(wait_s)
            yield Tabletop(daemon, rig)
    finally:
        host.close()


def rows(folder: Path) -> Iterator[Recorded]:
    """The recorded inputs, oldest first."""
    with open_reader(folder / "journal.db") as reader:
        for _, recorded in inputs(reader, 3):
            yield recorded
