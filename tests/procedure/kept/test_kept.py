"""What the procedure says is kept as text: a change of it shows in review, word by word.

To accept one: `python -m tests.procedure.kept`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.bench.scenario.file import load
from tests.bench.scenarios.loaded import FOLDER

from . import evenings, kinds, recorded, shapes, walked

KEPT = sorted(evenings.FOLDER.glob("*.txt"))


def test_catalogue_of_irregularities_equals_its_golden_text() -> None:
    """Words, questions, rulings and who accuses whom: what no pack changes (console/README 4)."""
    assert kinds.table() == kinds.GOLDEN.read_text("utf-8")


def test_shapes_and_numbers_are_those_of_the_golden_text() -> None:
    """What a record of before was written in; and each number that no pack gives."""
    assert list(shapes.lines()) == shapes.GOLDEN.read_text("utf-8").splitlines()


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_evening_is_told_as_before(path: Path) -> None:
    """Each answer, line, key, payment and ruling of a hostile evening, input by input."""
    assert evenings.difference(path.read_text("utf-8")) == ""


def test_text_is_made_of_a_walk_or_of_a_scenario() -> None:
    """What is written is read as the same; a seal tells its card."""
    scenario = next(s for s in load(FOLDER / "split-to-four-hands.toml") if not s.skip)

    for kept in (walked.evening(5002, 60, 40), recorded.evening(scenario)):
        text = "".join(f"{line}\n" for line in evenings.lines(kept))
        assert evenings.difference(text) == ""
        assert " accepted" in text
