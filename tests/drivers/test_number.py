"""Numbers in a sentence."""

from __future__ import annotations

import pytest

from drivers.number import counted


@pytest.mark.parametrize(("n", "said"), [(0, "0 events"), (1, "1 event"), (2, "2 events")])
def test_one_of_something_takes_no_s(n: int, said: str) -> None:
    assert counted(n, "event") == said


@pytest.mark.parametrize(("n", "said"), [(1, "1 box"), (2, "2 boxes")])
def test_word_that_hisses_takes_es(n: int, said: str) -> None:
    assert counted(n, "box") == said
