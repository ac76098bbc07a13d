"""The simulated table in the daemon's own loop: real drivers over byte-level links."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.bench.simulated.virtual_time import run_virtual
from drivers.catalog import find
from drivers.driver import WireOrder, supervise
from drivers.errors import LinkLost, Refused
from drivers.event import (
    CardDrawn,
    DeviceLost,
    DeviceUp,
    Event,
    Peeked,
    Said,
    SeatButtonPressed,
    ShuffleDone,
    SpinDone,
    WagerSensed,
)
from drivers.reading import EventReading, KeyPressed, Reading, open_concealed, said
from drivers.sim.hosting.client import WorldClient
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.physical.eyes import look
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.rig import Rig

ROLES = {
    "reader": "card_reader",
    "shuffler": "shuffler",
    "shoe": "shoe_scanner",
    "wheel": "wheel",
    "keypad": "keys",
}


class Record:
    """What a table would have written down."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self._last: dict[str, int] = {}

    def emit(self, reading: Reading) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        it = said(reading)
        boot, n = getattr(it, "boot", ""), getattr(it, "n", 0)
        if n and n <= self._last.get(boot, 0):
            return done
        self._last[boot] = n or self._last.get(boot, 0)
        self.readings.append(reading)
        return done

    def recorded(self, boot: str) -> int:
        return self._last.get(boot, 0)

    def of(self, kind: type[Said]) -> list[Any]:
        return [one for reading in self.readings if isinstance(one := said(reading), kind)]

    def secrets(self, kind: type[Event]) -> list[bytes]:
        rows = (one for one in self.readings if isinstance(one, EventReading))
        return [open_concealed(row.secret) for row in rows if isinstance(row.event, kind)]


class Table:
    def __init__(self, rig: Rig) -> None:
        self.rig, self.record = rig, Record()
        self.drivers: dict[str, Any] = {}
        self.host = MemoryHost(rig.world, rig.devices)

    async def run(self, name: str) -> None:
        entry = find("keypad" if name == "keypad" else "tablelink")
        build = entry.device(ROLES[name])

        def attach(driver: Any) -> None:
            self.drivers[name] = driver

        await supervise(
            name,
            lambda: self.host.open(f"sim:{name}"),
            lambda link: build(
                link, entry.settings(), self.record.emit, self.record.recorded, name=name
            ),
            self.record.emit,
            attach=attach,
        )

    def boot(self, name: str) -> str:
        boots = [up.boot for up in self.record.of(DeviceUp) if up.device == name]
        return str(boots[-1])


@asynccontextmanager
async def a_table(rig: Rig) -> AsyncIterator[Table]:
    table = Table(rig)
    tasks = [asyncio.create_task(table.run(name)) for name in rig.devices]
    await asyncio.sleep(1)
    yield table
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    table.host.close()


async def test_an_evening_begins_over_real_bytes() -> None:
    """Shuffle by order, cut, load, deal, peek, spin: each act reaches the driver of its device."""
    async with a_table(Rig(1)) as table:
        hands = WorldClient.at_hand(table.rig)
        assert await hands.fill_shuffler() == 288
        order = WireOrder(id=5, kind="shuffle", boot=table.boot("shuffler"))
        table.drivers["shuffler"].want((order,))
        await asyncio.sleep(121)
        assert [done.cards for done in table.record.of(ShuffleDone)] == [288]
        await hands.take_shuffled()
        await hands.cut()
        await hands.insert_cover()
        await hands.load_shoe()
        await hands.mischief.arrange(["8c", "As", "Kd"])

        for place in ("box 1.1", "dealer.up", "dealer.hole"):
            await hands.draw(place)
        await hands.slide_in()
        await hands.set_chip(3, on=True)
        table.drivers["wheel"].be_armed(3)
        await asyncio.sleep(1)
        await hands.press_seat(3)
        table.drivers["wheel"].want((WireOrder(id=6, kind="spin", boot=table.boot("wheel")),))
        await hands.press_key("next")
        await asyncio.sleep(20)

        cards = table.record.secrets(CardDrawn)
        assert cards == [b"8c", b"As", b"Kd"]
        assert table.record.secrets(Peeked) == [b"yes"]
        assert [(w.box, w.on) for w in table.record.of(WagerSensed)] == [(3, True)]
        assert [press.box for press in table.record.of(SeatButtonPressed)] == [3]
        assert [spin.section for spin in table.record.of(SpinDone)] == [(await hands.look()).wheel]
        assert [press.key for press in table.record.of(KeyPressed)] == ["next"]


async def test_unplugged_device_is_lost_and_comes_back_with_what_it_kept() -> None:
    async with a_table(Rig(1)) as table:
        hands = WorldClient.at_hand(table.rig)
        await hands.shuffle_by_hand()
        await hands.load_shoe()
        await hands.draw("box 1.1")
        await asyncio.sleep(1)
        boot = table.boot("shoe")

        await hands.pull("shoe", "plugged", value=False)
        await asyncio.sleep(1)
        with pytest.raises(LinkLost):
            await table.host.open("sim:shoe")
        await hands.draw("box 1.1")
        await asyncio.sleep(30)
        assert [lost.device for lost in table.record.of(DeviceLost)] == ["shoe"]
        assert len(table.record.of(CardDrawn)) == 1

        await hands.pull("shoe", "plugged", value=True)
        await asyncio.sleep(10)
        assert len(table.record.of(CardDrawn)) == 2
        assert table.boot("shoe") == boot


async def test_reboot_between_draws_loses_no_card_and_tells_none_twice() -> None:
    async with a_table(Rig(1)) as table:
        world = table.rig.world
        world.shuffle_by_hand()
        world.load_shoe()
        due = [piece.code.encode() for piece in world.stacks["shoe"][:20]]

        for n in range(20):
            world.draw("box 1.1")
            if n % 7 == 3:
                table.rig.pull("shoe", "reboot")
            if n % 5 == 2:
                table.rig.pull("shoe", "corrupt", 30)
            if n % 6 == 1:
                table.rig.pull("shoe", "drop_ack", 2)
            await asyncio.sleep(0.3)
        await asyncio.sleep(20)

        assert table.record.secrets(CardDrawn) == due


TROUBLE = st.sampled_from(
    [
        *[("", None)] * 6,
        ("reboot", None),
        ("corrupt", 1),
        ("corrupt", 60),
        ("drop_ack", 3),
        ("delay", 0.4),
        ("delay", 0.0),
        ("mute", True),
        ("mute", False),
        ("plugged", False),
        ("plugged", True),
    ]
)


@settings(max_examples=40)
@given(st.lists(st.tuples(TROUBLE, st.floats(0.01, 4)), max_size=25))
def test_every_card_is_told_once_and_in_order_whatever_the_cable_does(
    evening: list[tuple[tuple[str, Any], float]],
) -> None:
    """Retained until acknowledged, a gap comes again, a repeat adds nothing.

    Source: controller/README 2.
    """

    async def main() -> None:
        async with a_table(Rig(1)) as table:
            world, drawn = table.rig.world, []
            world.shuffle_by_hand()
            world.load_shoe()
            for (knob, value), pause_s in evening:
                if knob:
                    table.rig.pull("shoe", knob, value)
                drawn.append(world.draw("box 1.1").code)
                await asyncio.sleep(pause_s)
            for knob, value in (("plugged", True), ("mute", False), ("delay", 0), ("drop_ack", 0)):
                table.rig.pull("shoe", knob, value)
            await asyncio.sleep(40)

            told = [card.decode() for card in table.record.secrets(CardDrawn)]
            assert told == drawn

    run_virtual(main())


async def test_dark_lamp_lights_when_its_host_says_how() -> None:
    async with a_table(Rig(1)) as table:
        table.drivers["shoe"].show_lamp("go")
        await asyncio.sleep(0.1)

        assert look(table.rig.world).shown["lamp"] == "go"


async def test_port_that_is_not_there_is_refused() -> None:
    rig = Rig(1)
    host = MemoryHost(rig.world, rig.devices)

    with pytest.raises(Refused):
        await host.open("sim:toaster")
    with pytest.raises(Refused):
        await host.open("serial:shoe")

    host.close()


async def test_act_that_cannot_be_says_so_at_hand_too() -> None:
    hands = WorldClient.at_hand(Rig(1))

    with pytest.raises(CannotBe):
        await hands.draw("box 1.1")
