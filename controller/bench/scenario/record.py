"""The record that a scenario leaves, looked at without the table that wrote it.

It must verify, replay outcome for outcome, be told in words, satisfy the watchers, hold no
controller fault that the scenario did not bring about, and pay every round of `play` as the rules
alone pay it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from controller.audit.fold import Folder, Turn
from controller.bench import promises
from controller.bench.automatic.dealer import Dealt
from controller.bench.simulated.trouble import WELL, Trouble
from controller.domain.commands import Ruled
from controller.domain.wagers import Payment
from controller.journal.read import open_reader
from controller.journal.verify import verify
from controller.procedure.state.whole import State
from controller.table.recovery import FIRST_INPUT, InForce

OF_EARLIER = re.compile(r", round \d+$")


class Record(Struct, frozen=True):
    wrong: str = ""
    """The first thing that is wrong; empty = nothing is."""
    ruled: tuple[tuple[str, str], ...] = ()
    """Kind of irregularity and ruling, as they were accepted or carried out at once."""


def look(journal: Path, dealt: Iterable[Dealt], trouble: Trouble) -> Record:
    """`trouble` = what failed while it was written: the code fails again at the same rows."""
    trouble.disk, trouble.fails_at, failed = WELL, "", list(trouble.failed)
    trouble.mend(journal)
    if (fault := verify(journal).fault) is not None:
        return Record(f"the record: row {fault.seq}: {fault.what}")
    paid: dict[int, tuple[Payment, ...]] = {}
    ruled: list[tuple[str, str]] = []
    with open_reader(journal) as reader:
        rules = InForce(reader)
        folder, watch = Folder(rules.house, State()), promises.watch(rules.house)
        for row, recorded in rules.inputs(FIRST_INPUT):
            if caused := recorded.outcome.verdict == "fault" and bool(failed):
                trouble.fails_at = failed.pop(0)
            turn = folder.step(row, recorded, rules.house)
            wrong = _wrong(turn, caused=caused) or next(
                map(str, watch.look(turn.row, turn.before, turn.stamped, turn.step, turn.house)), ""
            )
            if wrong:
                return Record(f"the record: {wrong}")
            ruled += _ruled(turn)
            if turn.step.boundary is not None:
                paid[turn.before.play.number] = turn.before.play.payments
        paid[folder.state.play.number] = folder.state.play.payments
    for one in dealt:
        number = one.notes.number
        if _movements(paid.get(number, ())) != _movements(one.account):
            return Record(f"the record: round {number} was not paid as its cards are settled")
    return Record(ruled=tuple(ruled))


def _wrong(turn: Turn, *, caused: bool) -> str:
    if turn.recorded.verdict == "fault" and not caused:
        return f"row {turn.row} {turn.kind}: controller fault"
    return "" if turn.same else f"row {turn.row} {turn.kind} comes out differently when replayed"


def _ruled(turn: Turn) -> list[tuple[str, str]]:
    said = turn.stamped.input
    if turn.recorded.verdict != "accepted":
        return []
    before = turn.before.play.irregularities
    done = {i.id for i in before if i.status == "carried_out"}
    now = turn.step.state.play.irregularities
    found = [(i.kind, i.ruling) for i in now if i.status == "carried_out" and i.id not in done]
    if isinstance(said, Ruled):
        found += [(i.kind, said.ruling) for i in before if i.id == said.irr]
    return found


def _movements(payments: Iterable[Payment]) -> Counter[tuple[object, ...]]:
    """Fees are dropped before the cards, which do not tell them; nor a spin of another round."""
    settled = (p for p in payments if p.kind != "fee" and not OF_EARLIER.search(p.text))
    return Counter((p.box, p.kind, p.hand, p.direction, p.odds, p.cents) for p in settled)
