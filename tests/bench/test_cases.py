"""Rounds whose money was worked out elsewhere, dealt on the simulated table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from controller.bench.cases import Result, Stated, play_cases, read, skipped
from controller.bench.simulated.virtual_time import run_virtual
from controller.domain.structs import replace
from controller.rules.cases import pack_for

GOLDEN = Path(__file__).parents[1] / "golden" / "settlement_cases.json"
CASES = read(GOLDEN.read_bytes())
CODES = sorted({c.rules for c in CASES if not skipped(pack_for(c), c)})


def sample(code: str, number: int) -> list[Stated]:
    """Cases of one text that the table deals, those dealt in the same way together."""
    own = [c for c in CASES if c.rules == code and not skipped(pack_for(c), c)]
    chosen = Random(f"cases/{code}").sample(own, min(number, len(own)))
    return sorted(chosen, key=lambda c: (c.decks, c.options.variant, c.id))


def played(cases: Sequence[Stated]) -> list[Result]:
    return run_virtual(play_cases(cases))


@pytest.mark.parametrize("code", CODES)
def test_table_pays_what_was_worked_out_elsewhere_when_a_case_is_dealt(code: str) -> None:
    """Each seat's money agrees with the case, or with a reading that the case lists."""
    found = played(sample(code, 15))

    assert [f"{r.case}: {r.why}" for r in found if r.verdict == "failed"] == []
    assert found


def test_case_fails_with_its_first_difference_when_other_money_is_expected() -> None:
    case = next(c for c in CASES if c.rules == "MA")
    seat = case.expected.seats[0]
    wrong = replace(case.expected, seats=(replace(seat, net=1, main=1),))

    (result,) = played([replace(case, expected=wrong)])

    assert result.verdict == "failed"
    assert result.why == f"seat 1: net {seat.net} cents, expected 1"


@pytest.mark.parametrize("name", ["MA-0097", "MD-0098"])
def test_envy_goes_by_player_where_one_holds_two_boxes(name: str) -> None:
    """The page asks which boxes are one player's, and the money follows."""
    shared = next(c for c in CASES if c.id == name)

    (result,) = played([shared])

    assert (result.verdict, result.why) == ("passed", "")
