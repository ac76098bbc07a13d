"""The initial deal: cards find their boxes, slips are cured in one tap (MA 7.d, 15.f, 15.h)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.play import Irregularity
from tests.kit.evening import Evening, house


def shuffled() -> Evening:
    evening = Evening()
    evening.open_table()
    evening.shuffled()
    return evening


# ---- the order of the deal ----
@pytest.mark.clause("MA 7.d", "MA 7.d.1", "MA 7.d.2", "MA 7.d.3")
def test_cards_go_round_twice_and_once_to_the_dealer() -> None:
    """MA 7.d: 5h Kd 2c 9s 8h 8d Qc give box 1 5h 8h, box 3 Kd 8d, box 6 2c Qc, dealer 9s."""
    evening = Evening(house(**{"deal.variant": "no_hole_card"})).opened().lit(1, 3, 6)
    evening.draw("5h Kd 2c 9s 8h 8d Qc")

    evening.press("act1")

    assert [evening.hand(b) for b in (1, 3, 6)] == [["5h", "8h"], ["Kd", "8d"], ["2c", "Qc"]]
    assert [s.face for s in evening.play.dealer] == ["9s"]
    evening.draw("7c")
    assert evening.hand(1) == ["5h", "8h", "7c"]


@pytest.mark.clause("MA 7.d.3")
def test_card_over_before_deal_ok_lies_face_down_until_it_is_reported() -> None:
    """MA 7.d.3, 15.c: an eighth card; reported in error it is the hit of box 1 on 13."""
    evening = Evening(house(**{"deal.variant": "no_hole_card"})).opened().lit(1, 3, 6)
    evening.draw("5h Kd 2c 9s 8h 8d Qc 7c")

    refused = evening.put(cmd.DealOk())

    assert (refused.verdict, refused.text) == ("refused", "1 card over")
    assert evening.play.dealt[7].face is None
    evening.put(cmd.LastCard(what="error"))
    assert evening.press("act1").verdict == "accepted"
    evening.press("act2")
    assert evening.hand(1) == ["5h", "8h", "7c"]


@pytest.mark.clause("MA 7.i")
def test_hole_card_comes_last_and_face_down() -> None:
    """MA 7.i: boxes 1, 3, 6; the eighth card is unknown; a hit before it is refused."""
    evening = Evening(house(**{"deal.variant": "hole_card"})).opened().lit(1, 3, 6)
    evening.draw("5h Kd 2c 9s 8h 8d Qc")
    early = evening.put(cmd.Hit(box=1, hand=1))
    evening.draw("As")

    evening.press("act1")

    assert early.verdict == "refused"
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

    evening.fire("deal_gap")

    assert [(i.kind, i.about) for i in evening.open] == [("cards_due", "2")]
    assert evening.held == ""
    assert evening.play.doubt


def test_no_card_is_called_late_while_the_dealer_is_asked_something() -> None:
    """The question has the line, and whoever answers it draws no card."""
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h Kd 9s 8h")
    asked = Irregularity("1/whose_card/1", "whose_card", box=1)
    evening.state = replace(evening.state, play=replace(evening.play, irregularities=(asked,)))

    outcome = evening.fire("deal_gap")

    assert outcome.raised == ()
    assert not any(t.id.startswith("deal_gap") for t in evening.play.timers)


@pytest.mark.clause("MA house.deal-gap")
def test_question_about_cards_due_closes_with_the_deal() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h Kd 9s 8h")
    evening.fire("deal_gap")
    evening.press("box3")

    evening.press("act1")

    assert evening.open == ()
    assert evening.hand(1) == ["5h", "9s"]


def test_late_deal_gap_timer_is_dropped() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("5h")
    late = evening.timer("deal_gap")
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

    evening.put(slip)
    evening.press("act1")

    assert {b: evening.hand(b) for b in hands} == hands
    assert [s.face for s in evening.play.dealer] == dealer


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


def test_first_card_that_was_a_burn_leaves_the_wagers_open() -> None:
    evening = Evening().later().lit(1, 3)
    evening.draw("5h")

    evening.put(cmd.BurnReported(made=True))

    assert evening.play.round == "wagering"
    assert evening.play.racked == 6
    assert evening.put(cmd.WagerSet(box=1, kind="match", on=True)).verdict == "accepted"


@pytest.mark.clause("MA house.deal-ok")
def test_card_drawn_before_a_box_is_lit_waits_face_down_for_the_boxes() -> None:
    """console/README 2.3: a draw with no boxes lit shows `Burn` / `First card`; it stays hidden."""
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
    evening = Evening(house(**{"deal.variant": "no_hole_card"})).opened().lit(1, 3, 6)
    evening.draw("5h Kd 2c 9s 8h Qc")
    evening.press("skip3.2")
    evening.press("act1")

    assert [i.kind for i in evening.open] == ["hand_with_one_card"]
    assert evening.offered("ask3") is not None
    assert evening.put(cmd.Next(box=1, hand=1)).verdict == "refused"
    evening.put(cmd.Ruled(irr=evening.open[0].id, ruling="second_card_last"))
    evening.draw("8d")

    assert evening.hand(3) == ["Kd", "8d"]
    assert evening.play.round == "deciding"
    evening.draw("2d")
    assert evening.hand(1) == ["5h", "8h", "2d"]


def test_second_card_of_a_player_who_is_gone_comes_and_his_hand_stands() -> None:
    evening = Evening().opened().lit(1, 3, 6)
    evening.draw("5h 2s 2c 9s 8h 3h 8d")
    evening.press("skip3.2")
    evening.press("act1")
    evening.put(cmd.Ruled(irr=evening.open[0].id, ruling="second_card_last"))
    evening.floor(cmd.Reported(what="player_gone", box=3, hand=1))
    evening.rule("hand_stands", rank="casino_supervisor", reason="he left")

    evening.draw("2d")
    evening.put(cmd.Next(box=1, hand=1))
    evening.draw("4d")

    assert evening.hand(3) == ["2s", "2d"]
    assert evening.hand(6) == ["2c", "3h", "4d"]


@pytest.mark.clause("MA house.one-card-hand")
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


@pytest.mark.clause("MA 15.h")
def test_box_without_cards_is_dead_and_its_wagers_go_back() -> None:
    """MA 15.h: nothing is won or lost on its $10, and the box is dealt in the next round."""
    evening = Evening().opened().lit(1, 3, main={3: 1000}, match={3: 500}, bonus_spin={3: 500})
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


@pytest.mark.parametrize("pack", ["massachusetts", "maryland", "boston-billiard"])
def test_box_that_goes_dark_in_the_deal_takes_its_own_slips_along(pack: str) -> None:
    """Box 5 was passed in the second round: that stands, whatever becomes of box 2."""
    evening = Evening(house(pack)).opened().lit(1, 2, 5)
    if evening.play.shoe == "burn_due":
        evening.draw("2c")
    evening.draw("9c 8c")
    evening.put(cmd.BoxSkipped(box=5, deal_pass=2))
    evening.put(cmd.BoxSkipped(box=2, deal_pass=1))

    evening.put(cmd.BoxSet(box=2, lit=False))

    assert evening.play.skipped == ((5, 2),)
