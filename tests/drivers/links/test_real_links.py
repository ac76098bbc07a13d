"""The four drivers over real pseudo-terminals and a USB backend, unplugged and replugged.

The simulated table is hosted in the same loop, in real time; the bytes go through the kernel.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from drivers.driver import WireOrder
from drivers.event import CardDrawn, DeviceLost, DeviceUp, ShuffleDone, SpinDone
from drivers.link import Link, open_port
from drivers.link.usb import open_usb
from drivers.sim.hosting.client import WorldClient
from drivers.sim.hosting.process import ProcessHost, ports, usb_path
from drivers.sim.hosting.usb import SimulatedUsb
from drivers.sim.rig import Rig
from tests.drivers.test_hostile import SIMULATED
from tests.kit.wires.patience import PATIENCE_MS
from tests.kit.wires.table import Hand, Journal, until

Play = Callable[[WorldClient, Hand, Journal], Awaitable[None]]


def over_the_kernel(role: str, control: Path, play: Play) -> None:
    async def open_link() -> Link:
        port = ports(control)[SIMULATED[role]]
        if port.startswith("usb:"):
            backend = SimulatedUsb(usb_path(control))
            return await open_usb(port.removeprefix("usb:"), backend=backend)
        return await open_port(port)

    async def main() -> None:
        host = ProcessHost(Rig(3, decks=1, shuffle_s=1.0), control)
        await host.start()
        hands = await WorldClient.connect(control)
        journal = Journal(Random(1))
        hand = Hand(role, journal, open_link)
        try:
            await until(lambda: journal.boot)
            await play(hands, hand, journal)
            assert journal.wrong == []
        finally:
            await hand.stop()
            hands.close()
            host.close()
            await asyncio.sleep(0.5)  # the threads' and sockets' last turns

    asyncio.run(main())


@pytest.mark.proves("tablelink", "shoe_scanner", link="usb")
def test_shoe_on_usb_is_replugged_and_loses_no_card(tmp_path: Path) -> None:
    """1.3: what was drawn while the plug was out comes with the next link."""

    async def play(hands: WorldClient, hand: Hand, journal: Journal) -> None:
        await hands.shuffle_by_hand()
        await hands.load_shoe()
        drawn = [(await hands.draw("box1")).code for _ in range(10)]
        await until(lambda: len(journal.of(CardDrawn)) == 10)
        await hands.pull("shoe", "plugged", value=False)
        await until(lambda: journal.of(DeviceLost))
        drawn += [(await hands.draw("box1")).code for _ in range(5)]
        await hands.pull("shoe", "plugged", value=True)
        await until(lambda: len(journal.of(CardDrawn)) == 15)

        assert [card.decode() for card in journal.secrets(CardDrawn)] == drawn
        assert len(journal.of(DeviceUp)) == 2

    over_the_kernel("shoe_scanner", tmp_path / "control", play)


@pytest.mark.proves("tablelink", "shuffler", link="serial")
def test_shuffler_on_a_serial_port_is_replugged_and_shuffles_once(tmp_path: Path) -> None:
    """1.8: the order outlives the link."""

    async def play(hands: WorldClient, hand: Hand, journal: Journal) -> None:
        await hands.fill_shuffler()
        hand.want(WireOrder(0x100, "shuffle", 0, journal.boot))
        await until(lambda: journal.answers(0x100))
        await hands.pull("shuffler", "plugged", value=False)
        await until(lambda: journal.of(DeviceLost))
        await hands.pull("shuffler", "plugged", value=True)
        await until(lambda: journal.of(ShuffleDone))

        assert [done.order for done in journal.of(ShuffleDone)] == [0x100]

    over_the_kernel("shuffler", tmp_path / "control", play)


@pytest.mark.proves("tablelink", "wheel", link="usb")
def test_wheel_on_usb_spins_once_by_order(tmp_path: Path) -> None:
    """1.8, and a level that is confirmed over a real link."""

    async def play(hands: WorldClient, hand: Hand, journal: Journal) -> None:
        hand.wish("be_armed", 3)
        hand.want(WireOrder(0x200, "spin", 3, journal.boot))
        await until(lambda: journal.of(SpinDone))

        assert [spin.order for spin in journal.of(SpinDone)] == [0x200]
        assert hand.counters.unconfirmed == ()
        assert 0 < hand.counters.round_trip_ms < PATIENCE_MS

    over_the_kernel("wheel", tmp_path / "control", play)
