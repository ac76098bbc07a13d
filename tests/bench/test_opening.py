"""A table opened through its consoles: the list, the reader's test cards, the decks, a round."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from controller.bench.automatic import opening
from controller.bench.simulated import setup
from controller.bench.simulated.table import bench_table
from controller.rules.pack import load, names


@pytest.mark.parametrize("pack", names())
async def test_dealer_and_floorperson_open_a_table_of_every_pack(pack: str, tmp_path: Path) -> None:
    """Every step is a key of a page; the reader answers its test cards where they are asked."""
    options = setup.choices(load(pack))
    without = setup.missing(load(pack))
    async with bench_table(tmp_path, pack=pack, options=options, without=without) as table:
        await opening.open_table(table.dealer.post)
        play = table.daemon.table.current.state.play

        assert (play.opening, play.decks) == ("open", "ready")
        assert play.irregularities == ()
        assert table.screen.refusals == []


async def test_reader_that_answers_a_test_card_wrong_is_a_fault(tmp_path: Path) -> None:
    options = setup.choices(load("maryland"))
    async with bench_table(tmp_path, pack="maryland", options=options) as table:
        table.rig.pull("reader", "wrong_answer", 1)
        opened = asyncio.create_task(opening.open_table(table.dealer.post))
        await asyncio.sleep(60)
        play = table.daemon.table.current.state.play

        assert [i.kind for i in play.irregularities] == ["reader_fault"]
        assert play.opening == "checking"
        opened.cancel()
