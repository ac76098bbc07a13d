"""A scenario dealt otherwise than it stands: whatever comes before its steps, it must come true."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path

from controller.bench.scenario import record
from controller.bench.scenario.file import Scenario, Step
from controller.bench.scenario.run import opened
from controller.bench.scenario.stage import Stage
from controller.bench.simulated.in_memory import passing_folder
from controller.bench.simulated.trouble import Trouble
from controller.bench.simulated.virtual_time import run_virtual

Before = Callable[[Stage, Step], Awaitable[bool]]
"""Done before each step; False = from here on there is nothing to compare."""


def wrong(scenarios: Iterable[Scenario], what: str, before: Before) -> Iterator[str]:
    """One line for each scenario that comes out otherwise; `what` begins the line."""
    for scenario in scenarios:
        with passing_folder("otherwise-") as folder:
            if why := run_virtual(_played(scenario, Path(folder), before)):
                yield f"{what}, {scenario.id}: {why}"


async def _played(scenario: Scenario, folder: Path, before: Before) -> str:
    with Trouble() as trouble:
        async with opened(scenario, folder) as table:
            stage = Stage(table, scenario.given, trouble)
            await stage.set_up()
            for step in scenario.steps:
                if not await before(stage, step):
                    return ""
                if differs := await stage.step(step):
                    return f"step {step.number} ({step.key}): {'; '.join(map(str, differs))}"
            journal, dealt = table.journal, table.dealer.rounds
        return record.look(journal, dealt, trouble).wrong


def status(found: Iterable[str], by: str) -> int:
    """Print each as it is found, and their number; the exit status."""
    number = 0
    for text in found:
        number += 1
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{number} expectations changed by {by}\n")
    return 1 if number else 0
