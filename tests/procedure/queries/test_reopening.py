"""When a deal that was confirmed may be told anew, and when the card over may be its burn."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.procedure.queries import reopening
from controller.procedure.state.house import House
from controller.procedure.state.parts.shoe_marks import Marks
from controller.procedure.state.play import Hand, Play, Spin
from tests.kit.evening import house

TWO = tuple(Slot(n, Sealed(b"x", b"w"), "9c") for n in (1, 2))
THREE = (*TWO, Slot(3, Sealed(b"x", b"w"), "2c"))
ASKED = Hand(2, 1, TWO)
CONFIRMED = Play(hands=(ASKED,), round="deciding", drawn=6, marks=Marks(confirmed=6))


@pytest.fixture(scope="module")
def at() -> House:
    return house("maryland")


@pytest.mark.parametrize(("confirmed", "cards"), [(-1, None), (0, 6), (5, 1), (6, 0)])
def test_cards_out_are_counted_from_the_confirmation_of_this_shoe(
    confirmed: int, cards: int | None
) -> None:
    play = replace(CONFIRMED, marks=Marks(confirmed=confirmed))

    assert reopening.cards_since(play) == cards


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({}, None),
        ({"round": "match_due"}, None),
        ({"round": "insurance"}, None),
        ({"round": "peek_due"}, None),
        ({"round": "turn_due"}, None),
        ({"round": "dealing"}, "not_in_round"),
        ({"round": "dealer_plays"}, "not_in_round"),
        ({"round": "settled"}, "not_in_round"),
        ({"hands": ()}, "not_in_round"),
        ({"spins": (Spin(2, "button_due"), Spin(3, "ordered"))}, "wheel_turned"),
        ({"spins": (Spin(2, "rested"),)}, "wheel_turned"),
        ({"spins": (Spin(2, "button_due"), Spin(3, "void"))}, None),
        ({"drawn": 7}, None),
        ({"drawn": 8}, "cards_since"),
        ({"drawn": 5}, "cards_since"),
        ({"drawn": 7, "hands": (replace(ASKED, doubles=1),)}, "cards_since"),
        ({"marks": Marks()}, "cards_since"),
    ],
)
def test_deal_is_told_anew_while_no_card_and_no_spin_hangs_on_it(
    at: House, changed: dict[str, Any], why: Any
) -> None:
    expected = at.no(why) if why else None

    assert reopening.why_not_reopen(replace(CONFIRMED, **changed), at) == expected


@pytest.mark.parametrize(
    ("one", "untold"),
    [
        (ASKED, True),
        (replace(ASKED, doubles=1), False),
        (replace(ASKED, split=True), False),
        (replace(ASKED, surrendered=True), False),
        (replace(ASKED, hit_asked=True), False),
        (replace(ASKED, waits=True), False),
        (replace(ASKED, decided=True), False),
        (replace(ASKED, decided=True, cards=THREE), True),
        (replace(ASKED, cards=THREE), True),
        (replace(ASKED, hit_asked=True, decided=True, cards=THREE), False),
        (replace(ASKED, split=True, decided=True, cards=THREE), False),
    ],
)
def test_card_over_may_be_the_burn_while_nobody_has_decided(one: Hand, *, untold: bool) -> None:
    """The card itself made a hand of three and decided it; that was nobody's word."""
    play = replace(CONFIRMED, drawn=7, hands=(Hand(1, 1, TWO), one))

    assert reopening.burn_untold(play) is untold


@pytest.mark.parametrize(
    ("drawn", "burnt", "untold"),
    [(7, False, True), (7, True, False), (6, False, False), (8, False, False)],
)
def test_burn_that_was_told_is_no_card_over(drawn: int, *, burnt: bool, untold: bool) -> None:
    marks = Marks(confirmed=6, confirmed_burnt=burnt)

    assert reopening.burn_untold(replace(CONFIRMED, drawn=drawn, marks=marks)) is untold


@pytest.mark.parametrize("burn", [None, TWO[0]])
def test_confirmation_ends_what_waited_and_keeps_how_far_the_shoe_was(burn: Slot | None) -> None:
    play = replace(CONFIRMED, dealt=TWO, skipped=((2, 1),), dealer_missed=True, drawn=9, burn=burn)

    now = reopening.confirmed(play)

    assert (now.dealt, now.burn, now.skipped, now.dealer_missed) == ((), None, (), False)
    assert (now.marks.confirmed, now.marks.confirmed_burnt) == (9, burn is not None)
