"""The approved progressive system: its driver, and the simulated one with its own meters."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from drivers.driver import WireOrder
from drivers.event import MeterRead, OrderAnswered, SystemFaulted
from drivers.sim.devices.progressive import Progressive, Starts
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.rig import Rig
from drivers.tablelink.messages import verbs, wire
from drivers.tablelink.messages.events import Code, to_reading
from drivers.tablelink.messages.verbs import Verb
from drivers.tablelink.messages.wire import Answer, OrderState
from tests.kit.wires.rig import BOOT, NEXT_BOOT, event, greeted
from tests.kit.wires.rig import Rig as DriverRig
from tests.kit.wires.wire_host import WireHost, host_of, said

ID = 0x0001_0000_0000_2A01
FIRST = WireOrder(ID, "contribute", boot=BOOT, meter="100", cents="20")
THEN = WireOrder(ID + 1, "hit", 3, BOOT, meter="100", cents="300000")
METERS = {"100": Starts(299_980, 100_000), "500": Starts(600_000, 500_000)}


async def sent(rig: DriverRig) -> wire.Command:
    """The next report that goes out, asked for and never seen before."""
    asked = await rig.far.want(wire.CommandQuery)
    rig.far.send(wire.CommandState(asked.id, OrderState.NEVER_SEEN, 0, 0))
    return await rig.far.want(wire.Command)


# ---- driver ----
async def test_report_says_meter_and_exact_amount() -> None:
    async with greeted("progressive") as rig:
        rig.driver.want((WireOrder(ID, "withdraw", boot=BOOT, meter="primary", cents="100/3"),))
        command = await sent(rig)

        assert command.verb == Verb.WITHDRAW
        assert command.args == b"\x07primary\x05100/3"


async def test_reports_go_out_one_at_a_time_oldest_first() -> None:
    """The system takes ids in rising order: one lost on the wire must not be overtaken."""
    async with greeted("progressive") as rig:
        rig.driver.want((FIRST, THEN))
        first = await sent(rig)
        rig.far.send(wire.CommandReply(ID, Answer.ACCEPTED, 1000))
        early = [m for m in await rig.far.quiet(0.9) if isinstance(m, wire.CommandQuery)]
        read: dict[str, Any] = {"meter": "100", "cents": 300_000, "number": 1}
        rig.far.send(event(1, Code.METER_READ, order=ID, **read))
        await rig.far.want(wire.EventAck)
        rig.driver.want((THEN,))
        second = await sent(rig)

        assert (first.id, early, second.id) == (ID, [], ID + 1)
        assert second.verb == Verb.HIT
        assert second.args == b"\x03100\x06300000\x03"


async def test_report_is_as_true_under_another_boot() -> None:
    """It moves nothing: made before the system restarted, it is sent afterwards."""
    async with greeted("progressive", boot=NEXT_BOOT) as rig:
        rig.far.boot = NEXT_BOOT
        rig.driver.want((FIRST,))
        command = await sent(rig)

        assert (command.id, command.boot) == (ID, NEXT_BOOT)
        assert rig.recorder.of(OrderAnswered) == []


async def test_report_that_may_have_been_taken_before_a_restart_is_in_doubt() -> None:
    """Never sent again: the table reads the meter instead."""
    async with greeted("progressive") as rig:
        rig.driver.want((FIRST,))
        await rig.far.want(wire.CommandQuery)
        rig.far.send(wire.CommandState(ID, OrderState.UNKNOWN, 0, 0))
        after = await rig.far.quiet(30)

        assert after == []
        assert [a.answer for a in rig.recorder.of(OrderAnswered)] == ["unknown"]


async def test_readings_of_the_system_are_named_by_their_codes() -> None:
    async with greeted("progressive") as rig:
        read: dict[str, Any] = {"order": 0, "meter": "500", "cents": 600_020, "number": 7}
        rig.far.send(event(1, Code.METER_READ, **read))
        rig.far.send(event(2, Code.HIT_CONFIRMED, **read, hit=True))
        rig.far.send(event(3, Code.SYSTEM_FAULTED, reason="tamper"))
        await asyncio.sleep(0.1)

        assert [(r.meter, r.cents, r.number, r.hit) for r in rig.recorder.of(MeterRead)] == [
            ("500", 600_020, 7, False),
            ("500", 600_020, 7, True),
        ]
        assert [r.reason for r in rig.recorder.of(SystemFaulted)] == ["tamper"]


# ---- simulator ----
@pytest.fixture
def rig() -> Rig:
    return Rig(5, meters=METERS)


def report(
    host: WireHost, order: int, verb: Verb, meter: str, cents: str = "", *, box: int = 0
) -> None:
    boot = host.last(wire.Hello).boot
    args = verbs.of_report(meter, cents, box)
    host.send(wire.Command(order, boot, wire.ANY, wire.ANY, verb, args))
    host.wait(0.1)


def test_meter_is_what_it_began_at_and_what_went_in_and_out(rig: Rig) -> None:
    """It shows whole cents, rounded down, and keeps the rest."""
    host = host_of(rig, "progressive")

    report(host, 1, Verb.CONTRIBUTE, "100", "20.6")
    report(host, 2, Verb.CONTRIBUTE, "100", "20.6")
    report(host, 3, Verb.WITHDRAW, "100", "20.6")
    report(host, 4, Verb.READ, "500")

    assert [(order, meter, cents) for _, order, meter, cents, _ in said(host)] == [
        (1, "100", 300_000),
        (2, "100", 300_021),
        (3, "100", 300_000),
        (4, "500", 600_000),
    ]


def test_hit_empties_its_meter_and_starts_it_again(rig: Rig) -> None:
    host = host_of(rig, "progressive")

    report(host, 1, Verb.HIT, "500", "1", box=4)

    system = rig.devices["progressive"]
    assert isinstance(system, Progressive)
    assert system.won == ("500", 4)
    assert said(host) == [
        (Code.HIT_CONFIRMED, 1, "500", 600_000, 1, True),
        (Code.METER_READ, 0, "500", 500_000, 1),
    ]


def test_report_that_comes_twice_counts_once(rig: Rig) -> None:
    host = host_of(rig, "progressive")

    for _ in range(3):
        report(host, 1, Verb.CONTRIBUTE, "100", "20")

    assert rig.world.shown["progressive"] == "100 300000, 500 600000"


def test_meters_outlive_the_loss_of_power_and_a_report_before_it_is_unknown(rig: Rig) -> None:
    host = host_of(rig, "progressive")
    report(host, 1, Verb.CONTRIBUTE, "100", "20")
    rig.pull("progressive", "power", value=False)
    rig.pull("progressive", "power", value=True)
    host.greet()

    assert host.query(1).status == OrderState.UNKNOWN
    report(host, 2, Verb.READ, "100")
    assert said(host)[-1][2:4] == ("100", 300_000)


@pytest.mark.parametrize(
    ("verb", "meter", "cents", "reason"),
    [
        (Verb.SPIN, "100", "1", "no verb 2"),
        (Verb.CONTRIBUTE, "900", "1", "no meter 900"),
        (Verb.CONTRIBUTE, "100", "1/0", "arguments"),
    ],
)
def test_report_that_cannot_be_is_rejected(
    rig: Rig, verb: Verb, meter: str, cents: str, reason: str
) -> None:
    host = host_of(rig, "progressive")

    report(host, 1, verb, meter, cents)

    reply = host.last(wire.CommandReply)
    assert (reply.answer, reply.reason) == (Answer.REJECTED, reason)


def test_system_can_be_made_to_differ_and_to_complain(rig: Rig) -> None:
    host = host_of(rig, "progressive")
    rig.pull("progressive", "misses", 1)
    report(host, 1, Verb.CONTRIBUTE, "100", "20")
    rig.pull("progressive", "keyed", "500 7")
    rig.pull("progressive", "fault", "door")
    host.wait(0.1)

    told = [to_reading(e, "progressive", b"", frozenset(Code)) for e in host.got(wire.Event)]
    kinds = [type(one.event) for one in told[:3]]
    assert kinds == [MeterRead, MeterRead, SystemFaulted]
    assert rig.world.shown["progressive"] == "100 299980, 500 7"
    with pytest.raises(CannotBe):
        rig.pull("progressive", "keyed", "900 7")
    with pytest.raises(CannotBe):
        rig.pull("progressive", "jam", 1)


def test_table_without_meters_has_no_such_device() -> None:
    assert "progressive" not in Rig(Random(1).randrange(9)).devices
