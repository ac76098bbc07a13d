"""Words on keys that name what they do: UNDO, the hole card that was shown, a keyed card."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.views.view import Allowed, TableName
from controller.view.dealer import dealer_view
from controller.view.frame import Frame
from tests.kit.evening import Evening, house
from tests.kit.shown import floor_page, page


def on_page(e: Evening, slot: str) -> Allowed | None:
    frame = Frame(seq=1, at=e.mono, table=TableName(id="BJ-07", pack=""))
    shown = dealer_view(e.state, e.house, frame)
    return next((entry for entry in shown.allowed if entry.slot == slot), None)


def dealt(*cards: str) -> Evening:
    e = Evening().later().lit(3, 5)
    e.draw(*cards)
    e.press("act1")
    return e


def test_undo_says_what_it_takes_back() -> None:
    """`UNDO insure 5` (console/README 2.2)."""
    e = dealt("7h 9c Ad 8s Kc Qd")
    e.put(cmd.Insured(box=5, on=True))

    undo = on_page(e, "undo")

    assert undo is not None
    assert (undo.label, undo.sub) == ("UNDO", "insure 5")


def test_undo_names_the_hand_that_stood() -> None:
    """The last press that nothing physical has followed."""
    e = dealt("7h 9c 6d 8s 2c Qd")
    e.press("act1")

    undo = on_page(e, "undo")

    assert undo is not None
    assert undo.sub == "stand 3"


def test_undo_names_the_late_double_when_a_next_stands_before_it() -> None:
    """The last press is what was told last, though that NEXT still counts (console/README 2.2)."""
    e = Evening(house("boston-billiard")).later().lit(3, 5)
    e.draw("7h", "9c", "6d", "2s", "2c", "Qd")
    e.press("act1")
    e.draw("3s")
    e.put(cmd.Next(box=3, hand=1))

    e.put(cmd.LastCard(what="double", cents=500))

    undo = on_page(e, "undo")
    assert undo is not None
    assert (undo.label, undo.sub) == ("UNDO", "double 3")


def test_hole_card_that_somebody_saw_has_a_key() -> None:
    """LAST CARD, SHOWN (console/README 2.2)."""
    e = dealt("7h 9c 6d 8s 2c Qd")

    shown = on_page(e, "last.7")

    assert shown is not None
    assert (shown.label, shown.sub) == ("SHOWN", "hole card")
    assert on_page(e, "act6") is not None


def test_misread_card_has_a_key_that_says_so() -> None:
    """LAST CARD, NOT THIS CARD."""
    e = dealt("7h 9c 6d 8s 2c Qd")
    e.draw("4h")

    misread = on_page(e, "last.2")

    assert misread is not None
    assert misread.label == "NOT THIS CARD"


def test_the_titles_of_the_house_stand_wherever_a_rank_is_named() -> None:
    """[roles] of the house; a text's own word where the house has none."""
    plain = house("maryland")
    named = replace(
        plain,
        titles=(("Floor manager", "floorperson"), ("GSM", "casino_supervisor")),
    )

    assert named.word("floorperson") == "floor manager"
    assert named.word("casino_supervisor") == "GSM"
    assert named.word("dealer") == plain.word("dealer") == "dealer"
    refused = Evening(named).opened().floor(cmd.RoundVoided(reason="x"), rank="floorperson")
    assert "GSM" in refused.text


def test_last_card_says_what_came_since_the_deal() -> None:
    """`no card out yet` stood there when twelve cards were out."""
    e = Evening().opened().lit(3)
    before = on_page(e, "act6")
    assert before is None or before.sub == "no card out yet"
    dealt_out = dealt("7h 9c 6d 8s 2c Qd")

    after = on_page(dealt_out, "act6")
    assert after is not None
    assert after.sub == "none since deal"
    dealt_out.draw("4d")
    drawn = on_page(dealt_out, "act6")
    assert drawn is not None
    assert drawn.sub == "4♦, box 3"


def test_record_of_a_hold_names_the_box_of_each_card_of_the_deal() -> None:
    """`4♣ drawn` named no box; before DEAL OK it still names none (console/README 1.1)."""
    e = dealt("7h 9c 6d 8s 2c Qd")
    e.unread()

    said = [line.text for line in floor_page(e).irregularities[0].record]

    assert "{2c} drawn, booked to box 5" in said
    assert not [line for line in said if line.endswith(" drawn")]


def test_dealer_reads_how_many_things_hold_the_table() -> None:
    """The queue was on the floor's page only (console/README 4)."""
    e = dealt("7h 9c 6d 8s 2c Qd")
    e.unread()
    first = page(e).hold
    e.draw("5h")
    second = page(e).hold

    assert first is not None
    assert second is not None
    assert (first.hint, second.hint) == ("Cards as they lie.", "Cards as they lie. 1 of 2.")
    assert first.queue == ()
    assert [one.box for one in second.queue] == [second.box, 0]


def test_box_of_a_hold_behind_the_first_has_its_place_in_the_queue() -> None:
    """Its words come when it is the first."""
    e = dealt("7h 9c 6d 8s 2c Qd")
    e.draw("5h")
    e.floor(cmd.Reported(what="unwanted_card", box=3, hand=1))
    e.floor(cmd.Reported(what="card_misread", box=5, hand=1))
    shown = page(e).hold

    assert shown is not None
    assert [one.box for one in shown.queue] == [3, 5]
    assert all(one.since for one in shown.queue)
    assert [shown.place(box) for box in (3, 4, 5)] == [0, 0, 2]
