"""The worked driver of drivers/README.md runs as it stands on the page."""

from __future__ import annotations

import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType

import pytest

import drivers
from drivers.catalog import Entry

PAGE = Path(drivers.__file__).with_name("README.md")
LONGEST = 100


@pytest.fixture
def example() -> ModuleType:
    """Both blocks in one module, the driver first and then its test."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 2
    assert len(blocks[0].splitlines()) < LONGEST
    module = ModuleType("worked_example")
    sys.modules[module.__name__] = module
    exec(compile("\n".join(blocks), str(PAGE), "exec"), module.__dict__)
    return module


async def test_worked_driver_passes_its_own_test(example: ModuleType) -> None:
    """A stranger copies it; what he copies works."""
    test: Callable[[], Awaitable[None]] = example.test_reader_says_blackjack_and_its_faults
    await test()


def test_worked_driver_is_an_entry_of_the_catalog(example: ModuleType) -> None:
    entry = example.ENTRY

    assert isinstance(entry, Entry)
    assert entry.role == "card_reader"
