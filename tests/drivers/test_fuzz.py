"""The short form of `make fuzz`: the same inputs each time."""

from __future__ import annotations

import pytest

from .fuzz import DECODERS, run


@pytest.mark.parametrize("name", DECODERS)
def test_decoder_takes_whatever_a_wire_brings(name: str) -> None:
    run(name, examples=150, number=1)
