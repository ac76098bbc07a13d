"""The same table over real ports: two pseudo-terminals and a USB bus of another process."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from controller.bench.automatic.dealer import Dealt, seeded_dealer
from controller.bench.consoles.web_console import WebConsole, WebFloor
from controller.bench.demo.serve import opener
from controller.bench.simulated import setup
from controller.console.sign_in.people import People
from controller.daemon import Daemon
from controller.journal.verify import verify
from controller.procedure.state.whole import State
from drivers.sim.hosting.client import SimProcess, WorldClient
from tests.bench.books import books_of, movements
from tests.kit.wires.patience import PATIENCE_S, status, until

ROUNDS, SPEED = 10, 100.0
DEMO = (sys.executable, "-m", "controller", "demo")
FLOORPERSON, PIN = "M. Okafor", "2468"


async def evening(folder: Path, short: Path) -> tuple[list[Dealt], State]:
    """`short`: sockets have short names."""
    sim = await SimProcess.start(short / "hands", "--seed", "21", "--shuffle-s", "2")
    world = await WorldClient.connect(sim.control)
    try:
        config = setup.write(folder, sim.ports, console_port=free_port())
        people = People(config.people.path)
        people.add(FLOORPERSON, "floorperson", "9753")
        await people.change(FLOORPERSON, PIN)
        async with Daemon(config, opener(sim.control), simulated=True) as daemon:
            served = ("127.0.0.1", daemon.console_port)
            console = WebConsole(*served, "test")
            floor = WebFloor(*served, "floor", person=FLOORPERSON, pin=PIN)
            dealer = seeded_dealer(
                *(world, console, daemon.house.pack), seed=21, speed=SPEED, floor=floor.say
            )
            await dealer.play(ROUNDS)
            console.close()
            floor.close()
        return dealer.rounds, daemon.table.current.state
    finally:
        world.close()
        await sim.stop()


def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@pytest.mark.slow
def test_ten_rounds_over_ptys_and_usb_settle_to_the_cent_and_replay(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as short:
        dealt, state = asyncio.run(evening(tmp_path, Path(short)))
    books = books_of(tmp_path / "journal.db")
    assert len(dealt) == ROUNDS
    assert books.differences == []
    assert books.state == state
    assert [movements(paid) for paid in books.rounds] == [movements(d.account) for d in dealt]
    assert verify(tmp_path / "journal.db").fault is None


@pytest.mark.slow
def test_demo_answers_within_a_minute_and_ends_by_itself(tmp_path: Path) -> None:
    """`make demo` on a slow machine, as fast as it goes: the pages answer, the exit is clean."""
    port = free_port()
    command = (*DEMO, "--rounds", "2", "--end", "--speed", "1000")
    with subprocess.Popen(
        (*command, "--port", str(port), "--dir", str(tmp_path / "demo")),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as demo:
        for page in ("dealer", "floor"):
            assert answers(f"http://127.0.0.1:{port}/{page}")
        said, _ = demo.communicate(timeout=PATIENCE_S)
    assert demo.returncode == 0, said
    assert re.search(r"floorperson: PIN \d{4}", said)
    assert "round 2:" in said
    assert "Journal verified" in said
    assert verify(tmp_path / "demo/journal.db").fault is None


@pytest.mark.slow
@pytest.mark.parametrize("when", ["dealer  http", "round 1:"], ids=["at-the-greeting", "later"])
def test_demo_whose_devices_end_says_so_and_ends(tmp_path: Path, when: str) -> None:
    """A simulator's own program that dies is told; nobody looks at a page that waits for it."""
    options = f"Options(speed=100, port={free_port()}, folder=Path({str(tmp_path / 'demo')!r}))"
    program = (sys.executable, "-c", KILLED_ONCE_TOLD.format(when=when, options=options))
    ended = subprocess.run(program, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert "STOPPED: the program of the simulated devices ended" in ended.stdout, ended.stdout
    assert ended.stderr == ""


KILLED_ONCE_TOLD = """
import contextlib, os, signal, sys
from pathlib import Path
from controller.bench.demo.watched import Options, run

children = Path(f"/proc/self/task/{{os.getpid()}}/children")

def tell(line):
    print(line, flush=True)
    if {when!r} in line:
        for child in children.read_text().split():
            if b"drivers.sim" in Path(f"/proc/{{child}}/cmdline").read_bytes():
                os.kill(int(child), signal.SIGKILL)
                with contextlib.suppress(ChildProcessError):
                    os.waitid(os.P_PID, int(child), os.WEXITED | os.WNOWAIT)

sys.exit(run({options}, tell))
"""


@pytest.mark.slow
def test_demo_of_another_pack_ends_cleanly_on_an_interrupt(tmp_path: Path) -> None:
    """Maryland's, with the approved system's own device on a port of its own."""
    port = free_port()
    command = (sys.executable, "-m", "controller", "demo", "--pack", "maryland")
    with subprocess.Popen(
        (*command, "--port", str(port), "--dir", str(tmp_path / "demo")),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as demo:
        assert answers(f"http://127.0.0.1:{port}/dealer")
        demo.send_signal(signal.SIGINT)
        said, _ = demo.communicate(timeout=PATIENCE_S)
    assert demo.returncode == 0, said
    assert "Traceback" not in said
    assert "Journal verified" in said
    assert 'role = "progressive"' in (tmp_path / "demo/devices.toml").read_text()


def answers(address: str) -> bool:
    return until(lambda: status(address) == 200)
