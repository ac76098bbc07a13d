"""The player-dealer's position: offered in turn, held two hands, never the house's."""

from __future__ import annotations

import pytest

from controller.audit.explain import tell
from controller.audit.fold import Turn
from controller.domain import commands as cmd
from tests.kit.banks import bank, dealt, declines, hand, hint, labels, line, page, table, takes
from tests.kit.evening import Evening


def told(e: Evening, n: int) -> list[str]:
    """The last n inputs in the record's words."""
    found = []
    for at in range(len(e.steps) - n, len(e.steps)):
        stamped, step = e.steps[at]
        before = e.steps[at - 1][1].state
        kind = type(stamped.input).__name__
        found.append(tell(Turn(1, kind, stamped, step.outcome, before, step, e.house)).text)
    return found


def after_two_hands() -> Evening:
    """Seat 4 has held the bank for two settled hands; seats 2, 5, 6 and 7 play."""
    e = bank(4)
    for _ in range(2):
        hand(e, 2, 5, 6, 7)
    return e


# ---- no round without a bank ----
@pytest.mark.clause("CA dealing.1.i")
def test_no_wager_and_no_deal_before_a_player_dealer_is_designated() -> None:
    """No PD is set: wagers are refused, and a card drawn all the same stops the table."""
    e = table()
    assert line(e) == "Offer the bank: box, amount"

    wager = e.put(cmd.WagerSet(box=2, kind="main", on=True, cents=500))
    e.draw("Kh")

    assert (wager.verdict, wager.text) == ("refused", "Offer the bank: box, amount")
    assert e.held == "card_drawn_in_error"
    assert e.play.dealt == ()


@pytest.mark.clause("CA type.1", "CA dealing.10.ii")
def test_bank_is_offered_on_clockwise_after_its_two_hands() -> None:
    """Seat 4 banked two hands: no round until 5 declines, 6 declines and 7 accepts."""
    e = after_two_hands()
    assert e.play.bank is None
    assert line(e) == "Offer the bank: box 5"

    third = takes(e, 4)
    early = takes(e, 6)
    round_ = e.put(cmd.BoxSet(box=2, lit=True))

    assert (third.verdict, third.clause) == ("refused", "CA type.1")
    assert (early.verdict, early.text) == ("refused", "First offer the bank to box 5")
    assert (round_.verdict, round_.text) == ("refused", "Offer the bank: box, amount")
    assert declines(e, 5, 6).verdict == "accepted"
    assert e.put(cmd.BoxSet(box=3, lit=True)).verdict == "refused"
    assert takes(e, 7).verdict == "accepted"
    assert e.play.bank is not None
    assert e.play.bank.box == 7
    assert 7 not in e.play.boxes


@pytest.mark.clause("CA dealing.10.ii")
def test_after_the_last_seat_the_first_is_offered_the_bank() -> None:
    """Seat 7 banked two hands: seat 1 is next."""
    e = bank(7)
    for _ in range(2):
        hand(e, 1, 3)

    assert line(e) == "Offer the bank: box 1"
    assert takes(e, 1).verdict == "accepted"


@pytest.mark.clause("CA dealing.1.iii")
def test_marker_shows_the_first_and_the_second_hand_and_then_the_offer_passes_on() -> None:
    """Seat 4 begins: marker 1; the next hand: marker 2; no key acknowledges it."""
    e = bank(4)
    marks = []
    for _ in range(2):
        marks.append(page(e).boxes[3].was)
        hand(e, 2, 5)

    assert marks == ["bank, hand 1", "bank, hand 2"]
    assert line(e) == "Offer the bank: box 5"


def test_bank_given_up_after_one_hand_passes_on() -> None:
    """The text fixes when it must be offered, not a least time."""
    e = hand(bank(4), 2, 5)

    assert e.put(cmd.BankSet(box=4, on=False)).verdict == "accepted"

    assert line(e) == "Offer the bank: box 5"
    assert takes(e, 4).verdict == "refused"


def test_bank_taken_by_mistake_goes_back_to_where_the_offer_stood() -> None:
    e = after_two_hands()
    takes(e, 5)

    e.put(cmd.BankSet(box=5, on=False))

    assert line(e) == "Offer the bank: box 6"
    assert takes(e, 5).verdict == "accepted"


def test_void_hand_does_not_count_as_one_of_the_two() -> None:
    """House reading of silent.ten-found."""
    e = bank(4)
    dealt(e.lit(2, 5), "Kh Kh 9c 5h 5h 8d")
    e.floor(cmd.RoundVoided(reason="wrong cards"), rank="casino_supervisor")
    e.put(cmd.LayoutCleared(), after_ms=5000)

    hand(e)

    assert e.play.bank is not None
    assert page(e).boxes[3].was == "bank, hand 2"


def test_dark_box_is_taken_for_empty_and_may_take_the_bank() -> None:
    """Only boxes that played last round are asked before it."""
    e = after_two_hands()

    declines(e, 5, 6, 7)

    assert takes(e, 1).verdict == "accepted"


def test_player_who_has_left_is_darkened_and_not_told_to_decline() -> None:
    e = after_two_hands()

    e.press("act5")

    assert 5 not in e.play.boxes
    assert line(e) == "Offer the bank: box 6"


def test_keys_of_the_offer_stand_on_the_page() -> None:
    """One tap each: the chips of the box on its pad, DECLINES, NOBODY, the box out."""
    e = after_two_hands()
    assert {s: t for s, t in labels(e).items() if s in ("act3", "act5", "box5.bank")} == {
        "act3": "DECLINES",
        "act5": "OUT",
        "box5.bank": "W COVERS ALL",
    }

    for _ in range(4):
        e.press("act3")

    assert labels(e)["act4"] == "NOBODY"


# ---- nobody takes it ----
@pytest.mark.clause("CA silent.pd-declines")
def test_offers_and_answers_are_on_the_record() -> None:
    """Seats 5 and 6 decline, 7 accepts: three offers."""
    e = after_two_hands()
    declines(e, 5, 6)
    takes(e, 7, 30000)

    assert told(e, 3) == [
        "Box 5: offered the bank, declines",
        "Box 6: offered the bank, declines",
        "Box 7: holds the bank, $300.00",
    ]


@pytest.mark.clause("CA silent.pd-declines")
def test_nobody_takes_the_bank_and_no_round_begins_until_a_floorperson_has_ruled() -> None:
    """All decline: whether the last bank may continue is ruled with a reason."""
    e = after_two_hands()
    declines(e, 5, 6, 7, 2)
    assert e.put(cmd.BankDeclined(box=0)).verdict == "accepted"
    assert line(e) == "Nobody banks. Floor"

    assert takes(e, 4).clause == "CA silent.pd-declines"
    assert takes(e, 5).verdict == "refused"
    assert e.put(cmd.BankRuled(goes_on=True, reason="asked")).verdict == "refused"
    assert e.floor(cmd.BankRuled(goes_on=True, reason="  ")).verdict == "refused"
    e.press("floor.bank_on")

    assert line(e) == "Offer the bank: box 4"
    assert takes(e, 4).verdict == "accepted"
    assert told(e, 2)[0].startswith("Ruled: the last bank may go on (reason 17), by M. Okafor")


def test_offer_goes_round_once_more_as_ruled() -> None:
    e = after_two_hands()
    declines(e, 5, 6, 7, 2, 1, 3)
    assert line(e) == "Nobody banks. Floor"

    e.press("floor.bank_again")

    assert line(e) == "Offer the bank: box 5"
    assert takes(e, 4).verdict == "refused"
    assert takes(e, 5).verdict == "accepted"


def test_last_bank_that_declines_is_not_offered_it_again() -> None:
    e = after_two_hands()
    declines(e, 5, 6, 7, 2, 1, 3)
    e.press("floor.bank_on")

    declines(e, 4)

    assert line(e) == "Offer the bank: box 5"


def test_nobody_is_no_way_round_a_box_that_plays() -> None:
    e = after_two_hands()

    outcome = e.put(cmd.BankDeclined(box=0))

    assert (outcome.verdict, outcome.text) == ("refused", "First offer the bank to box 5")


def test_first_offer_begins_anywhere_and_there_is_no_last_bank_to_go_on() -> None:
    e = table()
    e.put(cmd.BankDeclined(box=0))

    assert e.offered("floor.bank_on") is None
    e.press("floor.bank_again")
    assert takes(e, 6).verdict == "accepted"


# ---- never the house ----
@pytest.mark.clause("CA type.4")
def test_house_is_never_registered_as_the_bank() -> None:
    """No player takes the bank: HOUSE is refused."""
    e = table()
    e.put(cmd.BankDeclined(box=0))

    assert takes(e, 0).text == "The house never holds the bank"
    assert e.floor(cmd.ProviderSeated(box=3, name="House")).verdict == "refused"
    assert e.play.bank is None


@pytest.mark.clause("CA dealing.8.iii")
@pytest.mark.parametrize("name", ["dealer", "Dealer", "M. Okafor", "floorperson", " HOUSE "])
def test_nobody_of_the_house_is_entered_as_player_dealer(name: str) -> None:
    """Neither a role nor the person at work."""
    e = table()

    outcome = e.floor(cmd.ProviderSeated(box=6, name=name))

    assert (outcome.verdict, outcome.clause) == ("refused", "CA dealing.8.iii")


@pytest.mark.clause("CA winners.12")
def test_registered_provider_takes_the_bank_that_is_offered() -> None:
    """Provider X at seat 6: acceptance and W are on the record under its name."""
    e = table()
    assert e.put(cmd.ProviderSeated(box=6, name="Provider X")).verdict == "refused"

    assert e.floor(cmd.ProviderSeated(box=6, name="Provider X")).verdict == "accepted"
    takes(e, 6, 500000)

    assert told(e, 1) == ["Box 6, provider Provider X: holds the bank, $5,000.00"]
    hand(e.lit(2, main={2: 1000}))
    assert dict(e.play.banking.providers) == {6: "Provider X"}
    e.floor(cmd.ProviderSeated(box=6, name=""))
    assert dict(e.play.banking.providers) == {}


def test_providers_and_rulings_are_of_no_use_where_the_house_banks() -> None:
    e = Evening().opened()

    for item in (
        cmd.ProviderSeated(box=6, name="Provider X"),
        cmd.BankRuled(goes_on=True, reason="x"),
        cmd.ScheduleChanged(schedule=1),
        cmd.BankDeclined(box=5),
        cmd.BankDeclined(box=0),
        cmd.FeesTaken(rate=1),
    ):
        assert e.floor(item).verdict == "refused", item


# ---- at the table ----
@pytest.mark.clause("CA dealing.3.vi", "CA dealing.9")
@pytest.mark.parametrize("box", [4, 2])
def test_cards_of_the_player_dealer_lie_before_the_tray(box: int) -> None:
    """The place of the cards never changes, and the seat of the bank has no hand."""
    e = dealt(bank(box).lit(1, 5), "Kh Kh 9c 5h 5h 8d")

    shown = page(e)

    assert shown.dealer_hand.cards == ("9c", "back")
    assert shown.dealer_hand.note == f"PLAYER-DEALER, box {box}"
    assert shown.boxes[box - 1].hands == ()


@pytest.mark.clause("CA dealing.13.i")
def test_hole_card_is_checked_under_an_ace_or_court_card_before_any_extra_card() -> None:
    """Up Q: HIT is refused until the check is on record; up 9: no check."""
    e = dealt(bank(4, variant="hole_card").lit(1), "5h Qh 6h 8d")
    assert line(e) == "Check the hole card"
    assert e.put(cmd.Hit(box=1, hand=1)).verdict == "refused"
    assert e.put(cmd.PeekAttested(blackjack=False)).verdict == "accepted"
    e.draw("4h")
    assert e.hand(1) == ["5h", "6h", "4h"]

    e = dealt(bank(4, variant="hole_card").lit(1), "5h 9h 6h 8d")

    assert e.put(cmd.PeekAttested(blackjack=False)).verdict == "refused"


def test_card_drawn_with_the_check_due_holds_the_table() -> None:
    e = dealt(bank(4, variant="hole_card").lit(1), "5h Kh 6h 8d")

    e.draw("4h")

    assert e.held == "draw_with_peek_due"


@pytest.mark.clause("CA dealing.10.i")
def test_card_drawn_over_the_last_rounds_cards_is_flagged() -> None:
    """The line is to gather the cards; the next round's first step acknowledges it."""
    e = bank(4)
    dealt(e.lit(2), "Kh 9c 9h 8d").press("act7")
    assert hint(e) == "From box 2, clockwise. Then all cards to the tray: BETS."

    e.draw("Kh", after_ms=5000)

    assert [i.kind for i in e.open] == ["cards_not_gathered", "fees_late"]
    assert len(e.play.dealt) == 1


@pytest.mark.clause("CA dealing.10.i")
def test_gathered_cards_need_no_key_of_their_own() -> None:
    """The wager of the next round says it."""
    e = hand(bank(4), 2)

    e.lit(2, 3)
    e.draw("Kh")

    assert e.open == ()


def test_draw_clears_the_layout_where_the_text_does_not_ask_for_more() -> None:
    e = Evening().opened().lit(1)
    e.draw("Kh 9c 9h 8d")
    e.press("act1")
    e.press("act7")

    e.draw("Kh", after_ms=5000)

    assert e.open == ()
    assert len(e.play.dealt) == 1
