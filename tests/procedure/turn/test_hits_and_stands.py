"""Hits, stands, stands by assumption, and whose card it was (MA 7.e, 7.f, 12.a)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from tests.kit.banks import page
from tests.kit.deciding import deciding
from tests.kit.evening import Evening


def test_card_drawn_is_the_hit_of_the_hand_whose_turn_it_is() -> None:
    evening = deciding("5h 9d 7s 4h 3c 8s", 1, 3)

    evening.draw("2c 6c")

    assert evening.hand(1) == ["5h", "4h", "2c", "6c"]


@pytest.mark.clause("MA 12.a")
def test_hand_over_21_is_done_and_the_next_card_goes_on() -> None:
    evening = deciding("5h 9d 7s Kh 3c 8s", 1, 3)

    evening.draw("9c 2d")

    assert evening.hand(1) == ["5h", "Kh", "9c"]
    assert evening.hand(3) == ["9d", "3c", "2d"]
    assert evening.put(cmd.Hit(box=1, hand=1)).text == "The hand is over"


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
    assert evening.offered("box1.1.double") is not None
    evening.press("box1.1.hit")
    evening.draw("9h")
    assert evening.hand(1) == ["As", "4d", "6c", "9h"]
    assert evening.put(cmd.Double(box=1, hand=1)).verdict == "accepted"

    evening = deciding("Kh 9d 7s 4d 3c 8s", 1, 3)
    evening.draw("7c")
    assert evening.put(cmd.Double(box=1, hand=1)).verdict == "refused"


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
    assert evening.play.round == "deciding"


def test_hit_is_refused_where_the_card_itself_is_the_hit() -> None:
    evening = deciding("5h 9d 7s 4h 3c 8s", 1, 3)

    assert evening.put(cmd.Hit(box=1, hand=1)).verdict == "refused"


@pytest.mark.clause("MA 7.e~2")
@pytest.mark.parametrize(("second", "split"), [("8d", True), ("9d", False)])
def test_decision_for_another_box_waits_its_turn(second: str, split: bool) -> None:
    """MA 7.e~2: box 1 has 8h 8d: all choices; 8h 9d is no pair; a card drawn is its hit."""
    evening = deciding(f"8h 9d 7s {second} 3c 8s", 1, 3)

    refused = evening.put(cmd.Next(box=3, hand=1))

    assert (refused.verdict, refused.clause) == ("refused", "MA 7.e~2")
    offered = {type(c.command) for c in evening.allowed}
    assert {cmd.Next, cmd.Double, cmd.Surrender} <= offered
    assert (cmd.Split in offered) == split
    evening.draw("2c")
    assert evening.hand(1) == ["8h", second, "2c"]


def test_three_quick_presses_of_next_are_three_stands() -> None:
    evening = deciding("5h 9d 2d 7s 4h 3c 6c 8s", 1, 3, 5)

    for _ in range(3):
        evening.put(cmd.KeyPressed(key="next"), after_ms=120)

    assert evening.play.round == "turn_due"
    assert all(h.done for h in evening.play.hands)


def test_double_tap_of_one_press_acts_once() -> None:
    """The same request id is answered from the record and moves nothing (console/README)."""
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
    """A tap is stale only if its own target changed, never for a device (console/README 2.2)."""
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
        ("next_hand", {1: ["9h", "8s"], 3: ["9d", "3c", "2c"]}),
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


def test_question_whose_card_holds_at_the_payment() -> None:
    evening = deciding("9h 9d 7s 8s 9c Kd", 1, 3)
    evening.draw("2c")

    evening.press("act7")

    assert evening.play.round == "settled"
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
def test_keypad_next_right_after_the_second_card_of_a_split_hand_is_a_stand() -> None:
    """Without that card it could not have stood: no answer could give it to another hand."""
    evening = deciding("8h 9d 7s 8s 3c 8d", 1, 3)
    evening.put(cmd.Split(box=1, hand=1))
    evening.draw("2c")

    quick = evening.put(cmd.KeyPressed(key="next", by="Ada", where="keypad"), after_ms=100)

    assert quick.raised == ()
    assert [h.done for h in evening.play.hands][:2] == [True, False]
    assert evening.state.log[-1].input == cmd.Next(box=1, hand=1, by="Ada", where="keypad")


def test_keypad_next_right_after_the_last_hand_has_nobody_to_ask_for() -> None:
    evening = deciding("5h 7s 4h 8d", 1)
    evening.draw("2c")

    assert evening.put(cmd.KeyPressed(key="next"), after_ms=100).raised == ()
    assert evening.play.round == "turn_due"


def test_next_for_an_earlier_card_asks_whose_it_was() -> None:
    """A NEXT whose token lacks the hand's last card asks `Last card: box 1 or 3?`.

    Source: console/README 2.2.
    """
    evening = deciding("5h 9d 7s 4h 3c 8d", 1, 3)
    choice = evening.offered("act1")
    assert choice is not None
    evening.draw("2c")

    outcome = evening.put(cmd.Next(box=1, hand=1, token=choice.token))

    assert [r.kind for r in outcome.raised] == ["whose_card"]


def test_next_of_another_round_asks_nothing_though_it_names_a_card_of_the_hand() -> None:
    evening = deciding("5h 9d 7s 4h 3c 8d", 1, 3)
    choice = evening.offered("act1")
    assert choice is not None
    command, number, *left = choice.token.split("/")
    evening.draw("2c")

    token = "/".join([command, str(int(number) + 1), *left])
    outcome = evening.put(cmd.Next(box=1, hand=1, token=token))

    assert (outcome.verdict, outcome.raised) == ("refused", ())


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
    evening.open_table()
    evening.put(cmd.ShuffleAsked())

    assert evening.put(cmd.KeyPressed(key=key)).verdict == "refused"


@pytest.mark.parametrize("by", ["answer", "last_card"])
@pytest.mark.parametrize(
    ("cards", "other", "takes"),
    [
        ("9h Kd 9d 7s 8s Kc 3c Kd", "3", (3, ["9d", "3c", "2c"])),
        ("9h Kd 9d 7s 8s Kc 9c Kd", "2", (2, ["Kd", "Kc", "2c"])),
    ],
)
def test_card_that_was_not_for_17_is_the_next_takers(
    by: str, cards: str, other: str, takes: tuple[int, list[str]]
) -> None:
    """Box 2 stands on 20, so box 3's 12 is asked for; where all stand it was a hit on 20."""
    evening = deciding(cards, 1, 2, 3)
    evening.draw("2c")
    asked = evening.open[0]
    assert (asked.box, asked.about) == (1, other)

    if by == "answer":
        evening.put(cmd.Ruled(irr=asked.id, ruling="next_hand"))
    else:
        evening.put(cmd.LastCard(what="box"))

    assert evening.hand(1) == ["9h", "8s"]
    assert evening.hand(takes[0]) == takes[1]
    assert [i.kind for i in evening.open] == []


def test_question_whose_card_names_the_hands_of_a_split_box() -> None:
    """Two hands of one box are told apart, on the line and on the keys."""
    evening = deciding("8h 7s 8s Kd", 1)
    evening.press("act4")
    evening.draw("9c 2c")

    assert next_step(evening.state, evening.house).text == "Last card: box 1, 1st or 1, 2nd?"
    keys = {k.slot: k.label for k in page(evening).allowed}
    assert (keys["act3"], keys["act4"]) == ("BOX 1, 1st", "BOX 1, 2nd")
    assert keys["last.1"] == "BOX 1, 2nd"
