"""Hours at a table whose devices fail at random moments: `python -m tests.acceptance.day`.

In memory and in virtual time, with the real daemon, its links and the devices' protocol. The dealer
does what the page says, players decide by the book, a floor rules what is open, and now and then
the controller is stopped and started. Watched: no card that the scanner has read is lost or comes
twice, no device is lost twice in one fault, none contradicts itself, and a round ends again.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import structlog

from controller.bench.automatic.by_page import ByPage
from controller.bench.automatic.notes import Bet
from controller.bench.automatic.players import Players
from controller.bench.consoles.screen import Disagreement, offered, told_by
from controller.bench.simulated.table import BenchTable, bench_table
from controller.bench.simulated.virtual_time import run_virtual
from controller.domain.structs import replace
from controller.procedure.state.play import Play
from controller.rules import pack as packs
from drivers.sim.physical.pieces import CannotBe
from drivers.tablelink.messages.events import Code
from tests.bench.test_false_alarms import WAYS_OF

from .faults import Pulled, drawn_fault
from .floor import Floor
from .told_of_faults import wrong_of

STUCK_S = 1800.0
"""No round has ended for so long: the table cannot go on."""
ACT_S, LOOKS_AGAIN_S, HELLO_S, TELLS_S = 0.5, 5.0, 3.0, 60.0
APART_S = (10.0, 200.0)
"""Between the end of a fault and the next one."""
RESTARTS = 0.1
"""So many of the faults are the controller's own."""
Say = Callable[[str], None]


class Guests(Players):
    """They lay no chip for a wheel that is not there."""

    def sit_at(self, table: BenchTable) -> None:
        self._table = table

    def bets(self) -> dict[int, Bet]:
        bets = super().bets()
        if all(d.good for d in self._table.daemon.door.view().devices if d.role == "wheel"):
            return bets
        return {box: replace(bet, bonus=False) for box, bet in bets.items()}


class Day:
    """What happens at one table; `wrong` says which promises did not hold."""

    def __init__(self, table: BenchTable, floor: Floor, seed: int, say: Say) -> None:
        self.table, self.floor, self.say = table, floor, say
        self.rng = Random(f"{seed}/day")
        self.faults: list[Pulled] = []
        self.wrong: list[str] = []
        self.rounds = self.restarts = 0
        self._restart_due = False
        self.scanned: list[str] = []
        end = table.rig.shoe.end
        tell = end.event

        def told(code: Code, **values: Any) -> bool:
            if code == Code.CARD_DRAWN:
                self.scanned.append(values["card"].decode())
            return tell(code, **values)

        end.event = told  # type: ignore[method-assign]

    def play(self) -> Play:
        return self.table.daemon.table.current.state.play

    async def run(self, hours: float) -> None:
        beside = [asyncio.create_task(c) for c in (self._harm(), self.floor.stay())]
        try:
            async with asyncio.timeout(hours * 3600 + STUCK_S):
                await self._deal(asyncio.get_running_loop().time() + hours * 3600)
        except TimeoutError:
            self.wrong.append(f"an act never ended: {told_by(self.table.daemon.door.view())}")
        finally:
            for task in beside:
                task.cancel()
            for ended in await asyncio.gather(*beside, return_exceptions=True):
                if isinstance(ended, Exception):
                    raise ended
        if self.faults:
            self.faults[-1].mend(self.table.rig)
        await asyncio.sleep(TELLS_S)

    async def _deal(self, until: float) -> None:
        loop = asyncio.get_running_loop()
        number, since, last = self.play().number, loop.time(), ""
        while loop.time() < until:
            if self.play().number != number:
                self.rounds += 1
                number, since = self.play().number, loop.time()
            if loop.time() - since > STUCK_S:
                self.wrong.append(f"no round has ended since {since:.0f} s: {last}")
                return
            house = self.table.daemon.house
            try:
                await ByPage(self.table.dealer.post, self.play, house, plays=True).act()
            except (Disagreement, CannotBe) as error:
                last = str(error)
                self.say(f"{loop.time():9.0f}  {last}")
                await self._clear_away(last)
                await asyncio.sleep(LOOKS_AGAIN_S)
            if self._restart_due:
                await self._restart()
            await asyncio.sleep(ACT_S)

    async def _clear_away(self, why: str) -> None:
        """What lies in the way of the fingers is taken out; a card over was the burn."""
        world, screen = self.table.rig.world, self.table.screen
        over = offered(await screen.view(), "BurnReported")
        if "the deal is out" in why and over is not None:
            await screen.touch(over)
        elif "the load" in why:
            noted = offered(await screen.view(), "ShoeNoted")
            if noted is not None:
                await screen.touch(noted)
            elif not world.shoe_locked:
                world.open_shoe()
                world.close_shoe()
        elif "shuffler is not empty" in why:
            world.open_shuffler()
        elif "card in the reader" in why:
            world.slide_out()

    async def _restart(self) -> None:
        self.say("           the controller begins again")
        self._restart_due, self.restarts = False, self.restarts + 1
        async with self.floor.away:
            await self.table.stop()
            await asyncio.sleep(self.rng.uniform(0.0, LOOKS_AGAIN_S))
            await self.table.start()
            await asyncio.sleep(HELLO_S)

    async def _harm(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.rng.uniform(*APART_S))
            if self.rng.random() < RESTARTS:
                self._restart_due = True
                continue
            device = self.rng.choice(self.floor.devices)
            fault = drawn_fault(self.rng, device)
            out = any(
                d.name == device and d.out_of_service
                for d in self.table.daemon.table.current.state.devices
            )
            pulled = Pulled(device, fault, loop.time(), self.restarts, out)
            self.say(f"{loop.time():9.0f}  {device} {fault.knob} {fault.value}")
            self.faults.append(pulled)
            self.floor.broken = device
            self.table.rig.pull(device, fault.knob, fault.value)
            await asyncio.sleep(self.rng.uniform(*fault.lasts_s))
            pulled.mend(self.table.rig)
            self.floor.broken = ""
            pulled.until_s, pulled.restarts = loop.time(), self.restarts - pulled.restarts


async def spent(folder: Path, pack: str, hours: float, seed: int, say: Say) -> Day:
    """So many hours at a table of that pack."""
    way, floor = WAYS_OF[pack], Floor(seed, say)
    dealt = packs.apply_options(packs.load(pack), way.options)
    guests = Guests(Random(f"{seed}/guests"), dealt, way.habits)
    table = bench_table(
        folder,
        seed=seed,
        pack=pack,
        options=way.options,
        wheel=way.wheel,
        without=way.without,
        players=guests,
        shuffle_s=60.0,
    )
    async with table as opened:
        floor.sit_at(opened)
        guests.sit_at(opened)
        await asyncio.sleep(HELLO_S)
        day = Day(opened, floor, seed, say)
        await day.run(hours)
    day.wrong += wrong_of(folder, tuple(day.scanned), day.faults)
    return day


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hours", type=float, default=24.0, help="simulated, of each pack")
    parser.add_argument("--pack", nargs="*", default=packs.names(), choices=packs.names())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tell", action="store_true", help="what happens, line by line")
    asked = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    wrong = 0
    for pack in asked.pack:
        with tempfile.TemporaryDirectory() as folder:
            say: Say = _line if asked.tell else lambda _: None
            day = run_virtual(spent(Path(folder), pack, asked.hours, asked.seed, say))
        pulled = Counter(f"{one.device} {one.fault.knob}" for one in day.faults)
        _line(
            f"{pack}: {day.rounds} rounds, {len(day.faults)} faults of {len(pulled)} kinds, "
            f"{day.restarts} starts of the controller, {len(day.floor.ruled)} rulings, "
            f"{len(day.scanned)} cards"
        )
        for one in day.wrong:
            _line(f"  WRONG: {one}")
        wrong += len(day.wrong)
    return 1 if wrong else 0


def _line(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
