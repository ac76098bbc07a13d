"""A process that records until it is killed: `python writer.py FILE KEYS`.

It prints the last row of each batch once the journal acknowledged it, never before.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from controller.journal.append import open_journal
from controller.journal.keys import load_signer
from controller.journal.rows import Draft


async def write(path: Path, keys: Path) -> None:
    journal = open_journal(path, load_signer(keys))
    print("open", journal.head.seq, flush=True)
    while True:
        first = journal.head.seq + 1
        drafts = [
            Draft(seq, seq, "shoe", "CardDrawn", f"{seq} by {os.getpid()}".encode())
            for seq in range(first, first + 1 + first % 4)
        ]
        await journal.commit(drafts, sign=first % 5 == 0)
        print("recorded", drafts[-1].seq, flush=True)


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1]), Path(sys.argv[2])))
