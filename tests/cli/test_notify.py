"""What systemd is told, over a real datagram socket."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.cli.notify import Notifier, notifier_of


@contextmanager
def manager(address: str) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(address)
        server.setblocking(False)
        yield server


def heard(server: socket.socket) -> list[str]:
    messages = []
    while True:
        try:
            messages.append(server.recv(4096).decode())
        except BlockingIOError:
            return messages


def test_notifier_tells_ready_and_status_when_systemd_gave_a_path(tmp_path: Path) -> None:
    """READY=1 and STATUS= arrive as one datagram, a line each; a status never spans two lines."""
    address = str(tmp_path / "notify")
    notifier = notifier_of({"NOTIFY_SOCKET": address})

    with manager(address) as server:
        notifier.tell(READY="1", STATUS="round 118\nopen")

        assert heard(server) == ["READY=1\nSTATUS=round 118 open"]


def test_notifier_tells_ready_when_the_address_is_abstract() -> None:
    """An address that begins with @ is in the abstract namespace."""
    name = f"dealer-assist-test-{os.getpid()}"

    with manager("\0" + name) as server:
        Notifier("@" + name).tell(READY="1")

        assert heard(server) == ["READY=1"]


def test_notifier_is_silent_when_systemd_did_not_start_us() -> None:
    notifier = notifier_of({})

    notifier.tell(READY="1")

    assert notifier == Notifier("", 0.0)


def test_notifier_goes_on_when_the_manager_is_gone(tmp_path: Path) -> None:
    """A service manager that went away never stops a table."""
    Notifier(str(tmp_path / "nobody")).tell(STATUS="dealing")


@pytest.mark.parametrize(
    ("pid", "seconds"),
    [("", 30.0), (str(os.getpid()), 30.0), ("1", 0.0)],
    ids=("none", "ours", "other"),
)
def test_watchdog_is_ours_only_when_it_names_this_process(pid: str, seconds: float) -> None:
    environment = {"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": pid}

    assert notifier_of(environment).watchdog_s == seconds


async def test_watchdog_is_fed_thrice_in_its_time_when_the_table_answers(tmp_path: Path) -> None:
    """Fed at a third of WatchdogSec, so that one late feed is not a restart."""
    address = str(tmp_path / "notify")

    async def answers() -> None:
        await asyncio.sleep(0)

    with manager(address) as server:
        feeding = asyncio.create_task(Notifier(address, 30.0).feed_watchdog(answers))
        await asyncio.sleep(29.0)
        await stop(feeding)

        assert heard(server) == ["WATCHDOG=1"] * 3


async def test_watchdog_starves_when_the_table_does_not_answer(tmp_path: Path) -> None:
    """A loop that turns while the table hangs is not a table that works."""
    address = str(tmp_path / "notify")
    hangs = asyncio.Event()
    asked = 0

    async def answers() -> None:
        nonlocal asked
        asked += 1
        if asked > 1:
            await hangs.wait()

    with manager(address) as server:
        feeding = asyncio.create_task(Notifier(address, 30.0).feed_watchdog(answers))
        await asyncio.sleep(300.0)
        await stop(feeding)

        assert heard(server) == ["WATCHDOG=1"]


async def test_feeding_ends_at_once_when_no_watchdog_is_set() -> None:
    async def answers() -> None:
        raise AssertionError("not asked")

    await Notifier("/x", 0.0).feed_watchdog(answers)


async def stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
