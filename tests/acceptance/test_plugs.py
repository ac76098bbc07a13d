"""Plugs pulled out and put in again in mid-round, over ptys and USB, in real time.

Source: console/README 2.4.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from drivers.sim.physical.world import HOLE, UP
from tests.crash.evening import BURNED, PEEK, SPIN, Evening
from tests.crash.record import read_evening, rounds
from tests.kit.wires.patience import PATIENCE_S

from .child import FLOORPERSON, PIN, Bench, a_bench

ABSENT_S = 3.0
LINES_A_LOSS = 4
CPU_SHARE = 0.5
"""Of one core, while every device is away: generous, an idle daemon needs a few percent."""
SETTLED = [
    {(1, "main", "return"), (4, "main", "pay")},
    {(1, "main", "pay"), (4, "main", "pay"), (4, "bonus_spin", "pay")},
]


class Plugs:
    """`holds[...]` says for each device and moment whether the table stopped."""

    def __init__(self, bench: Bench, evening: Evening) -> None:
        self._bench, self._evening = bench, evening
        self.holds: dict[str, bool] = {}
        self.losses = 0

    async def pull(self, moment: str, *devices: str) -> None:
        """Out, and in again: the table goes on by itself."""
        for device in devices:
            await self.out(device)
            self.holds[f"{device} {moment}"] = await self._held()
            await self.back(device)

    async def out(self, device: str) -> None:
        self.losses += 1
        await self._bench.hands.pull(device, "plugged", value=False)

        async def recorded() -> bool:
            page = await self._bench.consoles.floor()
            return f"{device} lost" in page.text.lower()

        await self._until(f"{device} lost", recorded)

    async def back(self, device: str) -> None:
        await self._bench.hands.pull(device, "plugged", value=True)
        await self._until(f"{device} back", lambda: self._good(device))
        await self._until("play goes on", self._goes_on)

    async def all_back(self, devices: tuple[str, ...]) -> None:
        """What each tells of itself in its hello is on the record."""
        for device in devices:
            await self._bench.hands.pull(device, "plugged", value=True)
        for device in devices:
            await self._until(f"{device} back", partial(self._good, device))

    async def _good(self, device: str) -> bool:
        found = (await self._bench.consoles.health())["devices"]
        one = next(d for d in found if d["name"] == device.capitalize())
        return bool(one.get("good", True))

    async def _held(self) -> bool:
        page = await self._bench.consoles.dealer()
        assert not page.held or "lost" in page.line, page.line
        return page.held

    async def _goes_on(self) -> bool:
        return not await self._held()

    async def _until(self, what: str, so: Callable[[], Awaitable[bool]]) -> None:
        until = time.monotonic() + PATIENCE_S
        while not await so():
            assert time.monotonic() < until, f"{what}: {await self._bench.consoles.health()}"
            await asyncio.sleep(0.05)


def cpu_s(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
def test_plug_pulled_in_mid_round_holds_only_what_needs_it_and_comes_back_by_itself(
    tmp_path: Path,
) -> None:
    """drivers/README: lost is a normal state; console/README 2.4: hold only what the step needs."""
    plugs, lines, absent_cpu_s, evening = asyncio.run(_play(tmp_path))

    assert plugs.holds == {
        "shuffler in its shuffle": True,
        "reader before the deal": False,
        "shuffler before the deal": False,
        "wheel before the deal": False,
        "keypad before the deal": False,
        "shoe in the deal": True,
        "reader in the deal": False,
        "wheel in the deal, no bonus wager": False,
        "reader at the peek": True,
        "reader after the peek": False,
        "wheel in the deal, bonus wager": False,
        "wheel before its spin": True,
    }
    found = read_evening(tmp_path)
    assert list(found.cards) == evening.drawn
    assert found.moved["shuffler"] == found.moved["wheel"] == 1
    assert found.irregularities.keys() == {"device_lost"}
    assert rounds(tmp_path)[: len(SETTLED)] == SETTLED
    assert lines <= LINES_A_LOSS * plugs.losses, lines
    assert absent_cpu_s <= CPU_SHARE * ABSENT_S, absent_cpu_s


async def _play(folder: Path) -> tuple[Plugs, int, float, Evening]:
    async with a_bench(folder, shuffle_s=8.0) as bench:
        evening = Evening(bench, lambda _: None)
        plugs = Plugs(bench, evening)
        started = bench.child.log.count("\n")
        await evening.open_table()
        await bench.consoles.sign_in(FLOORPERSON, PIN)
        await _shoe(evening, plugs)
        await _peek_round(evening, plugs)
        await _spin_round(evening, plugs)
        absent = await _all_away(bench, plugs)
        lines = bench.child.log.count("\n") - started
        assert await bench.child.stop() == 0
        return plugs, lines, absent, evening


async def _shoe(evening: Evening, plugs: Plugs) -> None:
    hands = evening.hands
    await hands.fill_shuffler()
    await evening.press("ShuffleAsked")
    await evening.until("the shuffle", lambda page: 'class="shuffle' in page.text or not page.held)
    while (await hands.look()).shown["shuffler"] != "shuffling":
        await asyncio.sleep(0.05)
    await plugs.pull("in its shuffle", "shuffler")
    await evening.until("the cut", lambda page: page.offers("CutPlaced") is not None)
    await hands.take_shuffled()
    await hands.cut()
    await hands.insert_cover()
    await evening.press("CutPlaced")
    await hands.load_shoe()
    await hands.mischief.arrange([BURNED, *PEEK, *SPIN])
    await evening.draw("burn")
    await hands.pick_up("burn")


async def _peek_round(evening: Evening, plugs: Plugs) -> None:
    await evening.light(1, 4)
    await plugs.pull("before the deal", "reader", "shuffler", "wheel", "keypad")
    await evening.draw("box 1.1", "box 4.1", UP)
    await plugs.out("shoe")
    plugs.holds["shoe in the deal"] = (await evening.consoles.dealer()).held
    await evening.draw("box 1.1")  # not told before the plug is in again
    await plugs.back("shoe")
    await plugs.pull("in the deal", "reader")
    await plugs.pull("in the deal, no bonus wager", "wheel")
    await evening.draw("box 4.1", HOLE)
    await evening.deal_ok()
    await plugs.pull("at the peek", "reader")
    await evening.hands.slide_in()
    await evening.until("the answer", lambda page: "Reader free" not in page.text)
    await evening.hands.slide_out()
    await plugs.pull("after the peek", "reader")
    await evening.draw("box 1.1")
    await asyncio.sleep(0.3)
    await evening.hands.press_key("next")
    await evening.turn()
    await evening.clear()


async def _spin_round(evening: Evening, plugs: Plugs) -> None:
    await evening.hands.set_chip(4, on=True)
    await evening.draw("box 1.1")
    await evening.until("the deal", lambda page: page.line.startswith("Deal"))
    await plugs.pull("in the deal, bonus wager", "wheel")
    await evening.draw("box 4.1", UP, "box 1.1", "box 4.1", HOLE)
    await evening.deal_ok()
    await evening.turn()
    await evening.until("the button", lambda page: "button" in page.line)
    await plugs.pull("before its spin", "wheel")
    await evening.spin()
    await evening.hands.set_chip(4, on=False)
    await evening.until("settlement", lambda page: page.offers("LayoutCleared") is not None)


async def _all_away(bench: Bench, plugs: Plugs) -> float:
    """CPU of the daemon while nothing is plugged in."""
    every = ("reader", "shuffler", "wheel", "keypad", "shoe")
    for device in every:
        await plugs.out(device)
    began, used = time.monotonic(), cpu_s(bench.child.pid)
    await asyncio.sleep(ABSENT_S)
    used = (cpu_s(bench.child.pid) - used) * ABSENT_S / (time.monotonic() - began)
    await plugs.all_back(every)
    return used
