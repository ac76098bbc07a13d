"""Every `async def` test runs on the virtual-time loop and must leave no task behind."""

from __future__ import annotations

import inspect

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
