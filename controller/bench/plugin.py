"""Fixtures for a house's own tests: `pytest -p controller.bench.plugin`.

def test_our_rule(bench_table, in_virtual_time):
    async def evening():
        async with bench_table(seed=3) as table:
            await table.dealer.play(10)
    in_virtual_time(evening())

def test_our_scenarios(scenario):
    scenario("ten-in-the-shoe.toml")
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from . import table
from .scenario.file import load
from .scenario.run import play_scenarios
from .virtual_time import run_virtual

Open = Callable[..., AbstractAsyncContextManager[table.BenchTable]]


@pytest.fixture
def bench_table(tmp_path: Path) -> Open:
    """Open simulated tables, each in a folder of its own; arguments as of `bench_table`."""
    number = count(1)

    def opened(**options: Any) -> AbstractAsyncContextManager[table.BenchTable]:
        return table.bench_table(tmp_path / f"table-{next(number)}", **options)

    return opened


@pytest.fixture
def in_virtual_time() -> Callable[..., Any]:
    """Run a coroutine to its end on a clock that jumps."""
    return partial(run_virtual)


@pytest.fixture
def scenario(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Play a scenario file that lies beside the test, every row of it."""

    def played(name: str) -> None:
        results = play_scenarios(load(request.path.parent / name))
        if failed := [result.why for result in results if result.verdict == "failed"]:
            pytest.fail("\n".join(failed), pytrace=False)

    return played
