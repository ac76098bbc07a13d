"""A daemon that was killed in mid-round starts again on a day's record, until its page is served.

Everything counts: the interpreter, the imports, the fold, the first page.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from controller.daemon.opening import house_of_config, opening_of
from controller.journal.append import create_journal
from controller.journal.keys import KeyRing
from controller.table.record import ENCODE
from tests.daemon.tabletop import configured
from tests.layout import ROOT

from .figure import Figure
from .shoes import AT_US, Shoes, signed

DAY_ROWS = 60_000
PATIENCE_S = 60
NOWHERE = {
    name: f"serial:/dev/serial/by-id/nothing-{name}"
    for name in ("reader", "shuffler", "shoe", "wheel")
} | {"keypad": "usb:04d9:a02a:NONE"}


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        port = free_port()
        rows, number = _recorded(folder, port)
        took, own = min(_until_served(folder, port, f"Round {number}") for _ in range(2))
    return [
        Figure(f"start on {rows} rows to the first page served", took, "s", most=1),
        Figure("... of that the processor's", own, "s"),
    ]


def _recorded(folder: Path, port: int) -> tuple[int, int]:
    """Write the record of a day that ends in the middle of a round; its rows, its round."""
    config = configured(folder, ports=NOWHERE, port=port)
    house = house_of_config(config)
    on = Shoes(8, filler=DAY_ROWS - 120, at=house)
    while on.filler + on.seq < DAY_ROWS - 20:
        on.deal_round()
    on.card(after_ms=6000)
    assert on.drafts is not None
    record, signer = ENCODE(opening_of(config, house)), KeyRing(config.journal.keys).signer(1)
    create_journal(
        config.journal.path,
        at_us=AT_US,
        record=record,
        signer=signer,
        rows=signed(on.drafts, record, signer),
    )
    return on.filler + on.seq, on.play.number


def _until_served(folder: Path, port: int, words: str) -> tuple[float, float]:
    """Units: seconds, on the clock and of the processor."""
    command = [sys.executable, "-m", "controller", "run", "--bench"]
    began = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--config", str(folder / "devices.toml")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        while time.perf_counter() - began < PATIENCE_S and process.poll() is None:
            if words in _page(port):
                return time.perf_counter() - began, _processor_s(process.pid)
            time.sleep(0.005)
        process.kill()
        raise RuntimeError(f"no page with {words!r}: {process.communicate()[1]}")
    finally:
        process.kill()
        process.wait()


def _processor_s(pid: int) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _page(port: int) -> str:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/dealer", timeout=PATIENCE_S).text
    except httpx.TransportError:
        return ""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
