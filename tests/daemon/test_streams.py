"""Standard streams that are closed, full or gone never end the daemon; nor does a hang-up hurt."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from controller.journal.keys import KeyRing
from controller.journal.verify import verify
from tests.daemon.tabletop import configured, rows
from tests.daemon.test_process import COMMAND, NOWHERE, free_port
from tests.kit.wires.patience import PATIENCE_S, status, until
from tests.layout import ROOT

WAYS = {
    "all closed": "<&- >&- 2>&-",
    "output closed": ">&-",
    "errors closed": "2>&-",
    "input closed": "<&-",
    "full": ">/dev/full 2>/dev/full",
    "gone": "",
    "never read": "",
}


@pytest.mark.parametrize("way", WAYS)
def test_daemon_records_whatever_its_streams_are(tmp_path: Path, way: str) -> None:
    """The record is whole, and no line of a log stands in it."""
    port = free_port()
    configured(tmp_path, ports=NOWHERE, port=port)
    told, reading = None, -1
    if way in {"gone", "never read"}:
        reading, told = os.pipe()
        if way == "gone":
            os.close(reading)
        else:
            os.set_blocking(told, False)
            with contextlib.suppress(BlockingIOError):
                while os.write(told, b"x" * 4096):
                    pass
            os.set_blocking(told, True)
    run = f'exec "$@" {WAYS[way]}'
    command = [
        "sh",
        "-c",
        run,
        "sh",
        *COMMAND,
        "--bench",
        "--config",
        str(tmp_path / "devices.toml"),
    ]
    process = subprocess.Popen(command, cwd=ROOT, stdout=told, stderr=told)
    try:
        url = f"http://127.0.0.1:{port}"
        assert until(lambda: process.poll() is not None or status(f"{url}/health"))
        assert process.poll() is None
        tap = {"rid": "streams-1", "token": "", "body": '{"type":"FloorCalled"}'}
        with httpx.Client(base_url=url, timeout=PATIENCE_S) as browser:
            said = browser.post("/dealer/tap", json=tap)
            for _ in range(50):  # each is a line of the log
                browser.post("/floor/sign-in", data={"name": "", "pin": ""})
        assert said.json()["verdict"] in {"accepted", "refused"}
        process.send_signal(signal.SIGHUP)
        assert process.wait(PATIENCE_S) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        for fd in (told, reading):
            if fd is not None and fd >= 0:
                with contextlib.suppress(OSError):
                    os.close(fd)
    assert any(type(r.stamped.input).__name__ == "FloorCalled" for r in rows(tmp_path))
    assert (
        verify(tmp_path / "journal.db", KeyRing(tmp_path / "keys").signer(1).public_key).fault
        is None
    )
