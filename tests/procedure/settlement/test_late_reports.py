"""Late reports move money: how many of a shoe are told (console/README 1.5)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.views.view import TableName
from controller.view.dealer import dealer_view
from controller.view.frame import Frame
from tests.kit.evening import Evening, house

PACKS = (
    ("massachusetts", "MA"),
    ("massachusetts-bonus-spin", "MA"),
    ("maryland", "MD"),
    ("boston-billiard", "NH"),
)


def late_double(e: Evening) -> None:
    """A round whose first hit is said to have been a double."""
    e.lit(3)
    one, two = "shdc"[e.play.number % 4], "hdcs"[e.play.number % 4]
    e.draw(f"5{one} 6{one} 4{two} 9{two}")
    e.press("act1")
    e.draw(f"2{one}")
    e.press("last.double")
    if e.offered("act1"):
        e.press("act1")  # it may double again, and stands
    e.press("act7")
    e.draw(f"K{two}")
    e.put(cmd.LayoutCleared(), after_ms=5000)


@pytest.mark.clause("MA house.late-reports", "MD house.late-reports", "NH house.late-reports")
@pytest.mark.parametrize("pack", [p for p, _ in PACKS])
def test_one_report_more_than_the_house_allows_is_told_once(pack: str) -> None:
    """Six in a shoe are few; the seventh is amber, the eighth says nothing new."""
    e = Evening(house(pack)).later()

    for _ in range(6):
        late_double(e)
    assert "late_reports" not in [i.kind for i in e.play.irregularities]

    late_double(e)
    late_double(e)
    told = [i for i in e.play.irregularities if i.kind == "late_reports"]
    assert [i.about for i in told] == ["7"]
    assert e.held == ""


def test_number_starts_anew_with_the_shoe() -> None:
    """They are counted in one shoe."""
    e = Evening().later()
    late_double(e)
    assert e.play.marks.late == 1

    e.put(cmd.ShuffleOrdered(rank="floorperson", reason="asked"))
    e.floor(cmd.CountReported(cards=e.play.loaded - e.play.drawn))
    e.shuffled()

    assert e.play.marks.late == 0


def test_report_that_is_refused_is_not_counted() -> None:
    """Only what moved a card or a wager."""
    e = Evening().later().lit(3)
    e.draw("5h 6d 4d 9c")
    e.press("act1")

    e.put(cmd.LastCard(what="double"))

    assert e.play.marks.late == 0


def test_box_whose_bust_is_undone_waits_for_the_floor_before_it_is_paid() -> None:
    """The card was for the next hand, says the dealer: seen before that box is paid."""
    e = Evening().later().lit(1, 3)
    e.draw("Kh 9d 7s 6h 3c 8d")
    e.press("act1")
    e.draw("9c")

    e.put(cmd.LastCard(what="box"))

    frame = Frame(seq=1, at=e.mono, table=TableName(id="BJ-07", pack=""))
    assert dealer_view(e.state, e.house, frame).chips[0] == "FLOOR BEFORE PAY: box 1"
    e.rule("stands")
    assert not any("FLOOR" in c for c in dealer_view(e.state, e.house, frame).chips)


def test_bust_that_was_undone_holds_the_payment_until_the_floor_has_seen_it() -> None:
    """console/README 3: answered when that box is paid at the latest."""
    e = Evening().later().lit(1, 3)
    e.draw("Kh 9d 7s 6h 3c 8d")
    e.press("act1")
    e.draw("9c")
    e.put(cmd.LastCard(what="box"))
    assert e.held == ""
    while e.play.round == "deciding":
        e.put(cmd.Next(box=3, hand=1))
    e.press("act7")
    while e.play.round == "dealer_plays":
        e.draw("5c")

    assert (e.play.round, e.held) == ("settled", "late_double")
    assert e.put(cmd.LayoutCleared(), after_ms=5000).verdict == "refused"
    e.rule("stands")
    assert e.put(cmd.LayoutCleared(), after_ms=5000).verdict == "accepted"
