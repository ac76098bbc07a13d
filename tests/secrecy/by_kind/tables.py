"""The table at which a kind has come about; it comes about once, however many rulings follow."""

from __future__ import annotations

from copy import copy
from functools import cache

from controller.procedure.step import Procedure
from tests.kit.evening import house
from tests.kit.stacks import approved

from .causes import CAUSES, CONTINUOUS, MD, Overheard


def table(kind: str, hole: str) -> Overheard:
    """To go on from: what is done there is done to no other."""
    found = come_about(kind, hole)
    own = copy(found)
    own.said, own.steps, own.boot_n = [*found.said], [*found.steps], {**found.boot_n}
    own.faults = [*found.faults]
    own.procedure = Procedure(own.house, own.faults.append)
    return own


@cache
def come_about(kind: str, hole: str) -> Overheard:
    pack, cause = CAUSES[kind]
    endless = pack == CONTINUOUS
    evening = Overheard(hole, approved(MD, continuous_device="on") if endless else house(pack))
    cause(evening)
    return evening
