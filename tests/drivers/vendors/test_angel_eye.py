"""The Angel Eye shoe: each event once, a damaged one never a card, a gap always told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from drivers.angel_eye.frames import (
    Answered,
    Decoder,
    Event,
    Item,
    Odd,
    Told,
    card_of,
    encode_command,
    index_of,
    target_of,
)
from drivers.angel_eye.shoe import AngelEyeShoe, Settings
from drivers.driver import Counters
from drivers.event import (
    CardDrawn,
    CardNotRead,
    CoverCardSeen,
    DeviceLost,
    DeviceUp,
    EventsOverrun,
    UnknownEvent,
)
from drivers.link.memory import MemoryLink
from drivers.reading import said
from drivers.sim.devices.angel_eye import AngelEye, framed
from drivers.sim.physical.world import World
from tests.kit.wires.hostile import WHOLE, hostile
from tests.kit.wires.rig import Recorder, faces
from tests.kit.wires.vendor import Bench, draw, shoe_bench

pytestmark = pytest.mark.proves("angel-eye", "shoe_scanner", link="wire")

VECTORS = {
    vector["name"]: bytes.fromhex(vector["hex"])
    for vector in msgspec.json.decode(
        (Path(__file__).parents[1] / "vectors" / "angel-eye.json").read_bytes(),
        type=list[dict[str, str]],
    )
}
EVENTS: dict[str, tuple[str, str, bytes]] = {
    "start": ("1", "S", b""),
    "standby": ("2", "P", b""),
    "cut": ("3", "C", b""),
    "game_P1_8S": ("1", "D", b"\x81\xb8"),
    "game_B1_5C": ("7", "D", b"\x91\xa5"),
    "game_P2_9S": ("5", "D", b"\x82\xb9"),
    "game_B3_KH": ("6", "D", b"\x93\xcd"),
    "burn_1": ("4", "D", b"\xa1\x97"),
    "first_card_8S": ("1", "D", b"\xc0\xb8"),
    "burncount_9_KH_bit7clear": ("2", "D", b"\xd9M"),
    "retr_P1_8S": ("4", "R", b"\x81\xb8"),
    "lock_0_QD": ("5", "d", b"\x80\x9c"),
    "lock_1_AH": ("6", "d", b"\x81\xc1"),
    "errmode_2_TS": ("7", "d", b"\x92\xba"),
    "setmode_0_none": ("8", "d", b"\xa0\x80"),
    "res_player_ppair": ("2", "G", b"\x91"),
    "res_tie_bpair": ("8", "G", b"\xa2"),
    "res_banker_both": ("3", "G", b"\xc3"),
    "res_forcequit": ("9", "G", b"\xf0"),
    **{f"err_{n}_set": ("4", "E", bytes([0xC0 | n])) for n in range(1, 8)},
    "err_1_nomode": ("5", "E", b"\x81"),
    "err_2_clear": ("6", "e", b"\x82"),
    "locked": ("5", "L", b"\x81"),
    "unlocked": ("6", "L", b"\x80"),
    "preset": ("7", "M", b"0A0012"),
}
COMMANDS = {
    "lock_on": ("LK", "02"),
    "lock_off": ("LK", "01"),
    "ec_general": ("EC", "00"),
    "ec_use": ("EC", "01"),
    "ec_next": ("EC", "02"),
    "gp": ("GP", "00"),
}
CARDS = {
    "game_P1_8S": (0, 1, "8s"),
    "game_B1_5C": (1, 1, "5c"),
    "game_B3_KH": (1, 3, "Kh"),
    "burn_1": (2, 1, "7d"),
    "first_card_8S": (4, 0, "8s"),
    "lock_0_QD": (0, 0, "Qd"),
    "burncount_9_KH_bit7clear": (5, 9, "Kh"),
    "lock_1_AH": (0, 1, "Ah"),
    "errmode_2_TS": (1, 2, "Ts"),
    "setmode_0_none": (2, 0, ""),
}


def event(name: str) -> Event:
    seq, code, payload = EVENTS[name]
    return Event(seq.encode(), code, payload, VECTORS[name])


# ---- frames ----
def test_every_golden_vector_is_used_here() -> None:
    commands = {f"{name}/{form}" for name in COMMANDS for form in ("bccStx", "bccNoStx")}
    answers = {"ack", *(name for name in VECTORS if name.startswith("nak_"))}

    assert VECTORS.keys() == EVENTS.keys() | commands | answers


@pytest.mark.parametrize("name", EVENTS)
def test_golden_event_is_read_and_written_in_pieces_of_any_size(name: str) -> None:
    seq, code, payload = EVENTS[name]
    whole = VECTORS[name]
    assert framed(seq.encode(), code, payload) == whole
    for cut in range(len(whole) + 1):
        decoder = Decoder()
        assert [*decoder.feed(whole[:cut]), *decoder.feed(whole[cut:])] == [event(name)]
    one_by_one = Decoder()
    assert [x for b in whole for x in one_by_one.feed(bytes([b]))] == [event(name)]


@pytest.mark.parametrize("name", CARDS)
def test_golden_card_has_its_target_place_and_face(name: str) -> None:
    payload = EVENTS[name][2]
    assert (target_of(payload), index_of(payload), card_of(payload)) == CARDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_golden_command_is_written_in_both_readings_of_the_sum(name: str) -> None:
    assert encode_command(*COMMANDS[name], "with_stx") == VECTORS[f"{name}/bccStx"]
    assert encode_command(*COMMANDS[name], "without_stx") == VECTORS[f"{name}/bccNoStx"]


@pytest.mark.parametrize("name", ["ack", *(n for n in VECTORS if n.startswith("nak_"))])
def test_golden_answer_is_one_only_while_a_command_waits(name: str) -> None:
    waits, idle = Decoder(), Decoder()
    waits.asked = True
    nak = 0 if name == "ack" else int(name[4:], 16)

    assert waits.feed(VECTORS[name]) == [Answered(nak)]
    assert [*idle.feed(VECTORS[name] + VECTORS["start"])] == [event("start")]


NOTHING: list[Item] = []


@pytest.mark.parametrize(
    ("data", "asked", "found"),
    [
        ("05 31 44 81 B8 03 34 45", False, NOTHING),
        ("05 05 31 53 03 36 31", False, [event("start")]),
        ("15 02 05 31 53 03 36 31", True, [Answered(2), event("start")]),
        ("15 03 05 31 53 03 36 31", True, [Answered(3), event("start")]),
        ("15 05 31 53 03 36 31", False, [event("start")]),
        ("06 05 32 50 03 36 31", False, [event("standby")]),
        ("06 05 32 50 03 36 31", True, [Answered(0), event("standby")]),
        ("05 31 44 81 B8 05 32 50 03 36 31", False, [event("standby")]),
        ("05 31 44 81 B8 03 05 32 50 03 36 31", False, [event("standby")]),
    ],
)
def test_damaged_start_costs_no_good_frame_behind_it(
    data: str, asked: bool, found: list[Item]
) -> None:
    decoder = Decoder()
    decoder.asked = asked

    assert decoder.feed(bytes.fromhex(data)) == found


@pytest.mark.parametrize(
    ("code", "payload"), [("D", b"\x81"), ("d", b"\x81\xb8\x80"), ("S", b"\x81"), ("X", b"")]
)
def test_good_sum_around_what_the_shoe_does_not_have_is_no_card(code: str, payload: bytes) -> None:
    raw = framed(b"1", code, payload)

    assert Decoder().feed(raw) == [Odd(raw)]


def test_reply_with_data_is_read_and_kept_apart() -> None:
    body = b"0A0012\x03"
    total = 0
    for byte in body:
        total ^= byte

    assert Decoder().feed(b"\x02" + body + b"%02X" % total) == [Told(b"0A0012")]


@pytest.mark.parametrize("seed", range(20))
def test_noise_gives_no_card_and_a_good_frame_is_read_behind_it(seed: int) -> None:
    rng, decoder = Random(seed), Decoder()
    found = decoder.feed(rng.randbytes(10_000))
    while decoder.partial:
        found += decoder.give_up()

    assert not [x for x in found if isinstance(x, Event) and x.code in "Dd"]
    assert decoder.feed(VECTORS["lock_1_AH"]) == [event("lock_1_AH")]


# ---- the driver, fed by hand ----
class Fed:
    def __init__(self, **settings: Any) -> None:
        self.recorder, self.counters = Recorder(), Counters()
        self.settings = Settings(**settings)
        self._open()

    def _open(self) -> None:
        near, self.far = MemoryLink.pair()
        driver = AngelEyeShoe(
            near,
            self.settings,
            self.recorder.emit,
            self.recorder.recorded,
            name="shoe",
            counters=self.counters,
        )
        self.running = asyncio.ensure_future(driver.run())

    async def say(self, *frames: bytes, gap_s: float = 0.05) -> None:
        for frame in frames:
            self.far.write(frame)
            await asyncio.sleep(gap_s)

    async def again(self) -> None:
        """The plug comes out, and in again at once."""
        self.far.close()
        await asyncio.gather(self.running, return_exceptions=True)
        self._open()

    @property
    def looked(self) -> list[tuple[str, bool]]:
        return [(u.text, u.critical) for u in self.recorder.of(UnknownEvent)]

    @property
    def lost(self) -> list[int]:
        return [e.lost for e in self.recorder.of(EventsOverrun)]


@asynccontextmanager
async def fed(**settings: Any) -> AsyncIterator[Fed]:
    it = Fed(**settings)
    try:
        yield it
    finally:
        it.far.close()
        await asyncio.gather(it.running, return_exceptions=True)


def card(seq: int, face: str = "Qd", index: int = 0) -> bytes:
    suits = {"d": 1, "c": 2, "s": 3, "h": 4}
    rank = "?A23456789TJQK".index(face[0])
    return framed(b"%d" % seq, "d", bytes([0x80 | index, 0x80 | suits[face[1]] << 4 | rank]))


async def test_three_copies_are_one_card_and_a_missing_copy_is_counted() -> None:
    async with fed() as f:
        await f.say(*[card(1)] * 3, card(2, "Ah"), card(2, "Ah"), *[card(3, "Ts")] * 3)

        assert faces(f.recorder) == [b"Qd", b"Ah", b"Ts"]
        assert f.counters.duplicates == 5
        assert f.counters.telemetry["copies_missing"] == 1


async def test_two_cards_under_one_number_are_two_cards_and_looked_at() -> None:
    async with fed() as f:
        await f.say(card(1, "Qd"), card(1, "Ah"))

        assert faces(f.recorder) == [b"Qd", b"Ah"]
        assert f.looked == [("two events under one number", False)]


async def test_same_frame_late_is_no_card_and_people_look() -> None:
    """A copy that was held up, or a card after nine lost events: nobody can tell."""
    async with fed() as f:
        await f.say(card(1))
        await asyncio.sleep(2)
        await f.say(card(1))

        assert faces(f.recorder) == [b"Qd"]
        assert f.looked == [("the same event again, late: was a card drawn?", True)]


async def test_copy_that_comes_over_the_next_link_is_no_second_card() -> None:
    async with fed() as f:
        await f.say(card(1))
        await f.again()
        await f.say(card(1), card(1))

        assert faces(f.recorder) == [b"Qd"]


@pytest.mark.parametrize(
    ("numbers", "lost"),
    [
        ("123456789123", []),
        ("1234567890123", []),
        ("124", [1]),
        ("8912", []),
        ("8923", [1]),
        ("129", [6]),
        ("12A", []),
    ],
)
async def test_gap_in_the_numbers_is_told(numbers: str, lost: list[int]) -> None:
    async with fed() as f:
        for number in numbers:
            await f.say(*[framed(number.encode(), "P", b"")] * 3)

        assert f.lost == lost


async def test_restart_of_the_shoe_is_a_new_start_and_its_copies_are_not() -> None:
    async with fed() as f:
        await f.say(*[card(4)] * 3, *[VECTORS["start"]] * 3, *[card(1, "Ah")] * 3)

        ups = f.recorder.of(DeviceUp)
        assert len(ups) == 2
        assert ups[0].boot != ups[1].boot
        assert [(c.boot, c.n) for c in f.recorder.of(CardDrawn)] == [
            (ups[0].boot, 1),
            (ups[1].boot, 1),
        ]
        assert f.lost == []


@pytest.mark.parametrize("first", ["error", "card"])
async def test_card_that_was_not_read_is_one_card_however_it_is_told(first: str) -> None:
    told = [framed(b"2", "E", b"\xc1"), framed(b"3", "d", b"\x81\x80")]
    if first == "card":
        told = [framed(b"2", "d", b"\x81\x80"), framed(b"3", "E", b"\xc1")]
    async with fed() as f:
        await f.say(card(1), *told, card(4, "Ah"))
        await asyncio.sleep(2)
        await f.say(framed(b"5", "E", b"\xc1"))

        kinds = [type(said(r)) for r in f.recorder.got[1:]]
        assert kinds == [CardDrawn, CardNotRead, CardDrawn, CardNotRead]


@pytest.mark.parametrize(
    ("name", "text", "critical"),
    [
        ("err_4_set", "a card was pulled back at the mouth", True),
        ("err_6_set", "a card of another set", True),
        ("err_3_set", "a button was mishandled", False),
        ("retr_P1_8S", "it tells a card of the game before again", False),
        ("unlocked", "unlocked by its key: it now plays baccarat", False),
    ],
)
async def test_what_is_no_card_is_told_in_words(name: str, text: str, critical: bool) -> None:
    async with fed() as f:
        await f.say(*[VECTORS[name]] * 3)

        assert f.looked == [(text, critical)]
        assert faces(f.recorder) == []


@pytest.mark.parametrize("data", ["05 31 44 80 B8 03 34 45", "05 31 44 81 88 03 37 46"])
async def test_malformed_card_of_a_game_is_never_a_card(data: str) -> None:
    async with fed() as f:
        await f.say(bytes.fromhex(data))

        assert faces(f.recorder) == []


async def test_cut_card_is_told() -> None:
    async with fed() as f:
        await f.say(*[VECTORS["cut"]] * 3)

        assert len(f.recorder.of(CoverCardSeen)) == 1


# ---- against its simulator ----
def on_bench(
    settings: Settings | None = None, **more: Any
) -> AbstractAsyncContextManager[tuple[Bench, World, AngelEye]]:
    return shoe_bench(AngelEyeShoe, settings or Settings(), AngelEye, **more)


@pytest.mark.parametrize("mode", ["locked", "game"])
@pytest.mark.parametrize("scheme", ["1-9", "0-9", "0-F"])
async def test_every_card_of_a_shoe_is_told_once_and_in_order(mode: str, scheme: str) -> None:
    async with on_bench(mode=mode, scheme=scheme) as (b, world, _):
        drawn = await draw(world, 40)
        await asyncio.sleep(2)

        assert faces(b.recorder) == drawn
        assert b.recorder.of(EventsOverrun) == []


async def test_it_sends_nothing_unless_it_is_told_to() -> None:
    async with on_bench() as (b, _, sim):
        b.tell("be_locked", True)
        b.tell("show_lamp", "stop")
        await asyncio.sleep(20)

        assert sim.commands == []


@pytest.mark.parametrize("with_stx", [True, False])
async def test_lock_finds_out_how_the_shoe_counts_its_sum(with_stx: bool) -> None:
    settings = Settings(keep_locked=True)
    async with on_bench(settings, mode="game", sums_with_stx=with_stx) as (_, _, sim):
        await asyncio.sleep(5)

        assert sim.locked
        assert {command[1:5] for command in sim.commands} == {b"OPLK"}


async def test_shoe_that_never_takes_the_lock_is_a_fault() -> None:
    async with on_bench(Settings(keep_locked=True), mode="game") as (b, _, sim):
        sim.pull("plugged", False)
        await asyncio.sleep(3)
        sim.pull("busy", 100)
        sim.pull("plugged", True)
        await asyncio.sleep(40)

        reasons = [lost.reason for lost in b.recorder.of(DeviceLost)]
        assert "it does not take the lock: locked by its key?" in reasons


@pytest.mark.parametrize("spoilt", [1, 2])
async def test_one_whole_copy_is_enough(spoilt: int) -> None:
    async with on_bench() as (b, world, sim):
        sim.pull("spoil", spoilt)
        drawn = await draw(world, 1)

        assert faces(b.recorder) == drawn


async def test_event_that_is_lost_with_all_its_copies_is_told() -> None:
    async with on_bench() as (b, world, sim):
        await draw(world, 2)
        sim.pull("lose", 1)
        await draw(world, 2)

        assert [e.lost for e in b.recorder.of(EventsOverrun)] == [1]


@hostile
async def test_hostile_wire_brings_no_card_that_was_not_drawn(kind: str, seed: int) -> None:
    """No card in another place, none twice; one that is lost leaves a gap that is told."""
    async with on_bench(kind=kind, seed=seed) as (b, world, _):
        drawn = await draw(world, 40)
        await asyncio.sleep(3)
        got = faces(b.recorder)
        rest = iter(drawn)

        assert all(face in rest for face in got)
        missing = len(drawn) - len(got)
        assert missing <= sum(e.lost for e in b.recorder.of(EventsOverrun)) + 1
        if kind in WHOLE:
            assert missing == 0
