"""Versions that never were: this one with one behaviour planted, to write evenings with.

Each changes what a later version may well have corrected. A round that is open when the present
code takes it over comes out differently at a known row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from controller.domain.settled import PlayedRound
from controller.domain.wagers import Payment
from controller.procedure.reducers.cards import burns
from controller.procedure.reducers.settle import settlement
from controller.procedure.state.house import House
from controller.rules.pack import Pack
from controller.rules.settlement import settle_so_far
from controller.table.manifest import Manifest, Part, manifest


def version(number: str) -> Callable[[], Manifest]:
    """What runs here, but for the controller."""
    other = Part("controller", number, number.replace(".", "") * 16)
    return lambda: tuple(other if p.name == other.name else p for p in manifest())


@contextmanager
def burn_of_two() -> Iterator[None]:
    """It burned two cards of a new shoe."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(burns, "for_stack", lambda _: 2)
        yield


@contextmanager
def paid_twice() -> Iterator[None]:
    """It paid each win two to one."""

    def twice(pack: Pack, played: PlayedRound) -> tuple[Payment, ...]:
        found = settle_so_far(pack, played)
        return tuple(replace(p, odds="2:1") if p.direction == "pay" else p for p in found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settlement, "settle_so_far", twice)
        yield


@contextmanager
def other_words() -> Iterator[None]:
    """It refused in other words."""
    was = House.no

    def no(house: House, key: Any, **values: object) -> tuple[str, str]:
        clause, text = was(house, key, **values)
        return clause, f"{text}, sorry"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(House, "no", no)
        yield
