"""The stretch over which tens and face-up cards are counted (MA 15.a~2, 15.b~2)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.house import House
from controller.rules.pack import apply_options, load
from tests.kit.evening import Evening, house

DEAL = "2c 9s Kh 8d"
"""Box 3 has 12 and takes a card; the dealer stands on 17."""


def counted_over(what: str, window: str) -> Evening:
    """A table with box 3 lit; an approval lets the window depart from the default."""
    chosen = {"value": window, "approval": {"reference": "letter 7", "date": "2026-11-01"}}
    pack = load("massachusetts-bonus-spin")
    return Evening(House(apply_options(pack, {f"shoe.{what}": chosen}))).opened().lit(3)


def hitting(evening: Evening) -> Evening:
    """The next round, to the point where box 3 takes a card."""
    evening.draw(DEAL)
    evening.press("act1")
    return evening


def finished(evening: Evening) -> Evening:
    evening.draw("Kc")
    evening.press("act7")
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    return evening


def reshuffled(evening: Evening) -> Evening:
    """The cover card between the rounds, the count, the shuffle of what is left, the burn."""
    evening.lit()
    evening.reading(fact.CoverCardSeen, "shoe")
    evening.reading(fact.RestCounted, "shoe", cards=evening.play.loaded - evening.play.drawn)
    left = evening.house.shoe_cards - evening.play.removed
    evening.put(cmd.ShuffleAsked())
    wire = evening.state.orders[-1].wire
    evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=left)
    evening.put(cmd.CutPlaced())
    evening.reading(fact.ShoeLoaded, "shoe")
    assert (evening.held, evening.play.loaded) == ("", left)
    evening.draw("9c")
    return evening.lit(3)


def ten(evening: Evening) -> None:
    evening.draw("Th")
    evening.answer("ten", "YES")
    assert evening.rule("remove_card").verdict == "accepted"


def face_up(evening: Evening) -> None:
    evening.draw("5d")
    evening.press("last.face_up")


@pytest.mark.clause("MA house.ten-count-window")
@pytest.mark.parametrize(
    ("window", "in_shoe", "in_next_shoe"),
    [
        ("round", "ten_found", "ten_found"),
        ("shoe", "ten_found_second", "ten_found"),
        ("deck_set", "ten_found_second", "ten_found_second"),
    ],
)
def test_tens_are_counted_over_the_window_of_the_pack(
    window: str, in_shoe: str, in_next_shoe: str
) -> None:
    """The first ten was removed in the round before."""
    for reshuffle, kind in ((False, in_shoe), (True, in_next_shoe)):
        evening = counted_over("ten_count_window", window)
        ten(hitting(evening))
        finished(evening)
        if reshuffle:
            reshuffled(evening)

        hitting(evening).draw("Tc")

        assert evening.held == kind


@pytest.mark.clause("MA house.face-up-count-window")
@pytest.mark.parametrize(
    ("window", "in_shoe", "in_next_shoe"),
    [
        ("round", "face_up_card", "face_up_card"),
        ("shoe", "face_up_card_second", "face_up_card"),
        ("deck_set", "face_up_card_second", "face_up_card_second"),
    ],
)
def test_face_up_cards_are_counted_over_the_window_of_the_pack(
    window: str, in_shoe: str, in_next_shoe: str
) -> None:
    """The first one went to the rack in the round before; the shoe is the default."""
    assert house().pack.shoe.face_up_count_window.value == "shoe"
    for reshuffle, kind in ((False, in_shoe), (True, in_next_shoe)):
        evening = counted_over("face_up_count_window", window)
        face_up(hitting(evening))
        finished(evening)
        if reshuffle:
            reshuffled(evening)

        face_up(hitting(evening))

        assert evening.play.irregularities[-1].kind == kind
        assert (evening.held != "") == (kind == "face_up_card_second")
