"""Every key of a scenario's matrix is read: one that nobody names would be a case never made."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

SCENARIOS = Path(__file__).parents[2] / "scenarios"
OWN = ("id", "skip", "pack", "kind", "ruling")
"""What a row says of itself, and what it is called by."""


def unread(text: str) -> list[str]:
    """Keys of the rows that no `{key}` and no `only` of the file names."""
    file: dict[str, Any] = tomllib.loads(text)
    matrix: dict[str, Any] | list[dict[str, Any]] = file.get("matrix", [])
    rows = [matrix] if isinstance(matrix, dict) else matrix
    named = set(re.findall(r"\{(\w+)[.}]", text))
    for step in file.get("when", []):
        named.update(step.get("only", {}))
    return sorted({key for row in rows for key in row} - named - {*OWN})


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.toml")), ids=lambda p: p.stem)
def test_every_key_of_the_matrix_is_read(path: Path) -> None:
    assert unread(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.toml")), ids=lambda p: p.stem)
def test_rows_of_a_matrix_stand_one_a_line(path: Path) -> None:
    assert "[[matrix]]" not in path.read_text("utf-8")


@pytest.mark.parametrize(
    "matrix", ["[{ a = 1, b = 2, c = 3, id = 'x' }]", "{ pack = 'all', a = 1, b = [2, 3], c = 3 }"]
)
def test_a_key_that_nobody_names_is_found(matrix: str) -> None:
    text = f'name = "x {{a}}"\nmatrix = {matrix}\n[[when]]\nonly = {{ b = 2 }}\n'

    assert unread(text) == ["c"]
