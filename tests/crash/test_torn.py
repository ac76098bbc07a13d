"""A record whose files were spoiled goes on from its last commit, or is refused: never otherwise.

`--copies N`: so many spoiled copies, half of a table without power, half of a running one.
"""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from random import Random

import apsw
import pytest

from controller.errors import JournalError
from controller.journal.append import open_journal
from controller.journal.files import log_path, with_log
from controller.journal.head import head_path
from controller.journal.prover import Prover
from controller.journal.read import open_reader
from controller.journal.rows import Draft, Head
from controller.journal.seal import Signer
from controller.journal.verify import verify
from controller.table.recovery import recover
from tests.audit.shift import disputed, played, shift

from .damage import RUNNING, STANDING, Damage

Capture = pytest.CaptureFixture[str]
PARTS = 40
"""Parts of a hundred rows: what the background verifier reads in 10 s beside a running table."""


class Evening:
    """Two rounds as they lay on the disk when the power went: the newest rows are in the log."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        with shift(folder.parent / "live.db") as on:
            played(on.opened())
            _into_the_file(on.path)
            disputed(on)
            self.signer: Signer = on.signer
            self.head, self.state = on.journal.head, on.state
            for file in (*with_log(on.path), head_path(on.path)):
                shutil.copy2(file, folder / file.name)
        assert log_path(folder / "live.db").stat().st_size > 0

    def copy(self, to: Path) -> Path:
        shutil.copytree(self.folder, to)
        return to / "live.db"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return Evening(tmp_path_factory.mktemp("torn") / "evening")


def _into_the_file(path: Path) -> None:
    """The first round's rows are moved out of the log, as SQLite does from time to time."""
    beside = apsw.Connection(str(path))
    beside.execute("PRAGMA wal_checkpoint(FULL)")
    beside.close()


def outcome(evening: Evening, path: Path) -> str:
    """What a start makes of it. Asserts that it is never another state than the last one."""
    try:
        journal = open_journal(path, evening.signer)
    except JournalError:
        return "refused"
    try:
        with open_reader(path) as reader:
            found = recover(reader)
    except JournalError:
        return "refused"
    finally:
        journal.close()
    assert found.difference is None
    assert (found.seq, found.state) == (evening.head.seq, evening.state)
    return "whole" if verify(path).fault is None else "goes on, found by the verifier"


def test_spoiled_copies_go_on_from_the_last_commit_or_not_at_all(
    evening: Evening, tmp_path: Path, request: pytest.FixtureRequest, capsys: Capture
) -> None:
    copies = int(request.config.getoption("--copies", default=84)) // 2
    seed = int(request.config.getoption("--crash-seed", default=1))
    found: Counter[str] = Counter()
    for n in range(copies):
        damage = STANDING[n % len(STANDING)]
        path = evening.copy(tmp_path / f"copy-{n}")
        damage(path, Random(f"{seed}/{n}"))
        found[outcome(evening, path)] += 1
        shutil.rmtree(path.parent)
    with capsys.disabled():
        print(f"\n{copies} spoiled copies: {dict(found)}")


async def test_files_spoiled_under_a_running_table_stop_it_or_are_found(
    evening: Evening, tmp_path: Path, request: pytest.FixtureRequest, capsys: Capture
) -> None:
    """Within two commits, or by the background verifier; what was acknowledged is there."""
    copies = int(request.config.getoption("--copies", default=84)) // 2
    seed = int(request.config.getoption("--crash-seed", default=1))
    found: Counter[str] = Counter()
    for n in range(copies):
        path = evening.copy(tmp_path / f"copy-{n}")
        found[await running(evening, path, RUNNING[n % len(RUNNING)], Random(f"{seed}/{n}"))] += 1
        shutil.rmtree(path.parent)
    with capsys.disabled():
        print(f"\n{copies} spoiled under a running table: {dict(found)}")


async def running(evening: Evening, path: Path, damage: Damage, rng: Random) -> str:
    journal = open_journal(path, evening.signer)
    prover = Prover(path, evening.signer.public_key)
    try:
        head = await journal.commit([_row(journal.head)])
        damage(path, rng)
        try:
            for _ in range(2):
                head = await journal.commit([_row(journal.head)])
        except JournalError:
            return "stopped at a commit"
        if _found(prover, head):
            return "found by the verifier"
    finally:
        prover.close()
        journal.close()
    assert _holds(evening, path, head), "an acknowledged row is gone and nobody said so"
    return "harmless"


def _row(head: Head) -> Draft:
    return Draft(head.seq + 1, 0, "table", "test", b"\x90")


def _found(prover: Prover, head: Head) -> bool:
    return any(prover.part(100, head).fault is not None for _ in range(PARTS))


def _holds(evening: Evening, path: Path, head: Head) -> bool:
    report = verify(path, evening.signer.public_key)
    return report.fault is None and report.head == head
