"""A press taken back by UNDO, or a ruling taken back, and given again counts as given once."""

from __future__ import annotations

import random

import pytest

from . import again
from .loaded import every_scenario

NAMED = ("late-double[massachusetts,stands]", "missed-draw[maryland,card_last]")
"""The first was seen to tell the same chips three times."""


@pytest.mark.parametrize("what", again.WHAT)
def test_said_taken_back_and_said_again_is_said_once(what: str) -> None:
    fitting = [s for s in every_scenario() if again.fits(s)]
    named = [s for s in fitting if s.id in NAMED]
    assert len(named) == len(NAMED)
    others = random.Random(what).sample([s for s in fitting if s not in named], 5)

    assert [*again.wrong((*named, *others), what)] == []
