"""Hostile names, a full disk in the middle, a day that is put back years later: said and kept."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import subprocess
import sys
import zipfile
from functools import partial
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from controller.cli import run
from controller.journal.append import Journal, open_journal
from controller.journal.backup import backup
from controller.journal.days.names import parts
from controller.journal.head import head_path
from controller.journal.seal import Signer
from controller.journal.verify import verify
from drivers.sim.rig import Rig
from tests.daemon.tabletop import a_tabletop, now
from tests.daemon.test_day_files import proved
from tests.journal.conftest import draft
from tests.journal.days import SECOND, three_days

Out = pytest.CaptureFixture[str]
FULL = OSError(errno.ENOSPC, "No space left on device")
HOSTILE = "x\nproven      y\x1b[2K"


@pytest.mark.parametrize(
    "words",
    [
        "verify {}",
        "show {} --from 99999",
        "show {} --last 1",
        "hand {} 999",
        "find {} --who nobody",
        "find {} --kind \x1b[2K.*",
        "backup {} {}.copy",
        "prune {} --keep-days 1",
        "hold list {}",
        "accept {}",
        "opening {}",
        "rules {}",
    ],
    ids=lambda words: words.replace("{}", "").replace("\x1b", "ESC"),
)
def test_name_of_a_folder_says_nothing_of_its_own(
    path: Path, tmp_path: Path, capsys: Out, words: str
) -> None:
    """A line of it would say that another record is proven."""
    folder = tmp_path / HOSTILE
    folder.mkdir()
    for one in (path, head_path(path)):
        shutil.copyfile(one, folder / one.name)
    (folder / path.name).chmod(0o600)

    run(["journal", *(word.format(*[folder / path.name] * 2) for word in words.split(" "))])

    captured = capsys.readouterr()
    said = captured.out + captured.err
    assert "\x1b" not in said
    assert not any(line.startswith("proven      y") for line in said.splitlines())


async def test_disk_that_is_full_in_the_middle_of_a_backup_spoils_no_copy(
    journal: Journal, tmp_path: Path, mocker: MockerFixture
) -> None:
    """The head file of the copy of an hour ago went before there was another."""
    to = tmp_path / "to.db"
    backup(journal.path, to)
    await journal.commit([draft(3)])
    folder = tmp_path / "copies"
    folder.mkdir()
    record = await three_days(tmp_path, [Signer.generate()] * 3)
    backup(record, folder)
    newest = parts(folder / "journal.db")[-1].path
    kept = newest.read_bytes(), head_path(newest).read_bytes()
    full = mocker.patch("os.pwrite", side_effect=FULL)

    assert run(["journal", "backup", str(record), str(folder)]) == 1

    mocker.stop(full)
    assert (newest.read_bytes(), head_path(newest).read_bytes()) == kept
    assert verify(folder).fault is None
    assert sorted(p.name for p in folder.iterdir() if p.suffix not in (".db", ".head")) == []


def test_finished_day_is_put_back_when_its_private_key_is_long_gone(
    record: Path, tmp_path: Path, capsys: Out
) -> None:
    """The file behind it knows how it ends; the key is gone two files later, by design."""
    copies = tmp_path / "copies"
    copies.mkdir()
    backup(record, copies)
    (tmp_path / "keys" / "signing.key").unlink()
    record.write_bytes(b"spoiled" * 1000)

    words = ["journal", "restore", str(copies / "journal.db"), str(record)]
    assert run([*words, "--keys", str(tmp_path / "keys")]) == 0, capsys.readouterr().err

    assert verify(record).fault is None
    assert verify(record).rows == 25


def test_another_end_of_a_finished_day_is_not_put_back(
    record: Path, tmp_path: Path, capsys: Out
) -> None:
    """A whole record of the forger's own, for the day that he would have otherwise."""
    folder = tmp_path / "forged"
    folder.mkdir()
    forged = asyncio.run(three_days(folder, [Signer.generate() for _ in range(3)]))

    words = ["journal", "restore", str(forged.with_name(SECOND)), str(record)]
    assert run([*words, "--keys", str(tmp_path / "keys")]) == 1

    assert "does not follow the end of the copy" in capsys.readouterr().err
    assert verify(record).fault is None


async def test_hold_on_the_day_that_is_open_outlives_it(
    record: Path, signers: list[Signer], capsys: Out
) -> None:
    """The dispute begins while the day is still dealt."""
    journal = open_journal(record, signers[2])
    held = ["--day", "2026-11-30", "--reason", "box 4", "--who", "Ada Fox"]

    assert run(["journal", "hold", "add", str(record), *held]) == 0

    await journal.commit([draft(26)])
    journal.close()
    assert run(["journal", "hold", "list", str(record)]) == 0
    assert "2026-11-30  Ada Fox: box 4" in capsys.readouterr().out
    assert verify(record).rows == 26


async def three_evenings(folder: Path) -> None:
    rig = Rig(1)
    for day in range(3):
        async with a_tabletop(folder, rig, now=partial(later, day)) as table:
            if day == 0:
                await table.open_with_a_full_shoe()
            await table.play_a_round()
            await table.press("act1")


def later(days: int) -> float:
    return now() + days * 86_400


@pytest.mark.parametrize("by", ["journal.db", "journal-0002-2027-01-15.db"])
async def test_evidence_of_a_day_is_proven_by_the_first_key_whatever_file_was_named(
    tmp_path: Path, by: str
) -> None:
    """Named by the day's own file it held no key of the ones before: nobody could prove it."""
    await three_evenings(tmp_path)
    words = ["--from", "2027-01-15 00:00", "--to", "2027-01-18 00:00", "--reason", "r"]
    to = tmp_path / "e.zip"

    assert run(["journal", "export", str(tmp_path / by), *words, "--who", "w", "-o", str(to)]) == 0

    with zipfile.ZipFile(to) as packed:
        packed.extractall(tmp_path / "out")
    status, said = proved(tmp_path / "out", tmp_path / "keys" / "signing.pub")
    assert (status, said.startswith("proven: rows 3 to ")) == (0, True), said


WORDS = {
    "export {} --round 1 --reason r --who Jo -o {}.zip": "sha256",
    "hand {} 1": "Rows 3 to",
    "show {} --last 9": "journal",
    "rules {}": "opened under",
    "opening {}": "pack",
    "verify {}": "proven",
    "replay {}": "equal to the fold",
}


async def test_record_is_read_in_every_locale(tmp_path: Path) -> None:
    """A machine of an older time, or one that was set up in a hurry, writes no UTF-8 by itself."""
    await three_evenings(tmp_path)
    record = tmp_path / "journal.db"
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for words, due in WORDS.items():
        asked = words.format(record, record)
        done = subprocess.run(
            [sys.executable, "-m", "controller", "journal", *asked.split()],
            env={**os.environ, **plain},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        assert due in done.stdout

    with zipfile.ZipFile(tmp_path / "journal.db.zip") as packed:
        assert (
            "→" in packed.read("configuration.toml").decode() + packed.read("rules.toml").decode()
        )
