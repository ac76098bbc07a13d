"""Pipes, links, full disks and names that nobody expects: one line, and nothing half written."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from controller.cli import run
from controller.console.sign_in import kept_file
from controller.console.sign_in.people import People
from controller.daemon import exports
from controller.errors import ConfigError, JournalError
from controller.journal.append import Journal, open_journal
from controller.journal.head import head_path, read_head
from controller.journal.keys import KeyRing, load_table_key, new_keys
from controller.journal.seal import Signer
from controller.journal.verify import accept_end, verify

from .conftest import draft

Out = pytest.CaptureFixture[str]
FULL = OSError(errno.ENOSPC, "No space left on device")


# ---- pipes ----
def test_pipe_in_the_place_of_a_file_is_waited_for_by_nobody(path: Path, tmp_path: Path) -> None:
    """The daemon looks at these files while it deals: one that never ends would stop the table."""
    for name in ("people.json", "table.key", "people.json.sessions", "1.json"):
        os.mkfifo(tmp_path / name, 0o600)
    head_path(path).unlink()
    os.mkfifo(head_path(path), 0o600)

    with pytest.raises(ConfigError, match="is no file, but a pipe"):
        People(tmp_path / "people.json").all()
    with pytest.raises(ConfigError, match="is no file, but a pipe"):
        load_table_key(tmp_path)
    assert kept_file.read(tmp_path / "people.json.sessions", str) is None
    with pytest.raises(OSError, match="is no file"):
        exports.read(tmp_path / "1.json")
    assert read_head(path) is None


def test_pipe_is_no_journal(tmp_path: Path, capsys: Out) -> None:
    os.mkfifo(tmp_path / "pipe")

    for action in ("verify", "show", "accept"):
        assert run(["journal", action, str(tmp_path / "pipe")]) in (1, 2)
        assert "pipe: is no file. Name the journal file" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["pipe"]


# ---- links and locks ----
def test_link_is_read_as_the_file_and_never_written(
    path: Path, signer: Signer, tmp_path: Path
) -> None:
    """Under a second name there would be a second lock and a second head file."""
    link = tmp_path / "link.db"
    link.symlink_to(path)

    assert verify(link).noted == read_head(path)
    accept_end(link)
    with pytest.raises(JournalError, match=f"is a link. Name the file itself: {path}"):
        open_journal(link, signer)
    assert not list(tmp_path.glob("link.db?*"))


async def test_lock_that_was_taken_away_is_taken_again(path: Path, signer: Signer) -> None:
    """Else a second daemon could write the same record."""
    journal = open_journal(path, signer)
    lock = path.with_name(path.name + ".lock")
    lock.unlink()

    await journal.commit([draft(3)])

    with pytest.raises(JournalError, match="is being written by process"):
        open_journal(path, signer)
    journal.close()


async def test_nothing_is_written_beside_another_daemon(path: Path, signer: Signer) -> None:
    journal = open_journal(path, signer)
    path.with_name(path.name + ".lock").unlink()
    other = open_journal(path, signer)

    with pytest.raises(JournalError, match="is being written by process"):
        await journal.commit([draft(3)])

    await other.commit([draft(3)])
    other.close()
    journal.close()
    assert verify(path).rows == 3


# ---- a full disk ----
async def test_record_is_opened_on_a_full_disk(
    path: Path, signer: Signer, mocker: MockerFixture
) -> None:
    """The pages can say then why nothing is recorded; whose the lock is need not be written."""
    mocker.patch("os.pwrite", side_effect=FULL)

    open_journal(path, signer).close()


async def test_accept_on_a_full_disk_changes_nothing(
    journal: Journal, mocker: MockerFixture
) -> None:
    """The head was set aside first, and an empty one stood in its place."""
    await journal.commit([draft(3)])
    journal.close()
    there = sorted(journal.path.parent.iterdir())
    noted = read_head(journal.path)
    mocker.patch("os.pwrite", side_effect=FULL)

    with pytest.raises(JournalError, match=r"no space left on device\. Check free space"):
        accept_end(journal.path)

    assert read_head(journal.path) == noted
    assert sorted(journal.path.parent.iterdir()) == there


@pytest.mark.parametrize("act", ["new", "next"])
def test_keys_on_a_full_disk_leave_none_half_made(
    tmp_path: Path, mocker: MockerFixture, act: str
) -> None:
    """What was left said `exists already` ever after."""
    keys = tmp_path / "keys"
    if act == "next":
        new_keys(keys)
    there = sorted(keys.iterdir()) if keys.exists() else []
    mocker.patch("controller.journal.keys.os.fsync", side_effect=[None, FULL])

    with pytest.raises(ConfigError, match="no space left on device"):
        new_keys(keys) if act == "new" else KeyRing(keys).new(2)

    left = sorted(keys.iterdir())
    assert [p.name for p in left if p not in there and p.suffix != ".pub"] == []


def test_people_file_on_a_full_disk_says_why(tmp_path: Path, mocker: MockerFixture) -> None:
    mocker.patch("os.fsync", side_effect=FULL)

    with pytest.raises(ConfigError, match=r"written: no space left on device\. Make room"):
        People(tmp_path / "people.json").add("Ada Fox", "dealer", "2468")
    assert list(tmp_path.iterdir()) == []


# ---- words ----
def test_name_with_a_line_end_in_it_is_still_one_line(tmp_path: Path, capsys: Out) -> None:
    assert run(["journal", "show", str(tmp_path / "a\nb\x1b[31m")]) == 2

    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert r"a\nb\x1b[31m: does not exist" in said


def test_badge_that_is_no_text_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    file = ["people", "--file", str(tmp_path / "people.json")]
    monkeypatch.setattr("sys.stdin", io.StringIO("2468\n"))
    assert run([*file, "add", "Ada Fox", "--rank", "dealer", "--pin-stdin"]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("\udcff\udcfe12345\n"))

    assert run([*file, "badge", "Ada Fox", "--number-stdin"]) == 2
    assert "the badge's number is no text" in capsys.readouterr().err


def test_day_is_written_in_one_way(path: Path, capsys: Out) -> None:
    held = ["--reason", "box 4", "--who", "Ada Fox"]

    assert run(["journal", "hold", "add", str(path), "--day", "20260921", *held]) == 2
    assert "'20260921' is no date; write 2026-11-27" in capsys.readouterr().err
