"""Short forms for the ledger's own cases: a row is its clauses, what is given, what follows."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.cards import Card
from controller.domain.cards import cards as parse_cards
from controller.rules import pack as packs
from controller.rules.decisions import Situation
from controller.rules.pack import Pack

MA, MA_SPIN, MD, NH, CA = (
    "massachusetts",
    "massachusetts-bonus-spin",
    "maryland",
    "boston-billiard",
    "pure-21-5",
)


def case(clauses: str, *given: Any) -> Any:
    """A row of a table that proves the clauses, separated by commas: `"MA 5.f.1, MD 12.B.1"`."""
    ids = [one.strip() for one in clauses.split(",")]
    return pytest.param(*given, marks=pytest.mark.clause(*ids), id=f"{clauses}: {given[-2]}"[:60])


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def pack(name: str, **options: object) -> Pack:
    """A pack with an operator's choices set, under an approval."""
    approval = {"reference": "test", "date": "2026-01-01"}
    return packs.apply_options(
        packs.load(name),
        {key: {"value": value, "approval": approval} for key, value in options.items()},
    )


def situation(text: str, up: str = "6", **given: Any) -> Situation:
    return Situation(cards=cards(text), up_rank=up, **given)
