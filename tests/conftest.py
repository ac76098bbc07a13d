"""Every `async def` test runs on the virtual-time loop and must leave no task behind."""

from __future__ import annotations

import inspect
from collections import Counter

import pytest
from hypothesis import settings

from controller.bench.virtual_time import run_virtual

settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")


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
