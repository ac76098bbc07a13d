"""Every `async def` test runs on the virtual-time loop and must leave no task behind.

Temporary folders lie in memory where there is room: each commit of a journal waits for its disk,
and a suite of thousands of tables would wait longer than it computes. A page's template is
compiled once, not once for each table. What is slow begins first. Whatever started the suite may
ignore Ctrl-C (a shell does that for what runs behind it); the programs that tests start must not.
"""

from __future__ import annotations

import gc
import inspect
import os
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import partial

import pytest
import structlog
from hypothesis import settings
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from controller.bench.simulated import in_memory
from controller.bench.simulated.virtual_time import run_virtual
from controller.console.drawing import pages

settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")


class Compiled(BytecodeCache):
    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if kept := self._kept.get(bucket.key):
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


def pytest_configure() -> None:
    """Also for the processes that tests start. A TMPDIR of the caller's own stands."""
    compiling_once = partial(Environment, bytecode_cache=Compiled())
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    pytest.MonkeyPatch().setattr(pages, "Environment", compiling_once)
    if folder := in_memory.place():
        os.environ["TMPDIR"] = tempfile.tempdir = folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A long one must not begin when the others have ended."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """What is loaded now stays: looking it through for garbage again cost each worker an eighth."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    run_virtual(pyfuncitem.obj(**{n: pyfuncitem.funcargs[n] for n in names}))
    return True


@pytest.fixture(autouse=True)
def _logs_as_they_come() -> Iterator[None]:
    """A table that a test ran sets up its log; the next test begins without."""
    yield
    structlog.reset_defaults()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the exhaustive tests counted: properties that begin with `counted `."""
    counts: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name.startswith("counted "):
                counts[name.removeprefix("counted ")] += value
    for name, count in counts.items():
        terminalreporter.write_line(f"{count:,} {name}")
