"""`dealer-assist keys` and `dealer-assist journal` as an auditor types them."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from controller.cli import run
from controller.journal.append import Journal, create_journal
from controller.journal.keys import new_keys

from .conftest import AT, draft

Out = pytest.CaptureFixture[str]


def test_keys_new_prints_the_fingerprint_and_refuses_a_second_time(
    tmp_path: Path, capsys: Out
) -> None:
    assert run(["keys", "new", str(tmp_path / "k")]) == 0
    first = capsys.readouterr()
    assert run(["keys", "new", str(tmp_path / "k")]) == 2
    second = capsys.readouterr()

    assert "signing key " in first.out
    assert "signing.pub" in first.out
    assert "exists already. Keys are never overwritten" in second.err


async def test_journal_verify_says_what_is_proven(journal: Journal, capsys: Out) -> None:
    await journal.commit([draft(3)], sign=True)

    assert run(["journal", "verify", str(journal.path)]) == 0

    out = capsys.readouterr().out
    assert "rows        4\n" in out
    assert "signatures  1, all checked; they prove rows 1 to 3\n" in out
    assert "the key in row 1; --public-key proves whose" in out
    assert f"head        4 {journal.head.hash.hex()}\n" in out
    assert f"proven      {journal.path}\n" in out


def test_journal_verify_takes_the_public_key_of_the_table(tmp_path: Path, capsys: Out) -> None:
    signer = new_keys(tmp_path / "k")
    create_journal(tmp_path / "x.journal", at_us=AT, record=b"", signer=signer)
    (tmp_path / "x.journal.head").unlink()
    key = str(tmp_path / "k" / "signing.pub")

    assert run(["journal", "verify", str(tmp_path / "x.journal"), "--public-key", key]) == 3

    out = capsys.readouterr().out
    assert ", the given key\n" in out
    assert "head file   none" in out


def test_journal_verify_answers_no_when_a_row_was_changed(
    path: Path, tamper: Callable[[str], None], capsys: Out
) -> None:
    tamper("UPDATE row SET payload = x'00' WHERE seq = 2")

    assert run(["journal", "verify", str(path)]) == 1

    assert f"NOT PROVEN  {path}: row 2 was changed after it was wr" in capsys.readouterr().out


def test_journal_verify_answers_no_when_row_1_was_changed(
    path: Path, tamper: Callable[[str], None], capsys: Out
) -> None:
    tamper("UPDATE row SET payload = x'00' WHERE seq = 1")

    assert run(["journal", "verify", str(path)]) == 1

    out = capsys.readouterr().out
    assert "rows        0\n" in out
    assert "\nkey " not in out


def test_journal_verify_answers_no_when_there_is_no_journal(tmp_path: Path, capsys: Out) -> None:
    assert run(["journal", "verify", str(tmp_path / "x")]) == 1

    assert "x: does not exist. Check the path" in capsys.readouterr().err


async def test_journal_show_prints_rows_without_any_secret_byte(
    journal: Journal, capsys: Out
) -> None:
    """Seals, keys and macs are shown by length only (controller/README 4)."""
    step = (
        {"type": "CardDrawn", "device": "shoe", "n": 4, "card": [b"SEALSEAL", b"WRAPPED"]},
        {
            "accepted": True,
            "exposed": [[3, "As", b"K" * 16]],
            "clock": datetime.fromtimestamp(0, UTC),
        },
        {2: msgspec.msgpack.Ext(5, b"EXT"), "none": None},
    )
    rows = [draft(3, msgspec.msgpack.encode(step)), draft(4, b"\x93")]
    await journal.commit(rows)

    assert run(["journal", "show", str(journal.path), "--from", "3"]) == 0

    out = capsys.readouterr().out
    assert len(out.splitlines()) == 4
    assert "shoe" in out
    assert "[CardDrawn device=shoe n=4 card=[<8 bytes>, <7 bytes>], accepted=True" in out
    assert "exposed=[[3, As, <16 bytes>]] clock=1970-01-01T00:00:00+00:00, 2=<3 bytes>" in out
    assert "<1 bytes>" in out
    for secret in ("SEAL", "WRAPPED", "KKK", "EXT"):
        assert secret not in out


async def test_journal_show_prints_the_last_rows_as_json(journal: Journal, capsys: Out) -> None:
    await journal.commit([draft(3), draft(4, msgspec.msgpack.encode({"cents": 5}))])

    assert run(["journal", "show", str(journal.path), "--last", "1", "--json"]) == 0

    row = json.loads(capsys.readouterr().out)
    assert row == {
        "table": "not named",
        "gaming_day": "2026-09-21",
        "local": "2026-09-21T14:13:20.000+00:00",
        "seq": 4,
        "at": "2026-09-21T14:13:20.000004+00:00",
        "source": "shoe",
        "kind": "CardDrawn",
        "payload": {"cents": 5},
        "hash": journal.head.hash.hex(),
    }


async def test_journal_show_stops_quietly_when_its_reader_has_seen_enough(
    journal: Journal,
) -> None:
    """`journal show FILE | head` is how people look."""
    await journal.commit([draft(n) for n in range(3, 3000)])
    journal.close()

    shown = subprocess.run(
        f"{sys.executable} -m controller journal show {journal.path} | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )

    assert shown.stderr == ""
    assert len(shown.stdout.splitlines()) == 1


def test_journal_accept_says_where_the_table_goes_on(path: Path, capsys: Out) -> None:
    path.with_name(path.name + ".head").unlink()

    assert run(["journal", "accept", str(path)]) == 0
    assert run(["journal", "accept", str(path)]) == 0

    out = capsys.readouterr().out.splitlines()
    assert out[0].endswith("goes on after row 2; its head file knew nothing")
    assert out[1].endswith("goes on after row 2; its head file knew row 2")


def test_row_times_are_not_those_of_whoever_reads(
    path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An auditor in another zone reads the same times; tests/audit has the table's own."""
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()

    assert run(["journal", "show", str(path), "--last", "1"]) == 0

    monkeypatch.undo()
    time.tzset()
    out = capsys.readouterr().out
    assert "times UTC; the record names no time zone" in out
    assert "2026-09-21 14:13:20.000 UTC  14:13:20Z  table" in out


MISTYPED = ("x.db", "none/x.db", "notes.txt", ".", "k/signing.pub")


@pytest.mark.parametrize("name", MISTYPED)
@pytest.mark.parametrize(
    "words",
    [
        "accept {}",
        "verify {}",
        "show {}",
        "hand {}",
        "find {}",
        "rules {}",
        "replay {}",
        "opening {}",
        "backup {} to.db",
        "restore {} table-7.journal --keys k",
        "retire {} --keys k --people p.json --who A --and B --reason r",
        "hold add {} --day 2026-09-21 --reason r --who w",
        "hold list {}",
        "hold remove {} --day 2026-09-21",
        "prune {} --keep-days 1 --delete --keys k",
        "export {} --round 1 --reason r --who w -o e.zip",
    ],
    ids=lambda words: words.partition("{")[0],
)
def test_command_leaves_nothing_beside_a_name_that_was_mistyped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out, words: str, name: str
) -> None:
    """A stray lock or head file looks as if a record had been there."""
    new_keys(tmp_path / "k")
    (tmp_path / "notes.txt").write_text("no record\n" * 20)
    monkeypatch.chdir(tmp_path)
    there = sorted(tmp_path.rglob("*"))

    assert run(["journal", *words.format(name).split()]) in (1, 2)

    assert sorted(tmp_path.rglob("*")) == there
    said = capsys.readouterr().err
    assert (said.count("\n"), said.startswith("dealer-assist journal: T130 ")) == (1, True), said
