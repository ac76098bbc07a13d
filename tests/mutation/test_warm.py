"""A mutant is put into code that is loaded already, where it does not run at import."""

from __future__ import annotations

import subprocess
import sys

from .choice import ROOT, Mutant
from .swap import pairs
from .test_hunt import wrong

MONEY = "controller/domain/money.py"
SCRIPT = """
from tests.mutation.test_hunt import wrong
from tests.mutation.warm import Task, Warm

mutant = wrong("rest * 2 >= unit", "rest * 2 > unit", "controller/domain/money.py")
cards, shuffle = "tests/rules/test_cards.py", "tests/rules/test_shuffle_script.py"


def work(warm):
    tasks = [Task(mutant, (cards,)), Task(mutant, (shuffle,)), Task(None, (cards,))]
    for answer in warm.answers(tasks):
        print("answer", answer.fits, answer.killer or "-", answer.over)


Warm(work, jobs=2, seconds=60).collect([cards, shuffle])
"""


def test_each_mutant_meets_loaded_tests_and_leaves_no_trace() -> None:
    """The half that is rounded up decides; the third answer is of the code as it is."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=False
    )
    answers = [line for line in done.stdout.splitlines() if line.startswith("answer")]

    assert done.returncode == 0, done.stdout + done.stderr
    assert answers[0].startswith("answer True tests/rules/test_cards.py::")
    assert answers[1:] == ["answer True - False"] * 2


def test_what_runs_at_import_is_tried_in_a_copy() -> None:
    """A table is made once; a line of a function is run at each call."""
    inside = wrong("rest * 2 >= unit", "rest * 2 > unit", MONEY)
    beside = Mutant(MONEY, 1, "", "", inside.code + "\nLEAST = 5\n")

    assert pairs(inside)
    assert pairs(beside) is None
