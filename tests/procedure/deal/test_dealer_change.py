"""Another dealer comes to the table: sign-on, the burn, the card that may be either."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.procedure.guide.next_step import next_step
from controller.view.layout import gauges
from tests.kit.evening import Evening, house

MA, MD, NH, CA = "massachusetts", "maryland", "boston-billiard", "pure-21-5"
BURNS = pytest.mark.parametrize("pack", [MA, MD])


def line(evening: Evening) -> str:
    return next_step(evening.state, evening.house).text


def after_a_round(pack: str) -> Evening:
    """Box 7 has played; the layout is cleared, boxes 1 and 2 are lit."""
    evening = Evening(house(pack)).later()
    return evening.lit(1, 2)


@BURNS
@pytest.mark.clause("MA 7.c~2", "MD 7.B.4")
def test_new_dealer_burns_one_before_any_card_to_players(pack: str) -> None:
    """A signs off, B signs on: the next card is the burn, the one after it is box 1's."""
    evening = after_a_round(pack)

    evening.put(cmd.DealerSignedOn(name="Bea K."))
    said = line(evening)
    evening.draw("8c")
    burnt = evening.play.burn
    evening.draw("9d")

    assert said == "Burn one first"
    assert evening.play.dealer_name == "Bea K."
    assert burnt is not None
    assert burnt.face is None
    assert len(evening.play.dealt) == 1
    assert evening.play.dealt[0].id != burnt.id


@BURNS
@pytest.mark.clause("MD 7.B.4")
def test_missed_burn_of_a_new_dealer_is_entered_and_the_card_is_the_first(pack: str) -> None:
    """`Last card: burn or box 1?`: said to be box 1's, it is dealt, and the burn is missed."""
    evening = after_a_round(pack)
    evening.put(cmd.DealerSignedOn(name="Bea K."))
    evening.draw("8c", after_ms=200)
    asked = line(evening)

    evening.press("act3")

    assert asked == "Last card: burn or box 1?"
    assert len(evening.play.dealt) == 1
    assert evening.play.burn is None
    missed = evening.play.irregularities[-1]
    assert (missed.kind, missed.about) == ("burn_missed", "dealer")
    assert all(s.face is None for s in evening.play.dealt)


@BURNS
@pytest.mark.clause("MD 7.B.4")
def test_burn_reported_as_not_made_in_the_deal_is_entered_as_missed(pack: str) -> None:
    """BURN NOT MADE shifts the deal by one and enters what was missed."""
    evening = after_a_round(pack)
    evening.put(cmd.DealerSignedOn(name="Bea K."))
    evening.draw("8c 9d 6h 7d Qc 5h")

    evening.put(cmd.BurnReported(made=False))

    assert len(evening.play.dealt) == 6
    assert [i.kind for i in evening.play.irregularities] == ["burn_missed"]
    assert evening.held == ""


@BURNS
def test_new_dealer_who_burns_as_told_is_asked_nothing(pack: str) -> None:
    """The line goes on; FIRST CARD stays in reach for one who did not burn."""
    evening = after_a_round(pack)
    evening.put(cmd.DealerSignedOn(name="Bea K."))

    evening.draw("8c")

    assert line(evening) == "Bets open. Boxes 1 2"
    assert evening.offered("act3") is not None
    evening.press("act3")
    assert evening.play.irregularities[-1].kind == "burn_missed"


@BURNS
def test_burn_card_that_is_not_read_is_burned_and_the_floor_looks(pack: str) -> None:
    """It is no card in error; nobody needs its face, so it may stay down."""
    evening = after_a_round(pack)
    evening.put(cmd.DealerSignedOn(name="Bea K."))

    evening.unread()
    held = evening.held
    evening.rule("play_on")
    evening.draw("9d")

    assert held == "card_not_read"
    assert evening.play.irregularities[0].kind == "card_not_read"
    assert len(evening.play.irregularities) == 1
    assert len(evening.play.dealt) == 1
    assert evening.play.racked == evening.play.drawn - 1


@BURNS
def test_burn_is_still_due_when_the_scanner_saw_no_card(pack: str) -> None:
    evening = after_a_round(pack)
    drawn = evening.play.drawn
    evening.put(cmd.DealerSignedOn(name="Bea K."))
    evening.unread()

    evening.rule("no_card")
    said = line(evening)
    evening.draw("8c 9d")

    assert said == "Burn one first"
    assert evening.play.drawn == drawn + 2
    assert len(evening.play.dealt) == 1
    assert evening.held == ""


def test_burn_card_that_is_entered_as_a_ten_is_named() -> None:
    evening = after_a_round(MA)
    evening.put(cmd.DealerSignedOn(name="Bea K."))
    evening.unread()

    evening.rule("enter_card", reason="Th")

    assert evening.held == "ten_found"
    assert evening.play.dealt == ()


@BURNS
def test_question_is_answered_by_the_next_card(pack: str) -> None:
    """A new dealer who burns as asked presses nothing."""
    evening = after_a_round(pack)
    evening.put(cmd.DealerSignedOn(name="Bea K."))

    evening.draw("8c 9d")

    assert evening.offered("act2") is None
    assert evening.put(cmd.BurnAnswered(burn=False)).verdict == "refused"


@BURNS
def test_burn_of_a_dealer_who_never_signed_on_is_named_before_the_boxes(pack: str) -> None:
    """No boxes lit: `Burn` or `First card`; the card stays hidden until it is named."""
    evening = after_a_round(pack).lit()
    evening.draw("8c")
    asked = line(evening)
    hidden = all(s.face is None for s in evening.play.dealt)

    evening.press("act2")

    assert asked == "Burn or first card?"
    assert hidden
    assert evening.play.dealt == ()
    assert evening.play.round == "wagering"
    assert evening.play.burn is not None
    assert evening.play.racked == evening.play.drawn


@BURNS
def test_first_card_before_the_boxes_stays_the_first_card(pack: str) -> None:
    evening = after_a_round(pack).lit()
    evening.draw("8c")

    evening.press("act3")

    assert len(evening.play.dealt) == 1
    assert line(evening) == "Tap the boxes again"


@BURNS
def test_new_dealer_who_loads_the_shoe_burns_once(pack: str) -> None:
    """One burn by that dealer serves the new shoe and the new dealer."""
    evening = Evening(house(pack))
    evening.opened()
    before = evening.play.drawn
    evening.put(cmd.DealerSignedOn(name="Bea K."))
    evening.draw("8c")
    evening.lit(1)
    evening.draw("9d")

    assert evening.play.drawn - before == 2
    assert len(evening.play.dealt) == 1


@pytest.mark.parametrize("pack", [NH, CA])
def test_new_dealer_burns_nothing_where_the_text_asks_no_burn(pack: str) -> None:
    evening = Evening(house(pack)).opened().lit(1, 2)
    if pack == CA:
        evening.put(cmd.BankSet(box=4, on=True))

    evening.put(cmd.DealerSignedOn(name="Bea K."))
    evening.draw("8c")

    assert evening.play.dealer_name == "Bea K."
    assert len(evening.play.dealt) == 1


@pytest.mark.parametrize(("pack", "rank"), [(MA, "casino_supervisor"), (MD, "floorperson")])
def test_dealer_changes_inside_a_round_only_on_order_and_burns_first(pack: str, rank: str) -> None:
    """MA note A15: refused but to a casino supervisor; the burn comes before the next card."""
    evening = Evening(house(pack)).later()
    evening.lit(1, 2)
    evening.draw("8c 9d 7h 5d 2c Qc")
    evening.put(cmd.DealOk(boxes=(1, 2)))

    alone = evening.put(cmd.DealerSignedOn(name="Bea K."))
    below = evening.floor(cmd.DealerSignedOn(name="Bea K."), rank="dealer")
    ordered = evening.floor(cmd.DealerSignedOn(name="Bea K."), rank=rank)
    said = line(evening)
    evening.draw("As 4h")

    assert alone.verdict == below.verdict == "refused"
    assert ordered.verdict == "accepted"
    assert said == "Burn one first"
    assert evening.hand(1) == ["8c", "5d", "4h"]


def test_same_dealer_does_not_sign_on_twice() -> None:
    evening = after_a_round(MA)

    again = evening.put(cmd.DealerSignedOn(name="Dana R."))
    nobody = evening.put(cmd.DealerSignedOn(name=" "))

    assert again.verdict == nobody.verdict == "refused"


# ---- shown on request ----
@pytest.mark.clause("MA 7.c~3")
def test_burn_card_is_shown_to_the_box_that_asks_and_to_nobody_before() -> None:
    """The line says to show it, its face stands there, the box is on the record."""
    evening = Evening(house(MA)).opened().lit(4)
    shown_before = evening.play.marks.burnt

    evening.press("box4.burn")

    assert shown_before is not None
    assert shown_before.face is None
    burnt = evening.play.marks.burnt
    assert burnt is not None
    assert (burnt.face, evening.play.marks.shown_to) == ("9c", 4)
    assert dict(evening.play.counts) == {"9c": 1}
    assert evening.play.unturned == ()


@pytest.mark.parametrize("pack", [MD, NH])
def test_burn_card_is_shown_by_a_floorperson_where_the_text_gives_no_right(pack: str) -> None:
    evening = Evening(house(pack)).opened().lit(4)

    asked = evening.put(cmd.BurnShown(box=4))
    shown = evening.floor(cmd.BurnShown(box=0))

    assert asked.verdict == "refused"
    assert shown.verdict == "accepted"


def test_no_burn_card_is_shown_where_none_was_burned() -> None:
    evening = Evening(house(CA)).opened()

    assert evening.floor(cmd.BurnShown(box=4)).verdict == "refused"
    assert gauges.shoe(evening.play, evening.house)[1].fifths == 0
