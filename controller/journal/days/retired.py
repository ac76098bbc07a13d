"""The last row of a record that is given up for good: nothing is written behind it."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from controller.journal.append import open_journal
from controller.journal.rows import RETIRED, Draft, Head
from controller.journal.seal import Signers


class Retired(Struct, frozen=True):
    by: tuple[str, str]
    """Two people, the higher rank last."""
    reason: str
    meters: tuple[tuple[str, int], ...] = ()
    """What each meter stood at. Units: cents, rounded down."""


async def retire(path: Path, signer: Signers, said: Retired, *, at_us: int) -> Head:
    """Write it, signed; the head that is to be written down. Raises: JournalError."""
    journal = open_journal(path, signer)
    try:
        row = Draft(journal.head.seq + 1, at_us, "journal", RETIRED, msgspec.msgpack.encode(said))
        return await journal.commit([row], sign=True)
    finally:
        journal.close()
