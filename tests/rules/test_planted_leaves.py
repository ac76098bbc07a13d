"""A few leaves by seed get another value, and a scenario must notice; the whole runs in soak."""

from __future__ import annotations

from hashlib import sha256

import pytest

from controller.rules import pack as packs
from tests.bench.scenarios.loaded import every_scenario

from .planted_leaves import (
    TEXTS,
    Leaf,
    Map,
    aside,
    clause_of,
    leaves,
    noticed_by,
    planted,
    put_in,
)

SEED, MANY = 11, 4
ROWS = [row for row in every_scenario() if not row.skip and row.clauses]


def proven() -> list[Leaf]:
    """Leaves with another value that loads, whose clause some scenario proves.

    A leaf of a text that is silent holds a place for the other texts, in which it is tried. A leaf
    or a scenario of a later day leaves the draw as it is, or joins it.
    """
    cited = {(row.pack, clause) for row in ROWS for clause in row.clauses}
    rules = tuple(s for s in packs.SECTIONS if s not in (*TEXTS, "irregularity"))
    found = [
        leaf
        for leaf in leaves(rules)
        if (leaf.pack, clause_of(leaf)) in cited and " silent." not in clause_of(leaf)
    ]
    return sorted(found, key=lambda leaf: sha256(f"{SEED} {leaf}".encode()).digest())[:MANY]


@pytest.mark.parametrize("leaf", proven(), ids=lambda leaf: f"{leaf.pack} {leaf.path}")
def test_leaf_changes_an_outcome(leaf: Leaf) -> None:
    assert noticed_by(leaf, Map(ROWS, look=False)) != ""


def test_planted_value_is_read_in_a_process_of_its_own() -> None:
    """The rest of the suite goes on with the pack as it is shipped."""
    leaf = Leaf("boston-billiard", "play", "split_hands")
    text = next(planted(leaf))

    def seen() -> object:
        put_in(leaf.pack, text)
        return packs.load(leaf.pack).play.split_hands.value

    assert aside(seen) == 3
    assert packs.load(leaf.pack).play.split_hands.value == 4
