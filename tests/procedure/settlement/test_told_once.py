"""What the line told to take or pay before the settlement stands there as done, and never twice."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.views.view import Payment
from controller.view.layout import boxes
from tests.kit.banks import bank, dealt
from tests.kit.evening import Evening, house
from tests.kit.shown import page
from tests.procedure.walks.promises import watched

PACKS_THAT_TAKE_AT_ONCE = ("massachusetts", "maryland", "boston-billiard")
READER = {"deal.variant": "hole_card_reader"}


def line(at: Evening) -> str:
    return page(at).next_step.text


def hint(at: Evening) -> str:
    return page(at).next_step.hint


def shown(at: Evening, box: int, kind: str = "main") -> Payment:
    return next(x for x in page(at).payments if (x.box, x.kind) == (box, kind))


def over_and_turned(pack: str, **options: str) -> Evening:
    """Box 2 goes over under an 8, box 5 stands, the dealer has 17."""
    e = Evening(house(pack, **options)).opened().lit(2, 5, main={2: 1000, 5: 1000})
    e.draw("8c 9c 8d 7c 9s 9h")
    e.press("act1")
    return e


@pytest.mark.parametrize("pack", PACKS_THAT_TAKE_AT_ONCE)
def test_hand_that_went_over_is_shown_as_taken_in_the_settlement(pack: str) -> None:
    """console/README 2.3: TAKE at once; the chips are in the tray when the others are paid."""
    e = over_and_turned(pack)
    e.draw("Kc")
    told, mark = hint(e), boxes.boxes(e.state, e.house)[1].hands[0].result

    e.press("act7")

    assert (told, mark) == ("Box 2: TAKE $10.", "bust")
    assert (shown(e, 2).direction, shown(e, 2).state) == ("take", "closed")
    assert shown(e, 5).state == "open"


@pytest.mark.parametrize("cents", [1000, None])
def test_rest_of_a_double_that_went_over_is_taken_when_no_blackjack_is_found(
    cents: int | None,
) -> None:
    """MA 9.c: one original wager at once, the double when the dealer's cards are known."""
    at = house("massachusetts", **{"deal.variant": "hole_card"})
    e = Evening(at).opened().lit(2, main={2: cents})
    e.draw("8c Kd 7c 9s")
    e.press("act1")
    e.put(cmd.Double(box=2, hand=1))
    e.draw("Kc")
    held = hint(e)

    e.press("act7")

    rest = shown(e, 2)
    assert held == "Box 2: TAKE one wager, HOLD the rest."
    assert (rest.direction, rest.state) == ("take", "open")
    assert (rest.cents, rest.text) == ((1000, "") if cents else (None, "TAKE REST"))


def test_insurance_lost_to_a_dealer_who_draws_no_card_is_taken_in_the_settlement() -> None:
    """MA 11.d: no line comes between the turn and the settlement, so the picture asks for it."""
    at = house("massachusetts", **{"deal.variant": "hole_card"})
    e = Evening(at).opened().lit(2, main={2: 1000})
    e.draw("Kc Ad 9c 7s")
    e.press("act1")
    e.put(cmd.Insured(box=2, on=True, cents=500))
    e.put(cmd.InsuranceClosed())

    e.press("act7")

    assert (shown(e, 2, "insurance").direction, shown(e, 2, "insurance").state) == ("take", "open")


def insured_under_an_ace(cards: str, *boxes: int) -> Evening:
    """Massachusetts, a hole card that nobody has checked; the first box is insured."""
    at = house("massachusetts", **{"deal.variant": "hole_card"})
    e = Evening(at).opened().lit(*boxes, main=dict.fromkeys(boxes, 1000))
    e.draw(cards)
    e.press("act1")
    e.put(cmd.Insured(box=boxes[0], on=True, cents=500))
    e.put(cmd.InsuranceClosed())
    return e


def test_insurance_lost_at_the_turn_is_told_where_a_card_waits_for_the_dealer() -> None:
    """MA 11.d, 15.d~3: the card that all have refused comes with the hole card, in one act."""
    e = insured_under_an_ace("4c Ad 9c 3s", 2)
    e.draw("2s")
    e.put(cmd.LastCard(what="error"))
    e.put(cmd.Next(box=2, hand=1))

    e.press("act7")

    assert (len(e.play.dealer), line(e)) == (3, "Draw for the dealer")
    assert hint(e) == "Take insurance: 2."


def test_insurance_told_with_the_answer_is_closed_though_the_dealer_draws_no_card() -> None:
    """MA 11.d: the hole card was opened by a reader's wrong yes, and the insurance told then."""
    e = Evening(house("massachusetts", **READER)).opened().lit(2, main={2: 1000})
    e.draw("Kc Ad 9c 7s")
    e.press("act1")
    e.put(cmd.Insured(box=2, on=True, cents=500))
    e.peek(True)
    e.press("act7")
    e.rule("go_on_without_reader")
    e.rule("play_on", rank="casino_supervisor", reason="the reader was wrong")
    told = hint(e)

    e.put(cmd.Next(box=2, hand=1))
    e.press("act7")

    assert told == "No Blackjack. Take insurance: 2."
    assert (e.play.round, shown(e, 2, "insurance").state) == ("settled", "closed")


def test_answer_of_the_check_is_told_where_a_hand_has_three_cards_already() -> None:
    """A floorperson's ruling may leave it so before the hands are asked."""
    e = Evening(house("boston-billiard", variant="hole_card")).opened().lit(2, main={2: 1000})
    e.draw("4c Ad 5c 7s")
    e.press("act1")
    e.put(cmd.Insured(box=2, on=True, cents=500))
    two = e.play.hands[0]
    third = replace(two.cards[0], id=1, face="3d")
    three = replace(two, cards=(*two.cards, third), decided=True)
    e.state = replace(e.state, play=replace(e.play, hands=(three,)))

    e.put(cmd.PeekAttested(blackjack=False))

    assert hint(e) == "No Blackjack. Take insurance: 2."


def test_burn_of_a_rack_shuffled_in_the_round_closes_no_settlement() -> None:
    """MA 15.g~2: the line asks for the burn, also where the hands were over meanwhile."""
    e = over_and_turned("massachusetts")
    e.draw("Kc")
    e.press("act7")
    marks = replace(e.play.marks, cause="rack")
    e.state = replace(e.state, play=replace(e.play, shoe="burn_due", marks=marks))

    outcome = e.draw("2c", after_ms=6000)

    assert (outcome.raised, e.play.round, e.play.shoe) == ((), "settled", "ready")


def test_money_stands_beside_a_question() -> None:
    """console/README 2.2: a question has the line; what is taken now is told all the same."""
    e = over_and_turned("massachusetts")
    e.put(cmd.Surrender(box=2, hand=1))
    e.draw("4d")

    assert line(e) == "Card in error. Seen?"
    assert hint(e) == "Box 2: take $5, return $5."


def test_match_wagers_are_told_with_the_amount_and_beside_a_question() -> None:
    """MA 6.d: MATCH DONE is offered while a hand waits for its card; so its words are there."""
    e = Evening(house("massachusetts", **READER)).opened()
    e.lit(2, 5, main={2: 1500, 5: 1500}, match={2: 500, 5: 500})
    e.draw("Kd 8c Kd Kh 6s")
    e.put(cmd.BoxSkipped(box=5, deal_pass=2))
    e.press("act1")

    assert line(e) == "Box 5 has one card"
    assert hint(e).startswith("Match: ")


def test_insurance_lost_at_the_turn_is_told_beside_a_question() -> None:
    """MA 11.d: the dealer's next card hides it; that nobody knows whose a card was is no matter."""
    at = house("massachusetts-bonus-spin", **{"deal.variant": "hole_card"})
    e = Evening(at).opened().lit(2, 5, main={2: 1000, 5: 1000})
    e.draw("8c 9d Ad 9h 4c 5d")
    e.press("act1")
    e.put(cmd.Insured(box=2, on=True, cents=500))
    e.put(cmd.InsuranceClosed())
    e.draw("3s")
    e.put(cmd.Surrender(box=5, hand=1))
    asked = line(e)

    e.press("act7")

    assert (asked, line(e)) == ("Last card: box 2 or 5?", asked)
    assert hint(e) == "Take insurance: 2."


@pytest.mark.parametrize("pack", ["massachusetts", "maryland"])
def test_match_wager_of_a_box_without_cards_goes_back_in_the_settlement(pack: str) -> None:
    """MA 15.h, MD 13.M: no line of the match wagers named it, so the picture does."""
    e = Evening(house(pack, **READER)).opened()
    e.lit(2, 5, main={2: 1500, 5: 1500}, match={2: 500, 5: 500})
    e.draw("8c 7d Kc Kd")
    e.put(cmd.BoxSkipped(box=5, deal_pass=1))
    e.put(cmd.BoxSkipped(box=5, deal_pass=2))
    e.put(cmd.DealOk(boxes=(2, 5)))
    e.rule("in_next_deal")
    told = line(e)
    e.press("act1")

    e.press("act7")

    assert (told, line(e)) == ("Match: take 2", "Pay and take")
    assert (shown(e, 5, "match").direction, shown(e, 5, "match").state) == ("push", "open")
    assert [x.box for x in page(e).payments if x.kind == "match"] == [5]


def test_blackjack_paid_at_its_turn_is_told_beside_the_question_whose_a_card_was() -> None:
    """MD 7.H: the hand that got the card is decided by then, so no later line tells it."""
    e = Evening(house("maryland", **READER)).opened()
    e.lit(1, 2, 5, main={1: 1000, 2: 1000, 5: 1000})
    e.draw("9c As 2c 4s 8d Kd 3c 9s")
    e.press("act1")
    e.draw("6s")

    assert line(e) == "Last card: box 1 or 5?"
    assert hint(e) == 'Say "Blackjack". Pay 2 $15, cards in.'


def test_blackjack_paid_at_its_turn_is_told_beside_a_card_that_lies_aside() -> None:
    """MD 7.H: the card has the line while the turn passes the Blackjack."""
    e = Evening(house("maryland", **READER)).opened()
    e.lit(1, 2, 5, main={1: 1000, 2: 1000, 5: 1000})
    e.draw("9c As 2c 6s 8d Kd 3c 9s")
    e.reading(fact.ShoeOpened, "shoe")
    e.draw("6c")
    e.rule("continue", rank="casino_supervisor")
    e.answer("seen", "NOT SEEN")
    e.rule("next_card")
    e.press("act1")
    e.put(cmd.Next(box=1, hand=1))

    assert line(e) == "Next card lies aside"
    assert hint(e) == 'Say "Blackjack". Pay 2 $15, cards in.'


# ---- what a correction turns back ----
def blackjack_paid_by_mistake() -> Evening:
    """NEXT for box 1 passed the Blackjack of box 2, which was paid at once."""
    e = Evening(house("maryland", **READER)).opened()
    e.lit(1, 2, 5, main={1: 1000, 2: 1000, 5: 1000})
    e.draw("5c As 2c 6s 8d Kd 3c 9s")
    e.press("act1")
    e.put(cmd.Next(box=1, hand=1))
    assert hint(e) == 'Say "Blackjack". Pay 2 $15, cards in.'
    return e


def test_payment_that_undo_takes_back_is_named_until_the_next_act() -> None:
    """Issue 11: the dealer may have paid it already, and it is asked for again at its turn."""
    e = blackjack_paid_by_mistake()

    e.put(cmd.Undo())
    told = hint(e)
    e.draw("2d")
    after = hint(e)
    e.put(cmd.Next(box=1, hand=1))

    assert told == "No longer: box 2 pay $15. Hit: just draw. No more: NEXT."
    assert after == "Hit: just draw. No more: NEXT."
    assert hint(e) == 'Say "Blackjack". Pay 2 $15, cards in.'
    assert not list(watched(e))


def test_bust_that_last_card_moves_to_the_next_hand_is_named() -> None:
    """The chips lie in the tray: they go back to the box."""
    e = over_and_turned("massachusetts")
    e.draw("Kc")
    assert hint(e) == "Box 2: TAKE $10."

    e.put(cmd.LastCard(what="box"))

    assert hint(e).startswith("No longer: box 2 take $10.")


def test_match_wagers_are_told_anew_where_the_deal_lies_otherwise() -> None:
    """MA 6.d: chips may have moved by the line before the floorperson has seen the deal."""
    e = Evening(house("massachusetts", **READER)).opened()
    e.lit(2, 5, main={2: 1500, 5: 1500}, match={2: 500, 5: 500})
    e.draw("6d 9c 6h 7s 4s 2h")
    e.press("act1")
    before = line(e), hint(e)

    outcome = e.floor(cmd.AsTheyLie(first=5, reason="looked at"))

    assert before == ("Match: take 5, pay 2", "")
    assert outcome.verdict == "accepted"
    assert line(e) == "Match: take 2, pay 5"
    assert hint(e).startswith("No longer: box 5 match take $5, box 2 match pay $20.")


def test_rest_of_an_uncounted_wager_goes_back_when_its_hand_dies_after_surrender() -> None:
    """CA options.7.b: half is with the player already; nobody knows how much the other half is."""
    e = bank(4, 20_000)
    e.lit(2, 3, main={2: None, 3: 1000})
    dealt(e, "Kh 9c 9d 6h 8c 8d")
    e.put(cmd.Surrender(box=2, hand=1))
    e.put(cmd.Reported(what="cleared_early", box=2, hand=1))

    e.rule("hand_dead", rank="casino_supervisor", reason="mucked")
    told = hint(e)
    e.press("act7")
    while e.play.banking.due is not None:
        box, kind, number, _ = e.play.banking.due
        e.put(cmd.AmountStated(box=box, kind=kind, hand=number, cents=1000))

    rest = shown(e, 2)
    assert "No longer" not in told
    assert (rest.direction, rest.state, rest.text) == ("push", "open", "BACK REST")


def test_answer_that_a_double_has_hidden_is_not_told_again() -> None:
    """The line of the double has its own hint; a HIT for the hand before it brings another."""
    e = Evening(house("boston-billiard", variant="hole_card")).opened()
    e.lit(2, 5, main={2: 1000, 5: 1000})
    e.draw("8c 6c Ad Kc 5c 7s")
    e.press("act1")
    e.put(cmd.Insured(box=2, on=True, cents=500))
    e.put(cmd.PeekAttested(blackjack=False))
    told = hint(e)
    e.put(cmd.Double(box=5, hand=1, cents=1000))

    e.put(cmd.Hit(box=2, hand=1))

    assert told == "No Blackjack. Take insurance: 2."
    assert (line(e), hint(e)) == ("Next card → box 2", "Hit: just draw. No more: NEXT.")
