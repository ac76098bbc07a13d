"""Collection fees: taken before the deal, dropped after it, by the schedule in force."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.procedure.queries import checklist
from tests.kit.banks import bank, dealt, hint, labels, line, page
from tests.kit.evening import Evening


def wagers(*boxes: int, cents: int | None = None, fees: bool = False, **options: Any) -> Evening:
    """Box 4 banks; the fees are not taken yet unless told so."""
    e = bank(4, **options)
    e.lit(*boxes, main=dict.fromkeys(boxes, cents))
    if not fees:
        e.put(cmd.WagerSet(box=boxes[0], kind="main", on=True, cents=cents))
    return e


def charged(e: Evening) -> list[tuple[int, object]]:
    return [(p.box, p.cents) for p in e.play.payments if p.kind == "fee"]


# ---- before the deal ----
@pytest.mark.clause("CA dealing.1.iv")
def test_fee_of_the_bank_is_stated_and_blocks_the_deal_until_it_is_placed() -> None:
    """Schedule 1, T = $150: $1.00."""
    e = wagers(1, 2, 3, cents=5000, fee_schedule=1)
    assert hint(e) == "Fees in: players $3, bank $1."

    e.draw("Kh Ks Kd 9c 9h 9s 9d 8d")
    early = e.put(cmd.DealOk(boxes=e.play.boxes))

    assert (early.verdict, early.text) == ("refused", "First the fees")
    assert line(e) == "Fees first"
    e.press("act2")
    assert e.put(cmd.DealOk(boxes=e.play.boxes)).verdict == "accepted"


@pytest.mark.clause("CA dealing.2.iv")
def test_deal_is_refused_while_the_players_fees_are_not_dropped() -> None:
    """Two players, $2.00 due."""
    e = wagers(2, 6)
    e.draw("Kh Ks 9c 9h 9s 8d")

    refused = e.put(cmd.DealOk(boxes=e.play.boxes))

    assert (refused.clause, refused.text) == ("CA dealing.2.iv", "First the fees")


@pytest.mark.clause("CA dealing.3.i")
def test_first_card_before_the_fees_is_entered_as_dealt_before_fees() -> None:
    """Amber: the deal goes on, the floorperson sees it."""
    e = wagers(2)

    e.draw("Kh")

    assert [i.kind for i in e.open] == ["fees_late"]
    assert e.held == ""


def test_fees_in_before_the_first_card_leave_nothing_to_tell() -> None:
    e = wagers(2, fees=True)

    e.draw("Kh")

    assert e.open == ()


def test_one_tap_names_the_band_where_the_chips_are_not_counted() -> None:
    """The fee needs only the band of T (console/README 2.3)."""
    e = wagers(2, 6)

    assert hint(e) == "Fees in: players $2; bank by the total."
    keys = labels(e)
    assert [keys[f"act{n}"] for n in range(2, 7)] == [
        "≤$50", "$51-100", "$101-300", "$301-500", "$501+",
    ]  # fmt: skip
    e.press("act4")
    dealt(e, "Kh Ks 9c 9h 9s 8d")

    assert charged(e) == [(2, 100), (6, 100), (4, 300)]


def test_bands_stand_in_a_menu_beside_the_keys_of_the_deal() -> None:
    e = wagers(2, 6)
    e.draw("Kh Ks 9c 9h 9s 8d")

    keys = labels(e)

    assert keys["act2"] == "FEES"
    assert [keys[f"fees.{n}"] for n in (1, 5)] == ["≤$50", "$501+"]
    assert "fees" in [m.name for m in page(e).menus]
    e.press("fees.1")
    assert "act2" not in labels(e)


def test_only_the_rate_of_counted_wagers_is_taken() -> None:
    e = wagers(2, cents=6000)

    refused = e.put(cmd.FeesTaken(rate=1))

    assert (refused.verdict, refused.text) == ("refused", "Rate 2 is the one")
    assert e.put(cmd.FeesTaken(rate=6)).verdict == "refused"
    assert e.put(cmd.FeesTaken(rate=2)).verdict == "accepted"
    assert e.put(cmd.FeesTaken(rate=2)).verdict == "refused"


def test_no_rate_that_the_schedule_does_not_have() -> None:
    e = wagers(2)

    assert e.put(cmd.FeesTaken(rate=0)).verdict == "refused"
    assert e.put(cmd.FeesTaken(rate=6)).verdict == "refused"


def test_wager_that_changes_asks_for_the_fees_again() -> None:
    """Top up or reduce, then deal (dealing.1.iv)."""
    e = wagers(2, 6, cents=2000, fees=True)
    assert e.play.banking.rate == 1

    e.put(cmd.WagerSet(box=2, kind="main", on=True, cents=20000))

    assert e.play.banking.rate == 0
    assert hint(e) == "Fees in: players $2, bank $3."


def test_no_fee_without_a_bank_or_a_wager() -> None:
    e = bank(4)
    assert e.put(cmd.FeesTaken(rate=1)).verdict == "refused"

    e.put(cmd.BankSet(box=4, on=False))

    assert e.put(cmd.FeesTaken(rate=1)).text == "Offer the bank: box, amount"


def test_boxes_of_one_player_owe_one_fee() -> None:
    """Seats 2 and 6 are the same player's: $1, and nothing for a match wager."""
    e = wagers(2, 6)
    e.put(cmd.WagerSet(box=2, kind="match", on=True, cents=500))
    e.put(cmd.PlayersLinked(boxes=(2, 6)))

    assert hint(e) == "Fees in: players $1; bank by the total."


# ---- after the deal ----
@pytest.mark.clause("CA limits.4.iv")
def test_fee_of_the_bank_is_dropped_after_the_deal_and_no_key_says_so() -> None:
    """The line asks for it; the next card is its acknowledgement."""
    e = wagers(2, fees=True, cents=6000)
    dealt(e, "5h 9c 6h 8d")
    assert hint(e) == "Drop the bank's fee, $2."

    e.draw("4h")

    assert "fee" not in hint(e)
    assert charged(e) == [(2, 100), (4, 200)]


@pytest.mark.clause("CA limits.4.iv")
def test_check_of_the_hole_card_acknowledges_the_drop() -> None:
    e = wagers(2, fees=True, variant="hole_card")
    dealt(e, "5h Kc 6h 8d")
    assert hint(e) == "Drop the bank's fee, $1."

    e.put(cmd.PeekAttested(blackjack=False))

    assert "fee" not in hint(e)


def test_doubles_and_splits_change_no_fee() -> None:
    """CA limits.3, limits.4.ii: T is that of the closing of the wagers."""
    e = wagers(2, fees=True, cents=4000)
    dealt(e, "5h 9c 6h 8d")
    e.put(cmd.Double(box=2, hand=1))
    e.draw("2h")

    assert charged(e) == [(2, 100), (4, 100)]


def test_fees_that_were_dropped_stay_when_the_round_is_void() -> None:
    """House reading of silent.ten-found; the bank's is dropped after the deal (limits.4.iv)."""
    players, both = [(2, 100)], [(2, 100), (4, 100)]
    for cards, stay in (("5h 9c", players), ("5h 9c 6h 8d", both)):
        e = wagers(2, fees=True)
        e.draw(cards)
        e.put(cmd.DealOk(boxes=e.play.boxes))
        e.floor(cmd.RoundVoided(reason="wrong cards"), rank="casino_supervisor")

        assert charged(e) == stay, cards
        assert not [p for p in page(e).payments if p.kind == "fee"]


def test_each_hand_owes_its_own_fees() -> None:
    e = wagers(2, fees=True)
    dealt(e, "Kh 9c 9h 8d").press("act7")
    e.put(cmd.LayoutCleared(), after_ms=5000)

    assert hint(e) == "Fees in: players $1; bank by the total."
    assert charged(e) == []


# ---- the schedule ----
@pytest.mark.clause("CA limits.notice-1")
def test_schedule_changes_between_rounds_only_and_with_a_new_posting() -> None:
    """Schedule 2 in force; 3 is refused in mid-round, accepted between rounds, then attested."""
    e = wagers(2, fees=True)
    dealt(e, "Kh 9c 9h 8d")
    assert e.floor(cmd.ScheduleChanged(schedule=3)).verdict == "refused"
    e.press("act7")
    e.put(cmd.LayoutCleared(), after_ms=5000)
    assert e.put(cmd.ScheduleChanged(schedule=3)).verdict == "refused"

    assert e.floor(cmd.ScheduleChanged(schedule=3)).verdict == "accepted"

    assert e.play.opening == "checking"
    texts = [x.text for x in checklist.open_lines(e.play, e.state.devices, e.house)]
    assert len(texts) == 2
    assert all("schedule 3" in text and "over: $7" in text for text in texts)
    e.put(cmd.AllAsListed())
    assert str(e.play.opening) == "open"


def test_schedule_in_force_gives_the_fee_of_the_next_rounds() -> None:
    e = bank(4)
    e.press("floor.schedule4")
    e.put(cmd.AllAsListed())

    e.lit(2, main={2: 4500})
    dealt(e, "Kh 9c 9h 8d")

    assert charged(e) == [(2, 100), (4, 200)]


def test_schedule_with_a_fault_in_its_print_is_not_reached_from_the_floor() -> None:
    """Schedule 5 needs an attestation at opening (limits.schedule-5); 9 is none; 2 is in force."""
    e = bank(4)

    assert e.floor(cmd.ScheduleChanged(schedule=5)).clause == "CA limits.notice-1"
    assert e.floor(cmd.ScheduleChanged(schedule=9)).verdict == "refused"
    assert e.floor(cmd.ScheduleChanged(schedule=2)).verdict == "refused"
    assert {c.slot for c in e.allowed if "schedule" in c.slot} == {
        "floor.schedule1", "floor.schedule3", "floor.schedule4",
    }  # fmt: skip
