"""Destroy the keys of hidden cards: a row says of which files and by whom.

Word of it is left before they are gone.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterable
from pathlib import Path

from controller.audit.printed import identity
from controller.daemon import exports
from controller.domain import facts as fact
from controller.errors import JournalError
from controller.journal.days import names, retention
from controller.journal.files import APPLICATION_ID, naming
from controller.journal.keys import KeyRing
from controller.journal.read import open_reader, openings
from controller.journal.verify import covered, verify

from .held_rows import held

WHO = "who does it; without it the row names the user of this machine"


def closed_for_ever(record: Path) -> tuple[int, ...]:
    """Files whose hidden cards nobody needs: none in the shoe, no day held. Raises: JournalError.

    Where the shoe is older than every row that is left, its file is not known.
    """
    record = names.record_at(record, APPLICATION_ID)
    if (fault := verify(record).fault) is not None:  # a row that was taken out may be a hold
        raise JournalError(fault.what, where=str(record), do=fault.do)
    kept = {part.number for part, why in retention.ages(record, 0, held(record), at_us=None) if why}
    with open_reader(record) as reader:
        shoe = reader.last(fact.ShoeLoaded.__name__)
        while shoe is not None and not covered(reader, shoe.seq):  # anybody may have added it
            shoe = reader.last(fact.ShoeLoaded.__name__, shoe.seq)
        used = reader.opening(shoe.seq).number if shoe is not None else 1
    return tuple(number for number in range(1, used) if number not in kept)


def destroy(record: Path, ring: KeyRing, numbers: Iterable[int], who: str) -> tuple[int, ...]:
    """Those of these files; return which had one. Raises: ConfigError, JournalError."""
    there = ring.may_be_destroyed(numbers)
    if not there:
        return ()
    files = tuple((number, day) for number, day in _days(record) if number in there)
    leave_word(record, fact.CardKeysDestroyed(who=who.strip() or _user(), files=files))
    return ring.destroy_cards(there)


def leave_word(record: Path, said: exports.Said) -> None:
    """Raises: JournalError."""
    with naming(exports.folder_of(record), "Check owner and mode of the folder and free space"):
        exports.leave(record, said)
    print("recorded    the daemon makes a row of it, at the latest at its next start")


def _days(record: Path) -> list[tuple[int, str]]:
    """The number of each file, and the gaming day with which it begins."""
    with open_reader(record) as reader:
        whose = identity(reader)
    return [(file.number, file.day or whose.day(row.at_us)) for row, file in openings(record)]


def _user() -> str:
    try:
        return f"user {pwd.getpwuid(os.getuid()).pw_name}"
    except KeyError:
        return f"user {os.getuid()}"
