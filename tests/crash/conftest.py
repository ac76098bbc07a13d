"""`--kills N`, `--copies N`: how much is killed and spoiled; the suite's own run is short."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--kills", type=int, default=8, help="SIGKILLs of the daemon in mid-round")
    parser.addoption("--copies", type=int, default=84, help="records whose files are spoiled")
    parser.addoption("--crash-seed", type=int, default=1, help="seed of their moments")
