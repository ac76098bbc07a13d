"""The Slingshot as a prize wheel: every proven number once, no other, one game for an order."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from random import Random
from typing import Any

import msgspec
import pytest

from drivers.cammegh import slingshot
from drivers.cammegh.lines import Alone, Lines, Status, decode
from drivers.cammegh.results import Result, Results, Withheld
from drivers.cammegh.slingshot import Settings, SlingshotWheel, pockets
from drivers.driver import WireOrder
from drivers.event import DeviceLost, DeviceUp, OrderAnswered, SpinDone, SpinFaulted
from drivers.link.memory import MemoryLink
from drivers.sim.devices.slingshot import Slingshot
from tests.kit.wires.hostile import hostile
from tests.kit.wires.rig import Recorder
from tests.kit.wires.vendor import Bench, bench

pytestmark = pytest.mark.proves("cammegh-slingshot", "wheel", link="wire")


def on_bench(wheel: Slingshot, **more: Any) -> AbstractAsyncContextManager[Bench]:
    settings = more.pop("settings", Settings())
    return bench(SlingshotWheel, settings, wheel, **more)


def sections(b: Bench) -> list[tuple[int, str]]:
    return [(done.order, done.section) for done in b.recorder.of(SpinDone)]


def answers(b: Bench) -> list[tuple[int, str]]:
    return [(said.order, said.answer) for said in b.recorder.of(OrderAnswered)]


def spin(b: Bench, order: int = 77) -> None:
    boot = b.recorder.of(DeviceUp)[-1].boot
    b.tell("want", (WireOrder(order, "spin", 3, boot),))


# ---- a result is proven ----
def said(results: Results, *lines: str) -> list[object]:
    found: list[object] = []
    for at, text in enumerate(lines):
        line = decode(text.encode())
        match line:
            case Status():
                found.append(results.take(line, at * 0.5))
            case Alone():
                results.alone(line.number, at * 0.5)
            case _:
                results.torn()
    return [one for one in found if one is not None]


PLAYED = ("*X;2;011;23;0;150;0", "*X;3;011;23;0;170;1", "*X;4;011;23;0;165;1")
WON, OTHER = "*X;5;011;25;0;165;1", "*X;5;011;24;0;165;1"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((*PLAYED, "25", WON), [Result("25", 11)]),
        ((*PLAYED, WON, WON), [Result("25", 11)]),
        ((*PLAYED, "25", *[WON] * 11), [Result("25", 11)]),
        ((*PLAYED[2:], "25", WON), [Result("25", 11)]),
        # ---- one line, or a number alone, is no proof ----
        ((*PLAYED, WON, "*X;1;011;25;0;165;1"), [Withheld("not proven")]),
        ((*PLAYED, "25", "*X;1;011;25;0;165;1"), []),
        ((WON, WON, WON), []),
        (("*X;1;011;23;0;150;0", "25", WON, WON), []),
        # ---- a line that is torn is passed over ----
        ((*PLAYED, "5;0;165;1", WON, "00;0", WON), [Result("25", 11)]),
        ((*PLAYED, WON, "58", WON), [Result("25", 11)]),
        # ---- what contradicts is withheld ----
        ((*PLAYED, WON, OTHER, WON), [Withheld("two numbers")]),
        ((*PLAYED, "24", WON, WON), [Withheld("two numbers")]),
        (
            (*PLAYED, WON, WON, *[OTHER] * 3),
            [Result("25", 11), Withheld("number changed")],
        ),
        ((*PLAYED, WON, WON, OTHER, WON), [Result("25", 11)]),
        ((*PLAYED, "*X;5;011;25;4;165;1", "*X;5;011;25;4;165;1", "*X;6;011;25;4;000;0"), []),
        # ---- a damaged line of state 4 in the middle is no new game ----
        ((*PLAYED, WON, WON, "*X;4;011;25;0;165;1", WON, WON), [Result("25", 11)]),
        # ---- a damaged line of state 5 in the middle is no result ----
        ((*PLAYED, "*X;5;011;23;0;165;1", PLAYED[2], "25", WON), [Result("25", 11)]),
        # ---- the power was off: the same spin number again ----
        (
            (*PLAYED, WON, WON, "*X;6;001;  ;0;000;0", *PLAYED, "7", " 7", "*X;5;011; 7;0;165;1"),
            [Result("25", 11), Result("7", 11)],
        ),
    ],
)
def test_number_counts_when_it_is_proven(lines: tuple[str, ...], found: list[object]) -> None:
    assert said(Results(), *lines) == found


# ---- an evening as the captures have it ----
class Evening:
    """Lines of a wheel with firmware 2.50: what the captures were found to contain, from a seed."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self.spin, self.number = 1, "  "
        self.true: list[str] = []

    def lines(self, games: int) -> Iterator[str]:
        rng = self._rng
        for _ in range(games):
            if rng.random() < 0.03:  # the power goes off and comes back
                self.spin, self.number = 0, "  "
                yield from self._state(6, 3)
            yield from self._state(1, rng.randint(0, 18))
            yield from self._play()
        yield from self._state(1, 2)

    def _play(self) -> Iterator[str]:
        rng = self._rng
        self.spin = self.spin % 256 + 1
        yield from self._state(2, rng.randint(0, 18), warning="8" if rng.random() < 0.1 else "0")
        if rng.random() < 0.06:  # void inside: relaunched, the number is used up
            yield from self._state(3, 4, warning="2" if rng.random() < 0.5 else "0")
            self.spin = self.spin % 256 + 1
            yield from self._state(2, 9, warning="2" if rng.random() < 0.2 else "0")
        yield from self._state(3, rng.randint(0, 8))
        yield from self._state(4, rng.randint(1, 86), warning="0")
        if rng.random() < 0.04:  # stopped
            yield from self._state(4, 5, warning="4")
            self.spin = self.spin % 256 + 1
            yield from self._state(6, 5, warning="4")
            return
        self.number = rng.choice(["00", " 0", *(f"{n:2}" for n in range(1, 37))])
        self.true.append(self.number.strip())
        yield self.number
        yield from self._state(5, rng.choice([1, 11, 11, 11, 12]))

    def _state(self, state: int, count: int, warning: str = "0") -> Iterator[str]:
        for _ in range(count):
            line = (
                f"*X;{state};{self.spin:03};{self.number};{warning};{self._rng.randint(140, 180)}"
            )
            line += f";{self._rng.randint(0, 1)}"
            if state in (2, 3) and self._rng.random() < 0.002:
                yield self._rng.choice(["6; 9;0;158;0", "00;0", "*X;4;14*X;" + line])
            yield line
            if self._rng.random() < 0.02:
                yield self._rng.choice(["*u OK", "*P NO", "*T h 60", "*O 6 1 60 1158", "*S V2.50"])


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("pace_s", [0.0, 0.25])
async def test_every_true_number_of_an_evening_is_told_once_and_no_other(
    seed: int, pace_s: float
) -> None:
    """62,400 lines of a real wheel held 188 results; here about as many, from a seed."""
    evening, recorder = Evening(seed), Recorder()
    near, far = MemoryLink.pair()
    driver = SlingshotWheel(near, Settings(), recorder.emit, recorder.recorded, name="wheel")
    running = asyncio.ensure_future(driver.run())
    for line in evening.lines(60):
        far.write(line.encode() + b"\r\n")
        await asyncio.sleep(pace_s)
    await asyncio.sleep(1)
    running.cancel()

    assert [done.section for done in recorder.of(SpinDone)] == evening.true
    assert len(recorder.of(DeviceUp)) == 1


# ---- one game for an order ----
async def test_order_starts_one_game_and_its_number_ends_it() -> None:
    wheel = Slingshot(Random(1))
    wheel.pull("number", "17")
    async with on_bench(wheel) as b:
        await asyncio.sleep(6)
        spin(b)
        await asyncio.sleep(100)

        (up,) = b.recorder.of(DeviceUp)
        assert (up.identity.model, up.identity.firmware) == ("Slingshot 2", "V2.50")
        assert answers(b) == [(77, "accepted")]
        assert sections(b) == [(77, "17")]
        assert wheel.games == 1


async def test_start_that_was_not_heard_is_asked_for_once_more() -> None:
    wheel = Slingshot(Random(1))
    wheel.pull("deaf", 1)
    async with on_bench(wheel) as b:
        await asyncio.sleep(6)
        spin(b)
        await asyncio.sleep(100)

        assert wheel.games == 1
        assert [order for order, _ in sections(b)] == [77]


async def test_wheel_that_never_starts_is_told_and_asked_no_third_time() -> None:
    wheel = Slingshot(Random(1))
    wheel.pull("deaf", 2)
    async with on_bench(wheel) as b:
        await asyncio.sleep(6)
        spin(b)
        await asyncio.sleep(100)

        assert answers(b) == [(77, "rejected")]
        assert wheel.games == 0


async def test_answer_that_is_torn_starts_no_second_game() -> None:
    """It launches: that it does is answer enough."""
    wheel = Slingshot(Random(1))
    async with on_bench(wheel) as b:
        await asyncio.sleep(6)
        wheel.pull("lose", 2)
        spin(b)
        await asyncio.sleep(100)

        assert answers(b) == [(77, "accepted")]
        assert wheel.games == 1


async def test_order_of_before_the_plug_was_out_is_never_sent() -> None:
    """Nobody knows whether it was: people look."""
    wheel = Slingshot(Random(1))
    async with on_bench(wheel) as b:
        await asyncio.sleep(6)
        boot = b.recorder.of(DeviceUp)[-1].boot
        wheel.pull("plugged", False)
        await asyncio.sleep(5)
        b.tell("want", (WireOrder(77, "spin", 3, boot),))
        wheel.pull("plugged", True)
        await asyncio.sleep(60)

        assert answers(b) == [(77, "unknown")]
        assert wheel.games == 0
        assert len(b.recorder.of(DeviceUp)) == 2


async def test_wheel_that_plays_by_itself_is_asked_for_nothing() -> None:
    async with on_bench(Slingshot(Random(1), mode=1157)) as b:
        await asyncio.sleep(6)
        spin(b)
        await asyncio.sleep(2)

        (said,) = b.recorder.of(OrderAnswered)
        assert (said.answer, said.reason) == ("rejected", "its mode starts games by itself")


@pytest.mark.parametrize(
    ("state", "pull", "why"),
    [
        (3, ("warning", "2"), "ball and rotor turned the same way"),
        (3, ("warning", "A"), "ball and rotor turned the same way"),
        (4, ("warning", "4"), "fault of the works"),
        (4, ("warning", "1"), "the ball is missing"),
        (4, ("stop", True), "stopped"),
    ],
)
async def test_void_spin_ends_its_order_and_gives_no_number(
    state: int, pull: tuple[str, Any], why: str
) -> None:
    wheel = Slingshot(Random(1))
    async with on_bench(wheel) as b:
        await asyncio.sleep(6)
        spin(b)
        while wheel.state != state:
            await asyncio.sleep(0.1)
        wheel.pull(*pull)
        await asyncio.sleep(8)

        assert [(f.order, f.reason) for f in b.recorder.of(SpinFaulted)] == [(77, why)]
        assert sections(b) == []


async def test_misfire_and_relaunch_are_the_same_spin() -> None:
    wheel = Slingshot(Random(1))
    wheel.pull("misfire", 2)
    async with on_bench(wheel) as b:
        await asyncio.sleep(6)
        spin(b)
        while wheel.state != 3:
            await asyncio.sleep(0.1)
        wheel.pull("relaunch", True)
        await asyncio.sleep(100)

        assert [order for order, _ in sections(b)] == [77]
        assert b.recorder.of(SpinFaulted) == []


async def test_result_that_cannot_be_recorded_is_told_again_until_it_is() -> None:
    recorder = Recorder()
    async with on_bench(Slingshot(Random(1), mode=1157), recorder=recorder) as b:
        await asyncio.sleep(20)
        recorder.mode = "fail"
        await asyncio.sleep(60)
        recorder.mode = "record"
        await asyncio.sleep(5)

        told = [done.n for done in recorder.of(SpinDone)]
        assert told == sorted(told)
        assert recorder.high[recorder.of(DeviceUp)[0].boot] >= 1
        assert b.counters.not_recorded > 10


async def test_silent_wheel_is_lost_after_five_seconds() -> None:
    wheel = Slingshot(Random(1))
    async with on_bench(wheel) as b:
        await asyncio.sleep(6)
        wheel.pull("mute", True)
        await asyncio.sleep(8)

        assert [lost.reason for lost in b.recorder.of(DeviceLost)] == ["silent for 5 s"]


async def test_wheel_without_status_of_its_own_is_polled() -> None:
    async with on_bench(Slingshot(Random(1), mode=1031)) as b:
        await asyncio.sleep(30)

        assert b.counters.up
        assert b.recorder.of(DeviceLost) == []


async def test_pockets_become_sections_of_the_prize_wheel() -> None:
    table = {pocket: "10" if int(pocket) % 2 else "50" for pocket in pockets(37)}
    wheel = Slingshot(Random(1))
    wheel.pull("number", "17")
    async with on_bench(wheel, settings=Settings(pockets=37, sections=table)) as b:
        await asyncio.sleep(6)
        spin(b)
        await asyncio.sleep(100)

        assert sections(b) == [(77, "10")]


def test_table_must_name_every_pocket() -> None:
    with pytest.raises(msgspec.ValidationError, match="each pocket once, not so: 00"):
        msgspec.convert(
            {"pockets": 37, "sections": dict.fromkeys(pockets(38), "10")}, type=Settings
        )


@hostile
async def test_hostile_wire_brings_no_wrong_number_and_no_second_game(kind: str, seed: int) -> None:
    """No checksum: what is damaged may cost a result, which people look up; never a wrong one."""
    wheel = Slingshot(Random(seed))
    async with on_bench(wheel, kind=kind, seed=seed) as b:
        await asyncio.sleep(10)
        for order in range(1, 11):
            before = wheel.games
            number = f"{Random(order).randint(1, 36)}"
            wheel.next_numbers.clear()
            wheel.pull("number", number)
            spin(b, order)
            await asyncio.sleep(120)
            told = [section for of, section in sections(b) if of == order]

            assert wheel.games <= before + 1
            assert told in ([], [number])
            if kind in ("one_byte", "delayed"):
                assert told == [number]
            b.tell("want", ())
            if wheel.state != 1:
                wheel.feed(b"*R\r\n")
            await asyncio.sleep(20)


def test_nothing_that_would_write_its_memory_or_start_a_game_in_passing_is_ever_sent() -> None:
    sent = {value for value in vars(slingshot).values() if isinstance(value, bytes)}
    assert sent == {b"*X\r\n", b"*S\r\n", b"*O\r\n", b"*u 1\r\n", b"*R\r\n"}


def test_lines_of_the_simulator_are_lines_of_the_document() -> None:
    """Written from the sheet, not by the driver's encoder."""
    wheel, lines = Slingshot(Random(1), mode=1157), Lines()
    for tenth in range(3000):
        wheel.tick(tenth / 10)
        for line in lines.feed(wheel.take()):
            assert decode(line) is not None, line
    assert lines.bad == 0
