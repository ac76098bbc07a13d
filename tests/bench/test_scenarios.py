"""Every scenario file, and what the runner says of a bad or a failing one."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.bench.scenario.file import Scenario, load
from controller.bench.scenario.run import play_scenario

FOLDER = Path(__file__).parents[1] / "scenarios"
EVERY = [
    pytest.param(one, id=one.id, marks=[pytest.mark.clause(*one.clauses)] if one.clauses else [])
    for file in sorted(FOLDER.rglob("*.toml"))
    for one in load(file)
    if not one.skip
]


@pytest.mark.parametrize("scenario", EVERY)
async def test_scenario_goes_as_it_says(scenario: Scenario, tmp_path: Path) -> None:
    """Given, when, then: the file's own clauses, at the real table over the real drivers."""
    result = await play_scenario(scenario, tmp_path)

    assert result.why == ""
