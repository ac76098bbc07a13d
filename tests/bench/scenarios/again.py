"""Said, taken back and said again is said once.

Each press of a scenario that UNDO takes back, and each ruling, is given, taken back and given
again; every expectation must come true as if it had been given once.
`python -m tests.bench.scenarios.again` tries all of them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator

from controller.bench.scenario import words
from controller.bench.scenario.file import Scenario, Step
from controller.bench.scenario.stage import Stage
from controller.domain import commands as cmd
from controller.domain.structs import replace

from . import otherwise
from .loaded import FOLDER, every_scenario

SHORT_S = 0.2
WHAT = ("press", "ruling")
COUNTED = frozenset({
    "late-reports", "press-that-is-no-longer-legal", "undo-after-a-refused-tap", "clock",
    "disk-full",
})  # fmt: skip
"""They count how often something was said, or are about the last thing said."""


def fits(scenario: Scenario) -> bool:
    return not scenario.skip and scenario.id.partition("[")[0] not in COUNTED


def wrong(scenarios: Iterable[Scenario], what: str) -> Iterator[str]:
    """One line for each scenario that comes out otherwise."""

    async def first(stage: Stage, step: Step) -> bool:
        # False: it was taken and stays.
        return not _is(step, what) or await _there_and_back(stage, step, what)

    return otherwise.wrong(scenarios, what, first)


def _is(step: Step, what: str) -> bool:
    if what == "ruling":
        return step.key == "ruled"
    if step.key == "press" and step.value == "UNDO":
        return False
    own = step.key == "press" or step.key in words.COMMANDS
    return own and step.rank == "dealer" and step.key not in ("ruled", "undo", "layout_cleared")


async def _there_and_back(stage: Stage, step: Step, what: str) -> bool:
    """Whether the table is as before: it was refused, or given and taken back."""
    said = replace(step, then=Step(number=0).then, until="", wait=SHORT_S)
    if not await stage.accepts(said):
        return True
    if what == "press":
        return await stage.accepts(Step(number=0, key="undo", value={}, wait=SHORT_S))
    log = stage.table.daemon.table.current.state.log
    ruled = [e.input for e in log if isinstance(e.input, cmd.Ruled) and not e.refused]
    if not ruled:
        return False
    back = cmd.RulingTakenBack(
        irr=ruled[-1].irr, rank="casino_supervisor", by="I. Lund", where="floor"
    )
    return (await stage.table.daemon.door.command(back)).verdict == "accepted"


def main() -> int:
    """Exit status 1 when an expectation changed."""
    ask = argparse.ArgumentParser(prog="python -m tests.bench.scenarios.again", description=__doc__)
    ask.add_argument("--what", choices=WHAT, action="append")
    fitting = [s for s in every_scenario(FOLDER) if fits(s)]
    found = (text for what in ask.parse_args().what or WHAT for text in wrong(fitting, what))
    return otherwise.status(found, "what was taken back")


if __name__ == "__main__":
    sys.exit(main())
