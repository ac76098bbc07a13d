"""`--kills N`: how often the daemon is killed; the suite's own run is short."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--kills", type=int, default=12, help="SIGKILLs of the daemon in mid-round")
    parser.addoption("--crash-seed", type=int, default=1, help="seed of their moments")
