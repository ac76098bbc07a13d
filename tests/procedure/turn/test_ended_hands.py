"""What is done for a hand that has just ended, before the next one acts: lines and payments."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.views.view import NextStep
from controller.procedure.guide.next_step import next_step
from tests.kit.evening import Evening, house

MA, MD, NH = "massachusetts", "maryland", "boston-billiard"


def dealt(pack: str, cards: str, main: int, *boxes: int) -> Evening:
    e = Evening(house(pack)).later().lit(*boxes, main={boxes[0]: main})
    e.draw(cards)
    e.press("act1")
    return e


def step(e: Evening) -> NextStep:
    return next_step(e.state, e.house)


@pytest.mark.clause("MA 8.a.1")
def test_surrender_under_a_six_is_settled_before_the_next_box_acts() -> None:
    """Collect $10 and return $10 of box 2's $20."""
    e = dealt(MA, "9h 7d 6c 7s 5c Qd", 2000, 2, 3)

    e.put(cmd.Surrender(box=2, hand=1))

    moved = {(p.direction, p.cents) for p in e.play.payments if (p.box, p.kind) == (2, "main")}
    assert moved == {("take", 1000), ("return", 1000)}
    assert step(e).hint == "Box 2: take $10, return $10."
    assert step(e).clause == "MA 8.a.1"


@pytest.mark.clause("MD 9.C.1")
def test_maryland_tells_the_surrender_before_the_next_seats_turn() -> None:
    """Collect $25, return $25."""
    e = dealt(MD, "9h 7d 6d 7s 5c Qd", 5000, 2, 3)

    e.put(cmd.Surrender(box=2, hand=1))

    assert step(e).hint == "Box 2: take $25, return $25."
    assert step(e).clause == "MD 9.C.1"
    e.draw("8h")
    e.press("act7")
    e.draw("Kd")
    mains = [p for p in e.play.payments if (p.box, p.kind) == (2, "main")]
    assert len(mains) == 2


@pytest.mark.clause("MA 8.a.2")
def test_surrendered_wager_stays_on_the_cards_under_a_king() -> None:
    """Nothing is collected yet."""
    e = dealt(MA, "9h 7d Kd 7s 5c Qd", 2000, 2, 3)
    if e.play.round == "peek_due":
        e.peek(False)

    e.put(cmd.Surrender(box=2, hand=1))

    assert e.play.payments == ()
    assert step(e).hint == "No Blackjack. Box 2: wager on the cards."
    assert step(e).clause == "MA 8.a.2"


@pytest.mark.clause("MD 9.C.2")
def test_maryland_leaves_a_surrendered_wager_on_the_cards_after_a_negative_check() -> None:
    """Neither collected nor returned yet."""
    e = dealt(MD, "9h 7d Jd 7s 5c Qd", 5000, 2, 3)
    e.peek(False)

    e.put(cmd.Surrender(box=2, hand=1))

    assert e.play.payments == ()
    assert step(e).hint == "No Blackjack. Box 2: wager on the cards."
    assert step(e).clause == "MD 9.C.2"


@pytest.mark.clause("MD 7.L.3")
def test_dealers_total_is_said_after_each_additional_card() -> None:
    """6, 5, then 3, then 7: 14 and 21, one for each drawn card."""
    e = dealt(MD, "Kh 6d 9s 5c", 5000, 2)
    e.press("act7")
    assert step(e).say == ""

    e.draw("3h")
    assert step(e).say == "Fourteen"
    e.draw("7s")

    assert step(e).say == "Twenty-one"


@pytest.mark.clause("MA 7.g~4")
@pytest.mark.parametrize(("pack", "said"), [(MA, "Seventeen"), (MD, "")])
def test_total_of_a_complete_hand_is_said_also_when_no_card_was_added(pack: str, said: str) -> None:
    """Massachusetts: after completing the hand; Maryland only after each additional card."""
    e = dealt(pack, "Kh 9d 9s 8c", 5000, 2)

    e.press("act7")

    assert e.play.round == "settled"
    assert step(e).say == said


@pytest.mark.clause("MA 7.f~2")
@pytest.mark.parametrize(("double", "card", "said"), [(True, "3h", "14"), (False, "Kh", "21")])
def test_total_of_a_hand_that_its_card_has_ended_is_told_beside_the_next_hands(
    card: str, said: str, *, double: bool
) -> None:
    """Doubled on 11 with 3: 14; 11 with a king: 21. The line is box 3's already."""
    e = dealt(MA, "6h 7d 6d 5s 5c Qd", 1000, 2, 3)
    if double:
        e.put(cmd.Double(box=2, hand=1))

    e.draw(card)

    assert step(e).hint == f"Box 2: {said}. Done."
    assert step(e).say == "Twelve"


@pytest.mark.clause("NH play.20")
def test_bust_is_taken_at_once_and_gets_nothing_when_the_dealer_breaks() -> None:
    """$10 doubled by $10 goes to 24: TAKE $20, the turn goes to seat 3."""
    e = dealt(NH, "6h 7d 6d 8s 5c Qd", 1000, 2, 3)
    e.put(cmd.Double(box=2, hand=1, cents=1000))

    e.draw("Kd")

    assert step(e).hint == "Box 2: TAKE $20."
    assert step(e).clause == "NH play.20"
    target = step(e).target
    assert target is not None
    assert target.box == 3
    e.draw("4h")
    assert "TAKE" not in step(e).hint
    e.press("act1")
    e.press("act7")
    e.draw("Kh")
    assert e.play.round == "settled"
    assert e.paid()[2, "main"][0] == "take"


@pytest.mark.clause("MA 11.d")
def test_losing_insurance_is_taken_with_the_second_card_and_late_on_report() -> None:
    """No hole card, up ace, second card 5d: $5 of box 2; the third card acknowledges it."""
    e = Evening(house(MA, variant="no_hole_card")).opened().lit(2, main={2: 1000})
    e.draw("Kh As 9h")
    e.press("act1")
    e.put(cmd.Insured(box=2, on=True, cents=500))
    e.put(cmd.InsuranceClosed())
    e.press("act1")

    e.draw("5d")

    assert e.paid()[2, "insurance"][0] == "take"
    assert step(e).hint == "Take insurance: 2."
    assert step(e).clause == "MA 11.d"
    late = e.put(cmd.Reported(what="insurance_unpaid"))
    assert [r.kind for r in late.raised] == ["insurance_unpaid"]
    assert e.held == ""
    e.put(cmd.Ruled(irr=e.open[0].id, ruling="settle_late"))
    e.draw("3h")
    assert "insurance" not in step(e).hint
    taken = [p for p in e.play.payments if (p.kind, p.direction) == ("insurance", "take")]
    assert len(taken) == 1


@pytest.mark.clause("MD 8.F")
def test_insurance_that_still_lies_after_a_negative_answer_is_collected_late() -> None:
    """Seats 2 and 5: the line before any card, then amber on the dealer's report."""
    e = Evening(house(MD)).later().lit(1, 2, 5, main={1: 2000, 2: 2000, 5: 2000})
    e.draw("7h 9h 8h As 5c 6c 9d Qd")
    e.press("act1")
    e.put(cmd.Insured(box=2, on=True, cents=1000))
    e.put(cmd.Insured(box=5, on=True, cents=500))
    e.peek(False)
    assert step(e).hint == "No Blackjack. Take insurance: 2 5."

    e.draw("4h")

    taken = {p.box for p in e.play.payments if (p.kind, p.direction) == ("insurance", "take")}
    assert taken == {2, 5}
    late = e.put(cmd.Reported(what="insurance_unpaid"))
    assert [r.kind for r in late.raised] == ["insurance_unpaid"]
    asked = next(i for i in e.open if i.kind == "insurance_unpaid")
    assert e.house.pack.irregularity["insurance_unpaid"].clause == "MD 8.F"
    assert e.put(cmd.Ruled(irr=asked.id, ruling="settle_late")).verdict == "accepted"


# ---- busts ----
def test_massachusetts_shows_a_bust_at_once() -> None:
    """console/README 2.3: TAKE at once, whenever it is then taken; box 3 on 20 is passed by."""
    e = dealt(MA, "6h Kc 7d 6d 8s Kd 5c Qd", 1000, 2, 3, 4)

    e.draw("Kh")

    assert step(e).hint == "Box 2: TAKE $10."
    assert step(e).clause == "MA house.bust-collect"
    e.draw("2h")
    assert "TAKE" not in step(e).hint


@pytest.mark.clause("MA 9.c", "MA 10.d")
def test_bust_without_a_reader_holds_all_but_one_wager_under_a_king() -> None:
    """Box 2's two hands and box 3's double: a late blackjack takes one original wager of each."""
    e = Evening(house(MA, variant="hole_card")).later().lit(2, 3, main={2: 1000, 3: 1000})
    e.draw("8h 5h Kd 8d 8c Qd")
    e.press("act1")
    e.put(cmd.Split(box=2, hand=1))

    e.draw("7h Jd")
    assert step(e).hint == "Box 2: TAKE one wager, HOLD the rest."
    e.draw("7c Jc")
    assert step(e).hint == "Box 2: HOLD."
    assert step(e).clause == "MA 10.d"
    e.put(cmd.Double(box=3, hand=1))
    e.draw("Jh")

    assert step(e).hint == "Box 3: TAKE one wager, HOLD the rest."
    e.press("act7")
    taken = [(p.box, p.cents) for p in e.play.payments if p.direction == "take"]
    took = {box: sum(int(cents or 0) for of, cents in taken if of == box) for box in (2, 3)}
    assert took == {2: 2000, 3: 2000}


@pytest.mark.clause("NH play.20")
def test_doubled_bust_under_a_king_is_taken_whole_where_all_is_lost() -> None:
    """No text gives the double back in New Hampshire: TAKE $20."""
    e = dealt(NH, "6h 7d Kd 8s 5c Qd", 1000, 2, 3)
    e.put(cmd.Double(box=2, hand=1, cents=1000))

    e.draw("Kh")

    assert step(e).hint == "Box 2: TAKE $20."


# ---- what the turn passed by ----
@pytest.mark.clause("MD 7.H.1.a")
def test_blackjack_is_paid_at_its_turn_also_where_a_standing_hand_comes_after_it() -> None:
    """Box 1 busts, box 2 has a blackjack, box 3 stands on 20, box 4 acts: both are told."""
    e = Evening(house(MD)).later().lit(1, 2, 3, 4, main={1: 1000, 2: 1000})
    e.draw("6h Ac Kc 7d 6d 8s Jh Kd 5c Qd")
    e.press("act1")

    e.draw("Kh")

    assert step(e).hint == 'Box 1: TAKE $10. Say "Blackjack". Pay 2 $15, cards in.'
    assert step(e).clause == "MD 7.H.1.a"


@pytest.mark.clause("MD 8.F", "MD 7.H.1.b.i")
def test_insurance_is_collected_also_where_the_first_box_has_a_blackjack() -> None:
    """No Blackjack: collect from seat 2 before any card; seat 1's blackjack is only announced."""
    e = Evening(house(MD)).later().lit(1, 2, main={1: 2000, 2: 2000})
    e.draw("Ah 9h As Jc 9d 6d")
    e.press("act1")
    e.put(cmd.Insured(box=2, on=True, cents=1000))

    e.peek(False)

    said = 'No Blackjack. Take insurance: 2. Say "Blackjack". Do not pay: 1.'
    assert step(e).hint == said


def test_answer_of_the_reader_stays_until_the_next_card() -> None:
    """console/README 1.3: a stand brings no card."""
    e = dealt(MD, "9h 7d Kd 7s 5c Qd", 2000, 2, 3)
    e.peek(False)

    e.press("act1")
    assert step(e).hint == "No Blackjack."
    e.draw("2h")

    assert "No Blackjack" not in step(e).hint


# ---- match wagers ----
@pytest.mark.clause("MA 6.d~2", "MD 7.F.1")
@pytest.mark.parametrize(
    ("pack", "said"),
    [(MA, "Match: take 2 4, pay 1 3"), (MD, "Match: take 4, pay 3, take 2, pay 1")],
)
def test_match_line_names_the_boxes_in_the_order_of_the_text(pack: str, said: str) -> None:
    """Boxes 1 and 3 win: all losers first, or one pass from the right."""
    e = Evening(house(pack)).later().lit(1, 2, 3, 4, match=dict.fromkeys((1, 2, 3, 4), 500))
    e.draw("9s 4d 9c 5h 9d 4h 6h 2d 7h 8s")
    e.press("act1")

    assert step(e).text == said
