"""Fixtures for a house's own tests: the pytest plugin `dealer_assist.bench`.

It is loaded wherever this package is installed, so it imports what a test asks for and nothing
else. README.md has an example; `-p controller.bench.plugin` loads it from a checkout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from controller.bench.prove.at_hand import Clock, OneDevice, TableAtHand, World
    from controller.bench.simulated.table import BenchTable

    Open = Callable[..., AbstractAsyncContextManager[BenchTable]]


@pytest.fixture
def bench_table(tmp_path: Path) -> Open:
    """Open simulated tables, each in a folder of its own; arguments as of `bench_table`."""
    from .simulated import table

    number = count(1)

    def opened(**options: Any) -> AbstractAsyncContextManager[BenchTable]:
        return table.bench_table(tmp_path / f"table-{next(number)}", **options)

    return opened


@pytest.fixture
def in_virtual_time() -> Callable[..., Any]:
    """Run a coroutine to its end on a clock that jumps."""
    from controller.bench.simulated.virtual_time import run_virtual

    return run_virtual


@pytest.fixture
def scenario(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Play a scenario file that lies beside the test, every row of it."""
    from controller.bench.scenario.file import load
    from controller.bench.scenario.run import play_scenarios
    from controller.errors import TableError

    def played(name: str) -> None:
        try:
            found = load(request.path.parent / name)
        except TableError as error:
            pytest.fail(str(error), pytrace=False)
        results = play_scenarios(found)
        if failed := [result.why for result in results if result.verdict == "failed"]:
            pytest.fail("\n".join(failed), pytrace=False)

    return played


# ---- plain functions: each call runs the loop ----
@pytest.fixture
def bench_clock() -> Iterator[Clock]:
    """The loop that the fixtures below share, on a clock that jumps."""
    from controller.bench.prove.at_hand import Clock

    clock = Clock()
    yield clock
    clock.close()


@pytest.fixture
def world(bench_clock: Clock) -> World:
    """The fingers at a simulated table: `world.draw("box1")`."""
    from controller.bench.prove.at_hand import World

    return World(bench_clock)


@pytest.fixture
def shoe(bench_clock: Clock, world: World) -> OneDevice:
    """A shoe scanner behind its own driver: `shoe.pull(knob)`, `shoe.prove()`."""
    return _device("shoe", bench_clock, world)


@pytest.fixture
def reader(bench_clock: Clock, world: World) -> OneDevice:
    """A hole-card reader behind its own driver: `reader.pull(knob)`, `reader.prove()`."""
    return _device("reader", bench_clock, world)


@pytest.fixture
def shuffler(bench_clock: Clock, world: World) -> OneDevice:
    """A shuffler behind its own driver: `shuffler.pull(knob)`, `shuffler.prove()`."""
    return _device("shuffler", bench_clock, world)


@pytest.fixture
def wheel(bench_clock: Clock, world: World) -> OneDevice:
    """A prize wheel behind its own driver: `wheel.pull(knob)`, `wheel.prove()`."""
    return _device("wheel", bench_clock, world)


@pytest.fixture
def table(bench_clock: Clock, tmp_path: Path) -> TableAtHand:
    """A whole table with a dealer who deals by the page: `table.play(3)`."""
    from controller.bench.prove.at_hand import TableAtHand

    return TableAtHand(bench_clock, tmp_path)


def _device(name: Any, clock: Clock, world: World) -> OneDevice:
    from controller.bench.prove.at_hand import OneDevice

    return OneDevice(name, clock, world)
