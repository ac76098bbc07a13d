"""An evening at a real table: its inputs go through the actor into a journal on disk.

The table's tasks live on a virtual loop that runs only while an input is put, so that tests read
as plain sequences.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller.bench.simulated.virtual_time import VirtualLoop
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.journal.append import Journal, create_journal, open_journal
from controller.journal.rows import Draft
from controller.journal.seal import Signer
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input, Outcome
from controller.procedure.state.whole import State
from controller.procedure.step import Procedure
from controller.rules.pack import read
from controller.table.actor import Table
from controller.table.record import ENCODE, SNAPSHOT, Opening, Snapshot, code_hash
from controller.table.vault import TableVault
from tests.kit.evening import SECTIONS, Evening, house

AT_US = 1_790_000_000_000_000
"""2026-09-21 14:13:20 UTC."""
CONFIGURATION = '[table]\ntimezone = "America/New_York"\n'
KEY = b"k" * 32


def counting() -> Any:
    """Random bytes that are none: the same journal on every run."""
    n = 0

    def random(size: int) -> bytes:
        nonlocal n
        n += 1
        return n.to_bytes(size, "big")

    return random


def opening(at: House, code: str) -> bytes:
    return ENCODE(
        Opening(
            pack=at.pack.name,
            pack_text=read(at.pack.name),
            options={},
            sections=SECTIONS,
            titles=(),
            configuration=CONFIGURATION,
            version="test",
            code=code,
        )
    )


class Shift(Evening):
    """Every input is put to the actor and is on disk when `put` returns."""

    def __init__(self, path: Path, *, at: House | None = None, code: str = "") -> None:
        self.path, self.code = path, code or code_hash()
        self.loop, self.signer = VirtualLoop(), Signer.generate()
        first = Draft(2, AT_US, "table", SNAPSHOT, ENCODE(Snapshot(self.code, 3, State())))
        record = opening(at or house(), self.code)
        create_journal(path, at_us=AT_US, record=record, signer=self.signer, rows=[first])
        self.journal: Journal = open_journal(path, self.signer)
        self.table: Table | None = None
        super().__init__(at, vault=TableVault(KEY, counting()))

    def put(self, item: Input, *, after_ms: int = 1000) -> Outcome:
        outcome = self.loop.run_until_complete(self._put(item, after_ms / 1000))
        assert self.table is not None
        self.state = self.table.current.state
        return outcome

    async def _put(self, item: Input, after_s: float) -> Outcome:
        if self.table is None:
            self.table = self._table()
            self.running = asyncio.ensure_future(self.table.run())
        await asyncio.sleep(after_s)
        device = getattr(item, "device", "")
        return await self.table.put(device or getattr(item, "by", "table"), item)

    def _table(self) -> Table:
        assert self.sealing is not None
        return Table(
            procedure=Procedure(self.house, print),
            journal=self.journal,
            vault=self.sealing,
            now=lambda: AT_US / 1e6 + self.loop.time(),
            code=self.code,
            state=self.state,
            mono=0,
            released=lambda _: None,
        )

    def close(self) -> None:
        self.running.cancel()
        self.loop.run_until_complete(asyncio.gather(self.running, return_exceptions=True))
        self.loop.close()
        self.journal.close()


@contextmanager
def shift(path: Path, **kw: Any) -> Iterator[Shift]:
    on = Shift(path, **kw)
    try:
        yield on
    finally:
        on.close()


def played(on: Evening) -> Evening:
    """A round of five boxes with a double, a match, a peek and a spin, up to the cleared layout."""
    on.lit(1, 3, 4, 5, 7, match={4: None, 7: 500}, bonus_spin={3: None, 5: None})
    on.draw("8c 9d 6h As 7d Qc 5h 9c 5s Kd Qh 8d")
    on.press("act1")
    on.press("act1")
    on.peek(False)
    on.draw("4d")
    on.press("act1")
    on.press("act3")
    on.draw("9s")
    on.press("act1")
    on.press("act7")
    on.reading(fact.SeatButtonPressed, "wheel", box=5)
    on.reading(fact.SpinDone, "wheel", order=on.state.orders[-1].wire, section="50")
    return on


def disputed(on: Evening) -> Evening:
    """A round with a correction, a ten that holds the table, a refusal; up to the settlement."""
    on.put(cmd.LayoutCleared(), after_ms=3000)
    on.lit(1, 3, 4)
    on.draw("8c 6d Ks 7d 5h 7c 8s Jh")
    on.press("act1")
    if on.play.round == "match_due":
        on.press("act1")
    on.draw("4d 2d")
    on.put(cmd.LastCard(what="box"))
    on.put(cmd.Double(box=6, hand=1))
    on.draw("Th")
    on.answer("ten", "YES")
    on.floor(
        cmd.Notified(irr=on.open[0].id, whom="R. Vance", role="casino_supervisor"),
        rank="casino_supervisor",
    )
    on.rule("remove_card", reason="torn, boxed")
    on.draw("3h")
    on.press("act7")
    return on


def unlucky(on: Evening) -> Evening:
    """A split, an answer withheld over match wagers, an unread card, a device lost and back."""
    on.lit(1, 3, match={1: None})
    on.draw("8c 6d Qc 8h 5h 5s")
    on.press("act1")
    on.peek(False)
    on.press("act1")
    on.press("act4")
    on.draw("9s")
    on.press("act1")
    on.draw("Kd")
    on.put(fact.DeviceLost(device="shuffler", reason="unplugged"))
    on.hello("shuffler", "shuffler", moved=1)
    on.unread()
    on.rule("enter_card", reason="5c")
    on.draw("Kc")
    on.press("act7")
    on.draw("2h")
    return on
