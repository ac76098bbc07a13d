"""What moves nothing changes nothing: acts beside play, put before each step of the scenarios.

A pause that ends at once, or a floor called and taken back, must leave every expectation of a
scenario as it was. `python -m tests.bench.scenarios.beside_play` tries all of them, except those
that look at the clock: what they wait for is measured in seconds, which a pause takes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from controller.bench.scenario import record
from controller.bench.scenario.file import Scenario, Step
from controller.bench.scenario.run import opened
from controller.bench.scenario.stage import Stage
from controller.bench.simulated.in_memory import passing_folder
from controller.bench.simulated.trouble import Trouble
from controller.bench.simulated.virtual_time import run_virtual

from .loaded import FOLDER, every_scenario

SHORT_S = 0.1
Said = tuple[str, dict[str, Any], str]
ACTS: dict[str, tuple[Said, ...]] = {
    "pause": (("paused", {"reason": "count"}, "floorperson"), ("resumed", {}, "floorperson")),
    "call": (("floor_called", {}, "dealer"), ("floor_called", {"back": True}, "dealer")),
}
"""A command, what it says and who says it, in order."""
NOT_BESIDE = frozenset({
    "stop", "start", "restore_record", "copy_record", "rules", "software", "clock", "disk",
    "code_fails", "damage_record", "paused", "resumed", "pause_seen", "floor_called", "press_late",
    "notified",
})  # fmt: skip
"""Steps of a scenario at which no page stands, or which are about these very acts."""
BY_THE_CLOCK = frozenset({
    "button-not-due", "out-of-turn", "progressive-sensor", "sensor-unsteady", "shoe-loses-events",
})  # fmt: skip
"""What they wait for is over by the pause: a slow draw, a sensor that flickers, a silent device."""


def fits(scenario: Scenario) -> bool:
    name = scenario.id.partition("[")[0]
    steps = scenario.steps
    return (
        not scenario.skip
        and name not in BY_THE_CLOCK
        and not any(step.key in NOT_BESIDE for step in steps)
    )


def wrong(scenarios: Iterable[Scenario], act: str) -> Iterator[str]:
    """One line for each scenario that comes out otherwise with this act before its steps."""
    for scenario in scenarios:
        with passing_folder("beside-play-") as folder:
            if why := run_virtual(_played(scenario, Path(folder), ACTS[act])):
                yield f"{act}, {scenario.id}: {why}"


async def _played(scenario: Scenario, folder: Path, acts: tuple[Said, ...]) -> str:
    with Trouble() as trouble:
        async with opened(scenario, folder) as table:
            stage = Stage(table, scenario.given, trouble)
            await stage.set_up()
            for step in scenario.steps:
                for key, value, rank in acts:
                    # It may be refused here: a closed table is not paused.
                    await stage.step(Step(number=0, key=key, value=value, rank=rank, wait=SHORT_S))
                if differs := await stage.step(step):
                    return f"step {step.number} ({step.key}): {'; '.join(map(str, differs))}"
            journal, dealt = table.journal, table.dealer.rounds
        return record.look(journal, dealt, trouble).wrong


def main() -> int:
    """Exit status 1 when an expectation changed."""
    ask = argparse.ArgumentParser(
        prog="python -m tests.bench.scenarios.beside_play", description=__doc__
    )
    ask.add_argument("--act", choices=sorted(ACTS), action="append")
    found = 0
    for act in ask.parse_args().act or sorted(ACTS):
        for text in wrong((s for s in every_scenario(FOLDER) if fits(s)), act):
            found += 1
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{found} expectations changed by what moves nothing\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
