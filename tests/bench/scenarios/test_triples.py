"""Every ruling that a floorperson may meet has a scenario that takes it."""

from __future__ import annotations

from functools import cache

import pytest

from controller.bench.scenario.claims import claimed
from controller.bench.scenario.file import parse
from controller.procedure.irregularities.catalog_check import Triple, triples
from controller.rules import pack as packs

from .loaded import every_scenario

FILE = """
name = "A scenario"
pack = "maryland"
rules = ["face_up_card: rack"]
[given]
at = "closed"
[[when]]
then.open = ["free_ruling"]
[[when]]
ruled = { ruling = "continue" }
then.refused = true
[[when]]
ruled = { ruling = "as_they_lie" }
[[when]]
ruled = { ruling = "enter_card", irr = "card_not_read 4" }
"""


@cache
def every_claim() -> frozenset[Triple]:
    """What the files say; `test_scenarios` plays each and holds it to that."""
    return frozenset().union(*(claimed(one) for one in every_scenario() if not one.skip))


@pytest.mark.parametrize("pack", packs.names())
def test_scenarios_take_every_ruling_of_every_kind(pack: str) -> None:
    """A kind or ruling that is new in a pack needs its scenario at once."""
    left = set(triples(packs.load(pack))) - every_claim()

    assert sorted(f"{one.kind}: {one.ruling}" for one in left) == []


def test_scenario_claims_rulings_that_it_takes_and_not_those_refused() -> None:
    (scenario,) = parse(FILE, "s.toml")

    assert claimed(scenario) == {
        Triple("maryland", "face_up_card", "rack"),
        Triple("maryland", "free_ruling", "as_they_lie"),
        Triple("maryland", "card_not_read", "enter_card"),
    }
