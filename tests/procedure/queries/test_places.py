"""Where the cards of the deal lie, and where those of the continuous shuffler come from."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.sealed import Sealed, Slot
from controller.domain.settled import Bank
from controller.domain.structs import replace
from controller.procedure.queries import continuous, limits, places
from controller.procedure.queries.places import Place
from controller.procedure.state.house import House
from controller.procedure.state.parts.limits import Limits
from controller.procedure.state.parts.shoe_marks import Marks
from controller.procedure.state.parts.stack import Stack
from controller.procedure.state.play import Hand, Play
from tests.kit.evening import house
from tests.kit.stacks import approved

CARD = Slot(1, Sealed(b"x", b"w"))
UP, HOLE = Place("up"), Place("hole")


def box(number: int, deal_pass: int) -> Place:
    return Place("box", number, deal_pass)


ONE, TWO = [box(1, 1), box(4, 1), box(6, 1)], [box(1, 2), box(4, 2), box(6, 2)]
DEAL = Play(boxes=(6, 1, 4), variant="hole_card")


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, [*ONE, UP, *TWO, HOLE]),
        ({"variant": "hole_card_reader"}, [*ONE, UP, *TWO, HOLE]),
        ({"variant": "no_hole_card"}, [*ONE, UP, *TWO]),
        ({"dealer_missed": True}, [*ONE, *TWO, UP, HOLE]),
        ({"skipped": ((4, 1),)}, [box(1, 1), box(6, 1), UP, *TWO, HOLE]),
        ({"skipped": ((4, 2), (1, 1))}, [*ONE[1:], UP, TWO[0], TWO[2], HOLE]),
        (
            {"dealt_from": 4},
            [*ONE[1:], ONE[0], UP, *TWO[1:], TWO[0], HOLE],
        ),
        ({"dealt_from": 1}, [*ONE, UP, *TWO, HOLE]),
        ({"bank": Bank(6, None)}, [ONE[2], *ONE[:2], UP, TWO[2], *TWO[:2], HOLE]),
        ({"bank": Bank(6, None), "dealt_from": 4}, [*ONE[1:], ONE[0], UP, *TWO[1:], TWO[0], HOLE]),
    ],
)
def test_deal_goes_round_twice_with_the_dealers_cards_between_and_behind(
    changed: dict[str, Any], expected: list[Place]
) -> None:
    """MA 7.d: from the first box, or from the bank's, or from where it was begun."""
    play = replace(DEAL, **changed)

    assert list(places.of(play)) == expected
    assert places.up_index(play) == expected.index(UP)
    assert places.due(replace(play, dealt=(CARD,) * 3)) == len(expected) - 3


@pytest.mark.parametrize(
    ("play", "begun"),
    [
        (Play(), False),
        (Play(round="dealing"), True),
        (Play(round="deal_out"), True),
        (Play(dealt=(CARD,)), True),
        (Play(hands=(Hand(1),)), True),
    ],
)
def test_round_is_there_from_its_first_card_on(play: Play, *, begun: bool) -> None:
    assert places.begun(play) is begun


@pytest.mark.parametrize(
    ("skipped", "without"),
    [
        ((), False),
        (((4, 1),), False),
        (((4, 2),), False),
        (((1, 1), (4, 2)), False),
        (((4, 1), (4, 2)), True),
    ],
)
def test_box_that_was_passed_over_twice_has_no_cards(
    skipped: tuple[tuple[int, int], ...], *, without: bool
) -> None:
    assert places.without_cards(replace(DEAL, skipped=skipped), 4) is without


def test_box_told_passed_over_and_then_not_is_looked_at_once_more() -> None:
    play = replace(DEAL, skipped=((1, 1), (4, 2)))

    told = places.passed_over(play, 4, 1, skipped=True)
    again = places.passed_over(told, 4, 1, skipped=True)
    back = places.passed_over(told, 4, 1, skipped=False)

    assert (told.skipped, told.doubt) == (((1, 1), (4, 2), (4, 1)), False)
    assert again == told
    assert (back.skipped, back.doubt) == (((1, 1), (4, 2)), True)


# ---- the continuous shuffler ----
MACHINE = Stack(by="machine")


@pytest.fixture(scope="module")
def endless() -> House:
    return approved("maryland", continuous_device="on")


@pytest.mark.parametrize(
    ("changed", "answers"),
    [
        ({}, (True, True, True, False)),
        ({"shoe": "burn_due"}, (True, True, True, False)),
        ({"shoe": "last_round"}, (True, True, True, False)),
        ({"shoe": "empty"}, (True, True, False, False)),
        ({"shoe": "rest_due"}, (True, True, False, False)),
        ({"stack": Stack(by="hand")}, (True, False, False, False)),
        ({"stack": replace(MACHINE, set_aside="jam")}, (False, True, True, False)),
        ({"stack": replace(MACHINE, ordered=True)}, (True, True, True, True)),
        ({"marks": Marks(last=True)}, (True, True, True, True)),
        ({"shoe": "empty", "marks": Marks(last=True)}, (True, True, False, False)),
    ],
)
def test_where_the_cards_go_next_and_where_those_in_play_came_from(
    endless: House, changed: dict[str, Any], answers: tuple[bool, ...]
) -> None:
    """MD 5.J: it serves, has shuffled, is dealt from, and is due to be shuffled whole."""
    play = replace(Play(shoe="ready", stack=MACHINE), **changed)
    asked = (continuous.serves, continuous.shuffled, continuous.deals, continuous.all_due)

    assert tuple(q(play, endless) for q in asked) == answers
    assert not any(q(play, house("maryland")) for q in asked)
    window = "round" if answers[2] else endless.pack.shoe.face_up_count_window.value
    assert continuous.face_up_window(play, endless) == window


@pytest.mark.parametrize(
    ("changed", "exempt"),
    [
        ({"shoe": "ready", "stack": MACHINE}, True),
        ({"shoe": "ready"}, False),
        ({"shoe": "empty"}, True),
        ({"shoe": "empty", "cut": "due"}, False),
        ({"shoe": "empty", "stack": Stack(set_aside="jam")}, False),
    ],
)
def test_no_cut_is_asked_of_what_the_device_shuffles(
    endless: House, changed: dict[str, Any], *, exempt: bool
) -> None:
    """MD 5.K; a stack that was shuffled by hand is cut."""
    assert continuous.exempts(replace(Play(), **changed), endless) is exempt


# ---- limits of a box ----
@pytest.mark.parametrize(
    ("now", "box_2", "box_3"),
    [
        (Limits(), (500, 20_000), (500, 20_000)),
        (Limits(low=1000, high=50_000), (1000, 50_000), (1000, 50_000)),
        (Limits(low=1000, high=50_000, kept=(2,)), (500, 20_000), (1000, 50_000)),
        (
            Limits(low=1000, high=50_000, old_low=700, old_high=30_000, kept=(2,)),
            (700, 30_000),
            (1000, 50_000),
        ),
    ],
)
def test_box_that_was_there_before_keeps_its_limits_for_a_while(
    now: Limits, box_2: tuple[int, int], box_3: tuple[int, int]
) -> None:
    at = house("massachusetts", main_min_cents=500, main_max_cents=20_000)
    play = Play(limits=now)

    assert (limits.of_box(play, at, 2), limits.of_box(play, at, 3)) == (box_2, box_3)
    assert limits.of_box(play, at) == box_3
    for number, expected in ((2, box_2), (3, box_3), (0, box_3)):
        deal = limits.pack(play, at, number).deal
        assert (deal.main_min_cents.value, deal.main_max_cents.value) == expected


def test_limit_that_nobody_has_set_is_nought() -> None:
    at = house("massachusetts")

    assert limits.of_box(Play(), at, 2) == (0, 0)
    assert limits.of_box(Play(limits=Limits(low=1000)), at, 2) == (1000, 0)
    assert limits.pack(Play(), at) == at.pack
