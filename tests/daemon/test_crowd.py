"""Connections that say nothing, half a request or too much: the table goes on recording."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from controller.console.web.crowd import MOST, SILENT_S
from tests.daemon.tabletop import configured
from tests.daemon.test_process import COMMAND, NOWHERE, free_port
from tests.kit.wires.patience import PATIENCE_S, Stopwatch, status, until
from tests.layout import ROOT

DESCRIPTORS = 1024
SILENT = 2000
CALL = '{"type":"FloorCalled"}'


@contextmanager
def limited(folder: Path, log: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """`dealer-assist run` that may open 1,024 files, and the port of its consoles."""
    port = free_port()
    configured(folder, ports=NOWHERE, port=port)
    with log.open("wb") as out:
        process = subprocess.Popen(
            ["prlimit", f"--nofile={DESCRIPTORS}:{DESCRIPTORS}", *COMMAND, "--bench", "--config",
             str(folder / "devices.toml")],
            stdout=out, stderr=subprocess.STDOUT, cwd=ROOT,
        )  # fmt: skip
    try:
        url = f"http://127.0.0.1:{port}/health"
        assert until(lambda: process.poll() is not None or status(url))
        yield process, port
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE_S)


@contextmanager
def many_descriptors() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < SILENT + 200:
        pytest.skip(f"this machine allows {hard} open files, the test opens {SILENT}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (SILENT + 200, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def call(browser: httpx.Client, n: int, pid: int) -> float:
    """Call the floor as the dealer's page does; how long the controller took."""
    tap = {"rid": f"crowd-{n:06}", "token": "", "body": CALL}
    watch = Stopwatch(pid)
    said = browser.post("/dealer/tap", json=tap, headers={"Connection": "close"})
    assert said.json()["verdict"] in {"accepted", "refused"}, said.text
    return watch.seconds()


@pytest.mark.slow
@pytest.mark.parametrize("said", [b"", b"GET /sign HTTP/1.1\r\nHost: x", b"half"])
def test_silent_connections_stop_no_acknowledgement(tmp_path: Path, said: bytes) -> None:
    """2,000 connections at 1,024 descriptors: every call is recorded, and the log stays short."""
    if said == b"half":
        said = b"POST /dealer/tap HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{"
    log = tmp_path / "log"
    with (
        many_descriptors(),
        limited(tmp_path, log) as (process, port),
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S) as browser,
    ):
        row = browser.get("/health").json()["journal"]["row"]
        held: list[socket.socket] = []
        waits: list[float] = []
        try:
            for n in range(SILENT):
                one = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
                one.sendall(said)
                held.append(one)
                if n % 100 == 99:
                    waits.append(call(browser, n, process.pid))
        finally:
            for one in held:
                one.close()
        health = browser.get("/health").json()
        assert process.poll() is None

    assert max(waits) < 2, waits
    assert health["journal"].get("recording", True)
    assert health["journal"]["row"] - row >= len(waits) - 1
    assert len(log.read_bytes().splitlines()) < 100


def test_connection_that_says_nothing_is_cut(tmp_path: Path) -> None:
    """A request that is never finished, too: what trickles in is no activity."""
    with limited(tmp_path, tmp_path / "log") as (process, port):
        began, watch = time.monotonic(), Stopwatch(process.pid)
        silent, slow = (
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) for _ in range(2)
        )
        slow.sendall(b"GET /sign HTTP/1.1\r\n")
        slow.setblocking(False)
        assert until(lambda: is_cut(slow, b"X-A: b\r\n"))
        assert time.monotonic() - began > 5
        assert watch.seconds() < 2 * SILENT_S
        with suppress(ConnectionResetError):
            assert silent.recv(1) == b""
        silent.close()
        slow.close()


def is_cut(slow: socket.socket, more: bytes) -> bool:
    """Sends one more line."""
    try:
        slow.send(more)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return False


def test_open_page_outlives_a_full_house(tmp_path: Path) -> None:
    """Whoever listens is no silent connection: strangers that say nothing make room."""
    with limited(tmp_path, tmp_path / "log") as (_, port):
        url = f"http://127.0.0.1:{port}/events/dealer"
        held: list[socket.socket] = []
        with httpx.stream("GET", url, timeout=PATIENCE_S) as events:
            lines = events.iter_lines()
            assert next(lines)
            crowd = range(MOST + 20)
            held.extend(socket.create_connection(("127.0.0.1", port)) for _ in crowd)
            beats = 0
            for line in lines:
                beats += line == "event: beat"
                if beats == 3:
                    break
        for one in held:
            one.close()


def test_stop_takes_less_than_a_second_and_logs_no_error(tmp_path: Path) -> None:
    """25 open connections of every kind: pages that listen, silent ones, half a request.

    A second of a machine that does nothing else; the best of three counts.
    """
    took = []
    for n in range(3):
        (folder := tmp_path / str(n)).mkdir()
        took.append(stopped_among_many(folder, signal.SIGTERM))
        if took[-1] < 1:
            break
    assert min(took) < 1, took


def stopped_among_many(folder: Path, how: signal.Signals) -> float:
    log = folder / "log"
    form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\nname"
    half = b"POST /floor/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\n" + form
    listen = b"GET /events/%s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with limited(folder, log) as (process, port):
        held = []
        for said in (b"", half, listen % b"dealer", listen % b"sign", b"GET /"):
            for _ in range(5):
                held.append(socket.create_connection(("127.0.0.1", port)))
                held[-1].sendall(said)
        for one in held[10:20]:
            assert one.recv(1)  # those who listen are answered, whatever this machine does else
        watch, gone = Stopwatch(process.pid), os.WEXITED | os.WNOWAIT | os.WNOHANG
        process.send_signal(how)
        assert until(lambda: os.waitid(os.P_PID, process.pid, gone))
        took = watch.seconds()
        assert process.wait() == 0
        for one in held:
            one.close()
    levels = [json.loads(line)["level"] for line in log.read_text().splitlines() if line[0] == "{"]
    assert set(levels) <= {"info", "warning"}, log.read_text()
    return took
