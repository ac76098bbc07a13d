"""Wagers, burn and initial deal: cards find their boxes, slips are cured in one tap."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact

from .evening import Evening, house


def shuffled() -> Evening:
    evening = Evening()
    evening.put(cmd.TableOpened(dealer="Dana R."))
    evening.shuffled()
    return evening


# ---- shoe and burn ----
@pytest.mark.clause("MA 7.c")
def test_first_card_of_a_shoe_is_the_burn_whatever_boxes_are_lit() -> None:
    """MA 7.c: Qs is the burn, unseen in the discards, 5h goes to box 1."""
    evening = shuffled().lit(1, 2)

    evening.draw("Qs 5h")

    assert evening.play.burn is not None
    assert evening.play.burn.face is None
    assert evening.play.racked == 1
    assert len(evening.play.dealt) == 1
    assert all(e.face != "Qs" for _, s in evening.steps for e in s.outcome.exposed)


@pytest.mark.clause("MA 4.a~2", "MA 4.g", "MA 7.j")
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

    assert evening.play.shoe == ("empty",)
    assert evening.put(cmd.ShuffleAsked()).verdict == "accepted"


@pytest.mark.clause("MA house.cutting-card-first")
def test_cover_card_with_no_box_lit_sends_the_cards_to_the_shuffle() -> None:
    evening = Evening().opened()

    evening.reading(fact.CoverCardSeen, "shoe")

    assert evening.play.shoe == ("rest_due",)
    assert evening.put(cmd.ShuffleAsked()).clause == "MA 7.j.2"


@pytest.mark.clause("MA house.cutting-card-first")
def test_cover_card_in_place_of_the_first_card_still_allows_that_round() -> None:
    evening = Evening().opened().lit(1)

    evening.reading(fact.CoverCardSeen, "shoe")
    evening.draw("8c 9d 9h 8d")

    assert evening.play.shoe == ("last_round",)
    assert evening.press("act1").verdict == "accepted"


@pytest.mark.clause("MA 7.j.2")
def test_count_at_the_end_of_the_shoe_holds_when_it_differs() -> None:
    evening = Evening().opened()
    evening.reading(fact.CoverCardSeen, "shoe")

    evening.reading(fact.RestCounted, "shoe", cards=200)

    assert evening.held == "count_differs"
    assert evening.open[0].about == "201 of 288"
    assert evening.rule("found", reason="one lay under the shoe").verdict == "accepted"
    assert evening.held == ""


@pytest.mark.clause("MA 7.j.2", "MA house.count-report")
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

    outcome = evening.put(cmd.CountReported(cards=288 - evening.play.drawn))

    assert dict(outcome.answers) == {"rest_agrees/6": False}
    assert evening.open[0].about == "rest"


def test_shuffler_count_is_compared_before_the_cards_are_loaded() -> None:
    evening = Evening()
    evening.put(cmd.TableOpened(dealer="Dana R."))
    evening.put(cmd.ShuffleAsked())

    wire = evening.state.orders[-1].wire
    evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=287)

    assert (evening.held, evening.open[0].about) == ("count_differs", "287 of 288")


@pytest.mark.clause("MA house.cut-card-in-automated-shoe")
def test_shoe_closed_without_the_cutting_card_is_not_loaded() -> None:
    evening = Evening()
    evening.put(cmd.TableOpened(dealer="Dana R."))
    evening.put(cmd.ShuffleAsked())
    wire = evening.state.orders[-1].wire
    evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=288)

    evening.reading(fact.ShoeLoaded, "shoe")

    assert [i.kind for i in evening.open] == ["shoe_opened"]
    assert evening.play.shoe == ("empty",)


# ---- wagers ----
@pytest.mark.clause("MA 5.a", "MA 5.d", "MA 16.b~2", "MA 6.b")
def test_first_card_closes_the_wagers() -> None:
    evening = Evening().opened().lit(1, 3)

    evening.draw("8c")

    late = evening.put(cmd.WagerSet(box=1, kind="match", on=True))
    raised = evening.put(cmd.WagerSet(box=1, kind="main", on=True, cents=2500))
    assert late.verdict == raised.verdict == "refused"
    assert evening.reading(fact.WagerSensed, "wheel", box=3, on=True).raised[0].kind == "wager_late"
    assert not any(w.kind == "bonus_spin" for w in evening.play.wagers)


@pytest.mark.clause("MA 6.b~2", "MA 16.a~2")
@pytest.mark.parametrize("kind", ["match", "bonus_spin"])
def test_side_wager_is_refused_without_a_basic_wager(kind: str) -> None:
    evening = Evening().opened().lit(1)

    refused = evening.put(cmd.WagerSet(box=2, kind=kind, on=True))

    assert refused.verdict == "refused"
    assert refused.clause in ("MA 6.a~2", "MA 6.b~2", "MA 16.a~2")


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
    assert evening.put(cmd.WagerSet(box=2, kind="match", on=True, cents=1000)).verdict == "accepted"


@pytest.mark.clause("MA 16.b~2")
def test_bonus_chip_on_a_box_that_is_not_dealt_is_out_of_the_round() -> None:
    evening = Evening().opened().lit(1)
    evening.reading(fact.WagerSensed, "wheel", box=4, on=True)

    outcome = evening.draw("8c")

    assert [r.kind for r in outcome.raised] == ["wager_late"]
    assert {w.box for w in evening.play.wagers} == {1}


# ---- the order of the deal ----
@pytest.mark.clause("MA 7.d", "MA 7.d.1", "MA 7.d.2", "MA 7.d.3")
def test_cards_go_round_twice_and_once_to_the_dealer() -> None:
    """MA 7.d: 5h Kd 2c 9s 8h 8d Qc give box 1 5h 8h, box 3 Kd 8d, box 6 2c Qc, dealer 9s."""
    evening = Evening(house(**{"deal.variant": "no_hole_card"})).opened().lit(1, 3, 6)
    evening.draw("5h Kd 2c 9s 8h 8d Qc")

    evening.press("act1")

    assert [evening.hand(b) for b in (1, 3, 6)] == [["5h", "8h"], ["Kd", "8d"], ["2c", "Qc"]]
    assert [s.face for s in evening.play.dealer] == ["9s"]


@pytest.mark.clause("MA 7.i")
def test_hole_card_comes_last_and_face_down() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h Kd 9s 8h 8d As")

    evening.press("act1")

    assert [s.face for s in evening.play.dealer] == ["9s", None]


@pytest.mark.clause("MA house.deal-ok")
def test_deal_ok_is_refused_while_the_count_does_not_fit() -> None:
    """`1 card due`, `2 cards over`: a press by habit cannot confirm a slip."""
    evening = Evening().opened().lit(1, 3)

    evening.draw("5h Kd 9s 8h 8d")
    short = evening.put(cmd.DealOk())
    evening.draw("As 7h 7d")
    over = evening.put(cmd.DealOk())

    assert (short.verdict, short.text, short.clause) == ("refused", "1 card due", "MA 7.d.1")
    assert (over.verdict, over.text) == ("refused", "2 cards over")
    assert evening.play.hands == ()


@pytest.mark.clause("MA house.deal-ok")
def test_refused_deal_ok_puts_the_deal_in_doubt_until_the_boxes_are_tapped() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h Kd 9s 8h 8d")

    evening.put(cmd.KeyPressed(key="next"))
    evening.draw("As")

    assert evening.play.doubt
    assert not evening.play.up_shown
    assert evening.offered("act1") is None
    assert evening.press("act3").verdict == "accepted"
    assert evening.play.up_shown


@pytest.mark.clause("MA house.deal-gap")
def test_pause_while_cards_are_due_asks_for_the_boxes() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h Kd 9s 8h")

    evening.put(fact.TimerFired(timer=evening.play.timers[0].id))

    assert [(i.kind, i.about) for i in evening.open] == [("cards_due", "2")]
    assert evening.held == ""
    assert evening.play.doubt


@pytest.mark.clause("MA house.deal-gap")
def test_question_about_cards_due_closes_with_the_deal() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h Kd 9s 8h")
    evening.put(fact.TimerFired(timer=evening.play.timers[0].id))
    evening.press("box3")

    evening.press("act1")

    assert evening.open == ()
    assert evening.hand(1) == ["5h", "9s"]


def test_late_deal_gap_timer_is_dropped() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("5h")
    late = evening.play.timers[0].id
    evening.draw("9s 8h 8d")

    assert evening.put(fact.TimerFired(timer=late)).verdict == "dropped"


# ---- slips of the dealer ----
@pytest.mark.clause("MA house.deal-ok")
@pytest.mark.parametrize(
    ("slip", "hands", "dealer"),
    [
        (cmd.BoxSet(box=3, lit=False), {1: ["5h", "9s"]}, ["Kd", None]),
        (cmd.BurnReported(made=True), {1: ["Kd", "8h"]}, ["9s", None]),
    ],
)
def test_slip_is_cured_by_one_tap_that_maps_the_whole_deal_again(
    slip: cmd.Command, hands: dict[int, list[str]], dealer: list[str | None]
) -> None:
    lit = (1, 3) if isinstance(slip, cmd.BoxSet) else (1,)
    evening = Evening().later().lit(*lit)
    evening.draw("5h Kd 9s 8h" if lit == (1, 3) else "5h Kd 9s 8h 8d")

    evening.put(slip)  # type: ignore[arg-type]
    evening.press("act1")

    assert {b: evening.hand(b) for b in hands} == hands
    assert [s.face for s in evening.play.dealer] == dealer


@pytest.mark.clause("MA 7.c")
def test_burn_booked_but_not_made_shifts_the_deal_back() -> None:
    evening = shuffled().lit(1)
    evening.draw("5h Kd 9s")

    refused = evening.put(cmd.BurnReported(made=True))
    evening.put(cmd.BurnReported(made=False))
    evening.draw("8d")
    evening.put(cmd.BoxesConfirmed(boxes=(1,)))
    evening.press("act1")

    assert refused.clause == "MA 7.c"
    assert evening.hand(1) == ["5h", "9s"]
    assert evening.play.racked == 0


@pytest.mark.clause("MA 7.c")
def test_first_card_that_was_a_burn_leaves_the_wagers_open() -> None:
    evening = Evening().later().lit(1, 3)
    evening.draw("5h")

    evening.put(cmd.BurnReported(made=True))

    assert evening.play.round == ("wagering",)
    assert evening.play.racked == 6
    assert evening.put(cmd.WagerSet(box=1, kind="match", on=True)).verdict == "accepted"


@pytest.mark.clause("MA house.deal-ok")
def test_card_drawn_before_a_box_is_lit_waits_face_down_for_the_boxes() -> None:
    """TABLE 2.3: a draw with no boxes lit shows `Burn` / `First card`; it stays hidden."""
    evening = Evening().opened()

    evening.draw("5h Kd")
    assert evening.play.dealt[0].face is None
    assert evening.offered("act1") is None
    evening.put(cmd.BoxSet(box=2, lit=True))
    evening.draw("9s 8d")
    evening.press("act1")

    assert evening.hand(2) == ["5h", "9s"]


@pytest.mark.clause("MA 15.f")
def test_dealer_who_forgot_his_card_takes_both_after_the_players() -> None:
    """MA 15.f: 5h Kd 2c 9s 8h 8d to the boxes, then Qc is the up card, the next the hole card."""
    evening = Evening().opened().lit(1, 3, 6)
    evening.draw("5h Kd 2c 9s 8h 8d")

    outcome = evening.press("act5")
    evening.draw("Qc 4d")
    evening.press("act1")

    assert [r.kind for r in outcome.raised] == ["dealer_missed"]
    assert evening.hand(1) == ["5h", "9s"]
    assert [s.face for s in evening.play.dealer] == ["Qc", None]
    assert evening.held == ""


@pytest.mark.clause("MA 15.h~2")
def test_box_passed_over_once_gets_its_second_card_before_any_decision() -> None:
    """MA 15.h~2: the player opts in, then the next card is his."""
    evening = Evening().opened().lit(1, 3, 6)
    evening.draw("5h Kd 2c 9s 8h Qc 4d")
    evening.press("skip3.2")
    evening.press("act1")

    assert [i.kind for i in evening.open] == ["hand_with_one_card"]
    assert evening.offered("ask3") is not None
    evening.put(cmd.Ruled(irr=evening.open[0].id, ruling="second_card_last"))
    evening.draw("8d")

    assert evening.hand(3) == ["Kd", "8d"]
    assert evening.play.round == ("deciding",)


@pytest.mark.clause("MA 15.h~2", "MA house.one-card-hand")
def test_player_who_does_not_want_the_second_card_has_a_dead_hand() -> None:
    evening = Evening().opened().lit(1, 3, match={3: 500})
    evening.draw("5h Kd 9s 8h 4d")
    evening.press("skip3.2")
    evening.press("act1")

    evening.put(cmd.Ruled(irr=evening.open[0].id, ruling="hand_dead"))
    evening.draw("4c")
    evening.press("act1")
    evening.press("act7")
    evening.draw("9c")

    assert evening.paid()[3, "main"][0] == "void"
    assert evening.paid()[3, "match"][0] == "void"


@pytest.mark.clause("MA 15.h", "MA house.dead-hand-wager")
def test_box_without_cards_is_dead_and_its_wagers_go_back() -> None:
    """MA 15.h: nothing is won or lost on it, and the box is dealt in the next round."""
    evening = Evening().opened().lit(1, 3, match={3: 500}, bonus_spin={3: 500})
    evening.draw("5h 9s 8h 4d")
    evening.press("skip3.1")
    evening.press("skip3.2")
    evening.press("act1")

    assert [i.kind for i in evening.open] == ["hand_without_cards"]
    evening.draw("4c")
    evening.press("act1")
    evening.press("act7")
    evening.draw("9c")

    assert {k: d for (b, k), (d, _) in evening.paid().items() if b == 3} == {
        "main": "void",
        "match": "void",
        "bonus_spin": "void",
    }
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    assert 3 in evening.play.boxes
