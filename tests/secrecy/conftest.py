"""`--scenes N`: rounds that are played again with other hidden cards, each `--variants N` times.

One stage for all.
"""

from __future__ import annotations

import pytest

from controller.bench.simulated.virtual_time import run_virtual
from drivers.tablelink import session
from tests.daemon.tabletop import now

from .stage import Stage, prepare


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--scenes", type=int, default=14, help="with each trouble: 14")
    parser.addoption("--variants", type=int, default=4, help="of the hidden cards of a scene")


@pytest.fixture(autouse=True)
def _table_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a greeting tells a device is the time of the table, alike in both runs of a pair."""
    monkeypatch.setattr(session, "wall_ms", lambda: int(now() * 1000))


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    return run_virtual(prepare(tmp_path_factory.mktemp("secrecy") / "stage"))
