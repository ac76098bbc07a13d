"""Every `async def` test runs on the virtual-time loop and must leave no task behind.

Temporary folders lie in memory where there is room: each commit of a journal waits for its disk,
and a suite of thousands of tables would wait longer than it computes.
"""

from __future__ import annotations

import inspect
import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

from controller.bench.virtual_time import run_virtual

settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")

IN_MEMORY = Path("/dev/shm")
ROOM = 1 << 30
"""Units: bytes."""


def pytest_configure() -> None:
    """Also for the processes that tests start. A TMPDIR of the caller's own stands."""
    if "TMPDIR" in os.environ or not os.access(IN_MEMORY, os.W_OK | os.X_OK):
        return
    if shutil.disk_usage(IN_MEMORY).free >= ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(IN_MEMORY)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    run_virtual(pyfuncitem.obj(**{n: pyfuncitem.funcargs[n] for n in names}))
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the exhaustive tests counted: properties that begin with `counted `."""
    counts: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name.startswith("counted "):
                counts[name.removeprefix("counted ")] += value
    for name, count in counts.items():
        terminalreporter.write_line(f"{count:,} {name}")
