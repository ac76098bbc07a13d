"""A process that records until it is killed: `python writer.py FILE KEYS [days]`.

It prints the last row of each batch once the journal acknowledged it, never before. With `days` it
begins another file behind every third batch, each with a key of its own.
"""

from __future__ import annotations

import asyncio
import os
import sys
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.journal.append import Journal, open_journal
from controller.journal.days.change import NextFile, opening_row
from controller.journal.keys import KeyRing
from controller.journal.rows import Draft
from controller.journal.seal import Signer


def signer_of(keys: Path, number: int) -> Signer:
    """The first is the table's; the others are known by their number, for the next process."""
    if number == 1:
        return KeyRing(keys).signer(1)
    seed = sha256(str(number).encode()).digest()
    return Signer(Ed25519PrivateKey.from_private_bytes(seed))


async def write(path: Path, keys: Path, *, days: bool) -> None:
    journal = open_journal(path, lambda number: signer_of(keys, number))
    print("open", journal.head.seq, flush=True)
    batches = 0
    while True:
        first = journal.head.seq + 1
        drafts = [
            Draft(seq, seq, "shoe", "CardDrawn", f"{seq} by {os.getpid()}".encode())
            for seq in range(first, first + 1 + first % 4)
        ]
        await journal.commit(drafts, sign=first % 5 == 0)
        print("recorded", drafts[-1].seq, flush=True)
        batches += 1
        if days and batches % 3 == 0:
            await _next_day(journal, keys)


class Keys:
    def __init__(self, keys: Path) -> None:
        self._keys = keys

    def new(self, number: int) -> Signer:
        return signer_of(self._keys, number)

    def begun(self, number: int) -> None:
        return


async def _next_day(journal: Journal, keys: Path) -> None:
    number, seq = journal.number + 1, opening_row(journal.head) + 1
    day = f"2026-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}"
    state = Draft(seq, seq, "table", "snapshot", b"state")
    await journal.go_on(NextFile(day, b"opening", state, Keys(keys)))
    print("changed", journal.head.seq, flush=True)


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1]), Path(sys.argv[2]), days=sys.argv[3:] == ["days"]))
