"""A loaded shoe scanner on a plug of this kernel, over each kind of link."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from drivers.event import CardDrawn, DeviceUp
from drivers.sim.devices.shoe_scanner import ShoeScanner
from drivers.sim.physical.world import World

from .bus import Bus
from .gadgets import Acm, Ftdi, Gadget
from .seen import DEVICES, Table, a_table, find, is_enumerated, soon, wait

SERIAL = "SH-7"
GADGETS: dict[str, type[Gadget]] = {"usb": Gadget, "acm": Acm, "ftdi": Ftdi}
EVERY_LINK = [
    pytest.param(
        kind,
        marks=pytest.mark.proves(
            "tablelink", "shoe_scanner", link="usb" if kind == "usb" else "serial"
        ),
    )
    for kind in GADGETS
]


class Shoe:
    """Acts of fingers; from any thread but the bus's. `drawn` is every card that left it."""

    def __init__(self, bus: Bus, kind: str, serial: str = SERIAL) -> None:
        self.kind, self.serial = kind, serial
        self.gadget = GADGETS[kind](serial)
        self._board = bus.board(self.gadget, self._build, World(Random(1), decks=6))
        self._do = bus.do
        self._do(self._board.world.shuffle_by_hand)
        self._do(self._board.world.load_shoe)
        self.drawn: list[str] = []
        self._socket = 0

    def _build(self, world: World, rng: Random) -> ShoeScanner:
        return ShoeScanner(world, rng, serial=self.serial)

    def put(self, port: int | None = None) -> int:
        """Plug it in, and wait until the kernel has made its name; gives its socket."""
        number = self._socket = self._board.put(port)
        wait(lambda: is_enumerated(self.serial))
        if self.kind != "usb":
            find(self._name)
        return number

    def put_only(self) -> None:
        """Without waiting for anything."""
        self._board.put()

    def pull(self) -> None:
        self._board.pull()

    def draw(self) -> None:
        self.drawn.append(self._do(self._board.world.draw, "box1").code)

    def hang(self) -> None:
        self._do(self.gadget.hang)

    def go_on(self) -> None:
        self._do(self.gadget.go_on)

    def be_deaf(self) -> None:
        """It takes no byte until it goes on."""
        self.gadget.deaf = True

    def halt(self, endpoint: int) -> None:
        self._do(self.gadget.halt, endpoint)

    def fail(self, times: int) -> None:
        self._do(self.gadget.fail, times)

    @property
    def kept(self) -> int:
        """Events that the device still keeps."""
        end = self._board.device.end
        return int(end.retained.n - end.retained.acked)

    @property
    def port(self) -> str:
        if self.kind == "usb":
            return f"usb:1209:da01:{self.serial}"
        return f"serial:{find(self._name)}"

    @property
    def folder(self) -> Path:
        """Of the device in sysfs."""
        found = DEVICES.glob(f"*-{self._socket + 1}")
        return next(one for one in found if "vhci_hcd" in str(one.resolve()))

    @property
    def place(self) -> str:
        """Bus and socket, as `3-1`."""
        return self.folder.name

    @property
    def node(self) -> Path:
        """The file in /dev."""
        if self.kind != "usb":
            return Path(find(self._name)).resolve()
        bus, number = ((self.folder / name).read_text() for name in ("busnum", "devnum"))
        return Path(f"/dev/bus/usb/{int(bus):03}/{int(number):03}")

    @property
    def _name(self) -> str:
        return f"*_{self.serial}-if00*"


@asynccontextmanager
async def in_use(shoe: Shoe) -> AsyncIterator[Table]:
    """Plugged in, greeted, and its first card on the record."""
    await asyncio.to_thread(shoe.put)
    async with a_table("shoe_scanner", shoe.port, shoe.serial) as table:
        await soon(lambda: table.of(DeviceUp))
        await draws(shoe, table)
        yield table


async def draws(shoe: Shoe, table: Table, within_s: float = 15.0) -> float:
    """One more card; gives the seconds until all that were drawn are on the record, in order."""
    await asyncio.to_thread(shoe.draw)
    return await recorded(shoe, table, within_s)


async def recorded(shoe: Shoe, table: Table, within_s: float = 15.0) -> float:
    took = await soon(lambda: len(table.of(CardDrawn)) >= len(shoe.drawn), within_s)
    cards = [card.decode() for card in table.secrets(CardDrawn)]
    assert cards == shoe.drawn
    return took
