"""What the rules make of many cards is kept as text; `python -m tests.rules.kept` accepts it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from . import chosen, simulated, spoiled


def first_difference(now: Iterable[str], kept: str) -> tuple[str, str] | None:
    pairs = zip_longest(now, kept.splitlines(), fillvalue="")
    return next(((is_, was) for is_, was in pairs if is_ != was), None)


def test_simulator_plays_and_settles_as_before() -> None:
    """A wrong cell of a book or a wrong line of a pay table moves a count."""
    assert first_difference(simulated.lines(), simulated.GOLDEN.read_text("utf-8")) is None


def test_spoiled_round_is_settled_or_refused_as_before() -> None:
    """The place in the file, the clause and the words, or other money."""
    assert first_difference(spoiled.lines(), spoiled.GOLDEN.read_text("utf-8")) is None


def test_operator_may_choose_what_could_be_chosen_before() -> None:
    """Each option of each pack with values within and beyond, and what is needed together."""
    assert first_difference(chosen.lines(), chosen.GOLDEN.read_text("utf-8")) is None
