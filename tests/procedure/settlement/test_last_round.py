"""How a round ended stands in the floor's list after it is closed, without a fold."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from tests.kit.evening import Evening, house


def closed(at: Evening) -> str:
    at.put(cmd.LayoutCleared(), after_ms=3000)
    return at.play.last_round


@pytest.mark.parametrize(
    ("cards", "drawn", "ended"),
    [
        ("Ks 9s Kh 8h", "", "dealer 17"),
        ("Ks 9s Kh 6h", "8c", "dealer bust"),
        ("9s Ks 9h Ah", "", "dealer Blackjack"),
    ],
)
def test_round_is_listed_by_the_hand_that_the_dealer_turned(
    cards: str, drawn: str, ended: str
) -> None:
    table = Evening(house("massachusetts", variant="hole_card")).later().lit(1)
    table.draw(cards)
    table.press("act1")
    table.press("act7")
    if drawn:
        table.draw(drawn)

    assert closed(table) == ended


def test_round_is_listed_as_void_when_all_hands_were_dead() -> None:
    table = Evening(house("massachusetts", variant="hole_card")).later().lit(1)
    table.draw("Ks 9s Kh 8h")
    table.press("act1")
    table.floor(cmd.RoundVoided(reason="fire drill"), rank="casino_supervisor")

    assert closed(table) == "void"


def test_round_is_listed_as_void_when_its_deal_was() -> None:
    table = Evening(house("massachusetts", variant="hole_card")).later().lit(1)
    table.draw("Ks 9s")
    table.floor(cmd.RoundVoided(reason="fire drill"), rank="casino_supervisor")

    assert closed(table) == "void"
