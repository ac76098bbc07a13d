"""The planted rules: each still applies, a few are caught here; `make mutants` tries them all."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.mutation.choice import ROOT
from tests.mutation.nursery import Nursery

from .mutants import Mutant, caught, places, planted

SEED = 2026
FEW = 2


@pytest.mark.parametrize("mutant", planted(), ids=lambda mutant: mutant.name)
def test_planted_rule_applies_to_the_code_as_it_is(mutant: Mutant) -> None:
    """A text that moved would plant nothing, silently."""
    assert places(mutant) == 1
    assert mutant.old != mutant.new
    assert mutant.tests
    assert [t for t in mutant.tests if not (ROOT / "tests" / t.partition("::")[0]).is_file()] == []


def test_there_are_at_least_25_planted_rules_of_different_names() -> None:
    names = {mutant.name for mutant in planted()}

    assert len(names) == len(planted()) >= 25


def test_a_few_planted_rules_are_caught(tmp_path: Path) -> None:
    """Drawn by seed; the tests of the rules run in a copy that has one wrong rule."""
    chosen = Random(SEED).sample(planted(), FEW)
    nursery = Nursery(tmp_path, 1)

    results = [caught(mutant, nursery) for mutant in chosen]

    assert [(r.mutant.name, bool(r.caught_by)) for r in results] == [(m.name, True) for m in chosen]


def test_a_planted_rule_that_changes_nothing_lives(tmp_path: Path) -> None:
    """The catch is the tests' doing: an equal rule passes them."""
    same = Mutant(
        name="the same, otherwise written",
        file="controller/domain/money.py",
        old="rest * 2 >= unit",
        new="2 * rest >= unit",
        tests=("rules/test_cards.py",),
    )

    assert caught(same, Nursery(tmp_path, 1)).caught_by == ""
