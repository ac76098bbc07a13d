"""Double, rescue, split, surrender and the turn at the table (MA 7.i, 8, 9, 10)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.procedure.guide.next_step import next_step
from tests.kit.deciding import deciding
from tests.kit.evening import Evening


# ---- double and rescue ----
@pytest.mark.clause("MA 9.a~3", "MA 12.a.2")
@pytest.mark.parametrize(("second", "third"), [("4h", "5c"), ("6h", "2c")])
def test_double_takes_exactly_one_card(second: str, third: str) -> None:
    """MA 9.a~3: doubled on 9, 5 received: complete but for rescue; 12.a.2: 11 and 2."""
    evening = deciding(f"5h 9d 7s {second} 3c 8d", 1, 3)

    evening.press("act3")
    no_hit = evening.put(cmd.Hit(box=1, hand=1))
    no_close = evening.put(cmd.Next(box=1, hand=1))
    evening.draw(third)
    after = [evening.put(c) for c in (cmd.Hit(box=1, hand=1), cmd.Double(box=1, hand=1))]
    rescue = cmd.Rescue(box=1, hand=1)
    assert rescue in [c.command for c in evening.allowed]
    evening.draw("2d")

    assert no_hit.clause == no_close.clause == "MA 9.a~3"
    assert [o.verdict for o in after] == ["refused"] * 2
    assert evening.hand(1) == ["5h", second, third]
    assert evening.hand(3) == ["9d", "3c", "2d"]


@pytest.mark.clause("MA 9.a~2")
def test_double_is_refused_on_a_blackjack_and_above_the_wager() -> None:
    evening = Evening().opened()
    for box in (1, 2, 3):
        evening.put(cmd.WagerSet(box=box, kind="main", on=True, cents=2000))
    evening.draw("As 2h 4h 7s Kd 3d 5d 8d")
    evening.press("act1")

    blackjack = evening.put(cmd.Double(box=1, hand=1))
    over = evening.put(cmd.Double(box=2, hand=1, cents=2500))
    less = evening.put(cmd.Double(box=2, hand=1, cents=1200))
    evening.draw("9c")
    equal = evening.put(cmd.Double(box=3, hand=1, cents=2000))

    assert blackjack.verdict == "refused"
    assert (over.verdict, over.clause) == ("refused", "MA 9.a~2")
    assert less.verdict == equal.verdict == "accepted"


@pytest.mark.clause("MA house.double-totals")
@pytest.mark.parametrize(
    ("two", "more"),
    [("2h 3d", ""), ("5h 6d", ""), ("9h 7d", ""), ("9h 9d", ""), ("Kh Qd", ""), ("Ah 6d", ""),
     ("2h 3d", "4c 5c"), ("8h 8d", "4c")],
)  # fmt: skip
def test_double_is_offered_on_every_total_that_may_be_drawn_to(two: str, more: str) -> None:
    first, second = two.split()
    evening = deciding(f"{first} 9d 7s {second} 3c 8d", 1, 3)
    evening.draw(more)

    assert cmd.Double(box=1, hand=1) in [c.command for c in evening.allowed]
    assert evening.put(cmd.Double(box=1, hand=1)).verdict == "accepted"


def test_double_on_a_hand_that_stands_by_assumption_reopens_it_before_the_turn() -> None:
    evening = deciding("9h 7s 9s 8d", 1)
    assert evening.play.round == "turn_due"

    evening.press("box1.1.double")
    assert str(evening.play.round) == "deciding"
    assert evening.put(cmd.Turned()).verdict == "refused"
    evening.draw("2c")

    assert evening.hand(1) == ["9h", "9s", "2c"]
    assert evening.play.round == "turn_due"


@pytest.mark.clause("MA 9.d", "MA house.rescue-window")
def test_rescue_gives_up_the_original_until_the_next_hand_acts() -> None:
    """MA 9.d: return $20, collect $20, and the hand is out."""
    evening = Evening().opened()
    for box in (2, 3):
        evening.put(cmd.WagerSet(box=box, kind="main", on=True, cents=2000))
    evening.draw("5h 2d 7s 6h 3d Kd")
    evening.press("act1")
    evening.put(cmd.Double(box=2, hand=1, cents=2000))
    evening.draw("4c")

    evening.put(cmd.Rescue(box=2, hand=1))
    evening.press("act1")
    evening.press("act7")

    mains = [(p.direction, p.cents) for p in evening.play.payments if p.box == 2]
    assert sorted(mains, key=str) == [("return", 2000), ("take", 2000)]


@pytest.mark.clause("MA house.rescue-window")
def test_rescue_is_refused_once_the_next_hand_has_acted() -> None:
    evening = deciding("5h 2d 7s 6h 3d Kd", 2, 3)
    evening.press("act3")
    evening.draw("4c")
    assert evening.offered("act5") is not None or evening.offered("act2") is not None
    evening.draw("5d")

    refused = evening.put(cmd.Rescue(box=2, hand=1))

    assert (refused.verdict, refused.clause) == ("refused", "MA house.rescue-window")


@pytest.mark.clause("MA house.rescue-window")
def test_rescue_is_open_for_the_last_hand_until_the_turn() -> None:
    evening = deciding("5h 7s 6h Kd", 2)
    evening.press("act3")
    evening.draw("4c")
    assert evening.play.round == "turn_due"

    assert evening.put(cmd.Rescue(box=2, hand=1)).verdict == "accepted"
    assert evening.put(cmd.Rescue(box=2, hand=1)).clause == "MA 9.d"


@pytest.mark.clause("MA 9.d~2")
def test_rescue_is_refused_when_the_double_went_over() -> None:
    """MA 9.d~2: $20 + $20 on 13, Kc: over; the dealer's 20 takes $40."""
    evening = Evening().opened().lit(2, 3, main={2: 2000})
    evening.draw("3h 9h 2s Kd 9d Kh")
    evening.press("act1")
    evening.put(cmd.Double(box=2, hand=1, cents=2000))
    evening.draw("Kc")

    assert evening.put(cmd.Rescue(box=2, hand=1)).verdict == "refused"
    evening.press("act7")
    evening.draw("8c")
    assert [s.face for s in evening.play.dealer] == ["2s", "Kh", "8c"]
    assert [(p.direction, p.cents) for p in evening.play.payments if p.box == 2] == [("take", 4000)]


def test_rescue_is_refused_where_nothing_was_doubled() -> None:
    evening = deciding("5h 7s 6h Kd", 2)

    assert evening.put(cmd.Rescue(box=2, hand=1)).clause == "MA 9.d"


# ---- split ----
@pytest.mark.clause("MA 10.b")
def test_split_completes_and_plays_the_first_hand_before_the_second_gets_a_card() -> None:
    """MA 10.b: box 3 splits 8s 8h; 8h receives none until the 8s hand is finished."""
    evening = deciding("8s 7d 8h Kd", 3)

    evening.press("act4")
    evening.draw("5c 4d")
    assert evening.hand(3, 1) == ["8s", "5c", "4d"]
    assert evening.hand(3, 2) == ["8h"]
    evening.press("act1")
    evening.draw("2c")

    assert evening.hand(3, 2) == ["8h", "2c"]


@pytest.mark.clause("MA 10.c~4")
def test_pairs_split_again_up_to_four_hands() -> None:
    evening = deciding("8s 7d 8h Kd", 3)
    for card in ("8c", "8d"):
        evening.press("act4")
        evening.draw(card)
    evening.press("act4")
    evening.draw("8s")

    refused = evening.put(cmd.Split(box=3, hand=1))

    assert refused.verdict == "refused"
    assert [h.number for h in evening.play.hands] == [1, 2, 3, 4]
    assert [evening.hand(3, n)[0] for n in (1, 2, 3, 4)] == ["8s", "8d", "8c", "8h"]


@pytest.mark.clause("MA 10.a")
def test_split_goes_by_value() -> None:
    court = deciding("Kh 7d Jd 9d", 3)
    mixed = deciding("8h 7d 9s 9d", 3)

    assert court.put(cmd.Split(box=3, hand=1)).verdict == "accepted"
    assert mixed.put(cmd.Split(box=3, hand=1)).clause == "MA 10.a"


@pytest.mark.clause("MA 10.c~2")
def test_no_surrender_after_a_split() -> None:
    evening = deciding("As 7d Ah Kd", 3)
    evening.press("act4")
    evening.draw("5c")

    refused = evening.put(cmd.Surrender(box=3, hand=1))

    assert refused.verdict == "refused"
    offered = {type(c.command) for c in evening.allowed if isinstance(c.command, cmd.Decision)}
    assert offered == {cmd.Next, cmd.Double}
    evening.draw("2c")
    assert evening.hand(3, 1) == ["As", "5c", "2c"]


def test_hand_with_one_card_is_asked_for_no_decision() -> None:
    evening = deciding("8s 7d 8h Kd", 3)
    evening.press("act4")

    assert evening.put(cmd.Next(box=3, hand=1)).clause == "MA 7.d.3"


def test_box_split_twice_keeps_its_side_wagers_on_the_first_two_cards() -> None:
    """A match left unpaid and a Bonus Spin of a box split twice settle by the initial cards."""
    evening = Evening().opened().lit(3, match={3: 500}, bonus_spin={3: None})
    evening.draw("Ah 9d Ad 8c")
    evening.press("act1")
    evening.draw("As")
    evening.put(cmd.LastCard(what="split"))
    evening.put(cmd.Split(box=3, hand=1))
    evening.draw("8s 8h 9h")
    assert evening.play.round == "turn_due"
    evening.press("act7")

    assert evening.faults == []
    assert evening.paid()[3, "match"] == ("take", "")
    assert evening.paid()[3, "bonus_spin"][0] in ("pay", "return")


# ---- surrender ----
@pytest.mark.clause("MA 8.a")
def test_surrender_is_the_first_choice_and_costs_half() -> None:
    """MA 8.a: box 2 Kh 6d, $20, up 9c, 16 is said: the hand is over and costs $10."""
    evening = Evening().opened().lit(2, main={2: 2000})
    evening.draw("Kh 9c 6d 8d")
    evening.press("act1")
    assert next_step(evening.state, evening.house).say == "Sixteen"

    assert evening.press("act5").verdict == "accepted"

    assert evening.play.round == "turn_due"
    evening.press("act7")
    moved = [(p.direction, p.cents) for p in evening.play.payments]
    assert sorted(moved, key=str) == [("return", 1000), ("take", 1000)]


@pytest.mark.clause("MA 8.a~2")
@pytest.mark.parametrize(("press", "card"), [("act4", "5c"), ("", "3c")])
def test_surrender_is_refused_after_a_split_or_a_card(press: str, card: str) -> None:
    """MA 8.a~2: box 2 has split 8h 8d, or has drawn one card."""
    evening = deciding("8h 7d 8d Kd", 2)
    if press:
        evening.press(press)
    evening.draw(card)

    assert evening.put(cmd.Surrender(box=2, hand=1)).verdict == "refused"


def test_surrender_of_a_hand_that_stands_by_assumption_is_open_until_the_turn() -> None:
    evening = deciding("9h 7d 9s Kd", 2)
    assert evening.play.round == "turn_due"

    assert evening.press("box2.1.surrender").verdict == "accepted"
    evening.press("act7")
    assert evening.paid()[2, "main"][0] in ("take", "return")


# ---- the turn ----
@pytest.mark.clause("MA house.turned-guard")
def test_turned_is_refused_within_400_ms_of_becoming_legal() -> None:
    """A bounce of the key must not turn a card."""
    evening = deciding("5h 7d 6d Kd", 2)
    evening.press("act1")

    bounce = evening.put(cmd.Turned(), after_ms=399)
    turned = evening.put(cmd.Turned(), after_ms=1)

    assert (bounce.verdict, bounce.clause) == ("refused", "MA house.turned-guard")
    assert turned.verdict == "accepted"


@pytest.mark.clause("MA 7.i~2")
def test_turned_is_refused_while_a_hand_is_still_asked() -> None:
    """MA 7.i~2: box 6 undecided: refused; after box 6, accepted."""
    evening = deciding("5h 7d 6d Kd", 6, **{"deal.variant": "hole_card"})

    assert evening.put(cmd.Turned()).verdict == "refused"
    assert evening.play.dealer[1].face is None
    evening.press("act1")
    assert evening.put(cmd.Turned()).verdict == "accepted"
    assert evening.play.dealer[1].face == "Kd"


def test_surrender_is_over_once_a_hit_was_asked_for() -> None:
    """It is the first choice or none, also before the card that was asked for arrives."""
    evening = Evening().opened().lit(3)
    evening.draw("9c 9s 9h 8d")
    evening.press("act1")
    assert evening.put(cmd.Hit(box=3, hand=1)).verdict == "accepted"

    outcome = evening.put(cmd.Surrender(box=3, hand=1))

    assert outcome.verdict == "refused"
    assert outcome.clause.startswith("MA 8.a")
