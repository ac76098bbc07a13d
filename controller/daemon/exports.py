"""Word of evidence that was made beside the daemon, which alone writes the record.

`journal export` leaves a note in `FILE.exports`; the daemon makes a row of it and takes it away.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from controller.domain import facts as fact
from controller.journal.files import force


def folder_of(journal: Path) -> Path:
    return journal.with_name(journal.name + ".exports")


def leave(journal: Path, said: fact.Exported) -> Path:
    """Durable when it returns. Raises: OSError."""
    folder = folder_of(journal)
    folder.mkdir(mode=0o700, exist_ok=True)
    note = folder / f"{said.sha256}.json"
    new = note.with_suffix(".new")
    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(fd, "wb") as file:
        file.write(msgspec.json.encode(said))
        file.flush()
        os.fsync(fd)
    new.rename(note)
    force(folder)
    return note


def waiting(folder: Path) -> list[Path]:
    """Oldest first."""
    try:
        return sorted(folder.glob("*.json"), key=lambda note: note.stat().st_mtime_ns)
    except OSError:
        return []


def read(note: Path) -> fact.Exported | None:
    """None = not of this form."""
    try:
        return msgspec.json.decode(note.read_bytes(), type=fact.Exported)
    except (OSError, msgspec.MsgspecError):
        return None
