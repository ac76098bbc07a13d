"""How fast the journal verifies, recovers and commits, on the disk of the temp directory."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from controller.cli.run import PROVING_S
from controller.daemon.proving import ROWS
from controller.journal.append import create_journal, open_journal
from controller.journal.chain import START, link
from controller.journal.prover import Prover
from controller.journal.read import open_reader
from controller.journal.rows import OPENING, Draft, Head
from controller.journal.seal import Signer
from controller.journal.verify import verify
from controller.journal.versions import encode_opening

from .figure import Figure, p50_p99

DAY_ROWS, TEN_DAYS_ROWS = 60_000, 600_000
PAYLOAD = bytes(range(200))
COMMITS, APART_S = 300, 0.005
SIGNED_EVERY = 250
"""About a round of seven boxes."""


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as directory:
        committing = asyncio.run(_committing(Path(directory)))
        return [*_reading(Path(directory)), _proving(Path(directory)), *committing]


def _reading(directory: Path) -> list[Figure]:
    figures: list[Figure] = []
    for rows in (DAY_ROWS, TEN_DAYS_ROWS):
        path = _journal(directory / f"{rows}.journal", rows)
        took = _best(partial(verify, path))
        name = f"journal verify, {rows} rows"
        figures.append(Figure(name, rows / took, "rows/s", least=400_000))
    path = directory / f"{DAY_ROWS}.journal"
    took = _best(partial(_read_all, path))
    figures.append(Figure(f"journal read and check, {DAY_ROWS} rows", took, "s", most=0.5))
    return figures


def _journal(path: Path, rows: int) -> Path:
    drafts = [Draft(n, n * 1000, "shoe", "CardDrawn", PAYLOAD) for n in range(2, rows + 1)]
    create_journal(path, at_us=0, record=b"", signer=Signer.generate(), rows=drafts)
    return path


def _proving(directory: Path) -> Figure:
    """A whole pass of the background verifier over a day, as the daemon asks it for its parts."""
    signer, path = Signer.generate(), directory / "signed.journal"
    opening = Draft(1, 0, "journal", OPENING, encode_opening(signer.public_key, b""))
    (row,) = link(START, [opening])
    head, drafts = Head(row.seq, row.hash), list[Draft]()
    while len(drafts) < DAY_ROWS:
        draft = Draft(head.seq + 1, 0, "shoe", "CardDrawn", PAYLOAD)
        if head.seq % SIGNED_EVERY == 0:
            draft = signer.draft(head, 0)
        (row,) = link(head, [draft])
        head = Head(row.seq, row.hash)
        drafts.append(draft)
    create_journal(path, at_us=0, record=b"", signer=signer, rows=drafts)
    prover, parts = Prover(path, signer.public_key), 0
    began = time.process_time()
    while prover.proven.passes == 0:
        assert prover.part(ROWS, head).fault is None
        parts += 1
    took = time.process_time() - began
    prover.close()
    share = 100 * took / (parts * PROVING_S)
    return Figure(f"background verifier, {DAY_ROWS} rows", share, "% of core", most=2)


def _read_all(path: Path) -> None:
    with open_reader(path) as reader:
        for _ in reader.rows():
            pass


def _best(run: Callable[[], object]) -> float:
    """Units: seconds of the process's own time, the best of three."""
    took = []
    for _ in range(3):
        began = time.process_time()
        run()
        took.append(time.process_time() - began)
    return min(took)


async def _committing(directory: Path) -> list[Figure]:
    signer, path = Signer.generate(), directory / "commits.journal"
    create_journal(path, at_us=0, record=b"", signer=signer)
    journal = open_journal(path, signer)
    took: list[float] = []
    for _ in range(COMMITS):
        draft = Draft(journal.head.seq + 1, 0, "shoe", "CardDrawn", PAYLOAD)
        began = time.perf_counter()
        await journal.commit([draft])
        took.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(APART_S)
    journal.close()
    half, most = p50_p99(took)
    return [Figure("raw commit p50", half, "ms"), Figure("raw commit p99", most, "ms")]
