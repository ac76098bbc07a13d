"""Fold recorded inputs again: each with the state before it and what this software makes of it.

No key is needed: faces come from the rows that turned them, and each is checked against its seal.
Each row is folded under the rules in force at it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from zoneinfo import ZoneInfo

from msgspec import Struct

from controller.journal.read import Reader
from controller.journal.rows import Row
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Outcome, Recorded, Stamped
from controller.procedure.state.whole import State, Step
from controller.procedure.step import Procedure
from controller.table.earlier import snapshot_of
from controller.table.record import SNAPSHOT, Opening, Snapshot
from controller.table.recovery import InForce, comes_to_otherwise
from controller.table.vault import RecordVault


class Turn(Struct, frozen=True):
    """One recorded input: the recorded outcome beside the folded one."""

    row: int
    kind: str
    stamped: Stamped
    recorded: Outcome
    before: State
    step: Step
    house: House
    """Under whose rules."""
    elsewhere: bool = False
    """The table stands elsewhere after it than it did."""

    @property
    def same(self) -> bool:
        return self.step.outcome == self.recorded and not self.elsewhere


class Folder:
    """Steps recorded inputs from a state on; what rows have turned stays known."""

    def __init__(self, house: House, state: State) -> None:
        self._procedure, self.state = Procedure(house), state
        self._vault = RecordVault()

    def step(self, row: Row, recorded: Recorded, house: House) -> Turn:
        """`house` = the one in force at the row."""
        if self._procedure.house is not house:
            self._procedure = Procedure(house)
        self._vault.learn(recorded.outcome.exposed, recorded.outcome.answers)
        before = self.state
        step = self._procedure.step(before, recorded.stamped, self._vault)
        self.state = step.state
        outcome, elsewhere = recorded.outcome, comes_to_otherwise(recorded, step.state)
        stamped = recorded.stamped
        return Turn(row.seq, row.kind, stamped, outcome, before, step, house, elsewhere)

    def resume(self, state: State, row: Row, recorded: Recorded) -> None:
        """Go on from a recorded state: step the row that closed the round on it once more."""
        self.state = state
        self.step(row, recorded, self._procedure.house)


def zone_of(opening: Opening) -> tzinfo | None:
    """The table's own time zone as it was configured; None = not told."""
    try:
        table = tomllib.loads(opening.configuration)["table"]
        return ZoneInfo(table["timezone"])
    except (tomllib.TOMLDecodeError, LookupError, TypeError, ValueError, OSError):
        return None


def snapshots(reader: Reader, before: int | None = None) -> Iterator[Snapshot]:
    """The states between rounds, newest first; those of a shape that is gone are left out."""
    row = reader.last(SNAPSHOT, before)
    while row is not None:
        snapshot = snapshot_in(row)
        if snapshot is not None:
            yield snapshot
        row = reader.last(SNAPSHOT, before=row.seq)


def snapshot_in(row: Row) -> Snapshot | None:
    """None when this software does not know its shape."""
    try:
        return snapshot_of(row.payload)
    except ValueError:
        return None


def turns(
    reader: Reader, start: Snapshot, last: int | None = None, again: Sequence[Snapshot] = ()
) -> Iterator[Turn]:
    """Fold from a snapshot on, up to row `last` or the head.

    `again` = where the table went on from another state than the rows before had led to.
    Raises: JournalError, PackError.
    """
    rules = InForce(reader, start.rules)
    folder, behind = Folder(rules.house, start.state), list(again)
    for row, recorded in rules.inputs(start.resume):
        if last is not None and row.seq > last:
            return
        while behind and row.seq >= behind[0].resume:
            folder.state = behind.pop(0).state
        yield folder.step(row, recorded, rules.house)
