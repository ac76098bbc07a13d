"""What a technician gets wrong: one line that says what, where and what to do; nothing is lost."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from controller.bench.simulated import setup
from controller.config import Config
from controller.journal.verify import verify
from drivers.sim.hosting.client import SimProcess
from tests.kit.wires.patience import PATIENCE_S

from .child import ROOT, free_port

COMMAND = Path(sys.executable).parent / "dealer-assist"
CLEAN = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}


def a_table(folder: Path) -> Config:
    """A configuration whose devices are not plugged in."""
    names = (name for name in setup.DEVICES if name not in ("keypad", "progressive"))
    ports = {name: f"serial:{folder / name}" for name in names}
    return setup.write(folder, ports, console_port=free_port())


def run(
    config: Path, *options: str, env: dict[str, str] = CLEAN
) -> subprocess.CompletedProcess[str]:
    """`dealer-assist run`, which must end by itself."""
    return subprocess.run(
        [COMMAND, "run", "--bench", "--config", str(config), *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        env=env,
    )


@contextmanager
def running(config: Config) -> Iterator[subprocess.Popen[str]]:
    """`dealer-assist run`, once it serves its pages; stopped at the end, with status 0."""
    process = subprocess.Popen(
        [COMMAND, "run", "--bench", "--config", str(config.file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=CLEAN,
    )
    try:
        wait_for(lambda: "<html" in page(config), process)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0


def page(config: Config) -> str:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{config.console.port}/floor/sign-in") as got:
            return str(got.read().decode())
    except urllib.error.URLError:
        return ""


def wait_for(so: Callable[[], bool], process: subprocess.Popen[str] | None = None) -> None:
    until = time.monotonic() + PATIENCE_S
    while not so():
        assert time.monotonic() < until
        assert process is None or process.poll() is None, process.communicate()
        time.sleep(0.05)


def the_line(done: subprocess.CompletedProcess[str]) -> str:
    """The one line on standard error. No traceback, nothing beside it."""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("dealer-assist run: T1")
    return lines[0]


def fingerprint(folder: Path) -> dict[str, str]:
    """Every file of the record, byte for byte."""
    files = sorted(folder.glob("journal.db*"))
    return {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in files}


def test_unknown_key_in_the_configuration_is_named_with_its_path(tmp_path: Path) -> None:
    """An option that nobody reads is an error (controller/README 5)."""
    config = a_table(tmp_path)
    text = config.file.read_text().replace("shoe_side =", 'shoe_colour = "red"\nshoe_side =')
    config.file.write_text(text)

    done = run(config.file)

    assert done.returncode == 2
    said = the_line(done)
    assert "devices.toml: $.table.shoe_colour: unknown key" in said
    assert "Allowed here: asset_number, location" in said
    assert not fingerprint(tmp_path)


def test_second_daemon_on_the_same_journal_ends_and_the_first_goes_on(tmp_path: Path) -> None:
    """journal/FORMAT: one writer."""
    config = a_table(tmp_path)
    with running(config) as first:
        other = tmp_path / "other.toml"
        text = config.file.read_text()
        other.write_text(text.replace(f"port = {config.console.port}", f"port = {free_port()}"))
        done = run(other)

        assert done.returncode == 2
        said = the_line(done)
        assert f"journal.db: is being written by process {first.pid}" in said
        assert first.poll() is None
        assert page(config)
    assert verify(config.journal.path).fault is None


def test_second_daemon_on_the_same_console_port_says_so(tmp_path: Path) -> None:
    config = a_table(tmp_path)
    with running(config):
        done = run(config.file)

    assert done.returncode == 2
    assert f"cannot serve the consoles at 127.0.0.1:{config.console.port}" in the_line(done)


@pytest.mark.parametrize("where", ["row", "file"])
def test_damaged_journal_stops_the_start_and_is_not_touched(tmp_path: Path, where: str) -> None:
    """controller/README 1.3, journal/FORMAT: nothing is repaired silently."""
    config = a_table(tmp_path)
    with running(config):
        pass
    journal = config.journal.path
    if where == "row":
        db = apsw.Connection(str(journal))
        for (name,) in list(db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")):
            db.execute(f"DROP TRIGGER {name}")
        db.execute("UPDATE row SET payload = x'c1c1c1' WHERE seq = 3")
        db.close()
    else:
        with journal.open("r+b") as file:
            file.write(b"\0" * 100)
    before = fingerprint(tmp_path)[journal.name]

    done = run(config.file)

    assert done.returncode == 2
    said = the_line(done)
    assert "journal.db" in said
    assert ("row 3" in said) if where == "row" else ("is not a journal" in said)
    assert fingerprint(tmp_path)[journal.name] == before


def test_port_that_does_not_exist_is_told_and_the_table_waits_for_it(tmp_path: Path) -> None:
    """Lost is a normal state; `check` names the port before anybody is at the table.

    Source: drivers/README.
    """
    config = a_table(tmp_path)
    check = subprocess.run(
        [COMMAND, "check", "--bench", "--config", str(config.file)],
        capture_output=True, text=True, check=False, timeout=PATIENCE_S, env=CLEAN,
    )  # fmt: skip
    with running(config) as process:
        wait_for(lambda: "Waiting for" in dealer(config))
        process.send_signal(signal.SIGTERM)
        log, _ = process.communicate(timeout=PATIENCE_S)

    assert check.returncode in {1, 2}
    assert (
        f"shoe (shoe_scanner, tablelink): {tmp_path / 'shoe'} is not there. Is it plugged in?"
        in check.stdout
    )
    told = [line for line in log.splitlines() if '"device":"shoe"' in line]
    assert len(told) == 1, log
    assert "is not there. Is it plugged in?" in told[0]


def test_port_of_no_known_kind_is_refused_at_the_start(tmp_path: Path) -> None:
    config = a_table(tmp_path)
    config.file.write_text(config.file.read_text().replace("serial:", "bluetooth:", 1))

    done = run(config.file)

    assert done.returncode == 2
    assert "$.device[0].port" in the_line(done)


def test_package_from_elsewhere_is_refused_by_path(tmp_path: Path) -> None:
    """The names exist on the public index; a table runs the code that was installed.

    Source: controller/README 3.
    """
    elsewhere = tmp_path / "elsewhere"
    for package in ("controller", "drivers"):
        shutil.copytree(
            ROOT / package, elsewhere / package, ignore=shutil.ignore_patterns("__pycache__")
        )

    done = run(a_table(tmp_path).file, env={**CLEAN, "PYTHONPATH": str(elsewhere)})

    assert done.returncode == 2
    said = the_line(done)
    assert f"package controller was loaded from {elsewhere / 'controller'}" in said
    assert "Unset PYTHONPATH" in said


def test_two_swapped_devices_are_refused_by_name(tmp_path: Path) -> None:
    """drivers/README: the handshake says who answers; nothing of the wrong device is taken."""
    log = asyncio.run(_swapped(tmp_path))

    told = [line for line in log.splitlines() if '"event":"device_lost"' in line]
    assert any("SIM-READER-1' answers where a shuffler is configured" in line for line in told), log
    assert any(
        "SIM-SHUFFLER-1' answers where a card_reader is configured" in line for line in told
    ), log
    assert len(told) <= 6


async def _swapped(folder: Path) -> str:
    simulator = await SimProcess.start(folder / "control")
    ports = {
        **simulator.ports,
        "reader": simulator.ports["shuffler"],
        "shuffler": simulator.ports["reader"],
    }
    config = setup.write(folder, ports, console_port=free_port())
    try:
        return await asyncio.to_thread(_run_swapped, config)
    finally:
        await simulator.stop()


def _run_swapped(config: Config) -> str:
    with running(config) as process:
        wait_for(lambda: health(config).count("is configured") == 2)
        process.send_signal(signal.SIGTERM)
        return str(process.communicate(timeout=PATIENCE_S)[0])


def dealer(config: Config) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{config.console.port}/dealer") as got:
        return str(got.read().decode())


def health(config: Config) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{config.console.port}/health") as got:
        return str(got.read().decode())
