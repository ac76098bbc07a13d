"""The record's own account of an evening: every input folded again from the first row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from controller.audit.fold import Folder
from controller.domain.wagers import Payment
from controller.journal.read import open_reader
from controller.procedure.state.whole import State
from controller.table.recovery import FIRST_INPUT, InForce

Movements = Counter[tuple[int, str, int, str, str, object]]


class Books(Struct, frozen=True):
    state: State
    rounds: list[tuple[Payment, ...]]
    """What each settled round paid and took."""
    differences: list[int]
    """Rows whose outcome comes out differently than it was recorded."""


def books_of(journal: Path) -> Books:
    rounds, differences = [], []
    with open_reader(journal) as reader:
        rules = InForce(reader)
        folder = Folder(rules.house, State())
        for row, recorded in rules.inputs(FIRST_INPUT):
            turn = folder.step(row, recorded, rules.house)
            if not turn.same:
                differences.append(row.seq)
            if turn.step.boundary is not None:
                rounds.append(turn.before.play.payments)
    if folder.state.play.round == "settled":
        rounds.append(folder.state.play.payments)
    return Books(folder.state, rounds, differences)


def movements(payments: Iterable[Payment]) -> Movements:
    return Counter((p.box, p.kind, p.hand, p.direction, p.odds, p.cents) for p in payments)
