"""Evidence of a round: a stranger proves it with sqlite3, sha256sum and openssl alone."""

from __future__ import annotations

import asyncio
import errno
import json
import re
import shutil
import subprocess
import zipfile
from html import unescape
from pathlib import Path

import apsw
import pytest
from pytest_mock import MockerFixture

from controller.cli import run
from controller.daemon import exports
from controller.daemon.beside import EXPORTS_S, Beside
from controller.domain import facts as fact
from controller.journal.read import open_reader
from drivers.sim.rig import Rig
from tests.daemon.tabletop import Tabletop, a_tabletop, rows

TOOLS = ("sqlite3", "sha256sum", "openssl")
WANTED = [
    "README.txt",
    "configuration.toml",
    "devices.json",
    "keys.txt",
    "prove.sh",
    "rows.db",
    "rules.toml",
    "signing.pub",
    "software.txt",
    "story.html",
    "story.txt",
]


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A browser takes seconds: one test prints."""
    if "printed" not in request.node.name:
        monkeypatch.setattr("controller.audit.evidence.PRINTERS", ())


async def two_rounds(table: Tabletop) -> None:
    await table.open_with_a_full_shoe()
    for _ in range(2):
        await table.play_a_round()
        await table.press("act1")


def exported(folder: Path, *which: str, to: str = "e.zip", who: str = "Agent Vance") -> int:
    said = ["--reason", "box 4 <b>", "--who", who, "-o", str(folder / to)]
    return run(["journal", "export", str(folder / "journal.db"), *which, *said])


def unpacked(folder: Path, name: str = "e.zip") -> Path:
    out = folder / f"{name}-unpacked"
    with zipfile.ZipFile(folder / name) as made:
        made.extractall(out)
    return out


def proved(out: Path, key: Path) -> subprocess.CompletedProcess[str]:
    if any(shutil.which(tool) is None for tool in TOOLS):
        pytest.skip(f"{', '.join(TOOLS)} are needed, and one is not installed here")
    return subprocess.run(
        ["/bin/sh", "prove.sh", "rows.db", str(key)],
        cwd=out,
        capture_output=True,
        text=True,
        check=False,
    )


async def test_round_is_exported_with_everything_and_proven_by_a_stranger(tmp_path: Path) -> None:
    """Rows as stored, keys, rules and software in force, devices, the story, how to verify."""
    async with a_tabletop(tmp_path) as table:
        await two_rounds(table)
        assert exported(tmp_path, "--round", "2") == 0

    out = unpacked(tmp_path)
    assert sorted(p.name for p in out.iterdir()) == WANTED
    done = proved(out, tmp_path / "keys" / "signing.pub")
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("proven: rows ")
    assert json.loads((out / "devices.json").read_text())["shoe"]["serial"] == "SIM-SHOE-1"
    assert "controller 0." in (out / "software.txt").read_text()
    assert (out / "signing.pub").read_text() == (tmp_path / "keys" / "signing.pub").read_text()
    story = (out / "story.txt").read_text()
    assert "Round 2, closed" in story
    assert "Round 1, closed" not in story
    page = (out / "story.html").read_text()
    assert "box 4 &lt;b&gt;" in page
    assert "<script" not in page
    assert "sh prove.sh rows.db signing.pub" in page


async def test_page_shows_the_hash_that_the_stranger_reads_and_what_ran(tmp_path: Path) -> None:
    """What the page says of its rows, devices and clock is what is in the record behind it."""
    read = fact.ClockRead(synchronised=True, offset_us=300, error_us=24_000)
    async with a_tabletop(tmp_path, beside=Beside(clock=lambda: read)) as table:
        await two_rounds(table)
        assert exported(tmp_path, "--round", "2") == 0

    out = unpacked(tmp_path)
    said = proved(out, tmp_path / "keys" / "signing.pub").stdout.splitlines()[-1]
    found = re.fullmatch(r"hash of row (\d+): ((?:[0-9a-f]{4} ){15}[0-9a-f]{4})", said)
    assert found is not None, said
    page = " ".join(unescape(re.sub("<[^>]+>", " ", (out / "story.html").read_text())).split())
    assert f"Hash of row {found[1]} , of all rows up to it {found[2]} Signature" in page
    assert "Shoe scanner SIM-SHOE-1" in page
    assert "Clock error at most 0.02 s." in page
    program = (out / "software.txt").read_text().split("controller ")[1].split()
    assert f"Program {program[0]}, {program[1][:8]}." in page


async def test_changed_row_key_or_signature_is_found_by_the_stranger(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        await two_rounds(table)
        assert exported(tmp_path, "--round", "1") == 0
    key = tmp_path / "keys" / "signing.pub"
    out = unpacked(tmp_path)
    kept = (out / "rows.db").read_bytes()

    for change, said in (
        ("UPDATE row SET payload = x'00' WHERE seq = 9", "row 9 was changed"),
        ("DELETE FROM row WHERE seq = 9", "row 10 does not follow"),
        ("DELETE FROM row WHERE seq = (SELECT max(seq) FROM row)", "signs nothing"),
        (
            "UPDATE row SET payload = zeroblob(101) WHERE seq = (SELECT max(seq) FROM row)",
            "was changed",
        ),
    ):
        (out / "rows.db").write_bytes(kept)
        db = apsw.Connection(str(out / "rows.db"))
        db.execute(change)
        db.close()
        done = proved(out, key)
        assert done.returncode == 1, change
        assert said in done.stdout, change

    (out / "rows.db").write_bytes(kept)
    assert run(["keys", "new", str(tmp_path / "other")]) == 0
    done = proved(out, tmp_path / "other" / "signing.pub")
    assert "signed by another key" in done.stdout


async def test_day_and_stretch_of_time_take_the_rounds_in_them(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        await two_rounds(table)
        assert exported(tmp_path, "--day", "2027-01-14", to="day.zip") == 0
        assert exported(tmp_path, "--from", "2027-01-15 03:00", to="time.zip") == 0
        assert exported(tmp_path, "--day", "2027-01-13", to="none.zip") == 1
        assert exported(tmp_path, "--from", "yesterday", to="none.zip") == 2

    for name in ("day.zip", "time.zip"):
        story = (unpacked(tmp_path, name) / "story.txt").read_text()
        assert "Round 1, closed" in story
        assert "Round 2, closed" in story
    assert not (tmp_path / "none.zip").exists()


async def test_open_round_does_not_leave_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """controller/README 1.2: what is not turned yet is not told, sealed or not."""
    async with a_tabletop(tmp_path) as table:
        await two_rounds(table)
        await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
        assert exported(tmp_path, "--round", "3") == 1
        assert "round 3 is not in the record, or not closed" in capsys.readouterr().err
        assert exported(tmp_path, "--day", "2027-01-14") == 0

    out = unpacked(tmp_path)
    assert "Round 3" not in (out / "story.txt").read_text()
    assert proved(out, tmp_path / "keys" / "signing.pub").returncode == 0
    with open_reader(tmp_path / "journal.db") as reader:
        cards = [row.seq for row in reader.rows() if row.kind == "CardDrawn"]
    db = apsw.Connection(str(out / "rows.db"))
    assert db.execute("SELECT max(seq) FROM row").get < cards[-6]
    db.close()


async def test_evidence_is_a_row_also_when_no_daemon_ran(tmp_path: Path) -> None:
    """console/README 6: each export names who, why and hash."""
    rig = Rig(1)
    beside = Beside(exports=exports.folder_of(tmp_path / "journal.db"))
    async with a_tabletop(tmp_path, rig, beside=beside) as table:
        await two_rounds(table)
        assert exported(tmp_path, "--round", "1", to="one.zip") == 0
        await asyncio.sleep(EXPORTS_S + 1)
    assert exported(tmp_path, "--round", "2", to="two.zip", who="Counsel") == 0
    async with a_tabletop(tmp_path, rig, beside=beside):
        pass

    made = [r.stamped.input for r in rows(tmp_path) if isinstance(r.stamped.input, fact.Exported)]
    assert [(m.who, m.what) for m in made] == [("Agent Vance", "round 1"), ("Counsel", "round 2")]
    assert len({m.sha256 for m in made}) == 2
    assert list(exports.folder_of(tmp_path / "journal.db").iterdir()) == []


async def test_day_that_is_kept_or_no_longer_is_a_row_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By whom and why; while the daemon runs, and at its next start."""
    rig, file = Rig(1), str(tmp_path / "journal.db")
    beside = Beside(exports=exports.folder_of(tmp_path / "journal.db"))
    day = ["--day", "2027-01-14"]
    async with a_tabletop(tmp_path, rig, beside=beside) as table:
        await two_rounds(table)
        add = ["journal", "hold", "add", file, *day, "--reason", "box 4", "--who", "Ada Fox"]
        assert run(add) == 0
        await asyncio.sleep(EXPORTS_S + 1)
    assert run(["journal", "hold", "remove", file, *day, "--who", "Bo Lind"]) == 0
    async with a_tabletop(tmp_path, rig, beside=beside):
        pass

    held = [r.stamped.input for r in rows(tmp_path) if isinstance(r.stamped.input, fact.DayHeld)]
    assert [(h.day, h.who, h.released) for h in held] == [
        ("2027-01-14", "Ada Fox", False),
        ("2027-01-14", "Bo Lind", True),
    ]
    capsys.readouterr()
    assert run(["journal", "find", file, "--kind", "DayHeld"]) == 0
    assert "released=True" in capsys.readouterr().out


async def test_note_that_cannot_be_read_is_left_where_it_is(tmp_path: Path) -> None:
    """Made by another user: whose it is sees to it, and what comes behind it is taken."""
    folder = exports.folder_of(tmp_path / "journal.db")
    beside = Beside(exports=folder)
    async with a_tabletop(tmp_path, Rig(1), beside=beside) as table:
        await two_rounds(table)
        folder.mkdir(exist_ok=True)
        (folder / "0.json").mkdir()
        assert exported(tmp_path, "--round", "1", to="one.zip") == 0
        await asyncio.sleep(2 * EXPORTS_S + 1)

    assert [note.name for note in folder.iterdir()] == ["0.json"]
    made = [r.stamped.input for r in rows(tmp_path) if isinstance(r.stamped.input, fact.Exported)]
    assert len(made) == 1


async def test_same_evidence_is_the_same_bytes_and_nothing_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 1_800_000_900.0)
    async with a_tabletop(tmp_path) as table:
        await two_rounds(table)
        assert exported(tmp_path, "--round", "1", to="a.zip") == 0
        assert exported(tmp_path, "--round", "1", to="b.zip") == 0
        assert exported(tmp_path, "--round", "1", to="a.zip") == 1

    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


async def test_full_disk_leaves_no_half_of_a_zip(tmp_path: Path, mocker: MockerFixture) -> None:
    async with a_tabletop(tmp_path) as table:
        await two_rounds(table)
    full = OSError(errno.ENOSPC, "No space left on device")
    mocker.patch("zipfile.ZipFile.writestr", side_effect=full)

    assert exported(tmp_path, "--round", "1") == 2
    assert not (tmp_path / "e.zip").exists()


async def test_record_that_is_not_proven_gives_no_evidence(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        await two_rounds(table)
    db = apsw.Connection(str(tmp_path / "journal.db"))
    db.execute("DROP TRIGGER row_stays")
    db.execute("UPDATE row SET source = 'floor' WHERE seq = 9")
    db.close()

    assert exported(tmp_path, "--round", "1") == 1
    assert not (tmp_path / "e.zip").exists()


@pytest.mark.slow
async def test_story_is_printed_where_there_is_a_browser(tmp_path: Path) -> None:
    if shutil.which("chromium") is None:
        pytest.skip("chromium is not installed here")
    async with a_tabletop(tmp_path) as table:
        await two_rounds(table)
        assert exported(tmp_path, "--round", "1") == 0

    assert (unpacked(tmp_path) / "story.pdf").read_bytes().startswith(b"%PDF-")
