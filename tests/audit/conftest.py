"""One evening of two rounds, recorded once; tests read it, or a copy."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .shift import disputed, played, shift


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Round 1 plain, round 2 with a correction and a ten, round 3 begun: never written to."""
    path = tmp_path_factory.mktemp("evening") / "table.journal"
    with shift(path) as on:
        played(on.opened())
        disputed(on)
        on.draw("3d 4c", after_ms=5000)
    return path


@pytest.fixture
def evening(recorded: Path, tmp_path: Path) -> Path:
    """A copy to be changed."""
    for file in recorded.parent.iterdir():
        shutil.copy(file, tmp_path / file.name)
    return tmp_path / recorded.name
