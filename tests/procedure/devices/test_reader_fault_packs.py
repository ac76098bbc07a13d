"""The reader gives no answer: Maryland freezes, Massachusetts goes on without it.

Source: console/README 4.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.irregularities import catalog
from tests.kit.evening import Evening, house

MD, MA, NH = "maryland", "massachusetts", "boston-billiard"
UP_KING = "5h 9s Kd 6d 7d 9c"


def dealt(name: str = MD, cards: str = UP_KING, **options: object) -> Evening:
    evening = Evening(house(name, **options)).opened().lit(1, 3)
    evening.draw(cards)
    evening.press("act1")
    return evening


def failed(name: str = MD, cards: str = UP_KING, **options: object) -> Evening:
    evening = dealt(name, cards, **options)
    evening.reading(fact.ReaderFaulted, "reader", reason="no answer")
    return evening


def open_rulings(evening: Evening) -> list[str]:
    found = catalog.offers(evening.play, evening.house, evening.asked)
    return [o.ruling.name for o in found if not o.grey]


def inspected(evening: Evening, seal: str = "YES", test: str = "YES") -> None:
    evening.answer("seal", seal)
    evening.answer("test_cards", test)


def frozen(name: str = MD) -> Evening:
    evening = failed(name)
    evening.answer("lamp", "NO")
    assert evening.rule("freeze").verdict == "accepted"
    return evening


# ---- the table that stops ----
@pytest.mark.clause("MD 13.Q")
def test_no_card_and_no_round_until_the_reader_is_replaced_and_inspected() -> None:
    """Up Kd, reader fault: nothing is dealt; after `replaced` the round goes on where it was."""
    evening = failed()
    assert evening.held == "reader_fault"
    assert evening.put(cmd.Next(box=1, hand=1)).verdict == "refused"
    assert "go_on_without_reader" not in catalog.rules(evening.house, "reader_fault").rulings

    evening.answer("lamp", "NO")
    evening.rule("freeze")
    assert evening.held == "reader_fault"
    inspected(evening)
    evening.rule("replaced", reason="serial R-2044")

    assert evening.held == ""
    assert evening.play.round == "peek_due"
    assert evening.play.variant == "hole_card_reader"
    evening.peek(False)
    assert str(evening.play.round) == "deciding"


@pytest.mark.clause("MD 13.Q")
def test_card_drawn_while_the_reader_is_out_is_held_and_dealt_to_nobody() -> None:
    evening = frozen()

    evening.draw("2c")

    assert "drawn_while_held" in [i.kind for i in evening.open]
    assert evening.hand(1) == ["5h", "6d"]


@pytest.mark.parametrize(("seal", "test"), [("NO", "YES"), ("YES", "NO")])
def test_repair_without_a_good_inspection_does_not_lift_the_freeze(seal: str, test: str) -> None:
    """MD 2.F after a repair (house): seal intact, test cards right."""
    evening = frozen()
    assert evening.rule("repaired").verdict == "refused"

    inspected(evening, seal, test)

    assert evening.rule("repaired").verdict == "refused"
    inspected(evening)
    assert evening.rule("repaired").verdict == "accepted"


def test_freeze_comes_before_the_repair() -> None:
    evening = failed()
    evening.answer("lamp", "NO")

    assert open_rulings(evening) == ["try_again", "freeze"]
    evening.rule("freeze")
    assert open_rulings(evening) == ["try_again", "void_back"]


@pytest.mark.clause("MD 13.Q")
def test_frozen_round_is_voided_only_by_a_supervisor_with_a_reason() -> None:
    """The fate of the round is not in the text: void_rank, a reason, outside the text."""
    evening = frozen()

    low = evening.rule("void_back", reason="no spare reader")
    silent = evening.rule("void_back", rank="casino_supervisor")
    ruled = evening.rule("void_back", reason="no spare reader", rank="casino_supervisor")

    assert [o.verdict for o in (low, silent, ruled)] == ["refused", "refused", "accepted"]
    assert {b: d for (b, _), (d, _) in evening.paid().items()} == {1: "void", 3: "void"}


@pytest.mark.clause("MD 13.Q")
def test_fault_under_a_low_up_card_stops_the_table_too() -> None:
    """Blocked also when the fault is found while the up card is 2 to 9: no answer is due."""
    evening = failed(cards="5h 9s 7c 6d 7d 9c")

    assert evening.held == "reader_fault"
    assert catalog.unanswered(evening.play, evening.asked) == ()
    assert open_rulings(evening) == ["freeze"]


def test_reader_put_out_of_service_is_a_freeze_where_no_play_is_without_it() -> None:
    evening = dealt()

    evening.floor(cmd.OutOfService(device="reader", out=True, reason="dead"))

    assert evening.held == "reader_fault"
    assert evening.play.variant == "hole_card_reader"


def test_lost_reader_holds_the_next_round_where_the_text_stops_without_it() -> None:
    """console/README 2.4: between deal and peek; in MD also at round start."""
    evening = Evening(house(MD)).opened()
    evening.put(fact.DeviceLost(device="reader", reason="read"))
    assert evening.held == ""

    evening.lit(1)

    assert evening.held == "device_lost"
    assert Evening(house(MA)).opened().lit(1).held == ""


# ---- the table that goes on ----
@pytest.mark.clause("MA 15.k2")
def test_massachusetts_goes_on_without_the_reader_and_offers_no_freeze() -> None:
    evening = failed(MA)
    evening.answer("lamp", "NO")

    assert open_rulings(evening) == ["try_again", "go_on_without_reader"]
    evening.rule("go_on_without_reader")

    assert evening.play.variant == "hole_card"
    assert evening.play.round == "deciding"


# ---- the reader's own lamp ----
@pytest.mark.parametrize("name", [MA, MD])
@pytest.mark.parametrize(("ruling", "says"), [("lamp_blackjack", True), ("lamp_none", False)])
def test_answer_of_the_lamp_is_the_readers_and_a_floorperson_confirms_it(
    name: str, ruling: str, *, says: bool
) -> None:
    """console/README 1.4: link down and reader working, the dealer says what its own lamp shows."""
    evening = failed(name, "5h 9s Kd 6d 7d " + ("Ac" if says else "9c"))
    evening.answer("lamp", "YES")
    assert open_rulings(evening) == ["try_again", "lamp_blackjack", "lamp_none"]

    assert evening.rule(ruling, rank="dealer").verdict == "refused"
    evening.rule(ruling)

    assert evening.play.peek is says
    assert evening.play.round == ("turn_due" if says else "deciding")


def test_lamp_answers_for_a_lost_link_and_closes_insurance() -> None:
    evening = dealt(MA, "5h 9s Ad 6d 7d 9c")
    evening.put(cmd.Insured(box=1, on=True))
    evening.put(fact.DeviceLost(device="reader", reason="read"))
    assert evening.held == "device_lost"

    evening.answer("lamp", "YES")
    evening.rule("lamp_none")

    assert evening.held == ""
    assert evening.play.round == "deciding"
    assert evening.play.peek_given


def test_lamp_is_no_question_about_another_device() -> None:
    evening = dealt(MA)
    evening.put(fact.DeviceLost(device="shoe", reason="read"))

    assert evening.asked.role == "shoe_scanner"
    assert open_rulings(evening) == ["out_of_service"]
    assert catalog.questions(evening.play, evening.asked) == ()


# ---- again ----
def test_reader_is_tried_again_twice_and_no_more() -> None:
    """`TRY AGAIN 1 of 2`."""
    evening = failed(MA)

    tried = []
    for _ in range(3):
        tried.append(evening.rule("try_again").verdict)
        evening.reading(fact.ReaderFaulted, "reader", reason="no answer")

    assert tried == ["accepted", "accepted", "refused"]
    assert evening.held == "reader_fault"


def test_wrong_answer_found_at_the_turn_has_no_lamp_to_ask() -> None:
    """Compared with the card only when it is turned; what is left is freeze or go on."""
    for name, left in ((MA, ["go_on_without_reader"]), (MD, ["freeze"])):
        evening = dealt(name, "5h 9s Kd 6d 7d Ac")
        evening.peek(False)
        for _ in range(6):
            if evening.play.round != "deciding":
                break
            evening.press("act1")
        evening.press("act7")

        assert evening.asked.kind == "reader_fault"
        assert open_rulings(evening) == left


def test_hosted_reader_of_a_silent_text_gives_way_to_the_dealers_own_check() -> None:
    """NH silent.reader: the dealer checks; nothing is frozen."""
    evening = Evening(house(NH)).opened().lit(1)
    evening.draw("5h As 6d 9c")
    evening.press("act1")
    evening.put(cmd.PeekAttested(blackjack=True))
    evening.press("act7")

    assert evening.asked.kind == "check_wrong"
    assert open_rulings(evening) == ["go_on_without_reader"]
    assert evening.rule("go_on_without_reader").verdict == "accepted"
    assert evening.play.variant == "hole_card"


@pytest.mark.clause("MD 13.P")
def test_reader_used_under_a_seven_stops_until_a_floorpersons_notice_is_recorded() -> None:
    """MD 13.P: neither ruling is possible before; the sign-in at the hold is the notice."""
    evening = dealt(MD, "5h 9s 7d 6d 7c Kh")
    evening.peek(False)
    assert evening.held == "reader_used"
    assert evening.put(cmd.Next(box=1, hand=1)).verdict == "refused"
    assert open_rulings(evening) == []
    assert evening.answer("up_right", "YES", rank="dealer").verdict == "refused"
    assert list(evening.asked.notices) == []

    evening.answer("up_right", "YES")

    assert [(n.whom, n.role) for n in evening.asked.notices] == [("M. Okafor", "floorperson")]
    assert open_rulings(evening) == ["continue"]
