"""A hostile evening to be kept: walked by its seed, with every face in the clear."""

from __future__ import annotations

from typing import Any

from tests.kit.endless import ENDLESS
from tests.kit.evening import OpenVault, house
from tests.procedure.walks.walk import PACKS, Walk

from .evenings import Given, Kept, Table

WRONG = (0.05, 0.12, 0.2, 0.3)
"""Shares of inputs that are not the next step."""


def evening(seed: int, inputs: int, told_from: int) -> Kept:
    """So many inputs of the evening of that seed, pack after pack, each way of dealing."""
    pack, turn = list(PACKS)[seed % len(PACKS)], seed // len(PACKS)
    variants = PACKS[pack]
    options: dict[str, Any] = {"deal.variant": variants[turn % len(variants)]}
    if pack == "maryland" and turn % 2:
        options["continuous_device"] = ENDLESS
    walk = Walk(seed, house(pack, **options), wrong=WRONG[seed // 7 % len(WRONG)])
    walk.roams, walk.sealing, walk.vault = True, None, OpenVault()
    while len(walk.steps) < inputs:
        walk.go()
    given, before = [], 0
    for stamped, _ in walk.steps[:inputs]:
        given.append(Given(stamped.mono - before, 0, stamped.input))
        before = stamped.mono
    return Kept(Table(pack, options, told_from=told_from), tuple(given))
