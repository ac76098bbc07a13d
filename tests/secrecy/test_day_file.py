"""What a change of file writes tells nothing of a card that lies face down."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

import msgspec
import pytest

from controller.bench.simulated.virtual_time import run_virtual
from controller.journal.days.names import parts
from controller.journal.read import open_reader
from controller.journal.rows import CONTINUED, OPENING, SIGNATURE
from controller.journal.versions import decode_opening
from controller.table.record import SNAPSHOT
from controller.table.recovery import rules_of
from drivers.sim.rig import Rig
from tests.daemon import tabletop
from tests.daemon.tabletop import Tabletop, a_tabletop
from tests.daemon.test_day_files import late, until_the_day_begins

from .ears import masked

WRITTEN = [CONTINUED, SIGNATURE, OPENING, SNAPSHOT, SIGNATURE]


class Arranged(Tabletop):
    """The burn card is one that was chosen."""

    burn = ""

    async def draw(self, *places: str) -> None:
        if places == ("burn",):
            await self.hands.mischief.arrange([self.burn])
        await super().draw(*places)


async def written(folder: Path, burn: str) -> list[tuple[object, ...]]:
    folder.mkdir()
    tabletop.TAPS = count(1)  # the same in every run
    rig = Rig(1)
    async with a_tabletop(folder, rig, now=late) as plain:
        table = Arranged(plain.daemon, rig)
        table.burn = burn
        await table.open_with_a_full_shoe()
        await asyncio.sleep(until_the_day_begins(table))
        assert len(parts(folder / "journal.db")) == 2
    found: list[tuple[object, ...]] = []
    with open_reader(folder / "journal.db") as reader:
        ends = reader.last(CONTINUED)
        assert ends is not None
        for row in list(reader.rows(ends.seq))[: len(WRITTEN)]:
            said: object = msgspec.msgpack.decode(row.payload)
            if row.kind == OPENING:
                day = decode_opening(row.payload, "").day
                said = (day, msgspec.to_builtins(rules_of(reader, row), builtin_types=(bytes,)))
            found.append((row.seq, row.at_us, row.kind, len(row.payload), repr(masked(said))))
    return found


@pytest.mark.parametrize("other", ["9h", "Ac"])
def test_rows_of_a_change_are_the_same_whatever_was_burned(tmp_path: Path, other: str) -> None:
    """Number, order, time and size of the rows, and all in them but seals, keys and hashes."""
    one = run_virtual(written(tmp_path / "one", "2c"))
    two = run_virtual(written(tmp_path / "two", other))

    assert [row[2] for row in one] == WRITTEN
    assert one == two
