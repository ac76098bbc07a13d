"""Fold a journal back into the state: every outcome must come out as it was recorded.

Each row is folded under the rules in force at it: the opening record's, then those of each row of
kind `rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from controller.domain.structs import replace
from controller.errors import JournalError
from controller.journal.read import Reader
from controller.journal.rows import (
    CONTINUED,
    DELETED,
    OPENING,
    RESTORED,
    RETIRED,
    SIGNATURE,
    STOPPED,
    Row,
)
from controller.journal.verify import covered
from controller.journal.versions import decode_opening as opening_of_file
from controller.procedure.engine.fold import Report
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Recorded
from controller.procedure.state.parts.rules_offer import changes
from controller.procedure.state.whole import State
from controller.procedure.step import Procedure

from .earlier import snapshot_of
from .record import (
    BEGUN,
    RULES,
    SNAPSHOT,
    SOFTWARE,
    Opening,
    Snapshot,
    came_to,
    decode_opening,
    decode_row,
    house_of,
)
from .vault import RecordVault

Progress = Callable[[int, int], None]
"""(rows folded, rows to fold)."""
NO_INPUTS = (
    SNAPSHOT,
    SIGNATURE,
    OPENING,
    RULES,
    SOFTWARE,
    RESTORED,
    STOPPED,
    RETIRED,
    CONTINUED,
    DELETED,
)
IN_FORCE = (OPENING, RULES)
"""Rows that say which rules are in force from there on."""
FIRST_INPUT = 3
"""Row 1 is the opening, row 2 the first snapshot."""
BEGINNING = Snapshot("", FIRST_INPUT, State())


class Difference(Struct, frozen=True):
    """The first row whose outcome comes out differently than it was recorded."""

    row: int
    kind: str
    recorded: str
    now: str


class Recovered(Struct, frozen=True):
    state: State
    seq: int
    mono: int
    folded: int
    rules: int
    """The row whose rules are in force now."""
    procedure: Procedure
    difference: Difference | None = None


# ---- rows and the rules in force at them ----
def rules_in(reader: Reader, row: int = BEGUN) -> Opening:
    """What was opened or accepted at that row, or at the first that is there.

    Raises: JournalError.
    """
    found = next(reader.rows(row), None)
    if found is None:
        raise _no_rules(reader, row)
    return rules_of(reader, found)


def rules_of(reader: Reader, row: Row) -> Opening:
    """Of a row that says which rules are in force. Raises: JournalError."""
    payload = row.payload
    if row.kind == OPENING:
        payload = opening_of_file(payload, str(reader.path)).record
    try:
        return decode_opening(payload)
    except ValueError as error:
        raise _no_rules(reader, row.seq) from error


def _no_rules(reader: Reader, row: int) -> JournalError:
    what, do = f"row {row} holds no rules of a table", "Use the software that wrote it"
    return JournalError(what, where=str(reader.path), do=do)


def newest_rules(reader: Reader) -> Opening:
    """Those in force at the head. Raises: JournalError."""
    row = reader.last(IN_FORCE)
    return rules_in(reader) if row is None else rules_of(reader, row)


class InForce:
    """The house at each row, read forward from one row's rules on.

    Raises: JournalError, PackError for rules that this software does not know.
    """

    def __init__(self, reader: Reader, rules: int = BEGUN) -> None:
        self._reader = reader
        self.take(max(rules, reader.first()))

    def take(self, row: int) -> None:
        self.row, self.house = row, house_of(rules_in(self._reader, row))

    def inputs(self, first: int) -> Iterator[tuple[Row, Recorded]]:
        """The recorded inputs from a row on; `house` is the one of the row that came last."""
        for row in self._reader.rows(first):
            if row.kind in IN_FORCE and row.seq > BEGUN:
                self.take(row.seq)
            elif row.kind not in NO_INPUTS:
                yield row, decoded(self._reader, row)


def inputs(reader: Reader, first: int) -> Iterator[tuple[Row, Recorded]]:
    """The recorded inputs from a row on, with their rows. Raises: JournalError."""
    for row in reader.rows(first):
        if row.kind not in NO_INPUTS:
            yield row, decoded(reader, row)


def decoded(reader: Reader, row: Row) -> Recorded:
    """Raises: JournalError."""
    try:
        return decode_row(row.payload)
    except ValueError as error:
        raise JournalError(
            f"row {row.seq} does not decode",
            where=str(reader.path),
            do="Run dealer-assist journal verify on it; use the software that wrote it",
        ) from error


# ---- the fold ----
def recover(
    reader: Reader,
    progress: Progress | None = None,
    report: Report | None = None,
    *,
    whole: bool = False,
) -> Recovered:
    """From the newest signed snapshot, whatever version wrote it: no closed round is decided again.

    `whole` folds from the file's first row instead.
    Raises: JournalError when a row does not decode, PackError.
    """
    start = beginning(reader) if whole else _start(reader)
    state, mono, last = start.state, start.mono, reader.head().seq
    rules = InForce(reader, start.rules)
    procedure, vault, folded = Procedure(rules.house, report), RecordVault(), 0
    for row, recorded in rules.inputs(start.resume):
        if procedure.house is not rules.house:
            procedure = Procedure(rules.house, report)
        mono = recorded.stamped.mono
        vault.learn(recorded.outcome.exposed, recorded.outcome.answers)
        step = procedure.step(state, recorded.stamped, vault)
        folded += 1
        if step.outcome != recorded.outcome or comes_to_otherwise(recorded, step.state):
            difference = Difference(
                row.seq, row.kind, recorded.outcome.verdict, step.outcome.verdict
            )
            mono = _skip(rules, row.seq)
            break
        state = step.state
        if progress and folded % 1000 == 0:
            progress(row.seq - start.resume, last - start.resume)
    else:
        difference = None
    if procedure.house is not rules.house:
        state = _to_be_taken(state, procedure.house, rules.house)
        procedure = Procedure(rules.house, report)
    return Recovered(state, last, mono, folded, rules.row, procedure, difference)


def comes_to_otherwise(recorded: Recorded, state: State) -> bool:
    """The same answer was given, and the table stands elsewhere; rows of before do not tell."""
    return bool(recorded.came_to) and recorded.came_to != came_to(state)


def beginning(reader: Reader) -> Snapshot:
    """Of a record, or of the first file of it that is here. Raises: JournalError."""
    first = reader.first()
    if first == BEGUN:
        return BEGINNING
    row = next(reader.rows(first + 1), None)
    try:
        return snapshot_of(b"" if row is None else row.payload)
    except ValueError as error:
        what = f"row {first + 1} holds no state that this software reads"
        do = "Use the software that wrote it"
        raise JournalError(what, where=str(reader.path), do=do) from error


def _start(reader: Reader) -> Snapshot:
    """The newest snapshot that a signature covers and that decodes, else the beginning."""
    row = reader.last(SNAPSHOT)
    while row is not None:
        if covered(reader, row.seq):
            try:
                return snapshot_of(row.payload)
            except ValueError:
                pass
        row = reader.last(SNAPSHOT, before=row.seq)
    return beginning(reader)


def _to_be_taken(state: State, before: House, after: House) -> State:
    """The next start takes them, also where the fold stopped before they were accepted."""
    offer = replace(state.play.offer, changes=changes(before, after), accepted=True)
    return replace(state, play=replace(state.play, offer=offer))


def _skip(rules: InForce, first: int) -> int:
    """Where the fold stopped. Clock and rules still go on from the last row."""
    return max(recorded.stamped.mono for _, recorded in rules.inputs(first))
