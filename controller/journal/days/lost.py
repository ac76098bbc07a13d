"""Whether a record stood where none stands: record and head file may go together.

The keys of its files are made for them, and more lies beside a record than its head file. What is
left of it asks for it: a second record under the same keys would prove itself to who knows them.
"""

from __future__ import annotations

from pathlib import Path

from controller.errors import JournalError
from controller.journal import files
from controller.journal.head import read_head
from controller.journal.keys import KeyRing

from . import names, retention


def require_never_begun(record: Path, keys: KeyRing, rows: int) -> None:
    """`rows` = how many a first start writes: one that was killed leaves no more.

    Raises: JournalError, naming what is left of the record.
    """
    left = next(iter(keys.of_files()), None) or _beside(record)
    noted = read_head(record)
    if noted is not None and (noted.seq > rows or not files.unfinished(record).exists()):
        what = f"is gone; its head file knows row {noted.seq}"
        raise JournalError(what, where=str(record), do=f"Restore the file. {OTHER}")
    if left is not None:
        what = f"is gone; {left.name} is left of it"
        do = f"Put a copy back with journal restore. {OTHER}"
        raise JournalError(what, where=str(record), do=do)


OTHER = "Another record begins in another place, with other keys: keys new"


def _beside(record: Path) -> Path | None:
    log = files.log_path(record)
    known = (log, retention.holds_path(record), names.exports_path(record))
    aside = record.parent.glob(f"{names.literal(record.name)}*.before-*")
    return next((path for path in (*known, *sorted(aside)) if path.exists()), None)
