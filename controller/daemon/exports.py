"""Word of what was done with the record beside the daemon, which alone writes it.

`journal export`, `journal hold` and whoever destroys keys of hidden cards leave a note in
`FILE.exports`; the daemon makes a row of it and takes it away.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TypeAlias

import msgspec

from controller.domain import facts as fact
from controller.journal.days import names
from controller.journal.files import force, require_no_link, settle, unfinished, unfinished_made
from controller.journal.regular import read_regular

Said: TypeAlias = fact.Exported | fact.DayHeld | fact.CardKeysDestroyed


def folder_of(journal: Path) -> Path:
    return names.exports_path(journal)


def leave(journal: Path, said: Said) -> Path:
    """Durable when it returns. Raises: OSError; JournalError for a link to another folder."""
    folder = folder_of(journal)
    require_no_link(folder, "Remove it")
    folder.mkdir(mode=0o700, exist_ok=True)
    name = said.sha256 if isinstance(said, fact.Exported) else str(time.time_ns())
    note = folder / f"{name}.json"
    unfinished_made(note).write_bytes(msgspec.json.encode(said))
    force(unfinished(note))
    settle(note)
    return note


def waiting(folder: Path) -> list[Path]:
    """Oldest first; none through a link: what is no note is taken away."""
    if folder.is_symlink():
        return []
    try:
        return sorted(folder.glob("*.json"), key=lambda note: note.stat().st_mtime_ns)
    except OSError:
        return []


def read(note: Path) -> Said | None:
    """None = not of this form. Raises: OSError."""
    try:
        return msgspec.json.decode(read_regular(note), type=Said)
    except msgspec.MsgspecError:
        return None
