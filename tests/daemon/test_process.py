"""Real processes, ports and pages: `dealer-assist run`, and a daemon on the simulator process."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest

from controller.config import Config
from controller.console.sign_in.people import People
from controller.daemon import Daemon
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.state import ledger
from drivers.link import Link, open_port
from drivers.link.usb import open_usb
from drivers.sim.hosting.client import SimProcess, WorldClient
from drivers.sim.hosting.usb import SimulatedUsb
from drivers.sim.rig import Rig
from tests.daemon.tabletop import OPTIONS, Tabletop, configured, rows
from tests.kit.wires.patience import PATIENCE_S
from tests.layout import ROOT

COMMAND = (str(Path(sys.executable).parent / "dealer-assist"), "run")
NOWHERE = {
    "reader": "serial:/dev/serial/by-id/nothing-reader",
    "shuffler": "serial:/dev/serial/by-id/nothing-shuffler",
    "shoe": "usb:1209:da01:NONE",
    "wheel": "usb:1209:da02:NONE",
    "keypad": "usb:04d9:a02a:NONE",
}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@pytest.fixture
def port(tmp_path: Path) -> int:
    """A table whose devices are not plugged in, and the port of its consoles."""
    number = free_port()
    configured(tmp_path, ports=NOWHERE, port=number)
    return number


@contextmanager
def running(folder: Path, **env: str) -> Iterator[subprocess.Popen[str]]:
    """A `dealer-assist run --bench`, until its consoles are named."""
    process = subprocess.Popen(
        [*COMMAND, "--bench", "--config", str(folder / "devices.toml")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, **env},
    )
    assert process.stderr is not None
    try:
        said = process.stderr.readline()
        assert "http://" in said, said + process.stderr.read()
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def test_run_serves_pages_without_its_devices_and_stops_on_sigterm(
    tmp_path: Path, port: int
) -> None:
    """A port that is missing is no fault: the table waits for it. SIGTERM is a clean stop."""
    with running(tmp_path) as process:
        page = httpx.get(f"http://127.0.0.1:{port}/dealer", timeout=PATIENCE_S)
        health = httpx.get(f"http://127.0.0.1:{port}/health", timeout=PATIENCE_S).json()
        url = f"http://127.0.0.1:{port}/events/dealer"
        with httpx.stream("GET", url, timeout=PATIENCE_S) as events:
            assert next(events.iter_lines())
            process.send_signal(signal.SIGTERM)
            out, err = process.communicate(timeout=PATIENCE_S)

        assert page.status_code == 200
        assert "SIMULATED" in page.text
        assert len(health["devices"]) == 5
        assert process.returncode == 0
        assert err == ""
    assert '"event":"started"' in out
    assert '"event":"stopped"' in out
    assert all(line.startswith("{") for line in out.splitlines())
    assert len(list(rows(tmp_path))) >= 2


def test_run_starts_again_on_its_own_journal_and_names_rules_that_wait(
    tmp_path: Path, port: int
) -> None:
    for more, waits in (
        ({}, ""),
        ({"main_min_cents": 1500}, "other rules wait: lowest main wager: ask → $15"),
    ):
        configured(tmp_path, options={**OPTIONS, **more}, ports=NOWHERE, port=port)
        with running(tmp_path) as process:
            said = process.stderr.readline() if waits and process.stderr else ""
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE_S)
            assert process.returncode == 0
            assert said.startswith(waits)


def test_second_run_on_the_same_journal_is_one_line(tmp_path: Path, port: int) -> None:
    with running(tmp_path) as first:
        configured(tmp_path, ports=NOWHERE, port=free_port())
        second = run(tmp_path, "--bench")

        assert first.poll() is None
    assert second.returncode == 2
    assert f"is being written by process {first.pid}" in second.stderr
    assert second.stderr.count("\n") == 1


def test_run_on_a_taken_port_is_one_line(tmp_path: Path, port: int) -> None:
    with socket.create_server(("127.0.0.1", port)):
        ended = run(tmp_path, "--bench")

    assert ended.returncode == 2
    assert f"127.0.0.1:{port}" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_run_refuses_what_is_not_for_play(tmp_path: Path, port: int) -> None:
    """drivers/README: only --bench takes an example wheel."""
    ended = run(tmp_path)

    assert ended.returncode == 2
    assert "not for play" in ended.stderr
    assert "[wheel.approval]" in ended.stderr
    assert not (tmp_path / "journal.db").exists()


def test_run_tells_the_service_manager_and_feeds_its_watchdog(tmp_path: Path, port: int) -> None:
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(str(tmp_path / "notify"))
    manager.settimeout(PATIENCE_S)
    told: list[str] = []
    with running(tmp_path, NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="300000") as run_:
        while sum("WATCHDOG=1" in text for text in told) < 2:
            told.append(manager.recv(4096).decode())
        run_.send_signal(signal.SIGTERM)
        run_.communicate(timeout=PATIENCE_S)
        told.append(manager.recv(4096).decode())
    manager.close()

    assert told[0].startswith("READY=1")


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, "--config", str(folder / "devices.toml"), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def test_table_plays_over_real_ports_and_pages(tmp_path: Path) -> None:
    """The same daemon over ptys, the USB backend, real time and a browser's requests.

    Source: drivers/README.
    """
    asyncio.run(asyncio.wait_for(over_real_ports(tmp_path), 3 * PATIENCE_S))


async def over_real_ports(folder: Path) -> None:
    """Under a limit that two people sign for before the table is opened."""
    sim = await SimProcess.start(folder / "control", "--shuffle-s", "1")
    for limit in (50000, 200000):
        options = {**OPTIONS, "main_min_cents": 500, "main_max_cents": limit}
        config = configured(folder, options=options, ports=sim.ports)
        config = replace(config, console=replace(config.console, port=0))
        if not config.journal.path.exists():
            async with Daemon(config, open_port, simulated=True, consoles=False):
                pass
    await nobody_there(config)
    People(config.people.path).add("Ben Roe", "casino_supervisor", "9753")
    await People(config.people.path).change("Ben Roe", "2468")

    async def open_link(where: str) -> Link:
        scheme, _, rest = where.partition(":")
        if scheme == "usb":
            return await open_usb(rest, backend=SimulatedUsb(sim.usb))
        return await open_port(where)

    try:
        async with Daemon(config, open_link, simulated=True, now=time.time) as daemon:
            living = asyncio.create_task(daemon.run())
            hands = await WorldClient.connect(folder / "control")
            async with httpx.AsyncClient(
                base_url=f"http://127.0.0.1:{daemon.console_port}", timeout=PATIENCE_S
            ) as browser:
                try:
                    await other_limits(daemon, browser)
                    await play(daemon, hands, browser)
                finally:
                    hands.close()
            daemon.end()
            assert await living is None
    finally:
        await sim.stop()


async def nobody_there(config: Config) -> None:
    """The same table before anybody can sign in: it says what is still to be done."""
    async with (
        Daemon(config, open_port, simulated=True) as daemon,
        httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{daemon.console_port}", timeout=PATIENCE_S
        ) as browser,
    ):
        page = (await browser.get("/floor")).text
    for said in ("NOT SET UP", config.table.asset_number, str(config.people.path), "is-now"):
        assert said in page


async def other_limits(daemon: Daemon, browser: httpx.AsyncClient) -> None:
    """The second who signs is still signed in at the table that begins again, on the same port."""
    table = Tabletop(daemon, Rig(1))
    await until(lambda: table.offered("act1") is not None)
    offer = daemon.offer.offer
    assert (await table.floor(cmd.RulesAccepted(offer=offer))).verdict == "accepted"
    await browser.post("/floor/sign-in", data={"name": "Ben Roe", "pin": "2468"})
    waits = (await browser.get("/floor/rules")).text.replace("<wbr>", "")
    for told in ("deal.main_max_cents", "$500", "$2,000", "Ada Fox", "You sign as second"):
        assert told in waits
    entry = next(e for e in daemon.door.floor_view().allowed if e.command == "RulesAccepted")
    tap = {"rid": "browser-rules", "body": entry.body, "token": entry.token}
    said = await browser.post("/floor/tap", json={**tap, "fill": {"pin": "2468"}})
    assert said.json()["verdict"] == "accepted", said.text

    await until(lambda: daemon.house.pack.deal.main_max_cents.value == 200000)
    await until(lambda: Tabletop(daemon, Rig(1)).offered("act1") is not None)
    page = await browser.get("/floor")
    assert (page.status_code, "Ben Roe" in page.text) == (200, True)
    assert "$5 to $2,000" in (await browser.get("/sign")).text


def dealt(table: Tabletop, cards: int) -> bool:
    return len(table.state.play.dealt) == cards


def all_greeted(daemon: Daemon) -> bool:
    """By the daemon that runs now: what its record says of the run before is no greeting."""
    measured = (d.counters for d in daemon.door.health().devices)
    greeted = all(counted is not None and counted.ms is not None for counted in measured)
    return greeted and not ledger.unheard(daemon.table.current.state)


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.02)


async def play(daemon: Daemon, hands: WorldClient, browser: httpx.AsyncClient) -> None:
    table = Tabletop(daemon, Rig(1))

    async def tap(slot: str) -> None:
        await until(lambda: table.offered(slot) is not None)
        offered = table.offered(slot)
        assert offered is not None
        body = {"rid": f"browser-{time.monotonic_ns()}", "body": offered.body}
        said = await browser.post("/dealer/tap", json={**body, "token": offered.token})
        assert said.json()["verdict"] == "accepted", said.text

    await until(lambda: table.offered("act1") is not None and all_greeted(daemon))
    await table.open_table()
    await hands.fill_shuffler()
    await tap("act1")
    await until(lambda: table.state.play.cut != "none")
    await hands.take_shuffled()
    await hands.cut()
    await hands.insert_cover()
    await tap("act1")
    await hands.load_shoe()
    await until(lambda: table.state.play.shoe != "empty")
    await hands.draw("burn")
    await tap("box1")
    await hands.mischief.arrange(["8c", "7d", "Qc", "Kd"])
    for n, place in enumerate(("box 1.1", "dealer.up", "box 1.1", "dealer.hole")):
        await hands.draw(place)
        await until(partial(dealt, table, n + 1))
    await tap("act1")
    assert "Q" in (await browser.get("/dealer")).text
    await until(lambda: table.phase == "turn_due")
    await asyncio.sleep(0.5)
    await tap("act7")
    await until(lambda: table.phase == "settled")
    health = (await browser.get("/health")).json()
    assert all(d.get("good", True) for d in health["devices"]), health
