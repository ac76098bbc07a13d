"""A device that dies and stays dead: people clear the hold, and the round ends (issue 5).

In memory and in virtual time; plugs that come back are in `test_plugs`. Nobody here knows the
ruling: the first one of the floor's page that a dead device leaves is taken.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from controller.bench import setup
from controller.bench.scenario import follow
from controller.bench.scenario.file import Chips, Given
from controller.bench.scenario.guests import seated
from controller.bench.scenario.scene import Scene
from controller.bench.scenario.stage import Stage
from controller.bench.screen import offered
from controller.bench.table import BenchTable, bench_table
from controller.console.taps import Tap, decode
from controller.domain import commands as cmd
from controller.domain.commands import RANKS
from controller.domain.floor_view import Irregularity, Ruling
from controller.procedure.irregularities import catalog
from controller.rules import pack as packs
from drivers.sim.line import Knob

CARDS = "8c 9d Kd 4c 9c 9s"
NOTICED_S, SPUN_S, CLEAR_S = 10.0, 60.0, 6.0
NOT_WITHOUT = ("again", "try_again", "continue", "repaired", "replaced", "lamp_blackjack")
"""Rulings that a dead device cannot carry out, that say that it is not dead, or what is not so."""
MOST_RULINGS = 12
OF_REPAIR = (None, "seal", "test_cards")
HOW = {
    "massachusetts": "removed",
    "massachusetts-bonus-spin": "removed",
    "maryland": "covered",
}
"""How a shuffler is put out of use; elsewhere `out`."""
EVENING_S = 3600.0


class Death(Struct, frozen=True):
    device: str
    knob: str
    value: Knob
    at: str
    """Where in the round it dies."""
    lamp: str = "NO"
    """What the reader's own lamp is said to have shown."""


SHOE = [Death("shoe", "plugged", False, "deciding")]
READER = [
    Death("reader", *how, "peek", lamp)
    for how in (("plugged", False), ("misread", True))
    for lamp in ("YES", "NO")
]
SHUFFLER = [
    Death("shuffler", *how, "open")
    for how in (("plugged", False), ("mute", True), ("jam", 40), ("power", False))
]
WHEEL = [
    Death("wheel", *how, "settle")
    for how in (("plugged", False), ("mute", True), ("stuck", True), ("power", False))
]
KEYPAD = [Death("keypad", "plugged", False, "deciding")]
WITH_WHEEL = "massachusetts-bonus-spin"


class Floor:
    """Whoever rules: the questions of the page, then its first ruling that needs no device."""

    def __init__(self, table: BenchTable, given: Given) -> None:
        self.table, self.held = table, False
        self.stage = Stage(table, given)
        self._taps = 0

    async def clear(self, death: Death) -> None:
        for _ in range(MOST_RULINGS):
            if (page := self._page()) is None:
                return
            self.held = True
            if (answer := self._answer(page, death)) is not None:
                assert await self._tap("floorperson", *answer) == "accepted", answer
                continue
            await self._rule(page, death)
            await asyncio.sleep(1.0)
        pytest.fail(f"the table still holds: {self._page()}")

    async def _rule(self, page: Irregularity, death: Death) -> None:
        kind = Scene(self.table, 0, None).asked()
        assert kind is not None
        needs = catalog.rules(self.table.daemon.house, kind.kind).needs
        ruling = next(filter(left_by_a_dead_device, page.rulings), None)
        assert ruling is not None, f"no way out of {page.headline}: {page.rulings}"
        for rank in RANKS:
            if await self._tap(rank, ruling.token, ruling.body) == "accepted":
                assert RANKS.index(rank) >= RANKS.index(needs)
                return
        pytest.fail(f"nobody may rule {ruling.name} on {page.headline}")

    def _page(self) -> Irregularity | None:
        if self.table.daemon.door.view().hold is None:
            return None
        return Scene(self.table, 0, None).irregularity()

    def _answer(self, page: Irregularity, death: Death) -> tuple[str, str] | None:
        for fact in page.facts:
            if any(answer.chosen for answer in fact.answers):
                continue
            for answer in fact.answers:
                question = msgspec.json.decode(answer.body or "{}").get("question")
                said = death.lamp if question == "lamp" else "YES"
                if answer.label == said and question not in OF_REPAIR:
                    return answer.token, answer.body
        return None

    async def _tap(self, rank: str, token: str, body: str) -> str:
        self._taps += 1
        raw = msgspec.json.encode(Tap(f"dead-{self._taps:06}", body, token, {}))
        fields = msgspec.json.decode(body)
        if fields["type"] == "Ruled":
            raw = msgspec.json.encode(Tap(f"dead-{self._taps:06}", body, token, {"reason": "dead"}))
        command = decode(raw, by="M. Okafor", rank=rank, where="floor")
        return (await self.table.daemon.door.command(command)).verdict


def left_by_a_dead_device(ruling: Ruling) -> bool:
    name = msgspec.json.decode(ruling.body).get("ruling") if ruling.body else ""
    return not ruling.greyed_reason and bool(name) and name not in NOT_WITHOUT


async def die(table: BenchTable, death: Death) -> None:
    world, press = table.rig.world, table.screen.press
    if death.device == "shuffler":
        world.fill_shuffler()
        if death.knob == "jam":
            table.rig.pull("shuffler", "jam", death.value)
        await press("ShuffleAsked")
        await asyncio.sleep(1.0)
    if death.knob != "jam":
        table.rig.pull(death.device, death.knob, death.value)
    if death.device == "reader":
        world.slide_in()
    elif death.device == "shuffler":
        await asyncio.sleep(SPUN_S)
        world.open_shuffler()
    elif death.device == "wheel":
        world.press_seat(2)
    await asyncio.sleep(SPUN_S if death.device == "wheel" else NOTICED_S)


async def go_on(table: BenchTable, floor: Floor, death: Death) -> None:
    """By keys, by hand, by what is left."""
    if death.device == "shoe":
        await without_shoe(table)
    if death.device == "reader":
        table.rig.world.slide_out()
        if offered(await table.screen.view(), "PeekAttested", blackjack=False) is not None:
            await table.screen.press("PeekAttested", blackjack=False)
    if death.device == "shuffler":
        how = HOW.get(table.daemon.house.pack.name, "out")
        await table.floor(cmd.ShufflerSetAside(how=how))
        await follow.follow(table, "wagers")
        await floor.stage.stack(CARDS)
    await end_round(table)


async def end_round(table: BenchTable) -> None:
    if table.daemon.table.current.state.play.number > 1:
        return
    await follow.follow(table, "settle")
    await follow.collect(table)
    await asyncio.sleep(CLEAR_S)
    await table.screen.press("LayoutCleared")


async def without_shoe(table: BenchTable) -> None:
    how = "covered" if table.daemon.house.pack.name == "maryland" else "out"
    await table.floor(cmd.OutOfService(device="shoe", out=True, how=how))


def a_table(folder: Path, death: Death, name: str) -> Any:
    given = given_for(death, name)
    pack = packs.apply_options(packs.load(name), options_of(name))
    kind = pack.wheel.bonus_spin.value
    return bench_table(
        folder,
        pack=name,
        options={**options_of(name), "decks": int(pack.cards.decks.value)},
        wheel={} if kind == "off" else setup.SECTIONS,
        without=setup.missing(pack),
        players=seated(given, pack),
        speed=8.0,
        shuffle_s=30.0 if death.device == "shuffler" else 2.0,
    )


def options_of(name: str) -> dict[str, Any]:
    reader = {"variant": "hole_card_reader"} if name == "boston-billiard" else {}
    return {**setup.choices(packs.load(name)), **reader}


def given_for(death: Death, pack: str) -> Given:
    up, hole = ("Ad", "9s") if pack == "boston-billiard" else ("Kd", "9s")
    if death.device == "shuffler":
        return Given(at="open", boxes={"2": 500, "5": 700})
    if death.device == "wheel":
        chips: dict[str, int | Chips] = {"2": Chips(main=1500, bonus_spin=True), "5": 1500}
        return Given(at="settle", boxes=chips, stack="Ac 9d 7d Kc 9c Kd")
    if death.device == "reader":
        return Given(at=death.at, boxes={"2": 500, "5": 700}, stack=f"8c 9d {up} 4c 9c {hole}")
    return Given(at=death.at, boxes={"2": 500, "5": 700}, stack="8c 9d 7d 4c 9c Kd")


def cases() -> Iterator[Any]:
    """Every pack without each plug; the other faults where the text knows no play without it."""
    for pack in packs.names():
        deaths = [*SHOE, *READER, *SHUFFLER, *KEYPAD]
        every = deaths if pack == "maryland" else [d for d in deaths if d.knob == "plugged"]
        for death in [*every, *(WHEEL if pack == WITH_WHEEL else [])]:
            told = f"{death.device}-{death.knob}-{death.lamp}-{pack}"
            yield pytest.param(death, pack, id=told)


@pytest.mark.parametrize(("death", "pack"), list(cases()))
async def test_hold_of_a_dead_device_is_cleared_and_the_round_ends_without_it(
    death: Death, pack: str, tmp_path: Path
) -> None:
    """Issue 5: a hold raised by any single device fault is cleared with the device still dead."""
    async with asyncio.timeout(EVENING_S), a_table(tmp_path, death, pack) as table:
        floor = Floor(table, given_for(death, pack))
        await floor.stage.set_up()
        await die(table, death)
        await floor.clear(death)
        await go_on(table, floor, death)

        scene = Scene(table, 0, None)
        assert scene.view.hold is None, scene.view.hold
        assert scene.play.number == 2
        if death.knob == "plugged":
            assert scene.devices()[death.device] in ("lost", "out of service")
        assert floor.held == (death.device != "keypad")
