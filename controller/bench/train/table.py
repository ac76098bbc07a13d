"""One lesson at its table: dealt to the point in no time, then the trainee's in real time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from controller.bench.automatic.pace import Pace
from controller.bench.automatic.players import Players
from controller.bench.hands import HandsOn
from controller.bench.hands.seats import Seats
from controller.bench.scenario.file import Scenario
from controller.bench.scenario.run import opened
from controller.bench.scenario.stage import Stage
from controller.bench.simulated.table import BenchTable
from controller.errors import ConfigError
from drivers.sim.hosting.client import WorldClient

from .judge import Judge, Par, Verdict, dealt, follow

LOOK_S = 0.25


class Done(Struct, frozen=True, kw_only=True):
    """A lesson as it was ended. Units: seconds."""

    lesson: str
    verdict: Verdict
    why: str = ""
    seconds: float = 0.0
    held_s: float = 0.0
    """How long the table was held in all."""
    presses: int = 0
    touches: int = 0


class Lesson:
    """What the trainee does, looked at after each change, until it is passed or failed."""

    def __init__(
        self, scenario: Scenario, after: int, par: Par, table: BenchTable, stage: Stage
    ) -> None:
        self.scenario, self.table, self.par = scenario, table, par
        self.stage, self._after = stage, after
        self.judge = Judge(scenario, after, table, par)
        self._limit_s = float(scenario.lesson.seconds if scenario.lesson else 0)
        """0 = none."""
        self._clock = asyncio.get_running_loop().time
        self._began = self._clock()
        self._held_since: float | None = None
        self._held_s = 0.0
        self._ended = asyncio.Event()
        self._done: Done | None = None
        self._showing: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Until somebody cancels it."""
        changes = asyncio.create_task(follow(self.table, self._look), name="lesson")
        try:
            while True:
                if self._limit_s and self._clock() - self._began > self._limit_s:
                    self.judge.fail("The time is over")
                self._look()
                await asyncio.sleep(LOOK_S)
        finally:
            for task in filter(None, (changes, self._showing)):
                task.cancel()
                await asyncio.wait({task})

    async def ended(self) -> Done:
        await self._ended.wait()
        assert self._done is not None
        return self._done

    def give_up(self) -> Done:
        self.judge.fail("Given up")
        self._look()
        return self.now()

    def show(self) -> None:
        """The file's own way, step by step; what is shown is not passed."""
        if self._showing is None and self.judge.verdict == "open":
            self.judge.verdict = "shown"
            self._look()
            self._showing = asyncio.create_task(self._show(), name="show")

    def now(self) -> Done:
        if self._done is not None:
            return self._done
        judge, now = self.judge, self._clock()
        return Done(
            lesson=self.scenario.id,
            verdict=judge.verdict,
            why=judge.why,
            seconds=now - self._began,
            held_s=self._held_s + (now - self._held_since if self._held_since else 0.0),
            presses=judge.presses,
            touches=judge.touches,
        )

    def state(self) -> dict[str, Any]:
        """What the page shows of it."""
        done, task = self.now(), self.scenario.lesson
        return {
            "title": self.scenario.name,
            "task": task.task if task else "Bring it to the end that its file demands.",
            "verdict": done.verdict,
            "why": done.why,
            "seconds": int(done.seconds),
            "limit_s": int(self._limit_s),
            "presses": done.presses,
            "par_presses": self.par.presses,
            "touches": done.touches,
            "par_touches": self.par.touches,
        }

    def _look(self) -> None:
        if self._done is not None:
            return
        self.judge.look()
        self._watch_hold()
        if self.judge.verdict != "open":
            self._done = self.now()
            self._ended.set()

    def _watch_hold(self) -> None:
        held, now = self.table.daemon.door.view().hold is not None, self._clock()
        if held and self._held_since is None:
            self._held_since = now
        elif not held and self._held_since is not None:
            self._held_s += now - self._held_since
            self._held_since = None

    async def _show(self) -> None:
        with suppress(ConfigError):
            await dealt(self.scenario, self.stage, self._after, len(self.scenario.steps))


@asynccontextmanager
async def lesson(scenario: Scenario, after: int, par: Par, folder: Path) -> AsyncIterator[Lesson]:
    """Deal it to the point where the trainee takes over. Raises: ConfigError."""
    async with opened(scenario, folder) as table:
        stage = Stage(table, scenario.given)
        await stage.set_up()
        await dealt(scenario, stage, 0, after)
        yield Lesson(scenario, after, par, table, stage)


def hands_on(table: BenchTable) -> HandsOn:
    """The table for a person's hands; its players have the chips that lie there."""

    async def connect() -> WorldClient:
        return WorldClient.at_hand(table.rig)

    post, pack = table.dealer.post, table.daemon.house.pack
    post.pace = Pace(1.0)
    play = table.daemon.table.current.state.play
    seats = Seats(Players(Random(1), pack), play.boxes)  # noqa: S311 - players
    there = post.players.bets().items()
    seats.own = {box: bet for box, bet in there if not play.boxes or box in play.boxes}
    post.players = seats
    return HandsOn(
        connect,
        table.world,
        post,
        seats=seats,
        door=table.daemon.door,
        play=lambda: table.daemon.table.current.state.play,
        house=table.daemon.house,
    )
