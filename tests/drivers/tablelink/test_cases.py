"""The test cases of the device protocol, by their numbers, through driver and simulator.

Case 12 is about encryption, which version 1 reserves. Cases 1 and 2 stand in test_intake too,
case 11 in test_frame and test_hostile.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from drivers.driver import WireOrder
from drivers.event import (
    CardDrawn,
    DeviceLost,
    DeviceUp,
    EventsOverrun,
    OrderAnswered,
    ShuffleDone,
    ShuffleFaulted,
    SpinDone,
)
from drivers.link import Link
from drivers.sim.devices.retained import LAST_NUMBER
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.rig import Rig
from tests.drivers.test_hostile import SIMULATED
from tests.kit.wires.table import Hand, Journal, until

ORDER = 0x0001_0000_0000_0100


class Bench:
    def __init__(self, role: str, *, serial: str = "", lockable: bool = True) -> None:
        self.rig = Rig(7, decks=1, shuffle_s=60.0, shoe_lockable=lockable)
        self.world = self.rig.world
        self.device = SIMULATED[role]
        self.host = MemoryHost(self.rig.world, self.rig.devices)
        self.journal = Journal(Random(1))
        self.hand = Hand(role, self.journal, self._open, serial=serial)

    async def _open(self) -> Link:
        return await self.host.open(f"sim:{self.device}")

    def pull(self, knob: str, value: str | float | bool | None = None) -> None:
        self.rig.pull(self.device, knob, value)

    def load(self) -> None:
        self.world.shuffle_by_hand()
        self.world.load_shoe()

    def draw(self, count: int = 1) -> list[str]:
        return [self.world.draw("box1").code or "" for _ in range(count)]

    def order(self, kind: str) -> WireOrder:
        boot = self.journal.boot
        return WireOrder(ORDER, "spin" if kind == "spin" else "shuffle", 1, boot)

    @property
    def answers(self) -> list[tuple[str, str]]:
        return [(a.answer, a.reason) for a in self.journal.of(OrderAnswered)]

    @property
    def recorded(self) -> list[str]:
        return [card.decode() for card in self.journal.secrets(CardDrawn)]


@asynccontextmanager
async def bench(role: str, *, serial: str = "", lockable: bool = True) -> AsyncIterator[Bench]:
    it = Bench(role, serial=serial, lockable=lockable)
    try:
        await until(lambda: it.journal.boot)
        yield it
    finally:
        await it.hand.stop()
        it.host.close()
    assert it.journal.wrong == []


async def test_case_1_and_2_commit_that_fails_and_comes_again_is_one_card() -> None:
    """Not recorded: sent again. Recorded but not acknowledged: compared, and acknowledged."""
    async with bench("shoe_scanner") as b:
        b.load()
        b.journal.fails = 1.0
        drawn = b.draw(5)
        await asyncio.sleep(5)
        none = list(b.recorded)
        b.journal.fails = 0.0
        await until(lambda: len(b.recorded) == 5)
        await asyncio.sleep(5)

        assert none == []
        assert b.recorded == drawn
        assert b.rig.shoe.end.retained.acked == b.rig.shoe.end.retained.n


async def test_case_3_acknowledgement_lost_ten_times_is_no_second_card() -> None:
    """The device sends again until it hears it."""
    async with bench("shoe_scanner") as b:
        b.load()
        await asyncio.sleep(1)
        b.pull("drop_ack", 10)
        drawn = b.draw(1)
        await asyncio.sleep(30)

        assert b.recorded == drawn
        assert b.hand.counters.duplicates >= 10
        assert len(b.rig.shoe.end.retained) == 0


async def test_case_4_three_kept_events_survive_a_restart_under_their_names() -> None:
    """Same names, then the hello of the new boot; the lifetime counter agrees."""
    async with bench("shoe_scanner") as b:
        b.load()
        old = b.journal.boot
        await asyncio.sleep(1)
        b.journal.fails = 1.0
        drawn = b.draw(3)
        await asyncio.sleep(1)
        b.pull("reboot", True)
        await asyncio.sleep(1)
        b.journal.fails = 0.0
        await until(lambda: len(b.recorded) == 3)
        drawn += b.draw(1)
        await until(lambda: len(b.recorded) == 4)

        names = [(c.boot == old, c.n) for c in b.journal.of(CardDrawn)]
        assert names == [(True, 2), (True, 3), (True, 4), (False, 1)]
        assert b.recorded == drawn
        assert b.journal.of(DeviceUp)[-1].carried == 3
        assert b.journal.of(DeviceUp)[-1].moved == 3


async def test_case_5_restart_in_mid_shuffle_goes_to_a_person() -> None:
    """COMMAND_QUERY says unknown; nothing is shuffled again by itself."""
    async with bench("shuffler") as b:
        b.world.fill_shuffler()
        b.hand.want(b.order("shuffle"))
        await asyncio.sleep(20)
        b.pull("reboot", True)
        await asyncio.sleep(200)

        assert b.answers[0] == ("accepted", "")
        assert b.answers[-1][0] == "unknown"
        assert b.journal.of(ShuffleDone) == []


async def test_case_6_same_order_over_many_links_moves_once() -> None:
    """The device remembers the id; each new driver asks first."""
    async with bench("wheel") as b:
        b.hand.want(b.order("spin"))
        for _ in range(5):
            await asyncio.sleep(1)
            b.pull("plugged", False)
            await asyncio.sleep(1)
            b.pull("plugged", True)
        await until(lambda: b.journal.of(SpinDone))
        await asyncio.sleep(30)

        assert [spin.order for spin in b.journal.of(SpinDone)] == [ORDER]
        assert b.rig.wheel.end.moved == 1
        assert {answer for answer, _ in b.answers} <= {"accepted", "running", "done"}


async def test_case_7_busy_for_ever_is_a_fault_after_ten_seconds() -> None:
    """Busy is limited."""
    async with bench("wheel") as b:
        b.pull("busy", 1000.0)
        b.hand.want(b.order("spin"))
        await asyncio.sleep(9)
        before = list(b.answers)
        await asyncio.sleep(3)

        assert before == []
        assert b.answers == [("rejected", "busy")]
        assert b.rig.wheel.end.moved == 0


async def test_case_7_order_that_hangs_is_a_fault_within_seconds() -> None:
    """Accepted, then nothing: 5 s without PROGRESS speak, not the deadline minutes later."""
    async with bench("shuffler") as b:
        b.world.fill_shuffler()
        b.pull("hang", True)
        b.hand.want(b.order("shuffle"))
        await asyncio.sleep(8)

        assert b.answers == [("accepted", ""), ("unknown", "no sign of progress for 5 s")]


async def test_case_8_order_of_an_earlier_boot_never_moves_anything() -> None:
    """Delayed until after a restart: nobody sends it, and the device would reject it."""
    async with bench("wheel") as b:
        order = b.order("spin")
        b.pull("reboot", False)
        await asyncio.sleep(3)
        b.hand.want(order)
        await asyncio.sleep(30)

        assert b.answers == [("unknown", "made under another boot")]
        assert b.rig.wheel.end.moved == 0


async def test_case_9_full_memory_stops_the_shoe_and_loses_nothing() -> None:
    """A gate that can close does; each card that left is told."""
    async with bench("shoe_scanner") as b:
        b.rig.shoe.end.retained.keep = 10
        b.load()
        await asyncio.sleep(1)
        b.journal.fails = 1.0
        drawn = b.draw(10)
        with pytest.raises(CannotBe):
            b.draw(1)
        await asyncio.sleep(5)
        b.journal.fails = 0.0
        await until(lambda: len(b.recorded) == len(drawn))
        await until(lambda: not b.world.shoe_locked)

        assert b.recorded == drawn


async def test_case_9_sensor_that_cannot_stop_counts_what_it_lost() -> None:
    """OVERRUN is an event itself, always kept."""
    async with bench("shoe_scanner", lockable=False) as b:
        b.rig.shoe.end.retained.keep = 10
        b.load()
        await asyncio.sleep(1)
        b.journal.fails = 1.0
        drawn = b.draw(13)
        await asyncio.sleep(5)
        b.journal.fails = 0.0
        await until(lambda: b.journal.of(EventsOverrun))

        assert b.recorded == drawn[:10]
        assert [overrun.lost for overrun in b.journal.of(EventsOverrun)] == [3]


async def test_case_10_device_swapped_for_another_is_refused_by_name() -> None:
    """Another serial number between two pings."""
    async with bench("wheel", serial="SIM-WHEEL-1") as b:
        b.pull("swap_identity", "SIM-WHEEL-2")
        await asyncio.sleep(30)

        (lost,) = b.journal.of(DeviceLost)
        assert "SIM-WHEEL-2' answers, serial 'SIM-WHEEL-1' is configured" in lost.reason


async def test_case_11_corrupt_bytes_are_no_false_event() -> None:
    """CRC-32, and recovery at the next delimiter."""
    async with bench("shoe_scanner") as b:
        b.load()
        await asyncio.sleep(1)
        b.pull("corrupt", 100)
        drawn = b.draw(10)
        await until(lambda: len(b.recorded) == 10)

        assert b.recorded == drawn
        assert b.hand.counters.frames_bad > 0


async def test_case_13_rolled_back_numbers_are_told_by_the_hello() -> None:
    """Same boot, lower number: the table holds on it."""
    async with bench("shoe_scanner") as b:
        b.load()
        b.draw(5)
        await until(lambda: len(b.recorded) == 5)
        b.rig.shoe.end.retained.n = 2
        b.pull("plugged", False)
        await asyncio.sleep(2)
        b.pull("plugged", True)
        await until(lambda: len(b.journal.of(DeviceUp)) == 2)

        first, again = b.journal.of(DeviceUp)
        assert (again.boot == first.boot, again.last_event) == (True, 2)


async def test_case_14_device_at_its_last_number_refuses_to_move() -> None:
    """No wrap within a boot."""
    async with bench("wheel") as b:
        b.rig.wheel.end.retained.n = LAST_NUMBER
        b.hand.want(b.order("spin"))
        await asyncio.sleep(15)

        assert b.answers[0][0] == "rejected"
        assert b.rig.wheel.end.moved == 0


async def test_unplugged_shoe_comes_back_with_what_was_drawn_meanwhile() -> None:
    """1.7: cards go on; the device keeps them."""
    async with bench("shoe_scanner", lockable=False) as b:
        b.load()
        drawn = b.draw(3)
        await asyncio.sleep(1)
        b.pull("plugged", False)
        drawn += b.draw(4)
        await asyncio.sleep(5)
        b.pull("plugged", True)
        await until(lambda: len(b.recorded) == 7)

        assert b.recorded == drawn
        assert b.journal.of(DeviceLost)[0].reason == "unplugged"


async def test_jam_is_told_by_the_device_s_own_event() -> None:
    """Facts close orders."""
    async with bench("shuffler") as b:
        b.world.fill_shuffler()
        b.pull("jam", 20)
        b.hand.want(b.order("shuffle"))
        await until(lambda: b.journal.of(ShuffleFaulted))
        await asyncio.sleep(200)

        (fault,) = b.journal.of(ShuffleFaulted)
        assert (fault.order, fault.reason, fault.cards) == (ORDER, "jam", 20)
        assert b.answers == [("accepted", "")]


async def test_mute_device_is_lost_and_its_locked_shoe_opens_by_itself() -> None:
    """console/README 3: a lock with a dead controller would be a dead table."""
    async with bench("shoe_scanner") as b:
        b.load()
        b.hand.wish("be_locked", True)
        await until(lambda: b.world.shoe_locked)
        b.pull("mute", True)
        await asyncio.sleep(4)
        opened = not b.world.shoe_locked
        suspect = b.hand.counters.suspect
        await until(lambda: b.journal.of(DeviceLost))

        assert (opened, suspect) == (True, True)
        assert b.journal.of(DeviceLost)[0].reason == "silent for 10 s"
