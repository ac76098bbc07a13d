"""A random mutant is killed by the test that fails for it, and lives where none does."""

from __future__ import annotations

from pathlib import Path

from .choice import ROOT, Mutant
from .hunt import harmless, tried
from .nursery import Nursery
from .reach import PARTICULAR, WHOLE, Reach, in_order


class Looked(Reach):
    """A map of one line."""

    def __init__(self, *tests: str) -> None:
        self._tests = list(tests)

    def tests(self, file: str, line: int) -> list[str]:
        return self._tests


def wrong(before: str, after: str, file: str) -> Mutant:
    text = (ROOT / file).read_text("utf-8")
    assert text.count(before) == 1
    return Mutant(file, 1, before, after, text.replace(before, after))


def test_a_mutant_is_killed_or_survives_by_what_its_tests_say(tmp_path: Path) -> None:
    """The half that is rounded up decides; a test of something else does not see it."""
    mutant = wrong("rest * 2 >= unit", "rest * 2 > unit", "controller/domain/money.py")
    nursery = Nursery(tmp_path, 1)

    seen = tried(mutant, Looked("tests/rules/test_cards.py"), nursery, 120)
    unseen = tried(mutant, Looked("tests/rules/test_shuffle_script.py"), nursery, 60)
    unreached = tried(mutant, Looked(), nursery, 60)

    assert (seen.verdict, unseen.verdict, unreached.verdict) == (
        "killed",
        "survived",
        "unreached",
    )
    assert seen.by.startswith("tests/rules/test_cards.py::")


def test_each_harmless_change_still_applies_and_says_why() -> None:
    """A line that moved on is judged again."""
    for (file, before, after), reason in harmless().items():
        lines = [line.strip() for line in (ROOT / file).read_text("utf-8").splitlines()]
        assert before in lines, (file, before)
        assert before != after
        assert reason


def test_kept_evenings_meet_a_mutant_behind_its_most_particular_tests() -> None:
    """However many tests run a line, what asserts everything is not left for the end."""
    many = [f"tests/x/test_{n}.py::test_one" for n in range(40)]
    kept = [f"{WHOLE[1]}::test_a", f"{WHOLE[0]}::test_b"]

    found = in_order([*many[:3], *kept, *many[3:]])

    assert found[PARTICULAR : PARTICULAR + len(kept)] == kept
    assert sorted(found) == sorted([*many, *kept])
    assert in_order([]) == []
