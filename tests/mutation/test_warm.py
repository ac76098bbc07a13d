"""A mutant is put into code that is loaded already, where it does not run at import."""

from __future__ import annotations

import subprocess
import sys

import pytest

from .choice import ROOT, Mutant
from .swap import pairs
from .test_hunt import wrong

MONEY = "controller/domain/money.py"
DECKS = "controller/procedure/reducers/opening/table_decks.py"
OPENING = "tests/procedure/opening/test_decks.py"
PLAYER = "def box_exists(c: Context) -> None:\n    assert isinstance("
SCRIPT = """
import sys

from tests.mutation.test_hunt import wrong
from tests.mutation.warm import Task, Warm

before, after, file, sees, other = sys.argv[1:]
mutant = wrong(before, after, file)


def work(warm):
    tries = [Task(mutant, tests) for tests in ((sees,), (other,), ())]
    for answer in warm.answers([*tries, Task(None, (sees,))]):
        print("answer", answer.fits, answer.killer or "-", answer.over)


Warm(work, jobs=2, seconds=60).collect([sees, other])
"""


@pytest.mark.parametrize(
    ("before", "after", "file", "sees"),
    [
        ("rest * 2 >= unit", "rest * 2 > unit", MONEY, "tests/rules/test_cards.py"),
        (
            PLAYER,
            PLAYER.replace("assert", "assert not"),
            DECKS,
            "tests/procedure/opening/test_decks.py",
        ),
    ],
    ids=["amount", "assertion"],
)
def test_each_mutant_meets_loaded_tests_and_leaves_no_trace(
    before: str, after: str, file: str, sees: str
) -> None:
    """Also in a function that asserts, which pytest writes anew; where no test is left to try, too.

    The fourth is the code as it is.
    """
    other = "tests/rules/test_shuffle_script.py"
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, before, after, file, sees, other],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    answers = [line for line in done.stdout.splitlines() if line.startswith("answer")]

    assert done.returncode == 0, done.stdout + done.stderr
    assert answers[0].startswith(f"answer True {sees}::")
    assert answers[1:] == ["answer True - False"] * 3


def test_what_runs_at_import_is_tried_in_a_copy() -> None:
    """A table is made once; a line of a function is run at each call."""
    inside = wrong("rest * 2 >= unit", "rest * 2 > unit", MONEY)
    beside = Mutant(MONEY, 1, "", "", inside.code + "\nLEAST = 5\n")

    assert pairs(inside)
    assert pairs(beside) is None
