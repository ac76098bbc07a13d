"""615 rounds whose money was worked out elsewhere, settled by the packs."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.rules.cases import Case, SettledSeat, pack_for, settle_case

GOLDEN = Path(__file__).parents[2] / "golden" / "settlement_cases.json"
CASES: list[dict[str, Any]] = json.loads(GOLDEN.read_text("utf-8"))["cases"]
PARTS = ("main", "super_bonus", "envy", "mtd", "insurance", "break_bonus", "bonus_spin")


@pytest.mark.parametrize("stated", CASES, ids=[f"{c['id']}" for c in CASES])
def test_round_is_settled_to_the_cent_when_money_is_known_from_outside(
    stated: dict[str, Any],
) -> None:
    """Every seat's net is the expected one, or a listed reading where the text is ambiguous."""
    case = msgspec.convert(stated, Case)

    settled = settle_case(pack_for(case), case)

    assert settled.dealer_total == stated["expected"]["dealer_total"]
    found = {seat.seat: seat for seat in settled.seats}
    for expected in stated["expected"]["seats"]:
        assert agrees(found[expected["seat"]], expected, stated["ambiguous"])


def agrees(seat: SettledSeat, expected: dict[str, Any], ambiguous: dict[str, Any] | None) -> bool:
    net = Fraction(seat.net)
    if net != Fraction(expected["net"]):
        readings = (ambiguous or {}).get("alternatives", [])
        return net in {Fraction(r["net"]) for r in readings if r["seat"] == seat.seat}
    return all(Fraction(getattr(seat, part)) == Fraction(expected[part]) for part in PARTS)


def test_golden_cases_are_all_there() -> None:
    """615 rounds of four texts."""
    counts = {code: sum(c["rules"] == code for c in CASES) for code in ("MA", "MD", "NH", "CA")}

    assert counts == {"MA": 226, "MD": 182, "NH": 99, "CA": 108}
