"""A demo with `--end` says what it waits for and ends."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from controller.bench.demo import unruled


async def test_hold_that_nobody_rules_on_ends_the_demo_and_is_named() -> None:
    """It stood for ever, with only the rounds before it closed."""
    held: Any = SimpleNamespace(hold=SimpleNamespace(headline="Stop. Reader fault. Floor."))
    began = asyncio.get_running_loop().time()

    with pytest.raises(unruled.Unruled, match="Reader fault"):
        await unruled.wait_for(lambda: held)

    assert asyncio.get_running_loop().time() - began >= unruled.WAITS_S


async def test_hold_that_is_ruled_in_time_ends_nothing() -> None:
    now: Any = SimpleNamespace(hold=None)
    waiting = asyncio.create_task(unruled.wait_for(lambda: now))

    for _ in range(3):
        now.hold = SimpleNamespace(headline="Stop. Ten. Floor.")
        await asyncio.sleep(unruled.WAITS_S - 5)
        now.hold = None
        await asyncio.sleep(5)

    assert not waiting.done()
    waiting.cancel()
