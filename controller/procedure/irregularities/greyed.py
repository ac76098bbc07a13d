"""What stands beside a ruling: why it is greyed."""

from __future__ import annotations

from collections.abc import Mapping

from controller.procedure.state.house import House
from controller.rules.pack.keys import RefusalKey

MISSING: dict[str, RefusalKey] = {
    "verified": "not_verified",
    "acknowledged": "not_acknowledged",
    "agreed": "not_agreed",
}
"""What two people and the approved system have to do first, as a refusal says it."""


def missing(house: House, fact: str, given: Mapping[str, str]) -> str:
    """The first fact that stands in the way: not there yet, or answered the other way."""
    key = MISSING.get(fact, "other_fact")
    return house.no("other_fact" if fact in given else key)[1]
