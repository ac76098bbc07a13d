"""A tablelink session: who is there, what is heard, and when it counts as lost."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from controller.bench.simulated.virtual_time import VirtualLoop
from drivers.driver import WireOrder
from drivers.event import CardDrawn, DeviceUp, OrderAnswered, Said, SeatButtonPressed, UnknownEvent
from drivers.frame import encode_frame
from drivers.reading import Reading, said
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import Code
from tests.kit.wires.rig import (
    BOOT,
    NEXT_BOOT,
    Recorder,
    card,
    driving,
    event,
    faces,
    greeted,
    hello,
)


async def test_device_is_up_before_its_first_event() -> None:
    """R10: who it is comes before what it says."""
    async with greeted("shoe_scanner", last_event=1, moved=7) as rig:
        rig.far.send(card(1))
        await rig.far.want(wire.EventAck)

        up, drawn = map(said, rig.recorder.got)
        assert isinstance(up, DeviceUp)
        assert (up.boot, up.last_event, up.moved, up.identity.serial) == (BOOT, 1, 7, "S-1")
        assert isinstance(drawn, CardDrawn)
        assert faces(rig.recorder) == [b"As"]


async def test_hello_is_asked_for_from_any_state() -> None:
    """R13: zeros and HELLO_REQUEST, again until a hello comes."""
    async with driving("wheel") as rig:
        for _ in range(3):
            await rig.far.want(wire.HelloRequest)
        rig.far.send(hello("wheel"))
        ack = await rig.far.want(wire.HelloAck)

        assert (ack.version, ack.boot) == (1, BOOT)
        assert abs(ack.clock / 1000 - time.time()) < 60


async def test_hello_ack_is_repeated_when_it_was_lost() -> None:
    """R10: a repeated hello is greeted again, and said to the table once."""
    async with greeted("wheel") as rig:
        rig.far.send(hello("wheel"))
        await rig.far.want(wire.HelloAck)

        assert len(rig.recorder.of(DeviceUp)) == 1


@pytest.mark.parametrize(
    ("fields", "settings", "said"),
    [
        ({"role": "shuffler"}, {}, "answers where a wheel is configured"),
        ({"serial": "S-2"}, {"serial": "S-1"}, "serial 'S-1' is configured"),
        ({"model": "T9"}, {"model": "T1"}, "model 'T1' is configured"),
        ({"version_low": 2, "version_high": 3}, {}, "speaks tablelink 2 to 3, this is 1"),
        ({"key_id": 5}, {}, "enrolled with key 5"),
    ],
)
async def test_session_refuses_by_name_when_another_device_answers(
    fields: dict[str, Any], settings: dict[str, Any], said: str
) -> None:
    """R10, R11: two swapped adapters are told apart before any event counts."""
    async with driving("wheel", **settings) as rig:
        await rig.far.want(wire.HelloRequest)
        rig.far.send(
            hello(**{"role": "wheel", **fields}), event(1, Code.SEAT_BUTTON_PRESSED, box=3)
        )

        assert said in await rig.ends()
        assert rig.recorder.got == []


async def test_session_asks_again_after_a_gap_and_refuses_a_swapped_device() -> None:
    """R10, case 10: another serial number between two pings."""
    async with greeted("wheel", settings={"serial": "S-1"}) as rig:
        rig.far.mute = True
        await asyncio.sleep(2.5)
        rig.far.send(wire.Telemetry("temperature", 31))
        await rig.far.want(wire.HelloRequest)
        rig.far.send(hello("wheel", serial="S-2"))

        assert "serial 'S-1' is configured" in await rig.ends()


async def test_pong_of_another_boot_asks_who_is_there() -> None:
    """R9: a restart whose hello was lost is still seen."""
    async with greeted("wheel") as rig:
        rig.far.boot = NEXT_BOOT
        await rig.far.want(wire.HelloRequest)
        rig.far.send(hello("wheel", boot=NEXT_BOOT))
        await rig.far.want(wire.HelloAck)

        assert [up.boot for up in rig.recorder.of(DeviceUp)] == [BOOT, NEXT_BOOT]


async def test_silence_is_suspect_after_3_s_and_lost_after_10_s() -> None:
    """R9: both times from the last whole frame."""
    async with greeted("wheel") as rig:
        rig.far.mute = True
        await asyncio.sleep(3.5)
        suspect = rig.counters.suspect
        began = asyncio.get_running_loop().time()

        assert await rig.ends() == "silent for 10 s"
        assert suspect
        assert rig.counters.suspects == 1
        assert 5.5 < asyncio.get_running_loop().time() - began < 7.5


async def test_own_loop_standing_still_is_no_silence_of_the_device() -> None:
    """Folding a long journal takes seconds in which nobody reads."""
    async with greeted("wheel") as rig:
        await asyncio.sleep(0.5)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        loop.advance(30)
        await asyncio.sleep(5)

        assert not rig.running.done()
        assert not rig.counters.suspect


@pytest.mark.parametrize("kind", [DeviceUp, SeatButtonPressed, OrderAnswered])
async def test_fault_of_the_table_ends_the_driver_and_is_not_hidden(kind: type[Said]) -> None:
    """Only "not recorded" is expected of the table; the rest goes to supervise."""

    class Broken(Recorder):
        def _record(self, reading: Reading, future: asyncio.Future[None]) -> None:
            if isinstance(said(reading), kind):
                future.set_exception(ZeroDivisionError())
            else:
                super()._record(reading, future)

    async with greeted("wheel", Broken()) as rig:
        rig.far.send(event(1, Code.SEAT_BUTTON_PRESSED, box=3))
        rig.driver.want((WireOrder(1, "spin", 3, "other"),))
        await asyncio.sleep(0.1)
        rig.far.send(wire.CommandState(1, wire.OrderState.NEVER_SEEN, 0, 0))

        with pytest.raises(ZeroDivisionError):
            await rig.running


async def test_ping_is_sent_each_second_and_measures_the_round_trip() -> None:
    """R9: heartbeat, whatever else is on the wire."""
    async with greeted("wheel") as rig:
        before = rig.counters.frames_out
        await asyncio.sleep(10.5)

        assert rig.counters.frames_out - before == 10
        assert rig.counters.round_trip_ms >= 0


async def test_session_answers_the_device_s_own_ping() -> None:
    """R9: both ways, with what is on the record."""
    async with greeted("shoe_scanner") as rig:
        rig.far.send(card(1))
        await rig.far.want(wire.EventAck)
        rig.far.send(wire.Ping(99))
        pong = await rig.far.want(wire.Pong)

        assert (pong.token, pong.boot, pong.last_event, pong.acked) == (99, BOOT, 1, 1)


async def test_chatter_without_hello_ends_in_a_timeout() -> None:
    """Every wait has an end."""
    async with driving("wheel") as rig:
        await rig.far.want(wire.HelloRequest)
        assert await rig.ends() == "no hello in 10 s"


async def test_unrecorded_hello_is_said_again() -> None:
    """controller/README 1.1: a device is up when that is on the record."""
    recorder = Recorder()
    recorder.mode = "fail"
    async with driving("wheel", recorder) as rig:
        await rig.far.greet("wheel")
        await rig.far.greet("wheel")
        recorder.mode = "record"
        await rig.far.greet("wheel")
        rig.far.send(event(1, Code.SEAT_BUTTON_PRESSED, box=3))
        await rig.far.want(wire.EventAck)

        assert len(recorder.of(DeviceUp)) == 3
        assert recorder.numbers == [1]


@pytest.mark.parametrize("flags", [0, wire.CRITICAL])
async def test_unknown_event_is_emitted_and_acknowledged(flags: int) -> None:
    """R11: recorded as it came, raised as unknown."""
    async with greeted("wheel") as rig:
        rig.far.send(event(1, 0x77, flags=flags))
        ack = await rig.far.want(wire.EventAck)

        (unknown,) = rig.recorder.of(UnknownEvent)
        assert (unknown.code, unknown.critical, ack.n) == (0x77, bool(flags), 1)


@pytest.mark.parametrize(
    "strange",
    [
        wire.Event(BOOT, 1, 5, Code.CARD_DRAWN, 0, b"As"),
        wire.Event(BOOT, 1, 5, Code.WAGER_SENSED, 0, b"\x03"),
        wire.Event(BOOT, 1, 5, Code.WAGER_SENSED, 0, b"\x03\x07"),
    ],
)
async def test_event_that_does_not_fit_its_device_is_unknown_and_critical(
    strange: wire.Event,
) -> None:
    """R11: another role's event, or a body cut short, is never guessed at."""
    async with greeted("wheel") as rig:
        rig.far.send(strange)
        await rig.far.want(wire.EventAck)

        (unknown,) = rig.recorder.of(UnknownEvent)
        assert unknown.critical


async def test_frames_that_are_no_message_are_counted() -> None:
    """R12: a sealed frame means nothing in version 1."""
    async with greeted("wheel") as rig:
        rig.far.link.write(encode_frame(b"\xe0sealed") + b"\x05\x01\x00")
        await asyncio.sleep(1)

        assert (rig.counters.messages_bad, rig.counters.frames_bad) == (1, 1)


async def test_telemetry_is_replaced_by_the_latest() -> None:
    """R15: unacknowledged, for people."""
    async with greeted("shuffler") as rig:
        rig.far.send(wire.Telemetry("motor_ma", 210), wire.Telemetry("motor_ma", 220))
        await asyncio.sleep(0.1)

        assert rig.counters.telemetry == {"motor_ma": 220}


async def test_telemetry_of_a_device_that_invents_names_is_bounded() -> None:
    """Memory does not grow with what a wire brings."""
    async with greeted("shuffler") as rig:
        rig.far.send(*(wire.Telemetry(f"n{n}", n) for n in range(100)))
        await asyncio.sleep(0.1)

        assert len(rig.counters.telemetry) == 32
