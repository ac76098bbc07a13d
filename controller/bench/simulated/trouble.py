"""What fails inside the controller: its disk and its own code, both broken from outside.

The disk fails in the library under the record, the code where a chart takes an event, at a named
event and once. Nothing of the controller knows of either.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import apsw

from controller.journal.days.names import parts
from controller.journal.files import log_path
from controller.journal.head import head_path
from controller.procedure.charts.owners import OWNERS
from controller.procedure.charts.rows import FlatChart
from controller.procedure.state.context import Context

EVENTS = frozenset(event for event, charts in OWNERS.values() if "desk" not in charts)
"""Where the code may fail."""
WELL = "well"
FAILS: dict[str, tuple[str, type[apsw.Error]]] = {
    "full": ("BEGIN IMMEDIATE", apsw.FullError),
    "broken": ("COMMIT", apsw.IOError),
}
"""How a disk may fail: at which statement, with which error."""
DISKS = (WELL, *FAILS)


class CodeFailed(Exception):
    """Raised where the code was told to fail."""


class Trouble:
    """Open it around everything that writes a record. One at a time in a process."""

    def __init__(self) -> None:
        self.disk = WELL
        self.fails_at = ""
        """The event at which the code fails next; empty = nowhere."""
        self.failed: list[str] = []
        """Events at which it has failed."""
        self._damaged: tuple[int, bytes] | None = None
        self._connection, self._send = apsw.Connection, FlatChart.send

    def __enter__(self) -> Self:
        trouble, send = self, self._send

        class Connection(apsw.Connection):
            def execute(self, statements: str, *args: Any, **more: Any) -> apsw.Cursor:
                at, error = FAILS.get(trouble.disk, ("", apsw.Error))
                if statements == at:
                    raise error("the disk says no")
                return super().execute(statements, *args, **more)

        def failing(chart: FlatChart, state: str, event: str, c: Context) -> str:
            if event == trouble.fails_at:
                trouble.fails_at = ""
                trouble.failed.append(event)
                raise CodeFailed(event)
            return send(chart, state, event, c)

        apsw.Connection = Connection  # type: ignore[misc]
        FlatChart.send = failing  # type: ignore[method-assign, assignment]
        return self

    def damage(self, record: Path, row: int) -> None:
        """Change one row as somebody would who owns the file; `mend` puts it back."""
        found = _payload(record, row)
        self._damaged = (row, found)
        _write_row(record, row, found + b"!")

    def mend(self, record: Path) -> None:
        if self._damaged is not None:
            _write_row(record, *self._damaged)
            self._damaged = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        apsw.Connection = self._connection  # type: ignore[misc]
        FlatChart.send = self._send  # type: ignore[method-assign]


def _payload(record: Path, row: int) -> bytes:
    db = apsw.Connection(str(_file_of(record, row)))
    found = db.execute("SELECT payload FROM row WHERE seq = ?", (row,)).get
    db.close()
    return bytes(found)


def _write_row(record: Path, row: int, payload: bytes) -> None:
    """Past the trigger that refuses it, which stays where it was."""
    db = apsw.Connection(str(_file_of(record, row)))
    trigger = db.execute("SELECT sql FROM sqlite_master WHERE name = 'row_stays'").get
    db.execute("DROP TRIGGER row_stays")
    db.execute("UPDATE row SET payload = ? WHERE seq = ?", (payload, row))
    db.execute(str(trigger))
    db.close()


def _file_of(record: Path, row: int) -> Path:
    """Of the files of the gaming days the one that holds the row. Raises: LookupError."""
    for part in parts(record):
        db = apsw.Connection(str(part.path))
        holds = db.execute("SELECT 1 FROM row WHERE seq = ?", (row,)).get
        db.close()
        if holds:
            return part.path
    raise LookupError(f"the record has no row {row}")


def copy_record(record: Path) -> None:
    """Keep the record as it is now; it may be in use, but not being written to."""
    shutil.rmtree(_copies(record), ignore_errors=True)
    _copies(record).mkdir()
    for file in _files(record):
        shutil.copy2(file, _copies(record))


def restore_record(record: Path) -> None:
    """Put the kept copy in the place of the record, which nobody may have open."""
    if not _copies(record).exists():
        raise LookupError("the record was never copied")
    for file in _files(record):
        file.unlink()
    for file in _copies(record).iterdir():
        shutil.copy2(file, record.parent)


def _files(record: Path) -> list[Path]:
    """Of each gaming day the file, its log and its head."""
    paths = [part.path for part in parts(record)]
    return [f for path in paths for f in (path, log_path(path), head_path(path)) if f.exists()]


def _copies(record: Path) -> Path:
    return record.with_name(record.name + ".copies")
