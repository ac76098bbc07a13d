"""What the rules make of many cards is kept as text; `python -m tests.rules.kept` accepts it."""

from __future__ import annotations

from . import simulated


def test_simulator_plays_and_settles_as_before() -> None:
    """A wrong cell of a book or a wrong line of a pay table moves a count."""
    kept = simulated.GOLDEN.read_text("utf-8").splitlines()

    for now, was in zip(simulated.lines(), kept, strict=True):
        assert now == was
