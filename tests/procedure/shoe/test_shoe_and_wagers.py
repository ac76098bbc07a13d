"""From the burn to the cover card, and the wagers that the first card closes (MA 5-7, 16)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from tests.kit.evening import Evening


def shuffled() -> Evening:
    evening = Evening()
    evening.open_table()
    evening.shuffled()
    return evening


# ---- shoe and burn ----
@pytest.mark.clause("MA 7.c")
def test_first_card_of_a_shoe_is_the_burn_whatever_boxes_are_lit() -> None:
    """MA 7.c: Qs is the burn, unseen in the discards, 5h goes to box 1."""
    evening = shuffled().lit(1, 2)
    assert next_step(evening.state, evening.house).text == "Burn one first"

    evening.draw("Qs 5h")

    assert evening.play.burn is not None
    assert evening.play.burn.face is None
    assert evening.play.racked == 1
    evening.draw("Kd 9s 8h 8d 7c")
    evening.press("act1")
    assert evening.hand(1) == ["5h", "8h"]
    assert all(e.face != "Qs" for _, s in evening.steps for e in s.outcome.exposed)


def test_cover_card_makes_the_round_the_last_one_and_asks_for_a_shuffle() -> None:
    """The cutting card shows on the third card: after that round no round before a reshuffle."""
    evening = Evening().opened().lit(1)
    evening.draw("8c 9d")
    evening.reading(fact.CoverCardSeen, "shoe")
    evening.draw("9h 8d")
    evening.press("act1")
    evening.press("act1")
    evening.press("act7")

    evening.reading(fact.RestCounted, "shoe", cards=288 - 5)

    assert evening.play.shoe == "empty"
    assert evening.put(cmd.ShuffleAsked()).verdict == "accepted"


@pytest.mark.clause("MA house.cutting-card-first")
def test_cover_card_with_no_box_lit_sends_the_cards_to_the_shuffle() -> None:
    evening = Evening().opened()

    evening.reading(fact.CoverCardSeen, "shoe")

    assert evening.play.shoe == "rest_due"
    assert evening.put(cmd.ShuffleAsked()).clause == "MA 7.j.2"


@pytest.mark.clause("MA house.cutting-card-first")
def test_cover_card_in_place_of_the_first_card_still_allows_that_round() -> None:
    evening = Evening().opened().lit(1)

    evening.reading(fact.CoverCardSeen, "shoe")
    evening.draw("8c 9d 9h 8d")

    assert evening.play.shoe == "last_round"
    assert evening.press("act1").verdict == "accepted"


@pytest.mark.clause("MA 7.j.2")
def test_count_at_the_end_of_the_shoe_holds_when_it_differs() -> None:
    evening = Evening().opened()
    evening.reading(fact.CoverCardSeen, "shoe")

    evening.reading(fact.RestCounted, "shoe", cards=200)

    assert evening.held == "count_differs"
    assert evening.open[0].about == "201 of 288"
    assert evening.put(cmd.ShuffleAsked()).verdict == "refused"
    assert evening.rule("found", reason="one lay under the shoe").verdict == "accepted"
    assert evening.held == ""
    assert evening.put(cmd.ShuffleAsked()).verdict == "accepted"


@pytest.mark.clause("MA 7.j.2")
def test_count_at_the_end_of_the_shoe_that_agrees_leads_to_the_shuffle() -> None:
    evening = Evening().opened()
    evening.reading(fact.CoverCardSeen, "shoe")

    evening.reading(fact.RestCounted, "shoe", cards=287)

    assert evening.open == ()
    assert evening.put(cmd.ShuffleAsked()).verdict == "accepted"


@pytest.mark.clause("MA house.count-report")
def test_count_by_hand_tells_only_that_the_copies_do_not_agree() -> None:
    """Cards never turned are compared inside the seal: a seventh ace shows as no more than that."""
    evening = shuffled()
    evening.draw("As")
    evening.lit(1)
    for _ in range(2):
        evening.draw("As 9d As As")
        evening.press("act1")
        evening.press("act1")
        evening.press("act7")
        evening.put(cmd.LayoutCleared(), after_ms=5000)
    assert not evening.open
    evening.lit()
    evening.reading(fact.CoverCardSeen, "shoe")

    outcome = evening.floor(cmd.CountReported(cards=288 - evening.play.drawn))

    assert dict(outcome.answers) == {"rest_agrees/6": False}
    assert evening.open[0].about == "rest"


def test_shuffler_count_is_compared_before_the_cards_are_loaded() -> None:
    evening = Evening()
    evening.open_table()
    evening.put(cmd.ShuffleAsked())

    wire = evening.state.orders[-1].wire
    evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=287)

    assert (evening.held, evening.open[0].about) == ("count_differs", "287 of 288")


@pytest.mark.clause("MA house.cut-card-in-automated-shoe")
def test_shoe_closed_without_the_cutting_card_is_not_loaded() -> None:
    evening = Evening()
    evening.open_table()
    evening.put(cmd.ShuffleAsked())
    wire = evening.state.orders[-1].wire
    evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=288)

    evening.reading(fact.ShoeLoaded, "shoe")

    assert [i.kind for i in evening.open] == ["shoe_opened"]
    assert evening.play.shoe == "empty"


# ---- wagers ----
@pytest.mark.clause("MA 5.a", "MA 5.d", "MA 16.b~2", "MA 6.b")
def test_first_card_closes_the_wagers() -> None:
    """MA 5.a, 5.d, 6.b, 16.b~2: a wager that comes later is refused, or flagged where sensed."""
    evening = Evening().opened().lit(1, 3, main={1: 1000, 3: 1000})
    early = evening.put(cmd.WagerSet(box=3, kind="match", on=True, cents=500))
    before = evening.play.wagers

    evening.draw("8c")

    late = [
        evening.put(cmd.WagerSet(box=2, kind="main", on=True, cents=1000)),
        evening.put(cmd.WagerSet(box=1, kind="main", on=True, cents=2500)),
        evening.put(cmd.WagerSet(box=1, kind="match", on=True, cents=500)),
        evening.put(cmd.WagerSet(box=1, kind="bonus_spin", on=True)),
    ]
    assert early.verdict == "accepted"
    assert [o.verdict for o in late] == ["refused"] * 4
    assert evening.reading(fact.WagerSensed, "wheel", box=3, on=True).raised[0].kind == "wager_late"
    assert evening.play.wagers == before
    assert evening.play.boxes == (1, 3)


@pytest.mark.clause("MA 6.b~2", "MA 16.a~2")
@pytest.mark.parametrize(("kind", "clause"), [("match", "MA 6.a~2"), ("bonus_spin", "MA 16.a~2")])
def test_side_wager_is_refused_without_a_basic_wager(kind: str, clause: str) -> None:
    evening = Evening().opened().lit(1)

    refused = evening.put(cmd.WagerSet(box=2, kind=kind, on=True))

    assert (refused.verdict, refused.clause) == ("refused", clause)
    assert {w.box for w in evening.play.wagers} == {1}


@pytest.mark.clause("MA 16.b", "MA 6.b~3", "MA 6.b.1")
def test_side_wagers_keep_to_their_amounts() -> None:
    evening = Evening().opened()
    evening.put(cmd.WagerSet(box=2, kind="main", on=True, cents=1000))

    for kind, cents, clause in (
        ("bonus_spin", 1000, "MA 16.b"),
        ("match", 50, "MA 6.b~3"),
        ("match", 1500, "MA 6.b.1"),
    ):
        refused = evening.put(cmd.WagerSet(box=2, kind=kind, on=True, cents=cents))
        assert (refused.verdict, refused.clause) == ("refused", clause)
    for kind, cents in (("bonus_spin", 500), ("match", 100), ("match", 1000)):
        put = evening.put(cmd.WagerSet(box=2, kind=kind, on=True, cents=cents))
        assert put.verdict == "accepted"


@pytest.mark.clause("MA 16.a~2")
def test_bonus_chip_on_a_box_that_is_not_dealt_is_out_of_the_round() -> None:
    evening = Evening().opened().lit(1)
    evening.reading(fact.WagerSensed, "wheel", box=4, on=True)

    outcome = evening.draw("8c")

    assert [r.kind for r in outcome.raised] == ["wager_late"]
    assert {w.box for w in evening.play.wagers} == {1}
