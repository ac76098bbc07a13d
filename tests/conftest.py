"""Every `async def` test runs on the virtual-time loop and must leave no task behind.

Temporary folders lie in memory where there is room: each commit of a journal waits for its disk,
and a suite of thousands of tables would wait longer than it computes. A page's template is
compiled once, not once for each table. What is slow begins first. Whatever started the suite may
ignore Ctrl-C (a shell does that for what runs behind it); the programs that tests start must not.
What is marked `soak` is left to `make soak`, which plays it, and only it, with `--soak`.
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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="play what is marked `soak`, nothing else")


def pytest_configure() -> None:
    """Also for the processes that tests start. A TMPDIR of the caller's own stands."""
    compiling_once = partial(Environment, bytecode_cache=Compiled())
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    pytest.MonkeyPatch().setattr(pages, "Environment", compiling_once)
    if folder := in_memory.place():
        os.environ["TMPDIR"] = tempfile.tempdir = folder


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A long one must not begin when the others have ended."""
    long_run: bool = config.getoption("soak")
    left = [i for i in items if (i.get_closest_marker("soak") is not None) != long_run]
    config.hook.pytest_deselected(items=left)
    without = {*left}
    kept = [i for i in items if i not in without]
    items[:] = in_turn(kept, workers(config))


def workers(config: pytest.Config) -> int:
    """Among so many processes xdist divides the list; 1 = there is no other."""
    said: dict[str, int] = getattr(config, "workerinput", {})
    return said.get("workercount", 1)


def in_turn(items: list[pytest.Item], count: int) -> list[pytest.Item]:
    """Each worker takes a stretch of the list; at the head of each stands its share of slow ones.

    Who has ended takes over from the tail of another's stretch.
    """
    slow = [i for i in items if i.get_closest_marker("slow")]
    quick = [i for i in items if not i.get_closest_marker("slow")]
    ends = [len(items) * n // count for n in range(count + 1)]
    found: list[pytest.Item] = []
    for n in range(count):
        share = slow[n::count]
        room = ends[n + 1] - ends[n] - len(share)
        found += share + quick[: max(0, room)]
        del quick[: max(0, room)]
    return found + quick


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
