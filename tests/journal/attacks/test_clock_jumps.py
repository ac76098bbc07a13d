"""The clock is set around the change of file: one record, its files in order, nothing twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from controller.audit.replay import replay
from controller.journal.days.names import parts
from controller.journal.keys import load_public_key
from controller.journal.read import open_reader
from controller.journal.verify import verify
from controller.table.record import code_hash
from drivers.sim.rig import Rig
from tests.daemon.tabletop import a_tabletop
from tests.daemon.test_clock import DAY, HOUR, Wall, seen
from tests.daemon.test_day_files import LATE_S, until_the_day_begins

JUMPS = {
    "an hour back just after it": (1.0, -HOUR),
    "a day back just after it": (1.0, -DAY),
    "a day back just before it": (-1.0, -DAY),
    "two days on just before it": (-1.0, 2 * DAY),
    "two days on just after it": (1.0, 2 * DAY),
    "50 years on just after it": (1.0, 50 * 365 * DAY),
    "50 years back just after it": (1.0, -50 * 365 * DAY),
}
"""So many seconds after the change is due, and how far the clock is set."""


@pytest.mark.parametrize("jump", JUMPS)
@pytest.mark.parametrize("looked", [True, False], ids=["seen", "not seen"])
async def test_clock_that_jumps_at_the_change_of_file_breaks_no_record(
    tmp_path: Path, jump: str, *, looked: bool
) -> None:
    """And is set right again: a day that has a file gets no second one."""
    after_s, step_s = JUMPS[jump]
    wall, rig = Wall(), Rig(1)
    wall.off = LATE_S
    async with a_tabletop(tmp_path, rig, now=wall) as table:
        await table.open_with_a_full_shoe()
        await asyncio.sleep(until_the_day_begins(table) + after_s)
        wall.off += step_s
        await table.play_a_round()
        if looked:
            await seen(table)
        await table.press("act1")
        await asyncio.sleep(61)
        await table.play_a_round()
        await table.press("act1")
        wall.off -= step_s
        await asyncio.sleep(2)
        await table.play_a_round()
        if looked:
            await seen(table)
        await table.press("act1")
        await asyncio.sleep(61)
        state = table.state
    async with a_tabletop(tmp_path, rig, now=wall) as table:
        assert table.state.play.number == state.play.number

    found = parts(tmp_path / "journal.db")
    assert [part.number for part in found] == list(range(1, len(found) + 1))
    days = [part.day for part in found]
    assert days == sorted(set(days))
    report = verify(tmp_path, load_public_key(tmp_path / "keys" / "signing.pub"))
    assert report.fault is None
    with open_reader(tmp_path / "journal.db") as reader:
        assert replay(reader, code_hash(), every=True).differences == ()
