"""The composition of the decks: 48 cards a deck, no ten, so many of each; counted at the end."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from tests.kit.evening import Evening, house

MA, MD = "massachusetts", "maryland"


@pytest.mark.clause("MA 2.a~5")
@pytest.mark.parametrize(("drawn_too", "raised"), [(0, []), (1, ["count_differs"])])
def test_shoe_run_to_the_end_counts_288_cards(drawn_too: int, raised: list[str]) -> None:
    """6 decks of 12 ranks, 24 of each."""
    evening = Evening(house(MA)).opened()
    evening.reading(fact.CoverCardSeen, "shoe")

    left = evening.house.shoe_cards - 1 - drawn_too
    counted = evening.reading(fact.RestCounted, "shoe", cards=left)

    assert evening.house.shoe_cards == 288 == 12 * 24
    assert [r.kind for r in counted.raised] == raised


@pytest.mark.clause("MA 2.a~5")
def test_seventh_copy_of_a_card_is_told_when_it_is_turned_and_not_before() -> None:
    """Six sevens of hearts lie open; the seventh is the hole card."""
    evening = Evening(house(MA)).opened().lit(1, 3, 5, 6, 7)
    evening.draw("7h Kc 7h Qd 7h 4c 7h 2c 7h 3s 7h 7h")
    evening.press("act1")
    while evening.play.round == "deciding":
        evening.press("act1")
    before = [i.kind for i in evening.open]

    turned = evening.put(cmd.Turned())

    assert before == []
    assert [r.kind for r in turned.raised] == ["copy_too_many"]


@pytest.mark.clause("MA 2.a~5")
def test_seventh_copy_among_open_cards_is_an_alarm() -> None:
    evening = Evening(house(MA)).opened().lit(1, 3, 5, 6, 7)
    evening.draw("7h Kc 7h Qd 7h 7h 7h 2c 7h 3s 7h 9c")

    evening.press("act1")

    assert [i.kind for i in evening.open] == ["copy_too_many"]


@pytest.mark.clause("MD 3.B")
@pytest.mark.parametrize(("cards", "raised"), [(383, []), (384, ["count_differs"])])
def test_eight_decks_are_384_cards_and_not_one_more(cards: int, raised: list[str]) -> None:
    """The burn card and the rest of the shoe."""
    evening = Evening(house(MD, decks=8)).opened()
    evening.floor(cmd.ShuffleOrdered(reason="full count"))

    counted = evening.reading(fact.RestCounted, "shoe", cards=cards)

    assert [r.kind for r in counted.raised] == raised


@pytest.mark.clause("MD 3.B")
def test_ten_among_the_cards_is_not_of_the_set() -> None:
    evening = Evening(house(MD, decks=8)).opened().lit(1)
    evening.draw("8c 7d 5h 9d")
    evening.press("act1")

    ten = evening.draw("Th")

    assert [r.kind for r in ten.raised] == ["ten_found"]
