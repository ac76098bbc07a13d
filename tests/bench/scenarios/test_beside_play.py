"""A pause, and a floor called and taken back, change nothing of what a scenario expects."""

from __future__ import annotations

import random

import pytest

from . import beside_play
from .loaded import every_scenario

NAMED = (
    "bonus-21-on-a-split-hand[massachusetts]",
    "card-pushed-back[boston-billiard,seen]",
    "hole-card-not-read[pure-21-5,play_on]",
    "blackjack-paid-early[from the left of the bank]",
)
"""UNDO, a card pushed back, a slow deal and a line that stays, each seen to break by a pause."""


@pytest.mark.parametrize("act", sorted(beside_play.ACTS))
def test_what_moves_nothing_changes_nothing(act: str) -> None:
    fitting = [s for s in every_scenario() if beside_play.fits(s)]
    named = [s for s in fitting if s.id in NAMED]
    assert len(named) == len(NAMED)
    others = random.Random(act).sample([s for s in fitting if s not in named], 4)

    assert [*beside_play.wrong((*named, *others), act)] == []
