"""A record is given up for good: closed, by two people, and nothing is written behind it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from controller.bench.simulated.virtual_time import run_virtual
from controller.cli import run
from controller.console.sign_in.people import People
from controller.errors import JournalError
from controller.journal.append import open_journal
from controller.journal.backup import backup
from controller.journal.keys import KeyRing
from controller.journal.verify import verify
from tests.daemon.tabletop import a_tabletop

Out = pytest.CaptureFixture[str]


async def a_record(folder: Path, *, opened: bool = False) -> None:
    people = People(folder / "people.json")
    people.add("Ada Fox", "floorperson", "2468")
    people.add("Ben Roe", "casino_supervisor", "1357")
    async with a_tabletop(folder) as table:
        if opened:
            await table.open_table()


def retire(
    folder: Path, patch: pytest.MonkeyPatch, pins: str, who: str = "Ada Fox", other: str = "Ben Roe"
) -> int:
    patch.setattr("sys.stdin", io.StringIO(pins))
    named = ["--who", who, "--and", other, "--reason", "the table is sold"]
    files = ["--keys", str(folder / "keys"), "--people", str(folder / "people.json")]
    return run(["journal", "retire", str(folder / "journal.db"), *files, *named])


def test_two_people_give_a_closed_record_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    run_virtual(a_record(tmp_path))

    assert retire(tmp_path, monkeypatch, "2468\n1357\n") == 0

    report = verify(tmp_path / "journal.db")
    assert (report.fault, report.signed) == (None, report.rows - 1)
    out = capsys.readouterr().out
    assert "by Ada Fox and Ben Roe" in out
    assert f"head        {report.head.seq} {report.head.hash.hex()}" in out
    with pytest.raises(JournalError, match="given up for good"):
        open_journal(tmp_path / "journal.db", KeyRing(tmp_path / "keys").signer(1))
    copy, _ = backup(tmp_path / "journal.db", tmp_path / "copy.db")
    back = ["journal", "restore", str(copy), str(tmp_path / "journal.db")]
    assert run([*back, "--keys", str(tmp_path / "keys")]) == 1
    assert "given up for good" in capsys.readouterr().err
    assert not list(tmp_path.glob("*before-restore*"))


@pytest.mark.parametrize(
    ("pins", "who", "other", "said"),
    [
        ("2468\n9999\n", "Ada Fox", "Ben Roe", "PIN of Ben Roe is wrong"),
        ("2468\n2468\n", "Ada Fox", "Ada Fox", "Ada Fox is no casino supervisor"),
        ("1357\n1357\n", "Ben Roe", "Ben Roe", "one person signed twice"),
    ],
)
def test_one_person_alone_gives_nothing_up(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Out,
    pins: str,
    who: str,
    other: str,
    said: str,
) -> None:
    run_virtual(a_record(tmp_path))
    before = verify(tmp_path / "journal.db").rows

    assert retire(tmp_path, monkeypatch, pins, who, other) == 1

    assert said in capsys.readouterr().err
    assert verify(tmp_path / "journal.db").rows == before


def test_open_table_is_not_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    run_virtual(a_record(tmp_path, opened=True))

    assert retire(tmp_path, monkeypatch, "2468\n1357\n") == 1

    assert "is not closed" in capsys.readouterr().err
