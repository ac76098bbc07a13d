"""The deal where a player holds the bank: who gets the first card, who the last, what is seen."""

from __future__ import annotations

import msgspec
import pytest

from controller.domain import commands as cmd
from controller.domain.views.view import TableName
from controller.procedure.guide.next_step import next_step
from controller.procedure.queries import places
from controller.view import dealer_view, floor_view
from controller.view.frame import Frame
from tests.kit.evening import Evening, house

CA = "pure-21-5"
SEEN = msgspec.json.Encoder().encode
FRAME = Frame(seq=1, at=0, table=TableName(id="BJ-07", pack=""))


def with_bank(*boxes: int) -> Evening:
    """Box 4 holds the bank and covers all wagers."""
    evening = Evening(house(CA)).opened()
    evening.put(cmd.BankSet(box=4, on=True))
    return evening.lit(*boxes)


@pytest.mark.clause("CA dealing.3.v")
def test_first_card_goes_to_the_left_of_the_bank_and_the_bank_is_last() -> None:
    """Bank at seat 4, wagers on 1, 2, 5, 7: the first pass is 5, 7, 1, 2, bank."""
    evening = with_bank(1, 2, 5, 7)

    first = places.of(evening.play)[:5]
    evening.draw("9c")

    assert [p.box for p in first[:4]] == [5, 7, 1, 2]
    assert first[4].what == "up"
    assert next_step(evening.state, evening.house).hint.startswith("From box 5 on.")


@pytest.mark.clause("CA dealing.4.i")
def test_second_cards_follow_the_same_order_and_the_last_lies_face_down() -> None:
    """Seat 5 = 9 3, seat 1 = 8 A, the bank K up and Q in the hole."""
    evening = with_bank(1, 5)

    evening.draw("9c 8d Ks 3h Ac Qd")
    evening.put(cmd.DealOk(boxes=(1, 5)))

    assert evening.hand(5) == ["9c", "3h"]
    assert evening.hand(1) == ["8d", "Ac"]
    up, hole = evening.play.dealer
    assert (up.face, hole.face) == ("Ks", None)
    assert hole.seal == evening.seal("Qd")


@pytest.mark.clause("CA dealing.3.ii")
def test_nothing_on_the_page_depends_on_the_hole_card_before_the_turn() -> None:
    """The scanner knows the queen: line, layout, keys are as with any other card."""
    pages = []
    for hole in ("Qs", "2h"):
        evening = with_bank(2, 5)
        evening.draw("9c 8d 7s 3h 5c", hole)
        evening.put(cmd.DealOk(boxes=(2, 5)))
        dealers = dealer_view(evening.state, evening.house, FRAME)
        floors = floor_view(evening.state, evening.house, FRAME)
        pages.append(SEEN((dealers, floors)))

    assert pages[0] == pages[1]
    assert b"Qs" not in pages[0]


def test_deal_from_another_seat_is_told_after_a_deal_ok_that_was_refused() -> None:
    """DEAL OK pressed again, out of place, was taken for the one that placed the cards."""
    evening = with_bank(1, 5)
    evening.draw("9c 8d Ks 3h Ac Qd")
    evening.put(cmd.DealOk(boxes=(1, 5)))
    assert evening.put(cmd.DealOk(boxes=(1, 5))).verdict == "refused"

    outcome = evening.floor(cmd.AsTheyLie(first=1, reason="dealt from box 1"))

    assert outcome.verdict == "accepted"
    assert (evening.hand(1), evening.hand(5)) == (["9c", "3h"], ["8d", "Ac"])


@pytest.mark.clause("CA silent.pd-bets")
@pytest.mark.parametrize(("boxes", "left"), [((3, 4), (2,)), ((2, 3), (2, 3))])
def test_circle_that_proves_to_be_the_player_dealers_is_dark_before_the_deal(
    boxes: tuple[int, ...], left: tuple[int, ...]
) -> None:
    """Boxes 3 and 4 are one player's, who holds the bank: chips on 3 would be against himself."""
    evening = with_bank(2, 3)
    evening.lit(2, 3, main={2: 1000, 3: 1000})

    outcome = evening.put(cmd.PlayersLinked(boxes=boxes))

    assert outcome.verdict == "accepted"
    assert evening.play.boxes == left
    assert tuple(w.box for w in evening.play.wagers) == left
