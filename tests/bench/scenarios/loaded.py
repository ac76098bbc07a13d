"""The scenarios of the suite, each file read once however many tests go through them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from controller.bench.scenario.file import Scenario, load

FOLDER = Path(__file__).parents[2] / "scenarios"


_read = cache(load)


def every_scenario(folder: Path = FOLDER) -> tuple[Scenario, ...]:
    return tuple(one for file in sorted(folder.rglob("*.toml")) for one in _read(file))
