"""Fold a journal back into the state: every outcome must come out as it was recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from controller.errors import JournalError
from controller.journal.read import Reader
from controller.journal.rows import OPENING, SIGNATURE, Row
from controller.procedure.inputs import Recorded
from controller.procedure.state import State
from controller.procedure.step import Procedure

from .record import SNAPSHOT, decode_row, decode_snapshot
from .vault import RecordVault

Progress = Callable[[int, int], None]
"""(rows folded, rows to fold)."""
FIRST_INPUT = 3
"""Row 1 is the opening, row 2 the first snapshot."""


class Difference(Struct, frozen=True):
    """The first row whose outcome comes out otherwise than it was recorded."""

    row: int
    kind: str
    recorded: str
    now: str


class Recovered(Struct, frozen=True):
    state: State
    seq: int
    mono: int
    folded: int
    difference: Difference | None = None


def recover(
    reader: Reader, procedure: Procedure, code: str, progress: Progress | None = None
) -> Recovered:
    """From the last snapshot that this code made, else from the file's first row.

    Raises: JournalError when a row does not decode.
    """
    state, first, mono = _start(reader, code)
    last = reader.head().seq
    vault, folded = RecordVault(), 0
    for row, recorded in inputs(reader, first):
        mono = recorded.stamped.mono
        vault.learn(recorded.outcome.exposed, recorded.outcome.answers)
        step = procedure.step(state, recorded.stamped, vault)
        folded += 1
        if step.outcome != recorded.outcome:
            difference = Difference(
                row.seq, row.kind, _words(recorded.outcome.verdict), _words(step.outcome.verdict)
            )
            return Recovered(state, last, _last_mono(reader, row.seq), folded, difference)
        state = step.state
        if progress and folded % 1000 == 0:
            progress(row.seq - first, last - first)
    return Recovered(state, last, mono, folded)


def inputs(reader: Reader, first: int) -> Iterator[tuple[Row, Recorded]]:
    """The recorded inputs from a row on, with their rows. Raises: JournalError."""
    for row in reader.rows(first):
        if row.kind in (SNAPSHOT, SIGNATURE, OPENING):
            continue
        try:
            yield row, decode_row(row.payload)
        except ValueError as error:
            raise JournalError(
                f"row {row.seq} does not decode",
                where=str(reader.path),
                do="Run dealer-assist journal verify on it",
            ) from error


def _start(reader: Reader, code: str) -> tuple[State, int, int]:
    row = reader.last(SNAPSHOT)
    while row is not None:
        try:
            snapshot = decode_snapshot(row.payload)
        except ValueError:
            snapshot = None
        if snapshot is not None and snapshot.code == code:
            return snapshot.state, snapshot.resume, snapshot.mono
        row = reader.last(SNAPSHOT, before=row.seq)
    return State(), FIRST_INPUT, 0


def _last_mono(reader: Reader, first: int) -> int:
    """The table's clock goes on from the last row, also where the fold stopped before it."""
    return max(recorded.stamped.mono for _, recorded in inputs(reader, first))


def _words(verdict: str) -> str:
    return verdict
