"""The ways of dealing beside the reader: no device, no hole card, a bank, payments at the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.procedure.guide.next_step import next_step
from controller.procedure.irregularities import catalog
from controller.procedure.state.inputs import Input
from controller.view.layout import boxes
from tests.kit.evening import Evening, house
from tests.procedure.page.test_hidden_until_placed import told

MD, NH, CA = "maryland", "boston-billiard", "pure-21-5"


def evening(pack: str = "massachusetts-bonus-spin", **options: Any) -> Evening:
    return Evening(house(pack, **options)).opened()


def line(e: Evening) -> str:
    return next_step(e.state, e.house).text


def hint(e: Evening) -> str:
    return next_step(e.state, e.house).hint


def dealt(e: Evening, *cards: str) -> Evening:
    e.draw(*cards)
    assert e.put(cmd.DealOk(boxes=e.play.boxes)).verdict == "accepted"
    return e


# ---- without a hole card ----
def test_dealers_second_card_waits_for_next_on_the_last_hand_without_a_hole_card() -> None:
    """MA 7.g~2: nothing is assumed on the last hand; NEXT attests that `Dealer's Card` was said."""
    e = dealt(evening(variant="no_hole_card").lit(1, 2), "Kh Qs 9c Kd 9d")
    assert e.play.round == "deciding"
    assert line(e) == "Next card → box 2"

    e.press("act1")
    assert line(e) == "Say 'Dealer's Card'"
    e.draw("8h")

    assert [s.face for s in e.play.dealer] == ["9c", "8h"]
    assert str(e.play.round) == "settled"
    assert e.open == ()


def test_next_on_a_hand_before_the_last_attests_nothing_without_a_hole_card() -> None:
    """Box 2 on 20 has still to choose after box 1 stood: its pair may be split (MA 7.e~2, 7.g)."""
    e = dealt(evening(variant="no_hole_card").lit(1, 2), "Kh Qs 9c 6d Kd")

    e.put(cmd.Next(box=1, hand=1))

    assert e.play.round == "deciding"
    assert line(e) == "Next card → box 2"
    assert e.put(cmd.Split(box=2, hand=1)).verdict == "accepted"


def test_next_that_ends_the_last_hand_attests_the_announcement_too() -> None:
    """No second key is asked."""
    e = dealt(evening(variant="no_hole_card").lit(1), "7h 9c 6d")

    e.press("act1")

    assert e.play.round == "dealer_plays"


def test_last_hand_that_busts_waits_for_next() -> None:
    """NEXT is pressed once, also when the hand ended by itself."""
    e = dealt(evening(variant="no_hole_card").lit(1, 2), "Kh Qs 9c Kd 6d")
    e.draw("8h")
    assert e.play.round == "turn_due"

    e.press("act1")
    e.draw("8s")

    assert [s.face for s in e.play.dealer] == ["9c", "8s"]
    assert e.open == ()


@pytest.mark.clause("MA 7.g~2")
@pytest.mark.parametrize("cards", ["Kh Qs 9c As Ad", "Kh Qs 9c Kd 6d  8h"])
def test_dealers_card_without_the_announcement_is_his_and_flagged(cards: str) -> None:
    """No NEXT on the last hand, which takes no card: the line, one key, else amber."""
    e = dealt(evening(variant="no_hole_card").lit(1, 2), cards[:14])
    e.draw(cards[14:])
    assert line(e) == "Say 'Dealer's Card'"
    attested = e.offered("act1")
    assert attested is not None
    assert isinstance(attested.command, cmd.Next)

    e.draw("8s")

    assert [s.face for s in e.play.dealer] == ["9c", "8s"]
    assert [i.kind for i in e.open] == ["second_card_unannounced"]
    assert e.held == ""


def test_last_hand_on_20_takes_the_card_before_next_without_a_hole_card() -> None:
    """MA 7.g: the dealer's second card comes after NEXT only; before it the hand may take one."""
    e = dealt(evening(variant="no_hole_card").lit(1, 2), "Kh As 9c Kd Kc")

    e.draw("Ad")

    assert e.hand(1) == ["Kh", "Kd", "Ad"]
    assert e.play.dealer[1:] == ()


def test_next_on_the_last_hand_ends_those_that_stood_by_assumption() -> None:
    """Box 1 on 20 asks for no second NEXT once box 2 has stood (MA 7.f, 7.g)."""
    e = dealt(evening(variant="no_hole_card").lit(1, 2), "Kh Qs 9c Kd 5d")

    e.put(cmd.Next(box=2, hand=1))

    assert e.play.round == "dealer_plays"


def test_turned_is_not_offered_without_a_hole_card() -> None:
    e = dealt(evening(variant="no_hole_card").lit(1), "Kh 9c Kd")
    e.press("act1")

    assert e.put(cmd.Turned()).verdict == "refused"


@pytest.mark.clause("MA 7.d.3")
def test_line_of_the_deal_asks_for_no_hole_card_without_one() -> None:
    e = evening(variant="no_hole_card").lit(1)
    e.draw("Kh")

    assert line(e) == "Deal two rounds, no hole card"


# ---- a hole card, no reader ----
def test_insurance_closes_with_the_first_further_card_without_a_reader() -> None:
    """MA 11.b: the window ends before any player's extra card."""
    e = dealt(evening(variant="hole_card").lit(1), "5h Ac 6d Kd")
    assert e.play.round == "insurance"
    e.put(cmd.Insured(box=1, on=True, cents=None))

    e.draw("4h")

    assert str(e.play.round) == "deciding"
    assert e.hand(1) == ["5h", "6d", "4h"]
    assert e.put(cmd.Insured(box=1, on=False)).verdict == "refused"


def test_late_blackjack_takes_the_original_wager_alone() -> None:
    """MA 9.c: found at the turn, the double goes back."""
    e = evening(variant="hole_card").lit(1, main={1: 1000})
    dealt(e, "5h Kc 6d Ad")
    e.put(cmd.Double(box=1, hand=1, cents=1000))
    e.draw("4h")
    e.press("act7")

    moved = {(p.direction, p.cents) for p in e.play.payments if p.kind == "main"}
    assert moved == {("take", 1000), ("return", 1000)}


# ---- no device: the dealer looks ----
def test_dealers_own_check_closes_insurance_and_ends_the_round_when_positive() -> None:
    """NH play.24: insurance is offered, then the dealer checks under the ace."""
    e = dealt(evening(NH).lit(2, main={2: 1000}), "9h As 8h Kc")
    e.put(cmd.Insured(box=2, on=True, cents=500))
    assert e.put(cmd.InsuranceClosed()).clause == "NH play.24"

    e.put(cmd.PeekAttested(blackjack=True))

    assert e.play.round == "turn_due"
    e.press("act7")
    assert e.paid()[2, "insurance"][0] == "pay"
    assert e.paid()[2, "main"][0] == "take"


def test_lost_insurance_is_taken_with_the_negative_answer() -> None:
    """NH insurance.4, MD 8.F: before any decision."""
    e = dealt(evening(NH).lit(2, main={2: 1000}), "9h As 8h 7c")
    e.put(cmd.Insured(box=2, on=True, cents=500))

    e.put(cmd.PeekAttested(blackjack=False))

    assert e.paid() == {(2, "insurance"): ("take", e.paid()[2, "insurance"][1])}
    assert hint(e) == "No Blackjack. Take insurance: 2."


def test_check_by_eye_is_refused_where_a_reader_is_in_use() -> None:
    """MD 7.G.2.a, MA 7.i~4: nobody looks, not even the dealer."""
    for pack, clause in ((MD, "MD 7.G.2.a"), ("massachusetts-bonus-spin", "MA 7.i~4")):
        options = {"order": "right_to_left"} if pack == MD else {}
        e = dealt(evening(pack, **options).lit(2), "9h Ks 8h 7c")
        assert e.play.round == "peek_due"
        assert e.put(cmd.PeekAttested(blackjack=False)).clause == clause


def test_check_by_eye_is_refused_under_an_up_card_that_asks_for_none() -> None:
    """NH play.24: no check with a face up; the blackjack is found at the reveal."""
    e = dealt(evening(NH).lit(2), "9h Qc 5h As")

    assert e.put(cmd.PeekAttested(blackjack=True)).verdict == "refused"
    assert e.play.round == "deciding"


def test_wrong_answer_by_eye_is_raised_at_the_turn_and_not_before() -> None:
    """NH silent.reader: compared with the card only when it is turned."""
    e = dealt(evening(NH).lit(2), "9h As 9c Kc")
    e.put(cmd.PeekAttested(blackjack=False))
    assert catalog.open_ones(e.play) == ()

    e.press("act7")

    assert [i.kind for i in e.open] == ["check_wrong"]


def test_match_wagers_wait_for_the_end_where_the_pack_pays_them_there() -> None:
    """NH play.19: the result is fixed by the deal, the chips move in the end pass."""
    e = evening(NH).lit(2, main={2: 1000}, match={2: 100})
    dealt(e, "9h 9c 8h 8c")
    assert e.play.round == "deciding"
    assert e.put(cmd.MatchDone()).verdict == "refused"

    e.put(cmd.Next(box=2, hand=1))
    e.press("act7")

    assert e.paid()[2, "match"][0] == "pay"


def test_doubled_hand_doubles_again_until_the_next_hand_has_its_card() -> None:
    """NH double.2, double.3: twice a hand, each with one card."""
    e = evening(NH).lit(2, 3, main={2: 500, 3: 500})
    dealt(e, "3h 5s 6c 4d 6s 8d")
    e.put(cmd.Double(box=2, hand=1, cents=500))
    e.draw("2c")
    assert e.put(cmd.Double(box=2, hand=1, cents=500)).verdict == "accepted"
    e.draw("8c")

    hand = e.play.hands[0]
    assert (hand.doubles, hand.double_cents, hand.done) == (2, 1000, True)
    assert e.put(cmd.Double(box=2, hand=1, cents=500)).verdict == "refused"


# ---- paid at the turn ----
def test_blackjack_is_paid_when_its_turn_comes_under_a_low_card() -> None:
    """MD 7.H.1.a: after the hands before it, before the hands behind it."""
    e = evening(MD, order="right_to_left").lit(1, 2, 3, main={2: 1000})
    dealt(e, "5h Ah 9d 7c 6h Kh 8d 8c")
    assert e.paid() == {}

    e.put(cmd.Next(box=1, hand=1))

    assert e.paid() == {(2, "main"): ("pay", "3:2")}
    assert e.play.payments[0].cents == 1500
    assert hint(e) == 'Say "Blackjack". Pay 2 $15, cards in.'


def test_blackjack_waits_for_the_end_under_a_card_that_is_checked() -> None:
    """MD 7.G.3: paid at the settlement."""
    e = evening(MD, order="right_to_left").lit(1, 2)
    dealt(e, "5h Ah Kc 6h Kh 8c")
    e.peek(False)
    e.put(cmd.Next(box=1, hand=1))

    assert e.play.payments == ()


# ---- a player-dealer ----
def bank(box: int, cents: int | None = None) -> Evening:
    e = evening(CA)
    e.put(cmd.BankSet(box=box, on=True, cents=cents))
    return e


def test_no_box_is_lit_before_a_player_holds_the_bank() -> None:
    """CA dealing.10.i: the bank is offered first."""
    e = evening(CA)
    assert line(e) == "Offer the bank: box, amount"

    assert e.put(cmd.BoxSet(box=2, lit=True)).clause == "CA dealing.10.i"
    assert e.put(cmd.BankSet(box=4, on=True)).verdict == "accepted"
    assert e.put(cmd.BoxSet(box=2, lit=True)).verdict == "accepted"
    assert e.put(cmd.BoxSet(box=4, lit=True)).verdict == "refused"


def test_house_bank_is_never_given_to_a_player() -> None:
    assert evening().put(cmd.BankSet(box=4, on=True)).verdict == "refused"


def test_cards_begin_at_the_left_of_the_bank() -> None:
    """CA dealing.3: seats 5 and 6 before seat 2; decisions begin with seat 2."""
    e = dealt(bank(4).lit(2, 5, 6), "5h 6h 2h 9c 5d 6d 2d 7c")

    assert [(h.box, [s.face for s in h.cards]) for h in e.play.hands] == [
        (2, ["2h", "2d"]),
        (5, ["5h", "5d"]),
        (6, ["6h", "6d"]),
    ]


def test_bank_settles_from_the_action_button_within_its_cover() -> None:
    """CA dealing.7.ii, 15.i: hole 3 and bank at 1 put the button on 4; each dollar acts once."""
    e = bank(1, 1500)
    e.lit(2, 4, main={2: 1000, 4: 1000})
    dealt(e, "Kh Qh 9c 8h 8d 3d")
    e.put(cmd.Next(box=2, hand=1))
    e.put(cmd.Next(box=4, hand=1))
    e.press("act7")
    e.draw("8c")

    paid = [(p.box, p.direction, p.cents) for p in e.play.payments if p.kind == "main"]
    assert paid[0] == (4, "take", 1000)
    assert (2, "take", 500) in paid
    assert hint(e) == "From box 4, clockwise. Then all cards to the tray: BETS."


def test_bank_passes_on_after_its_two_hands() -> None:
    """CA dealing.10.ii: two hands a turn."""
    e = bank(1)
    for _ in range(2):
        assert e.play.bank is not None
        e.lit(2)
        dealt(e, "Kh 9c 9h 8d")
        e.press("act7")
        e.put(cmd.LayoutCleared(), after_ms=5000)

    assert e.play.bank is None


def test_hard_seventeen_ends_by_itself_where_the_pack_says_so() -> None:
    """CA chart-1A: no card to hard 17 and more; a pair of them may still be split."""
    e = dealt(bank(1).lit(2, 3), "9h Kh 9c 8h Kd 8d")
    assert e.play.round == "turn_due"
    e.put(cmd.Split(box=3, hand=1))
    e.draw("Kc")

    assert e.put(cmd.Split(box=3, hand=1)).verdict == "accepted"


def test_bust_is_not_taken_before_the_banks_hand_where_it_may_still_push() -> None:
    """CA dealing.7.ii, winners.6.a: the dealer's three eights push it, so it waits."""
    e = dealt(bank(1).lit(2), "9h 9c 5h 8d")
    e.draw("Kd")

    assert hand_word(e, 2) == "over, waits"


def test_bust_is_taken_at_once_where_nothing_can_save_it() -> None:
    """NH play.20."""
    e = dealt(evening(NH).lit(2, 3), "9h 6h 9c 5h 6d 8d")
    e.draw("Kd")

    assert hand_word(e, 2) == "bust"


def test_page_shows_no_reader_where_none_is_in_use() -> None:
    e = dealt(evening(variant="hole_card").lit(1), "5h Ac 6d Kd")

    assert boxes.dealer_hand(e.state, e.house).peek == ""


def hand_word(e: Evening, box: int) -> str:
    return boxes.boxes(e.state, e.house)[box - 1].hands[0].result


# ---- what stays hidden ----
WAYS: dict[str, tuple[Callable[[], Evening], tuple[str, str], str, list[Input]]] = {
    "no device, an ace up": (
        lambda: evening(NH).lit(1, 2, match={2: 100}),
        ("7d", "5s"),
        "9h 8h Ac 4d 5h",
        [cmd.PeekAttested(blackjack=False), cmd.Next(box=1, hand=1)],
    ),
    "no device, a face up": (
        lambda: evening(NH).lit(1, 2),
        ("Ad", "5s"),
        "9h 8h Kc 4d 5h",
        [cmd.Next(box=1, hand=1)],
    ),
    "no reader": (
        lambda: evening(variant="hole_card").lit(1, 2),
        ("Kd", "5s"),
        "9h 8h Ac 4d 5h",
        [cmd.InsuranceClosed(), cmd.Next(box=1, hand=1)],
    ),
    "a bank": (
        lambda: bank(4, 5000).lit(1, 2, main={1: 1000, 2: 1000}),
        ("2d", "7s"),
        "9h 8h 9c 4d 5h",
        [cmd.Next(box=1, hand=1), cmd.Surrender(box=2, hand=1)],
    ),
    "blackjacks paid at their turn": (
        lambda: evening(MD, order="right_to_left").lit(1, 2),
        ("Kd", "5s"),
        "Ah 8h 9c Kh 5h",
        [cmd.Next(box=2, hand=1)],
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_that_leaves_depends_on_the_hole_card_before_it_is_turned(way: str) -> None:
    """Lines, places, lamps, payments and the action seat are the same for both.

    Source: console/README 1.3.
    """
    begin, holes, cards, presses = WAYS[way]
    both = [begin(), begin()]
    for e, hole in zip(both, holes, strict=True):
        e.draw(cards, hole)
    for press in [cmd.DealOk(boxes=(1, 2)), *presses]:
        said = [e.put(press) for e in both]
        assert [o.verdict for o in said] == ["accepted", "accepted"], press
        one, other = (list(told(e)) for e in both)
        assert one == other, press
