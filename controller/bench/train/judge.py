"""Whether a lesson is passed: every `then` of the steps left, in the file's order.

Each is looked for after every change of the table and counts once it was so. A hold that the
file's own steps do not meet fails the lesson, and so does a round too many.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import UNSET, Struct
from msgspec.structs import replace

from controller.bench.scenario import checks, words
from controller.bench.scenario.file import Scenario
from controller.bench.scenario.run import WRONG, opened
from controller.bench.scenario.scene import Scene
from controller.bench.scenario.stage import Stage
from controller.bench.simulated.in_memory import passing_folder
from controller.bench.simulated.table import BenchTable
from controller.bench.simulated.virtual_time import run_virtual
from controller.domain.commands import RANKS
from controller.errors import ConfigError
from controller.procedure.irregularities import catalog

Verdict = Literal["open", "passed", "failed", "shown"]
DEALER = RANKS[0]
SAID = frozenset(kind.__name__ for kind in words.COMMANDS.values())
"""Rows of the record that a person said; the others are the devices'."""


class Par(Struct, frozen=True):
    """What the file itself needs from the point where the table is handed over."""

    presses: int = 0
    touches: int = 0
    round_no: int = 0
    holds: frozenset[str] = frozenset()
    """Kinds under which the table is held on the way."""


def handed_over(scenario: Scenario) -> int:
    """How many steps are dealt before; of a scenario that is no lesson all but the last."""
    lesson = scenario.lesson
    return lesson.after if lesson is not None else len(scenario.steps) - 1


def par(scenario: Scenario, after: int) -> Par:
    """Deal the whole file in memory. Raises: ConfigError, where it is not as the file says."""
    with passing_folder("par-") as folder:
        return run_virtual(_par(scenario, after, Path(folder)))


async def _par(scenario: Scenario, after: int, folder: Path) -> Par:
    async with opened(scenario, folder) as table:
        stage = Stage(table, scenario.given)
        await stage.set_up()
        await dealt(scenario, stage, 0, after)
        judge = Judge(scenario, after, table)
        changes = asyncio.create_task(follow(table, judge.look), name="par")
        await dealt(scenario, stage, after, len(scenario.steps))
        changes.cancel()
        await asyncio.wait({changes})
        judge.look()
        if judge.verdict != "passed":
            raise ConfigError(f"cannot be passed: {judge.left()}", where=scenario.id)
        return judge.par()


async def dealt(scenario: Scenario, stage: Stage, first: int, last: int) -> None:
    """Do these steps of the file. Raises: ConfigError, where it is not as the file says."""
    for step in scenario.steps[first:last]:
        where = f"{scenario.id}: step {step.number}"
        try:
            wrong = await stage.step(step)
        except WRONG as error:
            raise ConfigError(str(error) or type(error).__name__, where=where) from error
        if wrong:
            raise ConfigError(str(wrong[0]), where=where)


class Judge:
    """`against`: what the file itself needs; None = whatever comes is part of the file."""

    def __init__(
        self, scenario: Scenario, after: int, table: BenchTable, against: Par | None = None
    ) -> None:
        self._table, self._against = table, against
        self._checks = [
            then
            for step in scenario.steps[after:]
            if (then := replace(step.then, refused=UNSET)) != checks.Then()
        ]
        self._since = self._seen = table.daemon.table.current.seq
        self._holds: set[str] = set()
        self.verdict: Verdict = "open"
        self.why = ""
        self.presses = self.touches = 0

    def look(self) -> None:
        """After each change of the table."""
        if self.verdict != "open":
            return
        new = self._count()
        scene = Scene(self._table, self._since, None)
        self._hold(scene)
        while new and self._checks and not any(checks.differences(self._checks[0], scene)):
            self._checks.pop(0)
            self._since = self._seen
            scene = Scene(self._table, self._since, None)
        if self.verdict == "open" and not self._checks:
            self.verdict = "passed"

    def fail(self, why: str) -> None:
        if self.verdict == "open":
            self.verdict, self.why = "failed", why

    def left(self) -> tuple[str, ...]:
        """What the file demands next and is not so yet."""
        if not self._checks:
            return ()
        found = checks.differences(self._checks[0], Scene(self._table, self._since, None))
        return tuple(map(str, found))

    def par(self) -> Par:
        round_no = self._table.daemon.table.current.state.play.number
        return Par(self.presses, self.touches, round_no, frozenset(self._holds))

    def _count(self) -> bool:
        """Count what people pressed since the last look; whether anything came at all."""
        rows = Scene(self._table, self._seen, None).rows
        self._seen = self._table.daemon.table.current.seq
        said = [row.get("rank", DEALER) for row in rows if row["row"] in SAID]
        self.presses += said.count(DEALER)
        self.touches += len(said) - said.count(DEALER)
        return bool(rows)

    def _hold(self, scene: Scene) -> None:
        play, house, devices = scene.play, scene.house, scene.state.devices
        held = [i for i in catalog.open_ones(play) if catalog.red(play, house, devices, i)]
        self._holds.update(one.kind for one in held)
        against = self._against
        if against is None:
            return
        if wrong := next((one for one in held if one.kind not in against.holds), None):
            self.fail(f"Held: {catalog.plain(catalog.headline(play, house, wrong))}")
        elif play.number > against.round_no:
            self.fail("The next round has begun")


async def follow(table: BenchTable, look: Callable[[], None]) -> None:
    """Look after each change, until the table closes its door."""
    async for _ in table.daemon.door.subscribe():
        look()
