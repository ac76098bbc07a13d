"""Events reach the table once and in order, and are acknowledged when they are recorded."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from drivers.event import CardDrawn, DeviceUp
from drivers.reading import open_concealed
from drivers.tablelink.messages import wire
from tests.kit.wires.rig import BOOT, NEXT_BOOT, Recorder, card, driving, faces, greeted, hello

RESENT = wire.RESENT


async def test_event_is_acknowledged_only_when_it_is_recorded() -> None:
    """R4, case 1: a host that dies before the commit never acknowledged."""
    recorder = Recorder()
    async with greeted("shoe_scanner", recorder) as rig:
        recorder.mode = "hold"
        rig.far.send(card(1), card(2), card(3))
        before = await rig.far.quiet(5)
        recorder.release()
        ack = await rig.far.want(wire.EventAck)

        assert before == []
        assert ack.n == 3
        assert recorder.numbers == [1, 2, 3]


async def test_acknowledgement_waits_for_the_first_unrecorded_event() -> None:
    """R3: acknowledgement is cumulative, so it never skips one."""
    recorder = Recorder()
    async with greeted("shoe_scanner", recorder) as rig:
        recorder.mode = "hold"
        rig.far.send(card(1), card(2), card(3))
        await asyncio.sleep(0.1)
        recorder.open.pop(1).set_result(None)
        none = await rig.far.quiet(1)
        recorder.open.pop(0).set_result(None)
        ack = await rig.far.want(wire.EventAck)
        recorder.release()

        assert none == []
        assert ack.n == 2


async def test_event_ahead_of_the_next_number_is_dropped_and_counted() -> None:
    """controller/README 2: one was lost on the wire; the device sends again, oldest first."""
    async with greeted("shoe_scanner") as rig:
        rig.far.send(card(1), card(3, b"3h"))
        await asyncio.sleep(0.1)
        rig.far.send(card(2, b"2h", flags=RESENT), card(3, b"3h", flags=RESENT))
        await asyncio.sleep(0.1)

        assert faces(rig.recorder) == [b"As", b"2h", b"3h"]
        assert (rig.counters.ahead, rig.counters.resent) == (1, 2)


async def test_event_that_never_comes_ends_the_link() -> None:
    """1.3: a gap is never waited out in silence."""
    async with greeted("shoe_scanner") as rig:
        for _ in range(22):
            rig.far.send(card(2))
            await asyncio.sleep(0.5)

        assert await rig.ends() == "an event that the device counts does not come"
        assert rig.recorder.numbers == []


async def test_missing_event_is_waited_for_again_after_each_that_came() -> None:
    """A wire that loses much is slow, not lost."""
    async with greeted("shoe_scanner") as rig:
        for n in range(1, 16):
            rig.far.send(card(n + 1))
            await asyncio.sleep(1)
            rig.far.send(card(n, flags=RESENT))
            await asyncio.sleep(0.1)

        assert rig.recorder.numbers == list(range(1, 16))
        assert not rig.running.done()


async def test_table_that_is_slow_to_record_does_not_lose_its_device() -> None:
    """controller/README 2: a backlog is held until the floorperson confirms it."""
    recorder = Recorder()
    async with greeted("shoe_scanner", recorder) as rig:
        recorder.mode = "hold"
        rig.far.send(*(card(n) for n in range(1, 33)))
        for _ in range(30):
            await asyncio.sleep(1)
            rig.far.send(*(card(n, flags=RESENT) for n in range(1, 41)))
        recorder.release()
        await asyncio.sleep(0.1)

        assert not rig.running.done()
        assert recorder.numbers == list(range(1, 33))


async def test_hello_repeated_while_an_event_is_on_its_way_gives_it_once() -> None:
    """Numbers already handed over are not handed over again."""
    recorder = Recorder()
    async with greeted("shoe_scanner", recorder) as rig:
        recorder.mode = "hold"
        rig.far.send(card(1), hello("shoe_scanner", last_event=1), card(1, flags=RESENT))
        await asyncio.sleep(0.1)
        recorder.release()
        await rig.far.want(wire.EventAck)

        assert recorder.numbers == [1]


async def test_hello_with_a_lower_number_of_the_same_boot_is_said() -> None:
    """Case 13, in mid-session: the table has to know."""
    async with greeted("shoe_scanner") as rig:
        rig.far.send(card(1), card(2), card(3))
        await asyncio.sleep(0.1)
        rig.far.send(hello("shoe_scanner", last_event=1))
        await asyncio.sleep(0.1)

        assert [up.last_event for up in rig.recorder.of(DeviceUp)] == [0, 1]


async def test_repeat_of_a_recorded_event_is_given_to_the_table_and_acknowledged_again() -> None:
    """Case 3: the table compares its bytes; it is no second card for this driver to decide."""
    async with greeted("shoe_scanner") as rig:
        rig.far.send(card(1))
        await rig.far.want(wire.EventAck)
        for _ in range(10):
            rig.far.send(card(1, flags=RESENT))
            assert (await rig.far.want(wire.EventAck)).n == 1

        raws = {open_concealed(drawn.raw) for drawn in rig.recorder.events(CardDrawn)}
        assert len(raws) == 1
        assert rig.counters.duplicates == 10


async def test_repeat_with_other_bytes_has_another_raw() -> None:
    """Same number, other bytes is a contradiction that the table has to see.

    Source: controller/README 2.
    """
    async with greeted("shoe_scanner") as rig:
        rig.far.send(card(1, b"As"), card(1, b"Ks", flags=RESENT))
        await rig.far.want(wire.EventAck)
        rig.far.send(card(1, b"Ks", flags=RESENT))
        await asyncio.sleep(0.1)

        raws = [open_concealed(drawn.raw) for drawn in rig.recorder.events(CardDrawn)]
        assert len(set(raws)) == 2


async def test_repeat_of_an_event_still_on_its_way_is_not_given_twice() -> None:
    """At most once on its way to the record."""
    recorder = Recorder()
    async with greeted("shoe_scanner", recorder) as rig:
        recorder.mode = "hold"
        rig.far.send(card(1), card(1, flags=RESENT), card(1, flags=RESENT))
        await asyncio.sleep(0.1)
        recorder.release()
        await rig.far.want(wire.EventAck)

        assert recorder.numbers == [1]


async def test_old_repeats_are_acknowledged_without_the_table() -> None:
    """The table compares the last 32; a backlog whose acks were lost is longer.

    Source: controller/README 2.
    """
    recorder = Recorder()
    recorder.high[BOOT] = 100
    async with greeted("shoe_scanner", recorder, last_event=100) as rig:
        rig.far.send(*(card(n, flags=RESENT) for n in range(1, 101)))
        await asyncio.sleep(0.1)

        assert (await rig.far.want(wire.EventAck)).n == 100
        assert recorder.numbers == list(range(69, 101))


async def test_session_goes_back_to_the_first_unrecorded_event_after_a_failed_commit() -> None:
    """controller/README 2: devices keep theirs, so nothing is lost with the batch."""
    recorder = Recorder()
    async with greeted("shoe_scanner", recorder) as rig:
        rig.far.send(card(1))
        await rig.far.want(wire.EventAck)
        recorder.mode = "hold"
        rig.far.send(card(2), card(3))
        await asyncio.sleep(0.1)
        recorder.release(recorded=False)
        none = await rig.far.quiet(0.1)
        recorder.mode = "record"
        rig.far.send(card(2, flags=RESENT), card(3, flags=RESENT))
        await asyncio.sleep(0.1)

        assert none == []
        assert recorder.numbers == [1, 2, 3, 2, 3]
        assert (await rig.far.want(wire.EventAck)).n == 3
        assert rig.counters.not_recorded == 2


async def test_at_most_32_events_are_on_their_way() -> None:
    """controller/README 2: the rest stays in the device."""
    recorder = Recorder()
    async with greeted("shoe_scanner", recorder) as rig:
        recorder.mode = "hold"
        rig.far.send(*(card(n) for n in range(1, 41)))
        await asyncio.sleep(0.1)
        held = len(recorder.numbers)
        recorder.release()
        await asyncio.sleep(0.1)
        recorder.release()
        rig.far.send(*(card(n, flags=RESENT) for n in range(33, 41)))
        await asyncio.sleep(0.1)
        recorder.release()
        await asyncio.sleep(0.1)

        assert held == 32
        assert recorder.numbers == list(range(1, 41))
        assert rig.counters.held_back == 8


async def test_events_kept_over_a_restart_keep_their_names() -> None:
    """R5, case 4: three of the old boot come first, then those of the new one."""
    recorder = Recorder()
    recorder.high[BOOT] = 2
    carried = (wire.Carried(BOOT, 2, 3),)
    async with greeted(
        "shoe_scanner", recorder, boot=NEXT_BOOT, carried=carried, last_event=1
    ) as rig:
        rig.far.boot = NEXT_BOOT
        old = [card(n, flags=RESENT) for n in (2, 3, 4)]
        rig.far.send(*old, card(1, boot=NEXT_BOOT))
        await asyncio.sleep(0.1)
        acks = [m for m in rig.far.heard if isinstance(m, wire.EventAck)]

        names = [(d.boot, d.n) for d in recorder.of(CardDrawn)]
        assert names == [(BOOT, 2), (BOOT, 3), (BOOT, 4), (NEXT_BOOT, 1)]
        assert {(a.boot, a.n) for a in acks} >= {(BOOT, 4), (NEXT_BOOT, 1)}


async def test_restart_in_mid_session_starts_the_numbers_anew() -> None:
    """R5: a hello without being asked is a restart."""
    async with greeted("shoe_scanner") as rig:
        rig.far.send(card(1), card(2))
        await asyncio.sleep(0.1)
        rig.far.boot = NEXT_BOOT
        rig.far.send(hello("shoe_scanner", boot=NEXT_BOOT))
        await rig.far.want(wire.HelloAck)
        rig.far.send(card(1, boot=NEXT_BOOT))
        await asyncio.sleep(0.1)

        assert [up.boot for up in rig.recorder.of(DeviceUp)] == [BOOT, NEXT_BOOT]
        assert [(d.boot, d.n) for d in rig.recorder.of(CardDrawn)][-1] == (NEXT_BOOT, 1)


async def test_events_acknowledged_but_not_recorded_are_told_by_the_hello() -> None:
    """drivers/README: rows were lost; the numbers go on, and the table holds on the hello."""
    recorder = Recorder()
    recorder.high[BOOT] = 3
    async with greeted("shoe_scanner", recorder, acked=7, last_event=8) as rig:
        rig.far.send(card(8))
        await rig.far.want(wire.EventAck)

        (up,) = recorder.of(DeviceUp)
        assert (up.acked, recorder.numbers) == (7, [8])


async def test_rolled_back_numbers_of_the_same_boot_all_reach_the_table() -> None:
    """Case 13: a lower number of the same boot is never acknowledged unseen."""
    recorder = Recorder()
    recorder.high[BOOT] = 100
    async with greeted("shoe_scanner", recorder, last_event=4) as rig:
        rig.far.send(card(5))
        ack = await rig.far.want(wire.EventAck)

        (up,) = recorder.of(DeviceUp)
        assert (up.last_event, recorder.numbers, ack.n) == (4, [5], 5)


async def test_events_of_a_boot_that_no_hello_names_are_not_taken() -> None:
    """R2: an event without its boot has no name."""
    async with greeted("shoe_scanner") as rig:
        rig.far.send(card(1, boot=NEXT_BOOT))
        await rig.far.want(wire.HelloRequest)
        rig.far.send(hello("shoe_scanner"))
        await rig.far.want(wire.HelloAck)

        assert rig.recorder.numbers == []


@pytest.mark.parametrize("seed", range(20))
async def test_host_killed_at_any_time_records_each_card_once(seed: int) -> None:
    """Cases 1 and 2: killed before or after the commit, acknowledged or not."""
    rng, recorder, acked = Random(seed), Recorder(), 0
    deck = [bytes([65 + n % 13, 97 + n % 4]) for n in range(30)]
    while acked < len(deck):
        recorder.mode = "hold"
        async with driving("shoe_scanner", recorder) as rig:
            await rig.far.want(wire.HelloRequest)
            rig.far.send(hello("shoe_scanner", acked=acked, last_event=len(deck)))
            await rig.far.want(wire.HelloAck)
            upto = min(len(deck), acked + rng.randint(1, 10))
            rig.far.send(*(card(n, deck[n - 1]) for n in range(acked + 1, upto + 1)))
            await asyncio.sleep(0.1)
            for future in recorder.open[: rng.randint(0, 12)]:
                if not future.done():
                    future.set_result(None)
            await asyncio.sleep(0.1)
            acks = [m.n for m in rig.far.heard if isinstance(m, wire.EventAck)]
            if rng.random() < 0.5:
                acked = max([acked, *acks])
            recorder.open.clear()

    first: dict[int, bytes] = {}
    for drawn in recorder.events(CardDrawn):
        face = open_concealed(drawn.secret)
        assert first.setdefault(drawn.event.n, face) == face
    assert [first[n] for n in sorted(first)] == deck
    assert recorder.high[BOOT] == len(deck)
