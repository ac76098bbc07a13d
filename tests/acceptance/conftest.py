"""`--every-way`: devices die in every way at every point; the suite's own run takes turns."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-way", action="store_true", help="every way in which a device dies")
