"""A device that dies and stays dead: people clear the hold, and the table deals on (issue 5).

In memory and in virtual time; plugs that come back are in `test_plugs`. Every role dies in every
way at every point where it may be missed, in every pack that has it. Nobody here knows the ruling:
the first one of the floor's page that a dead device leaves is taken.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from controller.bench.automatic import dealing, opening
from controller.bench.consoles.screen import offered
from controller.bench.scenario import follow, record
from controller.bench.scenario.file import Chips, Given
from controller.bench.scenario.guests import seated
from controller.bench.scenario.scene import Scene
from controller.bench.scenario.stage import Stage
from controller.bench.simulated import setup
from controller.bench.simulated.table import BenchTable, bench_table
from controller.bench.simulated.trouble import Trouble
from controller.domain import commands as cmd
from controller.domain.commands import RANKS
from controller.domain.structs import replace
from controller.domain.views.floor_view import Irregularity, Ruling
from controller.domain.views.view import DealerView
from controller.procedure.irregularities import catalog
from controller.rules import pack as packs
from controller.rules.pack import Pack
from drivers.sim.line import Knob

from .floor import Taps

CLEAR_S, NOTICED_S, EVENING_S = 6.0, 12.0, 7200.0
NOT_WITHOUT = (
    *("again", "try_again", "continue", "counts", "repaired", "replaced", "lamp_blackjack"),
)
"""Rulings that a dead device cannot carry out, that say that it is not dead, or what is not so."""
MOST_RULINGS = 12
PLAIN: dict[str, int | Chips] = {"2": 500, "5": 700}
PUT_AWAY = {"shoe": "floor.scanner", "shuffler": "floor.shuffler"}
OF_REPAIR = (None, "seal", "test_cards")
BY_SPIN = "massachusetts-bonus-spin"
PROGRESSIVE = {
    "bonus_spin": "progressive",
    "paytable_100": "B",
    "meter_100_rate": "1/5",
    "meter_100_initial_cents": 299980,
    "meter_100_reset_cents": 100000,
    "paytable_500": "D",
    "meter_500_rate": "1/5",
    "meter_500_initial_cents": 600000,
    "meter_500_reset_cents": 500000,
}
KNOBS: dict[str, tuple[str, Knob]] = {
    "plug": ("plugged", False),
    "power": ("power", False),
    "mute": ("mute", True),
    "stuck": ("stuck", True),
    "misread": ("misread", True),
    "jam": ("jam", 40),
}
SILENT = ("plug", "power", "mute")
"""It says nothing any more."""
POINTS: dict[str, dict[str, tuple[str, ...]]] = {
    "shoe": dict.fromkeys(("shuffle", "wagers", "deal", "deciding", "dealer"), SILENT),
    "reader": {"wagers": SILENT, "deal": SILENT, "peek": (*SILENT, "stuck", "misread")},
    "shuffler": {"open": SILENT, "shuffle": (*SILENT, "stuck", "jam"), "deciding": SILENT},
    "wheel": {"wagers": SILENT, "deciding": SILENT, "settle": (*SILENT, "stuck")},
    "keypad": {"deciding": ("plug", "stuck")},
}
"""Where a device may be missed, and how it dies there: elsewhere it shows only at such a point."""


class Death(Struct, frozen=True):
    device: str
    way: str
    at: str
    """Where in the round it dies."""
    pack: str
    lamp: str = "NO"
    """What the reader's own lamp is said to have shown."""

    @property
    def id(self) -> str:
        return f"{self.device}-{self.way}-{self.at}-{self.lamp}-{self.pack}"

    @property
    def options(self) -> dict[str, Any]:
        reader = {"variant": "hole_card_reader"} if self.pack == "boston-billiard" else {}
        wheel = PROGRESSIVE if (self.device, self.pack) == ("wheel", "maryland") else {}
        return {**setup.choices(packs.load(self.pack)), **reader, **wheel}

    @property
    def dealt(self) -> Pack:
        """The pack with what the house has chosen."""
        return packs.apply_options(packs.load(self.pack), self.options)

    @property
    def stops(self) -> bool:
        """The text knows no play without this device."""
        return self.device == "reader" and self.dealt.deal.reader_fault.value == "stop"

    @property
    def missed(self) -> bool:
        """The table cannot go on without a word of the floor: not where nothing waits for it."""
        return (self.device, self.at) != ("shuffler", "deciding") and self.device != "keypad"

    @property
    def given(self) -> Given:
        if self.at in ("open", "shuffle"):
            return Given(at="open", boxes=PLAIN)
        up, hole = "7d", "5c"
        if self.device == "reader":
            up, hole = ("Ad", "9s") if self.pack == "boston-billiard" else ("Kd", "9s")
        first = "Ac 9d {} Kc 3c {}" if self.device == "wheel" else "8c 9d {} 4c 9c {}"
        spun = self.device == "wheel" and self.pack == BY_SPIN
        chips = {**PLAIN, "2": Chips(main=500, bonus_spin=True)} if spun else PLAIN
        at = "wagers" if self.device == "wheel" else self.at
        return Given(at=at, boxes=chips, stack=f"{first.format(up, hole)} 3h 4d")


class Floor(Taps):
    """Whoever rules: the questions of the page, then its first ruling that needs no device."""

    def __init__(self, death: Death) -> None:
        super().__init__(reason="dead")
        self.death = death
        self.held: list[str] = []

    def sit_at(self, table: BenchTable) -> None:
        self.table = table

    async def hold(self, _: DealerView) -> None:
        for _turn in range(MOST_RULINGS):
            if self.table.daemon.door.view().hold is None:
                return
            await self.rule()
        pytest.fail(f"the table still holds: {self._page()}")

    async def rule(self) -> None:
        """On what is asked first, whether it holds the table or will."""
        while (page := self._page()) is not None:
            self.held.append(page.headline)
            if (answer := self._answer(page)) is not None:
                assert await self.tap("floorperson", *answer) == "accepted", answer
                continue
            await self._rule(page)
            await self._without()
            await asyncio.sleep(1.0)
            return

    async def _rule(self, page: Irregularity) -> None:
        kind = Scene(self.table, 0, None).asked()
        assert kind is not None
        needs = catalog.rules(self.table.daemon.house, kind.kind).needs
        ruling = next(filter(left_by_a_dead_device, page.rulings), None)
        assert ruling is not None, f"no way out of {page.headline}: {page.rulings}"
        for rank in RANKS:
            if await self.tap(rank, ruling.token, ruling.body) == "accepted":
                assert RANKS.index(rank) >= RANKS.index(needs)
                return
            if kind not in catalog.open_ones(self.table.daemon.table.current.state.play):
                return  # the device has told its end meanwhile
        pytest.fail(f"nobody may rule {ruling.name} on {page.headline}")

    async def _without(self) -> None:
        """What the pack asks of a device out of service: it is covered, removed, or has a sign."""
        for entry in self.table.daemon.door.floor_view().allowed:
            if entry.body and entry.slot.startswith(PUT_AWAY.get(self.death.device, "-")):
                await self.tap("floorperson", entry.token, entry.body)
                return

    def _page(self) -> Irregularity | None:
        return Scene(self.table, 0, None).irregularity()

    def _answer(self, page: Irregularity) -> tuple[str, str] | None:
        for fact in page.facts:
            if any(answer.chosen for answer in fact.answers):
                continue
            for answer in fact.answers:
                question = msgspec.json.decode(answer.body or "{}").get("question")
                said = {"lamp": self.death.lamp, "looked": "NO"}.get(question, "YES")
                if answer.label == said and question not in OF_REPAIR:
                    return answer.token, answer.body
        return None


def left_by_a_dead_device(ruling: Ruling) -> bool:
    name = msgspec.json.decode(ruling.body).get("ruling") if ruling.body else ""
    return not ruling.greyed_reason and bool(name) and name not in NOT_WITHOUT


def a_table(folder: Path, death: Death, floor: Floor) -> Any:
    pack = death.dealt
    kind = pack.wheel.bonus_spin.value
    printed = setup.printed_wheel(death.pack, death.options) if kind == "progressive" else {}
    return bench_table(
        folder,
        pack=death.pack,
        options={**death.options, "decks": int(pack.cards.decks.value)},
        wheel={} if kind == "off" else printed or setup.SECTIONS,
        without=setup.missing(pack),
        players=seated(death.given, pack),
        speed=8.0,
        shuffle_s=30.0 if death.device == "shuffler" else 2.0,
        on_hold=floor.hold,
    )


async def staked(table: BenchTable, death: Death) -> None:
    """Box 2 has a wager on the wheel, by its chip or through the progressive's own sensor."""
    if death.pack == BY_SPIN:
        await dealing.take_bets(table.dealer.post)
    else:
        for box in PLAIN:
            await table.screen.press("BoxSet", box=int(box), lit=True)
        table.rig.world.set_progressive(2, 100)
        await asyncio.sleep(1.0)
    wagers = table.daemon.table.current.state.play.wagers
    assert (2, "bonus_spin") in [(one.box, one.kind) for one in wagers]
    if death.at != "wagers":
        await table.dealer.post.draw("box 2.1")
        await asyncio.sleep(1.0)
        await follow.follow(table, death.at)


async def die(table: BenchTable, death: Death) -> None:
    """At its point of the round; what it was just doing goes on as far as it can."""
    world, press = table.rig.world, table.screen.press
    knob, value = KNOBS[death.way]
    if death.at == "shuffle":
        world.fill_shuffler()
        if death.way == "jam":
            table.rig.pull("shuffler", knob, value)
        await press("ShuffleAsked")
        await asyncio.sleep(1.0)
    if death.at == "settle":
        world.press_seat(2)
        await asyncio.sleep(1.0)
    if (death.way, death.at) != ("jam", "shuffle"):
        table.rig.pull(death.device, knob, value)
    if death.at == "peek":
        world.slide_in()
    await asyncio.sleep(60.0 if death.at in ("shuffle", "settle") else NOTICED_S)
    if death.at == "shuffle" and death.device == "shuffler":
        world.open_shuffler()
    if death.at == "wagers" and death.stops:
        await press("BoxSet", box=2, lit=True)
    if death.at == "peek" and death.way == "stuck":
        await table.say(cmd.Reported(what="reader_fault"))


async def round_ends(table: BenchTable, floor: Floor) -> None:
    """By keys, by hand, by what is left, until the layout is cleared."""
    number = round_of(table)
    await follow.follow(table, "settle")
    await follow.collect(table)
    await asyncio.sleep(CLEAR_S)
    view = await table.screen.at_rest()
    if offered(view, "LayoutCleared") is None and view.next_step.hint.endswith("Floor."):
        await floor.rule()
    await table.screen.press("LayoutCleared")
    assert round_of(table) == number + 1


async def repaired(table: BenchTable, death: Death) -> None:
    """Where the text knows no play without it the table says so, and nothing is dealt."""
    view = await table.screen.at_rest()
    assert (view.round.phase, view.next_step.clause) == ("opening", "MD 2.F")
    assert not any(e.command in ("LayoutCleared", "BoxSet") and e.body for e in view.allowed)
    knob, value = KNOBS[death.way]
    if knob != "misread":
        table.rig.pull("reader", knob, not value)
    await asyncio.sleep(NOTICED_S)
    await table.floor(cmd.OutOfService(device="reader", out=False))
    await opening.open_table(table.dealer.post)


def round_of(table: BenchTable) -> int:
    return table.daemon.table.current.state.play.number


def deaths(*, every_way: bool) -> Iterator[Death]:
    """Each role at each point in each pack that has it; plug, power and silence take turns."""
    turns = product(POINTS, enumerate(packs.names()))
    for device, (nth, pack) in turns:
        if device in setup.missing(Death(device, "plug", "open", pack).dealt):
            continue
        for number, (at, ways) in enumerate(POINTS[device].items()):
            turn = SILENT[(nth + number) % len(SILENT)]
            for way in ways:
                if every_way or way not in SILENT or way == turn or device == "keypad":
                    yield Death(device, way, at, pack)
    for pack in packs.names():
        yield Death("reader", "plug", "peek", pack, lamp="YES")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "death" in metafunc.fixturenames:
        every_way = bool(metafunc.config.getoption("--every-way", default=False))
        found = list(deaths(every_way=every_way))
        metafunc.parametrize("death", found, ids=[one.id for one in found])


async def test_table_deals_on_with_a_device_that_stays_dead(death: Death, tmp_path: Path) -> None:
    """Issue 5: a hold raised by any single device fault is cleared with the device still dead."""
    floor = Floor(death)
    async with asyncio.timeout(EVENING_S), a_table(tmp_path, death, floor) as table:
        floor.sit_at(table)
        await Stage(table, death.given).set_up()
        if death.device == "wheel":
            await staked(table, death)
        await die(table, death)
        await floor.hold(table.daemon.door.view())
        if death.at == "peek":
            table.rig.world.slide_out()
        if death.device == "wheel":
            table.dealer.post.players = seated(replace(death.given, boxes=PLAIN), death.dealt)
        if death.at != "wagers" or not death.stops:
            await round_ends(table, floor)
        if death.stops:
            await repaired(table, death)
        if death.device == "wheel":
            table.rig.world.set_progressive(2, 0)
        await round_ends(table, floor)
        journal = table.journal

    assert record.look(journal, [], Trouble()).wrong == ""
    assert bool(floor.held) == death.missed
