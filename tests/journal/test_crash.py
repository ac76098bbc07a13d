"""kill -9 at any moment loses nothing that was acknowledged (controller/README 1.1)."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from controller.journal.append import create_journal, open_journal
from controller.journal.days.names import newest, parts
from controller.journal.head import read_head
from controller.journal.keys import KeyRing, new_keys
from controller.journal.read import Reader, open_reader
from controller.journal.rows import CONTINUED
from controller.journal.verify import verify

from .writer import signer_of

ROOT = Path(__file__).parents[2]
KILLS = 10
DAY_KILLS = 14


def write_until_killed(path: Path, keys: Path, seconds: float, *how: str) -> tuple[int, int, int]:
    """Return the process id, the head it found and the last row it acknowledged."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.journal.writer", str(path), str(keys), *how],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert child.stdout
    opened = child.stdout.readline().split()
    time.sleep(seconds)
    child.kill()
    said = [line.split() for line in child.stdout.read().splitlines() if line]
    child.wait()
    child.stdout.close()
    found = int(opened[1])
    last = max((int(words[1]) for words in said if len(words) == 2), default=found)
    return child.pid, found, last


def test_every_acknowledged_row_is_there_exactly_once_after_each_kill(tmp_path: Path) -> None:
    """The log is recovered, the head file lags by one commit at the most.

    Source: controller/README 1.1, journal/FORMAT.
    """
    path, keys, chance = tmp_path / "t.journal", tmp_path / "keys", random.Random(7)
    signer = new_keys(keys)
    create_journal(path, at_us=0, record=b"", signer=signer)
    writers: list[tuple[int, int, int]] = []

    for _ in range(KILLS):
        writers.append(write_until_killed(path, keys, chance.uniform(0, 0.05)))
        noted, report = read_head(path), verify(path, signer.public_key)
        assert report.fault is None
        assert noted
        assert writers[-1][2] <= report.rows
        assert report.rows - noted.seq <= 2 * 5

    with open_reader(path) as reader:
        kinds = {r.seq: (r.kind, r.payload) for r in reader.rows(2)}
    for pid, found, last in writers:
        for seq in range(found + 1, last + 1):
            assert kinds[seq] == ("CardDrawn", f"{seq} by {pid}".encode()) or (
                kinds[seq][0] == "signature"
            )
    assert sum(last - found for _, found, last in writers) > 20


def test_kill_in_a_change_of_file_leaves_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    """Never both open, never a row that is lost: at each kill exactly one file may go on."""
    path, keys, chance = tmp_path / "journal.db", tmp_path / "keys", random.Random(11)
    signer = new_keys(keys)
    create_journal(path, at_us=0, record=b"", signer=signer)
    changed, waiting = 0, 0

    for _ in range(DAY_KILLS):
        before = len(parts(path))
        _, _, last = write_until_killed(path, keys, chance.uniform(0, 0.08), "days")
        waiting += bool(list(tmp_path.glob("*.new")))
        report = verify(path, signer.public_key)
        assert report.fault is None
        assert last <= report.rows
        ended = [part for part in parts(path) if ends(part.path)]
        assert len(parts(path)) - len(ended) == (0 if one_waits_for_its_name(path) else 1)
        changed += len(parts(path)) - before
    open_journal(path, lambda number: signer_of(keys, number)).close()

    assert verify(path, signer.public_key).fault is None
    assert not list(tmp_path.glob("*.new"))
    assert changed > DAY_KILLS
    print(f"{changed} changes of file, {waiting} of {DAY_KILLS} kills in the middle of one")


def ends(path: Path) -> bool:
    with Reader(path, [path]) as reader:
        last = reader.head().seq
        return next(reader.rows(last - 1)).kind == CONTINUED


def one_waits_for_its_name(path: Path) -> bool:
    """The newest one ends, and the next lies beside it, whole."""
    return ends(newest(path).path) and bool(list(path.parent.glob("*.db.new")))


def test_lock_is_free_again_when_its_holder_was_killed(tmp_path: Path) -> None:
    """No stale lock ever needs a person."""
    path, keys = tmp_path / "t.journal", tmp_path / "keys"
    create_journal(path, at_us=0, record=b"", signer=new_keys(keys))
    write_until_killed(path, keys, 0.01)

    journal = open_journal(path, KeyRing(keys).signer(1))

    assert journal.head.seq >= 1
    journal.close()


def test_second_process_is_told_who_writes(tmp_path: Path) -> None:
    """A second daemon on the same table is refused by the id of the first."""
    path, keys = tmp_path / "t.journal", tmp_path / "keys"
    signer = new_keys(keys)
    create_journal(path, at_us=0, record=b"", signer=signer)
    journal = open_journal(path, signer)

    second = subprocess.run(
        [sys.executable, "-m", "tests.journal.writer", str(path), str(keys)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )

    journal.close()
    assert second.returncode == 1
    assert "is being written by process" in second.stderr
