"""`--clean-rounds N`: rounds of each pack through the devices that must raise no alarm."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clean-rounds", type=int, default=12, help="rounds of each pack")
