"""What moves nothing changes nothing: acts beside play, put before each step of the scenarios.

A pause that ends at once, or a floor called and taken back, must leave every expectation of a
scenario as it was. `python -m tests.bench.scenarios.beside_play` tries all of them, except those
that look at the clock: what they wait for is measured in seconds, which a pause takes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from controller.bench.scenario.file import Scenario, Step
from controller.bench.scenario.stage import Stage

from . import otherwise
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
    "burn-of-a-relief-missed-and-first-card-amiss", "button-not-due", "out-of-turn",
    "progressive-sensor", "sensor-unsteady", "shoe-loses-events",
})  # fmt: skip
"""What they wait for is over by the pause: a slow draw, a card at once behind a sign-on, a sensor
that flickers, a silent device."""


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

    async def first(stage: Stage, _: Step) -> bool:
        for key, value, rank in ACTS[act]:
            # It may be refused here: a closed table is not paused.
            await stage.step(Step(number=0, key=key, value=value, rank=rank, wait=SHORT_S))
        return True

    return otherwise.wrong(scenarios, act, first)


def main() -> int:
    """Exit status 1 when an expectation changed."""
    ask = argparse.ArgumentParser(
        prog="python -m tests.bench.scenarios.beside_play", description=__doc__
    )
    ask.add_argument("--act", choices=sorted(ACTS), action="append")
    fitting = [s for s in every_scenario(FOLDER) if fits(s)]
    acts = ask.parse_args().act or sorted(ACTS)
    found = (text for act in acts for text in wrong(fitting, act))
    return otherwise.status(found, "what moves nothing")


if __name__ == "__main__":
    sys.exit(main())
