"""Which rulings a scenario says that it takes, read off its steps without playing it.

A `ruled` step claims its ruling for the kind it names (`irr`), else for the one that a step before
it showed as open; where neither says a kind, the ruling is taken and not claimed. What the dealer
or the table carries out without a ruling stands in the file's own `rules`. A claim is proven when
the record of the played scenario has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from controller.procedure.irregularities.catalog_check import Triple

from .file import Scenario, Step


def claimed(scenario: Scenario) -> frozenset[Triple]:
    """Every ruling that the file takes, under its pack."""
    listed = (one.partition(": ") for one in scenario.rules)
    pairs = [*((kind, ruling) for kind, _, ruling in listed), *_ruled(scenario.steps)]
    return frozenset(Triple(scenario.pack, kind, ruling) for kind, ruling in pairs)


def _ruled(steps: tuple[Step, ...]) -> Iterator[tuple[str, str]]:
    shown = ""
    for step in steps:
        if step.key == "ruled" and step.then.refused in (UNSET, False):
            kind = str(step.value.get("irr", "")).partition(" ")[0] or shown
            if kind:
                yield kind, str(step.value["ruling"])
        if step.then.about:
            shown = step.then.about.partition(" ")[0]
        elif step.then.open is not UNSET:
            shown = next(iter(step.then.open), shown)
        elif step.then.raised is not UNSET:
            shown = next(iter(step.then.raised), shown)
