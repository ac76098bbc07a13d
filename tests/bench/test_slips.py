"""Each slip of `demo --fault` is made at its time and raises its kind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from controller.bench.consoles.screen import Disagreement
from controller.bench.demo import faults, slips
from controller.bench.simulated.table import BenchTable, bench_table
from controller.cli.demo import FAULTS
from controller.procedure.state.play import Play

PATIENCE_S = 150.0


async def _made(table: BenchTable, name: str) -> None:
    slip, house = slips.SLIPS[name], table.daemon.house

    def play() -> Play:
        return table.daemon.table.current.state.play

    await _comes(table, lambda: slip.when(play(), house))
    table.dealer.post.floor = table.say
    await slip.do(table.dealer.post, play(), house)
    await _comes(table, lambda: slip.kind in {i.kind for i in play().irregularities})


async def _comes(table: BenchTable, true: Callable[[], bool]) -> None:
    if true():
        return
    async for _ in table.daemon.door.subscribe():
        if true():
            return


@pytest.mark.parametrize("name", slips.SLIPS)
async def test_slip_raises_its_kind(name: str, tmp_path: Path) -> None:
    async with bench_table(tmp_path, seed=43, speed=8.0) as table:
        dealing = asyncio.create_task(table.dealer.play(8))
        try:
            await asyncio.wait_for(_made(table, name), PATIENCE_S)
        finally:
            dealing.cancel()
            with suppress(asyncio.CancelledError, Disagreement):
                await dealing


def test_help_names_every_fault_and_slip() -> None:
    assert (*faults.FAULTS, *slips.SLIPS) == FAULTS
