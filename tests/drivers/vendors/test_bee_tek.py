"""The Bee-Tek shoe: order kept, a damaged token never a card, a failure one card."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from drivers.bee_tek.shoe import BeeTekShoe, Settings
from drivers.bee_tek.tokens import Alarm, Broken, Card, Tokens, Warned
from drivers.event import CardDrawn, CardNotRead, DeviceUp, UnknownEvent
from drivers.reading import said
from drivers.sim.devices.bee_tek import BeeTek
from drivers.sim.physical.world import World
from tests.kit.wires.hostile import WHOLE, hostile
from tests.kit.wires.rig import faces
from tests.kit.wires.vendor import Bench, draw, shoe_bench

pytestmark = pytest.mark.proves("bee-tek", "shoe_scanner", link="wire")

VECTORS = {
    vector["name"]: bytes.fromhex(vector["hex"])
    for vector in msgspec.json.decode(
        (Path(__file__).parents[1] / "vectors" / "bee-tek.json").read_bytes(),
        type=list[dict[str, str]],
    )
}
MEANT: dict[str, list[tuple[str, ...]]] = {
    "game_4S": [("card", "4s", "Game")],
    "game_TH": [("card", "Th", "Game")],
    "game_10H": [("card", "Th", "Game")],
    "burn_AD": [("card", "Ad", "Manual Burn Cards")],
    "game_KC_crlf": [("card", "Kc", "Game")],
    "game_fail": [("card", "", "Game")],
    "burn_fail": [("card", "", "Manual Burn Cards")],
    "alarm_game": [("alarm", "E3 Card Not Read", "Game")],
    "alarm_gamealarm": [("alarm", "E3 Card Not Read", "GameAlarm")],
    "alarm_burn": [("alarm", "E3 Card Not Read", "Manual Burn Cards")],
    "warn1": [("warning", "01")],
    "warn2": [("warning", "02")],
    "echo_4S": [("card", "4s", "Game")],
    "bare_QH": [],
    "two_cards": [("card", "4s", "Game"), ("card", "9d", "Game")],
}


def told(items: list[Any]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for item in items:
        match item:
            case Card():
                found.append(("card", item.code, item.mode))
            case Alarm():
                found.append(("alarm", item.text, item.mode))
            case Warned():
                found.append(("warning", item.code))
            case Broken():
                found.append(("broken",))
    return found


def test_every_golden_vector_has_its_meaning_here() -> None:
    assert VECTORS.keys() == MEANT.keys()


@pytest.mark.parametrize("name", VECTORS)
def test_golden_text_is_read_in_pieces_of_any_size(name: str) -> None:
    whole = VECTORS[name]
    for cut in range(len(whole) + 1):
        tokens = Tokens()
        items = [*tokens.feed(whole[:cut], 0.0), *tokens.feed(whole[cut:], 0.1)]
        assert told(items) == MEANT[name]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b" [Game]<Card:4X> ", [("card", "", "Game")]),
        (b" [Game]<Card:H3> ", [("card", "", "Game")]),
        (b" [Game]<Card:\xffS> [Game]<Card:9D> ", [("broken",), ("card", "9d", "Game")]),
        (b" [Game]<Card:4 [Game]<Card:9D> ", [("broken",), ("card", "9d", "Game")]),
        (b" [Game]<Card:1\xa00H> ", [("broken",)]),
        (b" [Ga\r\nme]<Card:4S> ", [("broken",), ("broken",)]),
        (b"<Card:4S> ", [("broken",)]),
        (
            b"[Game]<Card:4S>[game]<card:9d><W0xA1>",
            [("card", "4s", "Game"), ("card", "9d", "game"), ("warning", "A1")],
        ),
        (b"[Game]<Card:4S>4S[Game]<Card:4S>", [("card", "4s", "Game"), ("card", "4s", "Game")]),
        (b"[Game]<Card:10H> 10H ", [("card", "Th", "Game")]),
        (b"[" + b"x" * 200 + b" [Game]<Card:9D>", [("broken",), ("card", "9d", "Game")]),
        (b"hello \x00\x01 9D ", []),
    ],
)
def test_damaged_text_is_never_another_card(data: bytes, found: list[tuple[str, ...]]) -> None:
    assert told(Tokens().feed(data, 0.0)) == found


def test_bare_code_counts_only_where_the_settings_say_so_and_no_brackets_came() -> None:
    assert told(Tokens(bare=True).feed(b"QH\r\n9D\r\n", 0.0)) == [
        ("card", "Qh", ""),
        ("card", "9d", ""),
    ]
    mixed = Tokens(bare=True)
    assert told(mixed.feed(b"[Game]<Card:4S> QH\r\n", 0.0)) == [("card", "4s", "Game")]


def test_suit_first_is_a_setting() -> None:
    assert told(Tokens(suit_first=True).feed(b"[Game]<Card:H3>", 0.0)) == [("card", "3h", "Game")]


def test_echo_is_one_only_for_half_a_second() -> None:
    tokens = Tokens(bare=False)
    tokens.feed(b"[Game]<Card:4S>", 0.0)
    tokens.feed(b"4S ", 1.0)

    assert tokens.noise == 2


# ---- the driver on its simulator ----
def on_bench(
    settings: Settings | None = None, **more: Any
) -> AbstractAsyncContextManager[tuple[Bench, World, BeeTek]]:
    return shoe_bench(BeeTekShoe, settings or Settings(), BeeTek, **more)


@pytest.mark.parametrize("behind", ["spaces", "lf", "crlf", "none"])
@pytest.mark.parametrize("echo", [False, True])
async def test_every_card_of_a_shoe_is_told_once_and_in_order(behind: str, echo: bool) -> None:
    async with on_bench(behind=behind, echo=echo) as (b, world, _):
        drawn = await draw(world, 40)

        assert faces(b.recorder) == drawn
        assert len(b.recorder.got) == 41
        assert b.counters.frames_out == 0


@pytest.mark.parametrize("fails_by", ["token", "alarm", "both"])
async def test_card_that_was_not_read_is_one_card_in_its_place(fails_by: str) -> None:
    async with on_bench(fails_by=fails_by) as (b, world, sim):
        await draw(world, 2)
        sim.pull("unread", 1)
        await draw(world, 2)

        kinds = [type(said(r)) for r in b.recorder.got]
        assert kinds == [DeviceUp, CardDrawn, CardDrawn, CardNotRead, CardDrawn]


async def test_damaged_token_holds_the_table_for_a_count() -> None:
    async with on_bench() as (b, world, sim):
        await draw(world, 2)
        sim.pull("spoil", 1)
        await draw(world, 1)
        sim.pull("say", "<Card:4")
        await asyncio.sleep(3)

        looked = [(u.text, u.critical) for u in b.recorder.of(UnknownEvent)]
        assert looked == [("damaged text: a card may be missing", True)] * 2


async def test_words_of_alarm_warning_and_mode_are_told() -> None:
    async with on_bench() as (b, world, sim):
        await draw(world, 1)
        sim.pull("say", "<Alarm:E7 Lid>")
        sim.pull("warn", "02")
        sim.pull("mode", "Game")
        await draw(world, 1)

        looked = [u.text for u in b.recorder.of(UnknownEvent)]
        assert looked == ["alarm E7 Lid", "warning 02", "its mode is game now"]


@hostile
async def test_hostile_wire_leaves_no_hole_that_nobody_is_told_of(kind: str, seed: int) -> None:
    """A flipped bit inside a code cannot be seen: there is no checksum.

    A torn token is seen, and so is one that comes twice at once: it is told, and people count.
    """
    async with on_bench(kind=kind, seed=seed) as (b, world, _):
        drawn = await draw(world, 40)
        await asyncio.sleep(3)
        got = faces(b.recorder)

        twice = sum("told twice" in u.text for u in b.recorder.of(UnknownEvent) if u.critical)

        assert len(got) <= len(drawn) + twice
        if kind in WHOLE:
            assert got == drawn
