"""Orders are carried out at most once; what is in doubt is said, never tried again."""

from __future__ import annotations

import asyncio

import pytest

from drivers.driver import WireOrder
from drivers.event import OrderAnswered, ShuffleDone, SpinDone
from drivers.tablelink.messages import verbs, wire
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.wire import Answer, OrderState
from drivers.tablelink.settings import Waits
from tests.kit.wires.rig import BOOT, NEXT_BOOT, Recorder, Rig, driving, event, greeted, hello

ID = 0x0001_0000_0000_2A01
SPIN = WireOrder(ID, "spin", 3, BOOT)
SHUFFLE = WireOrder(ID, "shuffle", 0, BOOT)


def answers(recorder: Recorder) -> list[tuple[str, str]]:
    return [(a.answer, a.reason) for a in recorder.of(OrderAnswered)]


def never_seen(state: int = 4) -> wire.CommandState:
    return wire.CommandState(ID, OrderState.NEVER_SEEN, state, 0)


async def ordered(rig: Rig, order: WireOrder = SPIN) -> wire.Command:
    rig.driver.want((order,))
    await rig.far.want(wire.CommandQuery)
    rig.far.send(never_seen())
    return await rig.far.want(wire.Command)


async def test_order_is_asked_for_before_it_is_sent() -> None:
    """Never seen under the same boot sends it, under its id, expecting that state.

    Source: controller/README 2.
    """
    async with greeted("wheel") as rig:
        command = await ordered(rig)

        assert command == wire.Command(ID, BOOT, 4, wire.ANY, verbs.Verb.SPIN, b"\x03")


@pytest.mark.parametrize(
    ("able", "wager", "args"),
    [
        (("wager",), "xtreme", b"\x03\x06xtreme"),
        (("wager",), "bonus_spin", b"\x03\x0abonus_spin"),
        ((), "bonus_spin", b"\x03"),
    ],
)
async def test_order_says_which_spin_it_is_to_a_wheel_that_can_be_told(
    able: tuple[str, ...], wager: str, args: bytes
) -> None:
    async with greeted("wheel", capabilities=able) as rig:
        command = await ordered(rig, WireOrder(ID, "spin", 3, BOOT, wager))

        assert command.args == args


async def test_spin_that_would_turn_the_wrong_wheel_is_never_sent() -> None:
    """Told the box alone, a wheel would spin for the Bonus Spin wager there."""
    async with greeted("wheel") as rig:
        rig.driver.want((WireOrder(ID, "spin", 3, BOOT, "xtreme"),))
        await rig.far.want(wire.CommandQuery)
        rig.far.send(never_seen())

        assert await rig.far.quiet(20) == []
        assert [answer for answer, _ in answers(rig.recorder)] == ["rejected"]


async def test_order_is_repeated_under_its_id_until_it_is_accepted() -> None:
    """R6: same id, same content; then silence until it is done."""
    async with greeted("wheel") as rig:
        first = await ordered(rig)
        again = [await rig.far.want(wire.Command) for _ in range(4)]
        rig.far.send(wire.CommandReply(ID, Answer.ACCEPTED, 20_000))
        after = await rig.far.quiet(4)
        rig.far.send(event(1, Code.SPIN_DONE, order=ID, section="25:1", turns=4))
        await rig.far.want(wire.EventAck)

        assert again == [first] * 4
        assert after == []
        assert answers(rig.recorder) == [("accepted", "")]
        assert [s.order for s in rig.recorder.of(SpinDone)] == [ID]


async def test_wanting_the_same_order_again_sends_nothing() -> None:
    """Verbs are idempotent."""
    async with greeted("wheel") as rig:
        await ordered(rig)
        rig.far.send(wire.CommandReply(ID, Answer.ACCEPTED, 20_000))
        await asyncio.sleep(0.1)
        rig.driver.want((SPIN,))
        rig.driver.want((SPIN,))

        assert await rig.far.quiet(5) == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (wire.CommandState(ID, OrderState.UNKNOWN, 1, 0), ("unknown", "the device does not know")),
        (wire.CommandState(ID, OrderState.RUNNING, 1, 0, 0, 9000), ("running", "")),
        (wire.CommandState(ID, OrderState.DONE, 1, 2, 2, 0, "25:1"), ("done", "25:1")),
        (wire.CommandState(ID, OrderState.FAILED, 1, 2, 1, 0, "stuck"), ("done", "stuck")),
        (wire.CommandState(ID, OrderState.REJECTED, 1, 0, 0, 0, "door"), ("rejected", "door")),
        (wire.CommandState(ID, 99, 1, 0), ("unknown", "the device does not know")),
    ],
)
async def test_anything_but_never_seen_sends_no_order(
    told: wire.CommandState, said: tuple[str, str]
) -> None:
    """R6: a spin is never issued again by itself."""
    recorder = Recorder()
    recorder.high[BOOT] = 2
    async with greeted("wheel", recorder, last_event=2, acked=2) as rig:
        rig.driver.want((SPIN,))
        await rig.far.want(wire.CommandQuery)
        rig.far.send(told)
        after = await rig.far.quiet(5)

        assert after == []
        assert answers(recorder) == [said]


async def test_done_whose_event_is_still_to_come_is_told_by_the_event() -> None:
    """controller/README 2: facts close orders; the answer to a query is only counted."""
    async with greeted("wheel", last_event=1) as rig:
        rig.driver.want((SPIN,))
        await rig.far.want(wire.CommandQuery)
        rig.far.send(wire.CommandState(ID, OrderState.DONE, 1, 1, 1, 0, "25:1"))
        await asyncio.sleep(1)
        before = answers(rig.recorder)
        rig.far.send(event(1, Code.SPIN_DONE, order=ID, section="25:1", turns=4))
        await rig.far.want(wire.EventAck)
        await asyncio.sleep(15)

        assert (before, answers(rig.recorder)) == ([], [])
        assert len(rig.recorder.of(SpinDone)) == 1


async def test_restart_in_mid_shuffle_is_in_doubt() -> None:
    """Case 5: unknown goes to a person, no automatic repeat."""
    async with greeted("shuffler") as rig:
        await ordered(rig, SHUFFLE)
        rig.far.send(wire.CommandReply(ID, Answer.ACCEPTED, 60_000))
        await asyncio.sleep(1)
        rig.far.boot = NEXT_BOOT
        rig.far.send(hello("shuffler", boot=NEXT_BOOT, reset_cause="watchdog"))
        await rig.far.want(wire.CommandQuery)
        rig.far.send(wire.CommandState(ID, OrderState.UNKNOWN, 1, 0))
        after = await rig.far.quiet(120)

        assert after == []
        assert answers(rig.recorder) == [("accepted", ""), ("unknown", "the device does not know")]


async def test_order_made_under_another_boot_is_never_sent() -> None:
    """Case 8: not even when the device has never seen it."""
    async with greeted("wheel", boot=NEXT_BOOT) as rig:
        rig.far.boot = NEXT_BOOT
        rig.driver.want((SPIN,))
        await rig.far.want(wire.CommandQuery)
        rig.far.send(never_seen())
        after = await rig.far.quiet(5)

        assert after == []
        assert answers(rig.recorder) == [("unknown", "made under another boot")]


async def test_state_that_moved_on_is_asked_again() -> None:
    """R7: the command expects what the newest query said."""
    async with greeted("wheel") as rig:
        await ordered(rig)
        rig.far.send(wire.CommandReply(ID, Answer.REJECTED, 0, wire.PRECONDITION))
        await rig.far.want(wire.CommandQuery)
        rig.far.send(never_seen(state=9))
        command = await rig.far.want(wire.Command)

        assert (command.id, command.state) == (ID, 9)
        assert answers(rig.recorder) == []


async def test_rejection_is_said_with_its_reason() -> None:
    """R8: rejected is an answer; nothing is sent again."""
    async with greeted("wheel") as rig:
        await ordered(rig)
        rig.far.send(wire.CommandReply(ID, Answer.REJECTED, 0, "not armed"))
        after = await rig.far.quiet(20)

        assert after == []
        assert answers(rig.recorder) == [("rejected", "not armed")]


async def test_busy_for_ten_seconds_is_a_fault() -> None:
    """R8, case 7: busy is limited."""
    async with greeted("wheel") as rig:
        await ordered(rig)
        began = asyncio.get_running_loop().time()
        while not answers(rig.recorder):
            rig.far.send(wire.CommandReply(ID, Answer.BUSY, 800))
            await asyncio.sleep(0.2)

        assert answers(rig.recorder) == [("rejected", "busy")]
        assert 9.5 <= asyncio.get_running_loop().time() - began <= 11
        assert await rig.far.quiet(5) == []


async def test_busy_decides_the_pace_of_repeats() -> None:
    """R8: retry after what the device says, at most a second."""
    async with greeted("wheel") as rig:
        await ordered(rig)
        rig.far.send(wire.CommandReply(ID, Answer.BUSY, 60_000))
        began = asyncio.get_running_loop().time()
        await rig.far.want(wire.Command)

        assert 0.9 <= asyncio.get_running_loop().time() - began <= 1.1


async def test_silence_after_busy_is_in_doubt() -> None:
    """1.3: the last command may have been accepted."""
    async with greeted("wheel") as rig:
        await ordered(rig)
        rig.far.send(wire.CommandReply(ID, Answer.BUSY, 500))
        await asyncio.sleep(11)

        assert answers(rig.recorder) == [("unknown", "no answer")]


async def test_answers_that_come_twice_are_said_once_and_move_nothing() -> None:
    """A question sent twice is answered twice."""
    async with greeted("wheel") as rig:
        await ordered(rig)
        accepted = wire.CommandReply(ID, Answer.ACCEPTED, 20_000)
        rig.far.send(accepted, accepted, never_seen(), wire.CommandReply(ID, Answer.BUSY, 1))

        assert await rig.far.quiet(5) == []
        assert answers(rig.recorder) == [("accepted", "")]


async def test_state_that_always_moves_on_is_paced_and_given_up() -> None:
    """R8: asked at once the first time, then twice a second, for ten seconds."""
    async with greeted("wheel") as rig:
        await ordered(rig)
        rig.far.send(wire.CommandReply(ID, Answer.REJECTED, 0, wire.PRECONDITION))
        questions = 0
        while not answers(rig.recorder):
            await asyncio.sleep(0.01)
            heard, rig.far.heard = rig.far.heard, []
            for message in heard:
                if isinstance(message, wire.CommandQuery):
                    questions += 1
                    rig.far.send(never_seen())
                elif isinstance(message, wire.Command):
                    rig.far.send(wire.CommandReply(ID, Answer.REJECTED, 0, wire.PRECONDITION))

        assert 15 < questions < 25
        assert answers(rig.recorder) == [("rejected", wire.PRECONDITION)]


async def test_order_without_any_answer_is_in_doubt() -> None:
    """1.3: it may have been carried out."""
    async with greeted("wheel") as rig:
        await ordered(rig)
        await asyncio.sleep(11)

        assert answers(rig.recorder) == [("unknown", "no answer")]


async def moving(rig: Rig, seconds: int) -> None:
    """The device says each second that it goes on, and gets nowhere."""
    for _ in range(seconds):
        rig.far.send(wire.Progress(ID, 100, 288))
        await asyncio.sleep(1)


async def test_deadline_that_passes_is_a_fault() -> None:
    """R8: it goes on and on, then the deadline speaks."""
    async with greeted("shuffler") as rig:
        await ordered(rig, SHUFFLE)
        rig.far.send(wire.CommandReply(ID, Answer.ACCEPTED, 30_000))
        await moving(rig, 29)
        before = answers(rig.recorder)
        await moving(rig, 2)

        assert rig.counters.progress == (100, 288)
        assert before == [("accepted", "")]
        assert answers(rig.recorder) == [("accepted", ""), ("unknown", "deadline passed")]


async def test_movement_that_stops_saying_so_is_a_fault_long_before_its_deadline() -> None:
    """PROTOCOL 5.5: PROGRESS each second; a shuffle that hangs was noticed after minutes."""
    async with greeted("shuffler") as rig:
        await ordered(rig, SHUFFLE)
        rig.far.send(wire.CommandReply(ID, Answer.ACCEPTED, 300_000))
        await moving(rig, 60)
        before = answers(rig.recorder)
        await asyncio.sleep(4.5)

        assert before == [("accepted", "")]
        assert answers(rig.recorder)[1:] == [("unknown", "no sign of progress for 5 s")]


async def test_deadline_that_never_comes_is_bounded_by_the_settings() -> None:
    """Ms is a U32: a device may promise its result in seven weeks."""
    waits = Waits(movement_s=60)
    async with greeted("shuffler", settings={"waits": waits}) as rig:
        await ordered(rig, SHUFFLE)
        rig.far.send(wire.CommandReply(ID, Answer.ACCEPTED, wire.ANY))
        await moving(rig, 61)

        assert answers(rig.recorder)[1:] == [("unknown", "deadline passed")]


async def test_done_in_time_has_no_deadline() -> None:
    """R8: the event ends the order even before the table withdraws it."""
    async with greeted("shuffler") as rig:
        await ordered(rig, SHUFFLE)
        rig.far.send(wire.CommandReply(ID, Answer.ACCEPTED, 30_000))
        rig.far.send(event(1, Code.SHUFFLE_DONE, order=ID, cards=288))
        await asyncio.sleep(60)

        assert answers(rig.recorder) == [("accepted", "")]
        assert [(s.order, s.cards) for s in rig.recorder.of(ShuffleDone)] == [(ID, 288)]


async def test_answer_that_was_not_recorded_is_asked_for_again() -> None:
    """1.1: what is not on the record was not said."""
    recorder = Recorder()
    async with greeted("wheel", recorder) as rig:
        await ordered(rig)
        recorder.mode = "fail"
        rig.far.send(wire.CommandReply(ID, Answer.ACCEPTED, 20_000))
        await rig.far.want(wire.CommandQuery)
        recorder.mode = "record"
        rig.far.send(wire.CommandState(ID, OrderState.RUNNING, 5, 0, 0, 15_000))
        after = await rig.far.quiet(5)

        assert after == []
        assert answers(recorder) == [("accepted", ""), ("running", "")]


async def test_withdrawn_order_is_not_sent_any_more() -> None:
    """The set of open orders is complete: what is not in it is over."""
    async with greeted("wheel") as rig:
        await ordered(rig)
        rig.driver.want(())

        assert await rig.far.quiet(20) == []
        assert answers(rig.recorder) == []


async def test_order_wanted_before_the_hello_waits_for_it() -> None:
    """controller/README 2: open orders are asked for when the link is up."""
    async with driving("wheel") as rig:
        await rig.far.want(wire.HelloRequest)
        rig.driver.want((SPIN,))
        before = [m for m in await rig.far.quiet(3) if not isinstance(m, wire.HelloRequest)]
        rig.far.send(hello("wheel"))
        query = await rig.far.want(wire.CommandQuery)

        assert before == []
        assert query.id == ID
