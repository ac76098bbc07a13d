"""The scenarios of the suite, each file read once however many tests go through them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from controller.bench.scenario.file import Scenario, load

EDITION, LATER = "massachusetts", "massachusetts-bonus-spin"
"""Two packs of one text: they differ in the shuffle's steps and in the Bonus Spin."""
OF_LATER = re.compile(r"shuffl|wheel|spin")
FOLDER = Path(__file__).parents[2] / "scenarios"


_read = cache(load)


def every_scenario(folder: Path = FOLDER) -> tuple[Scenario, ...]:
    return tuple(one for file in sorted(folder.rglob("*.toml")) for one in _read(file))


def said_twice(scenarios: Iterable[Scenario]) -> frozenset[str]:
    """Rows of the later edition that the earlier one plays letter for letter.

    What names the shuffle, the wheel or a spin is not among them.
    """
    every = [*scenarios]
    earlier = {_letters(one) for one in every if one.pack == EDITION}
    return frozenset(
        one.id
        for one in every
        if one.pack == LATER and _letters(one) in earlier and not OF_LATER.search(_acts(one))
    )


def _letters(one: Scenario) -> bytes:
    return msgspec.json.encode((one.file, one.given, one.steps, one.rules, one.clauses))


def _acts(one: Scenario) -> str:
    return f"{Path(one.file).stem} {one.given.at} {msgspec.json.encode((one.steps, one.rules))!r}"
