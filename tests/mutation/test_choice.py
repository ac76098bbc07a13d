"""Random mutants: the same for a seed, never where no test could see them."""

from __future__ import annotations

from .choice import changed, chosen, spots

FILES = ("controller/rules/match.py", "controller/rules/peek.py", "controller/rules/draw.py")
CODE = """
from __future__ import annotations

Either = int | str


class Wager(Struct, frozen=True, gc=False):
    cents: int


def least(cents: int | None, kind: str = "main") -> int | None:
    if kind == "match" and cents != 5:
        return cents
    return 3
"""


def read(code: str) -> set[str]:
    return {code.splitlines()[line - 1][column:][:6] for _, line, column in spots("x.py", code)}


def test_a_seed_draws_the_same_mutants_again() -> None:
    """A score can be compared only with the score of the same draw."""
    first, again = chosen(5, 7, FILES), chosen(5, 7, FILES)

    assert [m.named for m in first] == [m.named for m in again]
    assert [m.named for m in first] != [m.named for m in chosen(5, 8, FILES)]
    assert all(m.before != m.after for m in first)


def test_annotations_and_aliases_are_left_alone() -> None:
    """They are never evaluated or mean a type; a change there would only raise the score."""
    assert not any(text.startswith("|") for text in read(CODE))
    assert any(text.startswith("and") for text in read(CODE))


def test_whether_a_struct_is_frozen_is_left_to_mypy() -> None:
    """Nothing behaves otherwise until somebody writes to it, and then the types fail."""
    assert not any(text.startswith("True, ") for text in read(CODE))
    assert any(text.startswith("False)") for text in read(CODE))


def test_how_an_argument_may_be_given_is_left_to_mypy() -> None:
    """`(a, *, b)` becomes `(a, /, b)`, by which each caller there is calls as before."""
    text = "def least(a, *, b):\n    return a * b\n"
    made = {
        mutant.after
        for changes in spots("x.py", text).values()
        for operator, occurrence in changes
        if (mutant := changed("x.py", text, operator, occurrence))
    }

    assert "return a / b" in made
    assert "def least(a, /, b):" not in made


def test_names_are_compared_for_equality_only() -> None:
    """`kind < "match"` is no mistake that anybody makes; `cents < 5` is."""
    found = spots("x.py", CODE)
    names = [key for key in found if CODE.splitlines()[key[1] - 1][key[2] :].startswith('== "m')]
    numbers = [key for key in found if CODE.splitlines()[key[1] - 1][key[2] :].startswith("!= 5")]

    assert [len(found[key]) for key in names] == [1]
    assert [len(found[key]) for key in numbers] == [5]
