"""Check 8 in short: a seeded few of the rulings that `make soak` obeys to the end of the round."""

from __future__ import annotations

import random

import pytest

from controller.bench.scenario.run import Result
from controller.procedure.irregularities.catalog_check import Triple, triples
from controller.rules import pack as packs

from .obeying import HELD, Branch, blamed, branches, played

SEED, FEW = 11, 8
EVERY = list(branches())


def test_there_is_a_branch_for_every_ruling_that_a_person_gives() -> None:
    """Those left are carried out without a word of anybody: nothing is cut off behind them."""
    taken = frozenset[object]().union(*(one.takes for one in EVERY))
    every = [t for name in packs.names() for t in triples(packs.load(name))]

    assert len([t for t in every if t in taken]) > 0.9 * len(every)


@pytest.mark.parametrize("branch", random.Random(SEED).sample(EVERY, FEW), ids=lambda b: b.name)
def test_dealer_who_obeys_behind_a_ruling_is_not_blamed(branch: Branch) -> None:
    result = played(branch)

    assert not blamed(result, branch.takes), result.why


def test_word_of_a_watcher_and_a_held_table_blame() -> None:
    said = ("x: the record: row 4: asked 2 times", "x: step 3\n  the table holds: TEN")

    assert [blamed(Result("x", "failed", why)) for why in said] == [True, True]
    assert not blamed(Result("x", "failed", "x: the shuffler is not empty"))


def test_card_that_was_left_down_unread_is_asked_for_at_its_turn_and_nobody_is_blamed() -> None:
    asked = Result("x", "failed", f"x: step 7\n  {HELD}: Stop. Turn it. Floor.")
    left = Triple("maryland", "card_not_read", "play_on")

    assert not blamed(asked, frozenset({left}))
    assert blamed(asked, frozenset({Triple("maryland", "hole_card_shown", "play_on")}))
