"""What the procedure says is kept as text: a change of it shows in review, word by word.

To accept one: `python -m tests.procedure.kept`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from . import evenings, kinds

KEPT = sorted(evenings.FOLDER.glob("*.txt"))


def test_catalogue_of_irregularities_equals_its_golden_text() -> None:
    """Words, questions, rulings and who accuses whom: what no pack changes (console/README 4)."""
    assert kinds.table() == kinds.GOLDEN.read_text("utf-8")


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_evening_is_told_as_before(path: Path) -> None:
    """Each answer, line, key, payment and ruling of a hostile evening, input by input."""
    assert evenings.difference(path.read_text("utf-8")) == ""
