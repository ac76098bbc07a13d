"""No blame for obeying: behind every ruling of the scenarios a dealer does what the page says.

A branch is a scenario cut off behind one ruling. Where the table is not held then, the dealer obeys
to the cleared layout, and nothing may be raised that accuses the dealer; the record must satisfy
every watcher.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import UNSET, Struct
from msgspec.structs import replace

from controller.bench.scenario.checks import Then
from controller.bench.scenario.claims import claimed
from controller.bench.scenario.file import Scenario, Step
from controller.bench.scenario.run import Result, play_scenarios
from controller.procedure.irregularities.catalog_check import Triple
from controller.procedure.irregularities.kinds.every_kind import KINDS

from .loaded import FOLDER, every_scenario

HELD = "the table holds"
"""The dealer stops there: the next word is a floorperson's."""


class Branch(Struct, frozen=True):
    scenario: Scenario
    takes: frozenset[Triple]

    @property
    def name(self) -> str:
        return f"{self.scenario.id}, behind step {self.scenario.steps[-3].number}"


def branches(folder: Path = FOLDER) -> Iterator[Branch]:
    """One for each ruling of each pack, by the first scenario that takes it."""
    seen: set[Triple] = set()
    for scenario in every_scenario(folder):
        if scenario.skip:
            continue
        for at, step in enumerate(scenario.steps):
            if step.key != "ruled" or step.then.refused not in (UNSET, False):
                continue
            cut = replace(scenario, steps=scenario.steps[: at + 1], rules=())
            takes = claimed(cut) - seen
            if takes:
                seen |= takes
                told = _told_anew(scenario.steps[at:])
                yield Branch(_obeyed(replace(cut, steps=(*cut.steps, *told))), takes)


def _told_anew(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """A deal is opened again for what is told of it next: which slip it was, no page knows."""
    if steps[0].value.get("ruling") != "correct_cards":
        return ()
    confirmed = next((n for n, step in enumerate(steps) if step.key == "deal_ok"), 0)
    return steps[1 : confirmed + 1]


def _obeyed(cut: Scenario) -> Scenario:
    """A table that is held by something else still is left alone."""
    last = cut.steps[-1].number
    free = Step(number=last + 1, then=Then(held=False))
    return replace(cut, steps=(*cut.steps, free, Step(number=last + 2, until="settle")))


def played(branch: Branch) -> Result:
    (result,) = play_scenarios([branch.scenario])
    return result


def blamed(result: Result, takes: frozenset[Triple] = frozenset()) -> bool:
    """A watcher found something in the record, or the table holds for what the line asked."""
    if result.verdict != "failed" or any(_announced(result, one) for one in takes):
        return False
    return "the record:" in result.why or HELD in result.why


def _announced(result: Result, ruled: Triple) -> bool:
    """A card that stays down unread is asked for when it is turned: the ruling says so itself."""
    asked = f"{HELD}: {KINDS['cannot_open'].dealer}" in result.why
    return asked and (ruled.kind, ruled.ruling) == ("card_not_read", "play_on")


def main() -> int:
    """`make soak`: every branch. Exit status 1 when somebody is blamed for obeying."""
    ask = argparse.ArgumentParser(
        prog="python -m tests.bench.scenarios.obeying", description=__doc__
    )
    ask.add_argument("--seed", type=int, default=0, help="in which order they are taken")
    ask.add_argument("--branches", type=int, default=0, help="0 = all of them")
    args = ask.parse_args()
    taken = list(branches())
    random.Random(args.seed).shuffle(taken)
    taken = taken[: args.branches or None]
    found, stopped = 0, 0
    for branch in taken:
        result = played(branch)
        if blamed(result, branch.takes):
            found += 1
            print(f"{branch.name}: {result.why}", flush=True)
        elif result.verdict == "failed":
            stopped += 1
            print(f"not carried on: {branch.name}: {result.why}", flush=True)
    print(f"{len(taken)} rulings obeyed, {stopped} not carried on, {found} blamed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
