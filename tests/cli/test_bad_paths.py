"""Whatever lies where a file is named: one line that says what, where and what to do."""

from __future__ import annotations

import argparse
import io
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from controller.cli import COMMANDS, Parser, run
from controller.cli.streams import hold_streams
from controller.config import load
from controller.errors import ConfigError, why
from controller.rules.cases import CaseError, decode

LONG = "x" * 300
READS = (
    ("run", "--bench", "--config"),
    ("check", "--config"),
    ("people", "list", "--file"),
    ("keys", "rotate", "keys", "--journal"),
    ("journal", "verify"),
    ("journal", "show"),
    ("journal", "opening"),
    ("journal", "accept"),
    ("journal", "backup", "--public-key"),
    ("journal", "hold", "list"),
    ("journal", "hold", "add", "--day", "2026-11-29", "--reason", "r", "--who", "w"),
    ("journal", "prune", "--keep-days", "1"),
    ("rules", "split"),
    ("bench", "scenario"),
    ("bench", "cases"),
    ("bench", "shoe", "sim:shoe", "--deck"),
    ("train",),
)
WRITES = (
    ("keys", "new"),
    ("verify-self", "--write"),
)
PLACES = {
    "nothing is there": "missing",
    "a folder": "folder",
    "an empty file": "empty",
    "noise": "noise",
    "a file where a folder is due": "empty/x",
    "too long a name": LONG,
    "no UTF-8": "\udcff",
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").touch(0o600)
    (tmp_path / "noise").write_bytes(bytes(range(255, 0, -1)))
    (tmp_path / "noise").chmod(0o600)
    return tmp_path


def arguments(command: tuple[str, ...], name: str) -> list[str]:
    """The option that names the file comes last; `people` and `backup` want it elsewhere."""
    if command[0] == "people":
        return ["people", "--file", name, "list"]
    if command[:2] == ("journal", "backup"):
        return ["journal", "backup", "here.db", "there.db", "--public-key", name]
    return [*command, name]


@pytest.mark.parametrize("what", PLACES)
@pytest.mark.parametrize("command", READS, ids=" ".join)
def test_what_cannot_be_read_is_one_line(
    place: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...], what: str
) -> None:
    """controller/README 5. A day that is held for a name that was mistyped is a day deleted."""
    if command == ("people", "list", "--file") and what == "nothing is there":
        pytest.skip("nobody yet is no error")
    before = sorted(place.rglob("*"))

    status = run(arguments(command, PLACES[what]))

    said = capsys.readouterr().err.splitlines()
    assert status in {1, 2}
    assert len(said) == 1, said
    name = PLACES[what]
    assert (name if name.isascii() else ascii(name)) in said[0]
    assert "Errno" not in said[0]
    assert "codec" not in said[0]
    assert sorted(p for p in place.rglob("*") if p.suffix != ".lock") == before


@pytest.mark.parametrize("what", ["a file where a folder is due", "too long a name", "no UTF-8"])
@pytest.mark.parametrize("command", WRITES, ids=" ".join)
@pytest.mark.usefixtures("place")
def test_what_cannot_be_written_is_one_line(
    capsys: pytest.CaptureFixture[str], command: tuple[str, ...], what: str
) -> None:
    assert run([*command, PLACES[what]]) == 2

    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1, said
    assert said[0].startswith(f"dealer-assist {command[0]}: T1")


FOREVER = (
    ("bench", "soak", "sim:shoe", "--hours", "700", "--report"),
    ("bench", "soak", "sim:shoe", "--hours", "700", "--junit"),
    ("bench", "monitor", "sim:shoe", "--log"),
    ("bench", "conform", "sim:shoe", "--report"),
    ("simulate", "--pack", "maryland", "--rounds", "900000000", "--plot"),
    ("train", "--result"),
)


@pytest.mark.parametrize("command", FOREVER, ids=" ".join)
@pytest.mark.parametrize("what", ["a folder", "a file where a folder is due"])
@pytest.mark.usefixtures("place")
def test_report_that_cannot_be_written_is_refused_before_anything_begins(
    capsys: pytest.CaptureFixture[str], command: tuple[str, ...], what: str
) -> None:
    """A proof of a night ended with: is a directory."""
    if "--plot" in command:
        pytest.importorskip("matplotlib")

    assert run([*command, PLACES[what]]) == 2

    assert f"dealer-assist {command[0]}: T110 {PLACES[what]}: " in capsys.readouterr().err


def test_hands_of_another_table_are_not_left_out_in_silence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A name that was mistyped passed: the cards came from the world of `sim:`."""
    assert run(["bench", "shoe", "sim:shoe", "--decks", "1", "--hands", "/nowhere"]) == 2

    assert "T110 --hands /nowhere: is not asked. Leave --hands out" in capsys.readouterr().err


def test_list_of_approved_hashes_that_is_none_is_one_line(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bench", "firmware", "sim:shoe", "--approved", str(place / "noise")]) == 2

    assert "noise: is not UTF-8 text (line 1). Save it as UTF-8" in capsys.readouterr().err


def test_table_that_the_system_refuses_is_started_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """systemd/README: exit status 2 is a wrong configuration and is not restarted."""

    def full(_: object) -> int:
        raise OSError(28, "No space left on device", "journal.db")

    monkeypatch.setattr(import_module("controller.cli.run"), "main", full)

    assert run(["run"]) == 1

    said = "dealer-assist run: T100 journal.db: no space left on device. Make room on the disk\n"
    assert capsys.readouterr().err == said


def test_mark_that_an_editor_writes_before_a_file_is_no_part_of_it(tmp_path: Path) -> None:
    """Editors of Windows begin UTF-8 with three bytes that nobody sees."""
    example = Path("devices.toml").read_bytes()
    marked = tmp_path / "devices.toml"
    marked.write_bytes(b"\xef\xbb\xbf" + example)
    case = b'{"decks": 6, "dealer": {"cards": ["9c", "Kd"]}, "seats": []}'

    assert load(marked).table == load(Path("devices.toml")).table
    assert decode(b"\xef\xbb\xbf" + case) == decode(case)


def test_file_nested_without_end_is_refused_by_name(tmp_path: Path) -> None:
    deep = tmp_path / "devices.toml"
    deep.write_text(f"a = {'[' * 20_000}")

    with pytest.raises(ConfigError, match=r"devices\.toml: is nested too deeply"):
        load(deep)
    with pytest.raises(CaseError, match="recursion"):
        decode(b"[" * 100_000)


def test_line_that_is_not_utf8_is_counted() -> None:
    with pytest.raises(UnicodeDecodeError) as caught:
        b"one\ntwo\nthr\xe9e\n".decode()

    assert why(caught.value) == "is not UTF-8 text (line 3)"


def test_terminal_that_knows_ascii_only_gets_every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))

    hold_streams()
    assert run(["rules", "list"]) == 0
    sys.stdout.flush()

    assert rb"maryland" in written.getvalue()


def test_version_is_not_a_traceback_when_the_system_refuses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused() -> None:
        raise PermissionError(13, "Permission denied", "/opt/python3")

    monkeypatch.setattr("controller.cli.verify_self.manifest", refused)

    assert run(["--version"]) == 2

    said = "dealer-assist --version: T100 /opt/python3: permission denied. "
    assert capsys.readouterr().err == said + "Check its owner and mode\n"


@pytest.mark.parametrize("command", ["--help", "--version", "rules list", "rules show maryland"])
@pytest.mark.parametrize(("output", "status"), [(">/dev/full", 2), (">&-", 0)])
def test_output_that_leads_nowhere_is_no_traceback(command: str, output: str, status: int) -> None:
    run_it = f"{Path(sys.executable).parent}/dealer-assist {command} {output}"
    env = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        ["sh", "-c", run_it], capture_output=True, text=True, check=False, env=env
    )

    assert done.returncode == status
    assert done.stderr.count("\n") == (1 if status else 0), done.stderr


def test_reader_that_goes_away_is_no_traceback() -> None:
    run_it = f"{Path(sys.executable).parent}/dealer-assist --help | :"
    done = subprocess.run(["sh", "-c", run_it], capture_output=True, text=True, check=False)

    assert done.stderr == ""


def parsers() -> Iterator[argparse.ArgumentParser]:
    """Of every command, and of every subcommand of it."""

    def below(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
        yield parser
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for one in action.choices.values():
                    yield from below(one)

    for name, (module, _) in COMMANDS.items():
        parser = Parser(prog=name, description="said by the list")
        import_module(f"controller.cli.{module}").add_arguments(parser)
        yield from below(parser)


def test_help_of_every_subcommand_says_what_it_does() -> None:
    """`journal accept FILE` gives up lost rows, and its `--help` said nothing but FILE."""
    silent = [parser.prog for parser in parsers() if not parser.description]
    silent += [
        f"{parser.prog} {action.metavar or action.dest}"
        for parser in parsers()
        for action in parser._actions
        if not action.help and not isinstance(action, argparse._SubParsersAction)
    ]

    assert silent == []


def test_every_whole_number_has_its_bounds() -> None:
    """`demo --rounds -1` dealt for ever, `bench ping -n -5` sent -5 and was content.

    A seed may be any number; the proofs of a device check theirs with the device's own bounds.
    """
    proofs = {f"bench {name}" for name in ("shoe", "reader", "shuffler", "wheel")}

    unbound = [
        f"{parser.prog} {action.option_strings}"
        for parser in parsers()
        for action in parser._actions
        if action.type is int and action.dest != "seed" and parser.prog not in proofs
    ]

    assert unbound == []


@pytest.mark.parametrize(
    ("line", "bounds"),
    [
        ("demo --rounds 0", "give a whole number, at least 1"),
        ("demo --port x", "'x' is no whole number"),
        ("bench ping sim:shoe -n -5", "give a whole number, from 1 to 1000000"),
        ("bench ping sim:shoe -n 1000001", "give a whole number, from 1 to 1000000"),
        ("simulate --decks 1000000000", "give a whole number, from 1 to 64"),
        ("simulate --jobs 100000", "give a whole number, from 1 to 1024"),
    ],
)
def test_number_out_of_its_bounds_is_refused_with_them(
    capsys: pytest.CaptureFixture[str], line: str, bounds: str
) -> None:
    """Also one that would fill the memory: a time is kept of each question, a deck is a list."""
    with pytest.raises(SystemExit, match="2"):
        run(line.split())

    assert bounds in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("speed", ["0", "0.09", "1001", "nan", "inf", "-1"])
def test_pace_out_of_its_bounds_is_refused_with_them(
    capsys: pytest.CaptureFixture[str], speed: str
) -> None:
    """At 1e-9 a shuffle took so long that its end was no number for the wire."""
    assert run(["demo", "--speed", speed]) == 2
    assert "--speed: from 0.1 to 1000" in capsys.readouterr().err


def test_interrupted_in_the_middle_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each task of the table that ended so wrote a line of JSON."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("controller.bench.scenario.run.play_scenarios", interrupted)
    scenario = Path(__file__).parents[1] / "scenarios" / "limits-changed-in-a-round.toml"
    try:
        assert run(["bench", "scenario", str(scenario)]) == 130
        assert not logging.getLogger("asyncio").isEnabledFor(logging.CRITICAL)
    finally:
        logging.disable(logging.NOTSET)


def test_interrupted_before_it_began_is_no_traceback() -> None:
    """Ctrl-C while the interpreter still loads what a command needs."""
    code = (
        "import importlib, sys\n"
        "from controller import cli\n"
        "def interrupted(name): raise KeyboardInterrupt\n"
        "importlib.import_module = interrupted\n"
        "sys.exit(cli.run(['rules', 'list']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ
    )

    assert (done.returncode, done.stderr) == (130, "")
