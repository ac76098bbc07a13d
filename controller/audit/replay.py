"""Replay a whole journal under its own rules and compare every outcome and every snapshot.

A difference is either damage that the chain cannot see (a row forged with its key) or newer code
that decides differently: it is listed, never taken over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct, field

from controller.domain.commands import RulesAccepted
from controller.domain.structs import replace
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
from controller.procedure.state.inputs import Outcome, Recorded
from controller.procedure.state.whole import State, Step
from controller.table.record import RULES, SNAPSHOT, SOFTWARE, Snapshot
from controller.table.recovery import InForce, decoded

from .fold import Folder, Turn, snapshot_in
from .watchers import Finding, Watch

Progress = Callable[[int, int], None]
"""(row, last row)."""
NEITHER = (SIGNATURE, SOFTWARE, RESTORED, STOPPED, RETIRED, CONTINUED, DELETED)
"""Rows that move nothing and bring no rules."""
EVERY = 2000
"""Rows between two calls of progress."""


class Difference(Struct, frozen=True):
    """What a row recorded and what this software makes of it."""

    row: int
    kind: str
    what: str
    recorded: str
    now: str

    def __str__(self) -> str:
        return f"row {self.row} {self.kind}: {self.what}: recorded {self.recorded}, now {self.now}"


class Replayed(Struct, frozen=True, kw_only=True):
    rows: int
    inputs: int
    rounds: int
    """Rounds that were closed."""
    equal: int
    """Snapshots that are the folded state."""
    skipped: int
    """Snapshots that other code made; they are not compared."""
    unread: int
    """Snapshots of a shape that this software does not know."""
    whole: bool
    """False = stopped at the first difference."""
    differences: tuple[Difference, ...]
    findings: tuple[Finding, ...]


class Replay(Struct, kw_only=True):
    """The run itself: a journal's rows in order."""

    code: str
    watch: Watch | None = None
    rows: int = 0
    inputs: int = 0
    rounds: int = 0
    equal: int = 0
    skipped: int = 0
    unread: int = 0
    differed: bool = False
    """An outcome of the present round came out differently."""
    progress: Progress | None = None
    findings: list[Finding] = field(default_factory=list)

    def run(self, reader: Reader) -> Iterator[Difference]:
        """Yield the differences in their order.

        A round that came out differently does not spoil the next: that one is folded from the state
        that was recorded at its start.
        """
        rules, last = InForce(reader), reader.head().seq
        folder = Folder(rules.house, State())
        due: tuple[Row, Recorded, Step] | None = None
        signed: Row | None = None
        opened = 0
        for row in reader.rows():
            self._count(row, last)
            if row.kind in NEITHER:
                continue
            if row.kind == OPENING:
                opened = row.seq
                rules.take(opened)
                continue
            if row.kind == SNAPSHOT:
                if row.seq == opened + 1 and self.inputs:
                    yield from self._carried(folder, row)
                else:
                    yield from self._snapshot(folder, row, due, rules.row)
                due = None
                continue
            if due is not None:
                yield _missing(due[0])
            due = None
            if (row.kind == RULES) != (signed is not None):
                yield _unsigned(row) if signed is None else _not_in_force(signed)
            signed = None
            if row.kind == RULES:
                rules.take(row.seq)
                continue
            recorded = decoded(reader, row)
            turn = folder.step(row, recorded, rules.house)
            yield from self._turned(turn)
            accepted = turn.step.state.play.offer.accepted
            if accepted and isinstance(turn.stamped.input, RulesAccepted):
                signed = row
            if turn.step.boundary is not None:
                self.rounds += 1
                due = (row, recorded, turn.step)
        if due is not None:
            yield _missing(due[0])
        if signed is not None:
            yield _not_in_force(signed)

    def _count(self, row: Row, last: int) -> None:
        self.rows += 1
        if self.progress and self.rows % EVERY == 0:
            self.progress(row.seq, last)

    def _turned(self, turn: Turn) -> Iterator[Difference]:
        self.inputs += 1
        if self.watch is not None:
            self.findings += self.watch.look(
                turn.row, turn.before, turn.stamped, turn.step, turn.house
            )
        found = list(differences(turn)) or _elsewhere(turn, known=self.differed)
        self.differed = self.differed or bool(found)
        yield from found

    def _carried(self, folder: Folder, row: Row) -> Iterator[Difference]:
        """A later file begins with the state as it stood at the end of the one before."""
        snapshot = snapshot_in(row)
        if snapshot is None:
            self.unread += 1
            return
        differed, self.differed = self.differed, False
        if snapshot.code != self.code:
            self.skipped += 1
        elif snapshot == replace(snapshot, state=folder.state, resume=row.seq + 1):
            self.equal += 1
        elif not differed:
            yield _unequal(row, row.seq + 1, snapshot, folder.state)
        folder.state = snapshot.state

    def _snapshot(
        self, folder: Folder, row: Row, due: tuple[Row, Recorded, Step] | None, rules: int
    ) -> Iterator[Difference]:
        snapshot = snapshot_in(row)
        if snapshot is None:
            self.unread += 1
            return
        if due is None:
            if self.inputs == 0:
                folder.state = snapshot.state
                return
            yield Difference(row.seq, row.kind, "a snapshot where no round closed", "one", "none")
            return
        differed, self.differed = self.differed, False
        if snapshot.code != self.code:
            self.skipped += 1
            if differed:
                folder.resume(snapshot.state, due[0], due[1])
            return
        boundary = due[2].boundary
        assert boundary is not None
        if snapshot == replace(snapshot, state=boundary, resume=due[0].seq, rules=rules):
            self.equal += 1
            return
        yield _unequal(row, due[0].seq, snapshot, boundary)
        folder.resume(snapshot.state, due[0], due[1])


def replay(
    reader: Reader,
    code: str,
    *,
    every: bool = False,
    watch: Watch | None = None,
    progress: Progress | None = None,
) -> Replayed:
    """Fold the file; stops at the first difference unless `every`.

    Raises: JournalError, PackError.
    """
    run = Replay(code=code, watch=watch, progress=progress)
    found: list[Difference] = []
    for difference in run.run(reader):
        found.append(difference)
        if not every:
            break
    return Replayed(
        rows=run.rows,
        inputs=run.inputs,
        rounds=run.rounds,
        equal=run.equal,
        skipped=run.skipped,
        unread=run.unread,
        whole=every or not found,
        differences=tuple(found),
        findings=tuple(run.findings),
    )


# ---- differences ----
def differences(turn: Turn) -> Iterator[Difference]:
    """One for each field of the outcome that comes out differently."""
    for name in Outcome.__struct_fields__:
        recorded, now = getattr(turn.recorded, name), getattr(turn.step.outcome, name)
        if recorded != now:
            yield Difference(turn.row, turn.kind, name, _words(name, recorded), _words(name, now))


def _words(name: str, value: object) -> str:
    """Keys of cards and wire ids say nothing to people; kinds, faces and clauses do."""
    if not isinstance(value, tuple):
        return f"{value!r}" if value else "nothing"
    if not value:
        return "nothing"
    match name:
        case "raised" | "withdrawn":
            return ", ".join(r.kind for r in value)
        case "orders":
            return ", ".join(f"{o.kind} {o.target}".strip() for o in value)
        case "exposed":
            return ", ".join(e.face for e in value)
        case "answers":
            return ", ".join(f"{q} {'yes' if a else 'no'}" for q, a in value)
    return ", ".join(map(str, value))


def _elsewhere(turn: Turn, *, known: bool) -> list[Difference]:
    """The answer was the same; each row behind it in the round differs by it, which is `known`."""
    if known or not turn.elsewhere:
        return []
    return [Difference(turn.row, turn.kind, "where the table stands", "as recorded", "elsewhere")]


def _missing(row: Row) -> Difference:
    return Difference(
        row.seq, row.kind, "a round closed without a snapshot", "none", "a snapshot is due"
    )


def _unsigned(row: Row) -> Difference:
    return Difference(row.seq, row.kind, "other rules that nobody accepted", "in force", "none")


def _not_in_force(row: Row) -> Difference:
    what = "rules were accepted and did not come into force"
    return Difference(row.seq, row.kind, what, "none", "a row of rules is due")


def _unequal(row: Row, resume: int, snapshot: Snapshot, boundary: State) -> Difference:
    """Name the parts of the state that differ, never their values: some lie face down."""
    parts = [f"play.{name}" for name in _parts(snapshot.state.play, boundary.play)]
    parts += [name for name in _parts(snapshot.state, boundary) if name != "play"]
    if snapshot.resume != resume:
        parts.append(f"resume {snapshot.resume} for {resume}")
    return Difference(row.seq, row.kind, "the state between rounds", "one", ", ".join(parts))


def _parts(one: Struct, other: Struct) -> list[str]:
    return [n for n in one.__struct_fields__ if getattr(one, n) != getattr(other, n)]
