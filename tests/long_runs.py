"""What the suite takes of a long list; `make soak` takes the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def in_the_suite(count: int, every: Iterable[Any]) -> list[Any]:
    """The first `count` as they are, the others marked `soak`: for `parametrize`."""
    return [
        one if n < count else pytest.param(*_row(one), marks=pytest.mark.soak)
        for n, one in enumerate(every)
    ]


def _row(one: Any) -> tuple[Any, ...]:
    return one if isinstance(one, tuple) else (one,)
