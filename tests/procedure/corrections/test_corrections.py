"""LAST CARD and undo: what the dealer takes back without the floor (console/README 2.2)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.inputs import Edit
from tests.kit.entries import amended, dealt, entry
from tests.kit.evening import Evening


@pytest.mark.clause("MA house.last-card")
def test_last_card_goes_on_to_the_next_box() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("2c")

    evening.press("last.box")

    assert evening.hand(1) == ["5h", "4h"]
    assert evening.hand(3) == ["9d", "3c", "2c"]
    assert evening.play.hands[0].done


@pytest.mark.clause("MA house.last-card")
def test_last_card_is_moved_once_only() -> None:
    evening = dealt("5h 2d 9d 7s 4h 3d 3c 8d", 1, 2, 3)
    evening.draw("2c")
    evening.press("last.box")

    again = evening.put(cmd.LastCard(what="box"))

    assert (again.verdict, again.clause) == ("refused", "MA house.last-card")
    assert evening.hand(2) == ["2d", "3d", "2c"]


@pytest.mark.clause("MA house.last-card")
def test_last_card_of_the_last_hand_goes_to_no_box() -> None:
    evening = dealt("5h 7s 4h 8d", 1)
    evening.draw("2c")

    assert evening.put(cmd.LastCard(what="box")).verdict == "refused"
    assert evening.offered("last.box") is None


@pytest.mark.clause("MA house.last-card")
def test_late_double_is_booked_before_its_card() -> None:
    evening = dealt("5h 9d 7s 6h 3c 8d", 1, 3)
    evening.draw("9c")

    outcome = evening.press("last.double")

    assert evening.play.hands[0].doubles == 1
    assert evening.play.hands[0].done
    assert outcome.raised == ()


def test_report_that_undoes_a_bust_is_amber_for_the_floor() -> None:
    evening = dealt("Kh 9d 7s 6h 3c 8d", 1, 3)
    evening.draw("9c")
    assert evening.play.hands[0].done

    outcome = evening.put(cmd.LastCard(what="box"))

    assert outcome.verdict == "accepted"
    assert [r.kind for r in outcome.raised] == ["late_double"]
    assert evening.hand(3) == ["9d", "3c", "9c"]


@pytest.mark.clause("MA house.last-card")
def test_late_split_takes_the_card_as_the_first_hands_second() -> None:
    evening = dealt("8h 9d 7s 8s 3c 8d", 1, 3)
    evening.draw("9c")

    evening.press("last.split")

    assert evening.hand(1, 1) == ["8h", "9c"]
    assert evening.hand(1, 2) == ["8s"]


@pytest.mark.clause("MA house.last-card")
@pytest.mark.parametrize("what", ["split", "nonsense", "double"])
def test_report_that_the_hand_could_not_have_done_is_refused(what: str) -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.press("act3")
    evening.draw("9c")

    assert evening.put(cmd.LastCard(what=what)).verdict == "refused"


@pytest.mark.clause("MA house.last-card", "MA house.card-not-read")
def test_misread_card_is_taken_off_and_read_out() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("9c")

    evening.press("last.not_this")
    assert evening.held == "card_not_read"
    assert evening.hand(1) == ["5h", "4h"]
    evening.rule("enter_card", reason="6c")

    assert evening.hand(1) == ["5h", "4h", "6c"]
    assert dict(evening.play.counts).get("9c") is None
    assert evening.put(cmd.LastCard(what="error")).verdict == "refused"


@pytest.mark.clause("MA house.last-card")
def test_last_card_is_only_the_last_one() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("2c")
    first = entry(evening, fact.CardDrawn)
    evening.draw("2d")

    assert evening.put(cmd.LastCard(what="error", card=first)).clause == "MA house.last-card"


@pytest.mark.clause("MA house.last-card")
def test_burn_is_no_card_in_error() -> None:
    evening = Evening().opened()

    assert evening.put(cmd.LastCard(what="error")).verdict == "refused"
    assert evening.put(cmd.LastCard(what="box")).verdict == "refused"


@pytest.mark.clause("MA 15.a")
def test_card_that_lay_face_up_at_the_burn_is_no_burn() -> None:
    """It was found in the shoe: it is counted, and the next card is burned."""
    evening = Evening().opened()

    evening.put(cmd.LastCard(what="face_up"))
    evening.draw("8c")

    assert (evening.play.face_up, evening.play.racked) == (1, 2)
    assert evening.play.shoe == "ready"
    assert evening.open == ()


def test_last_card_before_any_card_is_refused() -> None:
    evening = Evening()
    evening.open_table()

    assert evening.put(cmd.LastCard(what="box")).clause == "MA house.last-card"


@pytest.mark.clause("MA 15.a")
@pytest.mark.parametrize("confirmed", [False, True])
def test_card_that_lay_face_up_at_the_hole_cards_place_is_replaced(*, confirmed: bool) -> None:
    """All have seen it: it goes to the rack, and the next card is the hole card, face down."""
    evening = Evening().opened().lit(1)
    evening.draw("5h 7s 4h 8d")
    if confirmed:
        evening.press("act1")

    outcome = evening.put(cmd.LastCard(what="face_up"))
    evening.draw("3c")
    evening.press("act1")

    assert outcome.verdict == "accepted"
    assert [e.face for e in outcome.exposed] == ["8d"]
    assert evening.play.face_up == 1
    assert [s.face for s in evening.play.dealer] == ["7s", None]
    assert evening.open == ()


def test_correction_of_the_deal_opens_no_card() -> None:
    """One card too many was in error: the up card is shown once the boxes are confirmed."""
    evening = Evening().opened().lit(1)
    evening.draw("5h 7s")
    evening.fire("deal_gap")
    evening.draw("4h 8d 3c")
    evening.press("act3")

    outcome = evening.put(cmd.LastCard(what="error"))
    shown = evening.play.up_shown
    evening.press("act3")

    assert (outcome.verdict, outcome.exposed) == ("accepted", ())
    assert not shown
    assert evening.play.up_shown


@pytest.mark.clause("MA 15.b")
def test_ten_that_lay_face_up_is_a_ten_too() -> None:
    """It is counted as both, and a floorperson takes it out of the set."""
    evening = Evening().opened().lit(1)
    evening.draw("5h Th")

    evening.put(cmd.LastCard(what="face_up"))
    evening.answer("ten", "YES")
    evening.rule("remove_card")
    evening.draw("7s 4h 8d")
    evening.press("act1")

    assert (evening.play.face_up, evening.play.tens, evening.play.removed) == (1, 1, 1)
    assert evening.hand(1) == ["5h", "4h"]
    assert evening.open == ()


# ---- undo ----
def test_undo_takes_back_the_last_command_until_the_next_card() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.press("act1")
    assert evening.play.hands[0].done

    evening.press("undo")
    assert not evening.play.hands[0].done
    evening.press("act1")
    evening.draw("2c")

    assert evening.put(cmd.Undo()).clause == "MA house.last-card"
    assert evening.offered("undo") is None


def test_undo_names_what_it_takes_back() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.press("act1")

    assert evening.put(cmd.Undo(entry=77)).verdict == "refused"
    assert evening.put(cmd.Undo(entry=entry(evening, cmd.Next))).verdict == "accepted"


def test_undo_leaves_what_a_floorperson_put_in() -> None:
    """The player had doubled where the dealer pressed NEXT: the correction is no press of hers."""
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.press("act1")
    stood = entry(evening, cmd.Next)
    said = amended(evening, Edit(stood, "instead", (cmd.Double(box=1, hand=1),)))

    undone = evening.put(cmd.Undo())

    assert (said.verdict, undone.verdict) == ("accepted", "refused")
    assert evening.play.hands[0].doubles == 1
    assert evening.offered("undo") is None


def test_undo_of_a_box_in_the_deal_maps_it_again() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h 9d 7s 4h 3c 8d")
    evening.press("box3")

    evening.press("undo")

    assert evening.play.boxes == (1, 3)
    assert evening.press("act1").verdict == "accepted"


def test_a_confirmed_deal_is_undone_until_the_next_card() -> None:
    """UNDO is legal until the next physical event (console/README 2.2); nothing before it goes."""
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)

    taken_back = evening.put(cmd.Undo())
    further = evening.put(cmd.Undo())
    again = evening.press("act1")
    evening.draw("2c")
    late = evening.put(cmd.Undo())

    assert [o.verdict for o in (taken_back, further, again, late)] == [
        "accepted", "refused", "accepted", "refused",
    ]  # fmt: skip


def test_menu_of_the_last_card_opens_by_its_key_and_closes_with_the_next_act() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)

    evening.put(cmd.KeyPressed(key="last_card"))
    assert evening.play.menu == "last"
    evening.put(cmd.KeyPressed(key="last_card"))
    assert evening.play.menu == ""
    evening.put(cmd.KeyPressed(key="last_card"))
    evening.draw("2c")

    assert evening.play.menu == ""


# ---- the dealer's own cards ----
@pytest.mark.clause("MA house.last-card")
def test_dealers_card_that_lay_face_up_in_the_shoe_is_taken_off_again() -> None:
    evening = dealt("9c 9s 9h 2d", 3)
    evening.press("act7")
    evening.draw("7d")
    assert evening.play.round == "settled"

    outcome = evening.press("last.face_up")
    evening.draw("Kc")

    assert [r.kind for r in outcome.raised] == ["face_up_card"]
    assert [s.face for s in evening.play.dealer] == ["9s", "2d", "Kc"]
    assert evening.paid() == {(3, "main"): ("take", "")}


def test_second_card_that_came_closes_the_question_about_it() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h 9d 7s 3c 8d")
    evening.press("skip1.2")
    evening.press("act1")

    evening.draw("4h")

    assert not evening.open
    assert evening.hand(1) == ["5h", "4h"]
