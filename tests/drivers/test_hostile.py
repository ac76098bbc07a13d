"""Every tablelink driver over every hostile link: nothing lost, told twice or moved twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from drivers.driver import WireOrder
from drivers.event import CardDrawn, MeterRead, Peeked, Said, ShuffleDone, SpinDone, WagerSensed
from drivers.link import Link
from drivers.sim.devices.progressive import Starts
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.rig import Rig
from tests.kit.wires.hostile import HARMFUL, HostileLink, hostile
from tests.kit.wires.table import Hand, Journal, until

SIMULATED = {
    "card_reader": "reader",
    "shuffler": "shuffler",
    "shoe_scanner": "shoe",
    "wheel": "wheel",
    "progressive": "progressive",
}
STARTS = {"100": Starts(299_980, 100_000)}
seeded = pytest.mark.parametrize("seed", range(4))


class Table:
    def __init__(self, role: str, kind: str, seed: int) -> None:
        self.rng = Random(f"{role}/{kind}/{seed}")
        self.rig = Rig(seed, decks=2, shuffle_s=30.0, reader_lockable=True, meters=STARTS)
        self.world = self.rig.world
        self.host = MemoryHost(self.rig.world, self.rig.devices)
        self.journal = Journal(self.rng, fails=0.1)
        self.links: list[HostileLink] = []
        self._role, self._kind = role, kind
        self.hand = Hand(role, self.journal, self._open)

    async def _open(self) -> Link:
        inner = await self.host.open(f"sim:{SIMULATED[self._role]}")
        self.links.append(HostileLink(inner, self._kind, self.rng))
        return self.links[-1]

    async def pause(self, most_s: float = 1.0) -> None:
        await asyncio.sleep(self.rng.random() * most_s)

    async def told(self, kind: type[Said], times: int) -> None:
        await until(lambda: len(self.journal.of(kind)) >= times)

    async def settled(self, order: int) -> None:
        """Until the order is done, or a person has to look."""

        def over() -> bool:
            done = {spin.order for spin in self.journal.of(SpinDone)}
            last = self.journal.answers(order)[-1:]
            return order in done or last in (["unknown"], ["rejected"], ["done"])

        await until(over)

    async def close(self) -> None:
        await self.hand.stop()
        self.host.close()
        for link in self.links:
            link.close()
        await asyncio.sleep(2)

    def check(self) -> None:
        assert self.journal.wrong == []
        if self._kind in HARMFUL:
            spoilt = sum(link.spoilt for link in self.links)
            assert spoilt > 0


@asynccontextmanager
async def table(role: str, kind: str, seed: int) -> AsyncIterator[Table]:
    it = Table(role, kind, seed)
    try:
        yield it
    finally:
        await it.close()


@hostile
@pytest.mark.proves("tablelink", "shoe_scanner", link="wire")
async def test_every_card_is_recorded_once_and_in_order(kind: str, seed: int) -> None:
    """1.1, 1.3; cases 1 to 3 and 11."""
    async with table("shoe_scanner", kind, seed) as t:
        t.hand.wish("show_lamp", "look")
        t.world.shuffle_by_hand()
        t.world.load_shoe()
        drawn: list[str] = []
        while len(drawn) < 60:
            await t.pause(0.5)
            try:
                drawn.append(t.world.draw("box1").code or "")
            except CannotBe:  # the shoe has locked itself: its memory is full
                await t.pause()
        await until(lambda: len(t.journal.of(CardDrawn)) == 60)
        await until(lambda: t.world.shown["lamp"] == "look")

        assert [card.decode() for card in t.journal.secrets(CardDrawn)] == drawn
        t.check()


@hostile
@pytest.mark.proves("tablelink", "wheel", link="wire")
async def test_every_spin_is_made_once_and_told_once(kind: str, seed: int) -> None:
    """1.8, case 6: a retry never moves anything twice."""
    async with table("wheel", kind, seed) as t:
        await until(lambda: t.journal.boot)
        ids = [0x0001_0000_0000_0100 + 256 * n for n in range(4)]
        chips = 0
        for box, order in enumerate(ids, start=1):
            t.hand.wish("be_locked", False)
            t.hand.wish("be_armed", box)
            t.world.set_chip(box, on=True)
            chips += 1
            t.hand.want(WireOrder(order, "spin", box, t.journal.boot))
            await t.told(SpinDone, box)
            t.hand.want()
            await t.pause()
        await until(lambda: len(t.journal.of(WagerSensed)) == chips)

        assert [spin.order for spin in t.journal.of(SpinDone)] == ids
        assert t.rig.wheel.end.moved == len(ids)
        t.check()


@hostile
@pytest.mark.proves("tablelink", "progressive", link="wire")
async def test_every_contribution_is_added_once_and_answered_once(kind: str, seed: int) -> None:
    """console/README 5: what the approved system is told, it is told once, in order."""
    async with table("progressive", kind, seed) as t:
        ids = [0x0001_0000_0000_0100 + n for n in range(12)]
        reports = [WireOrder(one, "contribute", meter="100", cents="20.5") for one in ids]
        while reports:
            t.hand.want(*reports)
            await t.told(MeterRead, len(ids) - len(reports) + 1)
            reports = reports[1:]
            await t.pause(3)

        assert [read.order for read in t.journal.of(MeterRead)] == ids
        assert t.world.shown["progressive"] == "100 300226"
        t.check()


@hostile
@pytest.mark.proves("tablelink", "shuffler", link="wire")
async def test_a_shuffle_is_made_once_and_told_once(kind: str, seed: int) -> None:
    """1.8: a long movement over a bad line."""
    async with table("shuffler", kind, seed) as t:
        await until(lambda: t.journal.boot)
        cards = t.world.fill_shuffler()
        order = WireOrder(0x0001_0000_0000_0100, "shuffle", 0, t.journal.boot)
        t.hand.want(order)
        await until(lambda: t.journal.of(ShuffleDone))
        await asyncio.sleep(30)

        assert [(s.order, s.cards) for s in t.journal.of(ShuffleDone)] == [(order.id, cards)]
        assert t.rig.shuffler.end.moved == 1
        t.check()


@hostile
@pytest.mark.proves("tablelink", "card_reader", link="wire")
async def test_every_peek_is_answered_once(kind: str, seed: int) -> None:
    """procedure/README: the reader's answer waits until it is freed."""
    async with table("card_reader", kind, seed) as t:
        t.world.shuffle_by_hand()
        t.world.load_shoe()
        for n in range(1, 17):
            t.world.draw("dealer.up")
            t.world.draw("dealer.hole")
            t.world.slide_in()
            await t.pause()
            before = len(t.journal.of(Peeked))
            t.hand.wish("be_free", True)
            await t.told(Peeked, n)
            t.hand.wish("be_free", False)
            t.world.slide_out()
            t.world.pick_up()
            assert before in {n - 1, n}

        assert len(t.journal.of(Peeked)) == 16
        t.check()


@pytest.mark.parametrize("kind", ["perfect", "lossy", "cut"])
@seeded
async def test_shoe_that_restarts_again_and_again_loses_no_card(kind: str, seed: int) -> None:
    """R5: events keep the name of the boot in which they happened."""
    async with table("shoe_scanner", kind, seed) as t:
        t.world.shuffle_by_hand()
        t.world.load_shoe()
        drawn: list[str] = []
        while len(drawn) < 40:
            await t.pause(0.4)
            if t.rng.random() < 0.15:
                t.rig.pull("shoe", "reboot", True)
            try:
                drawn.append(t.world.draw("box1").code or "")
            except CannotBe:
                await t.pause()
        await until(lambda: len(t.journal.of(CardDrawn)) == 40)

        assert [card.decode() for card in t.journal.secrets(CardDrawn)] == drawn
        t.check()


@pytest.mark.parametrize("kind", ["perfect", "lossy", "cut"])
@seeded
async def test_wheel_that_restarts_never_spins_twice_for_one_order(kind: str, seed: int) -> None:
    """1.8: after a restart the order is done or in doubt, and never sent again."""
    async with table("wheel", kind, seed) as t:
        await until(lambda: t.journal.boot)
        for n in range(1, 7):
            order, moved = n * 256, t.rig.wheel.end.moved
            t.hand.want(WireOrder(order, "spin", n, t.journal.boot))
            await asyncio.sleep(t.rng.random() * 3)
            if t.rng.random() < 0.7:
                t.rig.pull("wheel", "reboot", True)
            await t.settled(order)
            await asyncio.sleep(25)
            t.hand.want()

            assert t.rig.wheel.end.moved - moved <= 1
            if t.rig.wheel.end.moved == moved:
                assert t.journal.answers(order)[-1] in {"unknown", "rejected"}
        t.check()
