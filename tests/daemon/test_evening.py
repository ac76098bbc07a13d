"""The daemon from its configuration to a dealt round: real drivers, bytes and journal."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.daemon.tabletop import a_tabletop, rows


async def test_table_opens_shuffles_loads_burns_and_plays_a_round(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        await table.play_a_round()

        assert table.phase == "settled"
        paid = {(p.box, p.kind, p.direction) for p in table.state.play.payments}
        assert paid == {(1, "main", "pay"), (4, "main", "pay")}
