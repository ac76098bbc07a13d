"""A wrong payment of a closed round: who may put it right, of which round and box, and the sums.

Source: console/README 3.
"""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.guide.allowed import FLOOR
from controller.procedure.reducers.settle import adjusting
from controller.procedure.state.parts.adjustment import Adjustment
from tests.kit.evening import Evening, house

RIGHT = cmd.Adjusted(round=3, box=2, direction="pay", cents=500, form="17", reason="short")
SUPERVISOR = "casino_supervisor"


@pytest.fixture(scope="module")
def evening() -> Evening:
    """Three closed rounds of this shoe: round 2 was the first, box 2 alone had chips in round 3.

    Round 1 was of a shoe before.
    """
    at = Evening(house("maryland")).opened().lit(2, 5)
    people = replace(at.play.people, rounds=3, part=((2, (1, 2, 5)), (3, (2, 7)), (4, (5,))))
    at.state = replace(at.state, play=replace(at.play, number=5, people=people))
    return at


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({}, None),
        ({"round": 2}, None),
        ({"round": 2, "box": 1}, None),
        ({"round": 4, "box": 5}, None),
        ({"round": 1}, "adjust_round"),
        ({"round": 5, "box": 5}, "adjust_round"),
        ({"box": 7}, None),
        ({"box": 0}, "box_range"),
        ({"box": 8}, "box_range"),
        ({"box": 5}, "adjust_box"),
        ({"cents": 1}, None),
        ({"cents": 0}, "amount"),
        ({"cents": -500}, "amount"),
        ({"direction": "take"}, None),
        ({"direction": "take", "recovered": False}, None),
        ({"recovered": False}, "adjust_pay"),
        ({"form": " "}, "form_first"),
        ({"reason": " "}, "reason_first"),
    ],
)
def test_adjustment_names_a_paid_round_a_box_that_had_chips_and_its_papers(
    evening: Evening, said: dict[str, Any], why: Any
) -> None:
    item = replace(RIGHT, rank=SUPERVISOR, **said)
    fills = {"n": 7, "box": item.box, "round": item.round}

    no = adjusting.why_not_adjust(evening.play, evening.house, item)

    expected = evening.house.no(why, **fills) if why else None
    assert no == expected


def test_adjustment_is_the_casino_supervisors(evening: Evening) -> None:
    floor = replace(RIGHT, rank="floorperson")

    no = adjusting.why_not_adjust(evening.play, evening.house, floor)

    who = evening.house.pack.words.casino_supervisor.value
    assert no == evening.house.no("rank", rank=who)


def test_box_is_not_compared_where_nobody_knows_who_had_chips(evening: Evening) -> None:
    """A round whose boxes were not kept: any box of the table may be named."""
    people = replace(evening.play.people, part=())
    play = replace(evening.play, people=people)

    item = replace(RIGHT, rank=SUPERVISOR, box=6)

    assert adjusting.why_not_adjust(play, evening.house, item) is None


def test_three_ways_are_offered_for_the_last_closed_round(evening: Evening) -> None:
    found = [(c.slot, c.command) for c in evening.allowed]
    offered = [(slot, said) for slot, said in found if isinstance(said, cmd.Adjusted)]

    assert all(slot.startswith(FLOOR) for slot, _ in offered)
    ways = [(said.round, said.direction, said.recovered) for _, said in offered]
    assert ways == [(4, "pay", True), (4, "take", True), (4, "take", False)]


def test_sums_of_the_gaming_day_tell_paid_back_and_lost_apart(evening: Evening) -> None:
    """An adjustment of another day is kept no longer than until the next one."""
    day = evening.play.day.date
    before = (
        Adjustment(day, 2, 2, "pay", True, 500),
        Adjustment("1960-01-01", 2, 2, "pay", True, 7000),
        Adjustment("2960-01-01", 2, 2, "pay", True, 9000),
        Adjustment(day, 2, 5, "take", True, 250),
        Adjustment(day, 2, 5, "take", False, 1000),
        Adjustment(day, 2, 5, "pay", True, 25),
    )
    at = Evening(evening.house)
    at.state = replace(evening.state, play=replace(evening.play, adjusted=before))
    assert adjusting.sums(at.play) == (4, 525, 250, 1000)

    said = at.floor(replace(RIGHT, direction="take"), rank=SUPERVISOR)

    assert said.verdict == "accepted"
    new = Adjustment(day, 3, 2, "take", True, 500, RIGHT.form)
    assert at.play.adjusted == (before[0], *before[3:], new)
    assert adjusting.sums(at.play) == (5, 525, 750, 1000)
