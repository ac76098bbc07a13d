"""Hits, stands, doubles, splits, surrender, rescue at the table (MA 7.e, 8, 9, 10, 12.a)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact

from .evening import Evening, house


def deciding(cards: str, *boxes: int, **options: object) -> Evening:
    """A confirmed deal under a low up card, so that the decisions come at once."""
    evening = Evening(house(**options)).opened().lit(*boxes)
    evening.draw(cards)
    evening.press("act1")
    return evening


# ---- hits and stands ----
@pytest.mark.clause("MA 12.a", "MA 7.e~2")
def test_card_drawn_is_the_hit_of_the_hand_whose_turn_it_is() -> None:
    evening = deciding("5h 9d 7s 4h 3c 8s", 1, 3)

    evening.draw("2c 6c")

    assert evening.hand(1) == ["5h", "4h", "2c", "6c"]


@pytest.mark.clause("MA 12.a", "MA 7.e~2")
def test_hand_over_21_is_done_and_the_next_card_goes_on() -> None:
    evening = deciding("5h 9d 7s Kh 3c 8s", 1, 3)

    evening.draw("9c 2d")

    assert evening.hand(1) == ["5h", "Kh", "9c"]
    assert evening.hand(3) == ["9d", "3c", "2d"]
    assert evening.put(cmd.Hit(box=1, hand=1)).clause == "MA 7.e~2"


@pytest.mark.clause("MA 12.a.1")
def test_hard_21_and_a_blackjack_take_no_card() -> None:
    evening = deciding("Kh Ad 5d 7s 5s Kc 6c 8s", 1, 3, 5)

    evening.draw("6d 2c")

    assert evening.hand(1) == ["Kh", "5s", "6d"]
    assert evening.hand(3) == ["Ad", "Kc"]
    assert evening.hand(5) == ["5d", "6c", "2c"]


@pytest.mark.clause("MA 12.a.1", "MA house.draw-on-soft-21")
def test_soft_21_takes_a_card_after_hit_only() -> None:
    """MA 12.a.1: As 4d 6c is a soft 21; HIT then 9h is accepted, a card without HIT goes on."""
    evening = deciding("As 9d 7s 4d 3c 8s", 1, 3)
    evening.draw("6c")

    evening.draw("2c")
    assert evening.hand(3) == ["9d", "3c", "2c"]

    evening = deciding("As 9d 7s 4d 3c 8s", 1, 3)
    evening.draw("6c")
    evening.press("box1.1.hit")
    evening.draw("9h")
    assert evening.hand(1) == ["As", "4d", "6c", "9h"]


@pytest.mark.clause("MA house.stand-assumed")
@pytest.mark.parametrize(
    ("two", "assumed"), [("9h 9s", True), ("9h 8s", False), ("Ah 8s", True), ("Ah 7s", False)]
)
def test_stand_is_assumed_from_hard_18_and_soft_19(two: str, assumed: bool) -> None:
    first, second = two.split()
    evening = deciding(f"{first} 9d 7s {second} 3c 8s", 1, 3)

    evening.draw("2c")

    assert (evening.hand(3) == ["9d", "3c", "2c"]) == assumed
    assert (len(evening.hand(1)) == 3) != assumed


@pytest.mark.clause("MA house.stand-assumed")
def test_hit_first_when_a_player_wants_a_card_on_18() -> None:
    evening = deciding("9h 9d 7s 9s 3c 8s", 1, 3)

    evening.press("box1.1.hit")
    evening.draw("2c")

    assert evening.hand(1) == ["9h", "9s", "2c"]
    assert evening.play.round == ("deciding",)


def test_hit_is_refused_where_the_card_itself_is_the_hit() -> None:
    evening = deciding("5h 9d 7s 4h 3c 8s", 1, 3)

    assert evening.put(cmd.Hit(box=1, hand=1)).verdict == "refused"


@pytest.mark.clause("MA 7.e~2")
def test_decision_for_another_box_waits_its_turn() -> None:
    evening = deciding("5h 9d 7s 4h 3c 8s", 1, 3)

    refused = evening.put(cmd.Next(box=3, hand=1))

    assert (refused.verdict, refused.clause) == ("refused", "MA 7.e~2")


@pytest.mark.clause("MA house.stand-assumed")
def test_three_quick_presses_of_next_are_three_stands() -> None:
    evening = deciding("5h 9d 2d 7s 4h 3c 6c 8s", 1, 3, 5)

    for _ in range(3):
        evening.put(cmd.KeyPressed(key="next"), after_ms=120)

    assert evening.play.round == ("turn_due",)
    assert all(h.done for h in evening.play.hands)


def test_double_tap_of_one_press_acts_once() -> None:
    """The same request id is answered from the record and moves nothing (DESIGN 9)."""
    evening = deciding("5h 9d 7s 4h 3c 8s", 1, 3)
    choice = evening.offered("act1")
    assert choice is not None

    first = evening.press("act1", rid="tap-1")
    again = evening.put(cmd.Next(box=1, hand=1, token=choice.token, rid="tap-1"))

    assert (first.verdict, again.verdict, again.text) == ("accepted", "dropped", "accepted")
    assert [h.done for h in evening.play.hands] == [True, False]


def test_token_of_a_hand_that_is_done_is_stale() -> None:
    evening = deciding("5h 9d 7s 4h 3c 8s", 1, 3)
    choice = evening.offered("act3")
    assert choice is not None
    evening.press("act1")

    stale = evening.put(cmd.Double(box=1, hand=1, token=choice.token))

    assert (stale.verdict, stale.clause) == ("refused", "MA house.order-of-steps")


def test_token_of_another_command_is_stale() -> None:
    evening = deciding("5h 9d 7s 4h 3c 8s", 1, 3)
    choice = evening.offered("act1")
    assert choice is not None

    assert evening.put(cmd.Double(box=1, hand=1, token=choice.token)).verdict == "refused"


def test_device_health_makes_no_token_stale() -> None:
    """A tap is stale only if its own target changed, never for a device (TABLE 2.2)."""
    evening = deciding("5h 9d 7s 4h 3c 8s", 1, 3)
    choice = evening.offered("act1")
    assert choice is not None
    evening.put(fact.DeviceLost(device="wheel", reason="read"))

    assert evening.put(cmd.Next(box=1, hand=1, token=choice.token)).verdict == "accepted"


# ---- whose card ----
@pytest.mark.clause("MA house.unusual-hit")
def test_card_on_hard_17_asks_whose_it_was_without_stopping() -> None:
    evening = deciding("9h 9d 7s 8s 3c 8d", 1, 3)

    outcome = evening.draw("2c")

    assert [r.kind for r in outcome.raised] == ["whose_card"]
    assert (evening.open[0].box, evening.open[0].about) == (1, "3")
    assert evening.held == ""
    assert evening.draw("2h").raised == ()


@pytest.mark.clause("MA house.unusual-hit")
@pytest.mark.parametrize(
    ("ruling", "hands"),
    [
        ("stands", {1: ["9h", "8s", "2c"], 3: ["9d", "3c"]}),
        ("reassign_card", {1: ["9h", "8s"], 3: ["9d", "3c", "2c"]}),
    ],
)
def test_answer_leaves_the_card_or_gives_it_to_the_next_box(
    ruling: str, hands: dict[int, list[str]]
) -> None:
    evening = deciding("9h 9d 7s 8s 3c 8d", 1, 3)
    evening.draw("2c")

    answered = evening.floor(cmd.Ruled(irr=evening.open[0].id, ruling=ruling))

    assert answered.verdict == "accepted"
    assert {b: evening.hand(b) for b in hands} == hands
    assert "whose_card" not in [i.kind for i in evening.open]


@pytest.mark.clause("MA house.unusual-hit")
def test_question_whose_card_holds_at_the_payment() -> None:
    evening = deciding("9h 9d 7s 8s 9c Kd", 1, 3)
    evening.draw("2c")

    evening.press("act7")

    assert evening.play.round == ("settled",)
    assert evening.held == "whose_card"


@pytest.mark.clause("MA house.key-reaction")
def test_keypad_next_right_after_a_card_asks_whose_it_was() -> None:
    """Nobody sees a card and presses in less than 250 ms."""
    evening = deciding("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("2c")

    quick = evening.put(cmd.KeyPressed(key="next"), after_ms=249)

    assert [r.kind for r in quick.raised] == ["whose_card"]
    assert not evening.play.hands[0].done


@pytest.mark.clause("MA house.key-reaction")
def test_keypad_next_after_a_look_is_a_stand() -> None:
    evening = deciding("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("2c")

    evening.put(cmd.KeyPressed(key="next"), after_ms=250)

    assert evening.play.hands[0].done


@pytest.mark.clause("MA house.key-reaction")
def test_keypad_next_right_after_the_last_hand_has_nobody_to_ask_for() -> None:
    evening = deciding("5h 7s 4h 8d", 1)
    evening.draw("2c")

    assert evening.put(cmd.KeyPressed(key="next"), after_ms=100).raised == ()
    assert evening.play.round == ("turn_due",)


def test_next_for_an_earlier_card_asks_whose_it_was() -> None:
    """A NEXT whose token lacks the hand's last card asks `Last card: box 1 or 3?` (TABLE 2.2)."""
    evening = deciding("5h 9d 7s 4h 3c 8d", 1, 3)
    choice = evening.offered("act1")
    assert choice is not None
    evening.draw("2c")

    outcome = evening.put(cmd.Next(box=1, hand=1, token=choice.token))

    assert [r.kind for r in outcome.raised] == ["whose_card"]


def test_next_for_an_earlier_card_of_the_last_hand_is_stale() -> None:
    evening = deciding("5h 7s 4h 8d", 1)
    choice = evening.offered("act1")
    assert choice is not None
    evening.draw("2c")

    assert evening.put(cmd.Next(box=1, hand=1, token=choice.token)).verdict == "refused"


def test_press_without_a_target_takes_the_hand_whose_turn_it_is() -> None:
    evening = deciding("5h 9d 7s 4h 3c 8d", 1, 3)

    evening.put(cmd.Next())
    evening.put(cmd.Next(box=3))

    assert all(h.done for h in evening.play.hands)
    assert evening.put(cmd.Next()).verdict == "refused"


@pytest.mark.parametrize("key", ["turned", "other"])
def test_key_without_an_act_is_refused(key: str) -> None:
    evening = Evening()
    evening.put(cmd.TableOpened(dealer="Dana R."))
    evening.put(cmd.ShuffleAsked())

    assert evening.put(cmd.KeyPressed(key=key)).verdict == "refused"


# ---- double and rescue ----
@pytest.mark.clause("MA 9.a", "MA 9.a~3", "MA 12.a.2")
def test_double_takes_exactly_one_card() -> None:
    evening = deciding("5h 9d 7s 4h 3c 8d", 1, 3)

    evening.press("act3")
    no_hit = evening.put(cmd.Hit(box=1, hand=1))
    no_close = evening.put(cmd.Next(box=1, hand=1))
    evening.draw("5c 2c")

    assert no_hit.clause == no_close.clause == "MA 9.a~3"
    assert evening.hand(1) == ["5h", "4h", "5c"]
    assert evening.hand(3) == ["9d", "3c", "2c"]


@pytest.mark.clause("MA 9.a", "MA 9.a~2")
def test_double_is_refused_on_a_blackjack_and_above_the_wager() -> None:
    evening = Evening().opened()
    for box in (1, 2):
        evening.put(cmd.WagerSet(box=box, kind="main", on=True, cents=2000))
    evening.draw("As 2h 7s Kd 3d 8d")
    evening.press("act1")

    blackjack = evening.put(cmd.Double(box=1, hand=1))
    over = evening.put(cmd.Double(box=2, hand=1, cents=2500))
    less = evening.put(cmd.Double(box=2, hand=1, cents=1200))

    assert blackjack.verdict == "refused"
    assert (over.verdict, over.clause) == ("refused", "MA 9.a~2")
    assert less.verdict == "accepted"


@pytest.mark.clause("MA 9.a", "MA house.double-totals")
def test_double_on_a_hand_that_stands_by_assumption_reopens_it_before_the_turn() -> None:
    evening = deciding("9h 7s 9s 8d", 1)
    assert evening.play.round == ("turn_due",)

    evening.press("box1.1.double")
    assert evening.play.round == ("deciding",)
    assert evening.put(cmd.Turned()).verdict == "refused"
    evening.draw("2c")

    assert evening.hand(1) == ["9h", "9s", "2c"]
    assert evening.play.round == ("turn_due",)


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


@pytest.mark.clause("MA house.rescue-window", "MA 9.d")
def test_rescue_is_open_for_the_last_hand_until_the_turn() -> None:
    evening = deciding("5h 7s 6h Kd", 2)
    evening.press("act3")
    evening.draw("4c")
    assert evening.play.round == ("turn_due",)

    assert evening.put(cmd.Rescue(box=2, hand=1)).verdict == "accepted"
    assert evening.put(cmd.Rescue(box=2, hand=1)).clause == "MA 9.d"


@pytest.mark.clause("MA 9.d~2")
def test_rescue_is_refused_when_the_double_went_over() -> None:
    evening = deciding("Kh 7s 3h Kd", 2)
    evening.press("act3")
    evening.draw("Kc")

    assert evening.put(cmd.Rescue(box=2, hand=1)).verdict == "refused"


def test_rescue_is_refused_where_nothing_was_doubled() -> None:
    evening = deciding("5h 7s 6h Kd", 2)

    assert evening.put(cmd.Rescue(box=2, hand=1)).clause == "MA 9.d"


# ---- split ----
@pytest.mark.clause("MA 10.a", "MA 10.b")
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


@pytest.mark.clause("MA 10.c~3", "MA 10.c~4")
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


@pytest.mark.clause("MA 10.c~2", "MA 8.a")
def test_no_surrender_after_a_split() -> None:
    evening = deciding("As 7d Ah Kd", 3)
    evening.press("act4")
    evening.draw("5c")

    refused = evening.put(cmd.Surrender(box=3, hand=1))

    assert refused.verdict == "refused"
    assert evening.offered("act3") is not None


@pytest.mark.clause("MA 10.b")
def test_hand_with_one_card_is_asked_for_no_decision() -> None:
    evening = deciding("8s 7d 8h Kd", 3)
    evening.press("act4")

    assert evening.put(cmd.Next(box=3, hand=1)).clause == "MA 7.d.3"


@pytest.mark.clause("MA 6.a", "MA 16.c")
def test_box_split_twice_keeps_its_side_wagers_on_the_first_two_cards() -> None:
    """A match left unpaid and a Bonus Spin of a box split twice settle by the initial cards."""
    evening = Evening().opened().lit(3, match={3: 500}, bonus_spin={3: None})
    evening.draw("Ah 9d Ad 8c")
    evening.press("act1")
    evening.draw("As")
    evening.put(cmd.LastCard(what="split"))
    evening.put(cmd.Split(box=3, hand=1))
    evening.draw("8s 8h 9h")
    assert evening.play.round == ("turn_due",)
    evening.press("act7")

    assert evening.faults == []
    assert evening.paid()[3, "match"] == ("take", "")
    assert evening.paid()[3, "bonus_spin"][0] in ("pay", "return")


# ---- surrender ----
@pytest.mark.clause("MA 8.a")
def test_surrender_is_the_first_choice_only() -> None:
    first = deciding("Kh 7d 6d Kd", 2)
    later = deciding("2h 7d 6d Kd", 2)
    later.draw("3c")

    assert first.press("act5").verdict == "accepted"
    assert later.put(cmd.Surrender(box=2, hand=1)).verdict == "refused"


@pytest.mark.clause("MA 8.a.2~2")
def test_surrender_of_a_hand_that_stands_by_assumption_is_open_until_the_turn() -> None:
    evening = deciding("9h 7d 9s Kd", 2)
    assert evening.play.round == ("turn_due",)

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
    evening = deciding("5h 7d 6d Kd", 2)

    assert evening.put(cmd.Turned()).verdict == "refused"
    assert evening.play.dealer[1].face is None


@pytest.mark.clause("MA 8.a~2")
def test_surrender_is_over_once_a_hit_was_asked_for() -> None:
    """It is the first choice or none, also before the card that was asked for arrives."""
    evening = Evening().opened().lit(3)
    evening.draw("9c 9s 9h 8d")
    evening.press("act1")
    assert evening.put(cmd.Hit(box=3, hand=1)).verdict == "accepted"

    outcome = evening.put(cmd.Surrender(box=3, hand=1))

    assert outcome.verdict == "refused"
    assert outcome.clause.startswith("MA 8.a")
