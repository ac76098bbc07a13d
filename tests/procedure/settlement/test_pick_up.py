"""How cards and chips are handled: from the shoe only, sideways, to the tray, to the rack."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from controller.procedure.irregularities import catalog
from controller.view.layout import boxes
from tests.kit.evening import Evening, house

MA, MD = "massachusetts", "maryland"


def settled(pack: str) -> Evening:
    """Boxes 1, 3 and 6 against 17: 1 loses, 3 and 6 win."""
    evening = Evening(house(pack)).later()
    evening.lit(1, 3, 6, main={1: 2500, 3: 2500, 6: 2500})
    evening.draw("Kc Qd Kd 9c 6h Qh Qs 8h")
    evening.put(cmd.DealOk(boxes=(1, 3, 6)))
    evening.put(cmd.Next(box=1, hand=1))
    evening.put(cmd.Turned())
    assert evening.play.round == "settled"
    return evening


@pytest.mark.clause("MA 7.h~2", "MA 7.h~3")
def test_cards_are_picked_up_from_the_right_with_the_dealers_under_them() -> None:
    """Boxes 1, 3, 6 in play: the order is 6, 3, 1, then the dealer's own, into the rack."""
    evening = settled(MA)

    hint = next_step(evening.state, evening.house).hint

    assert hint.endswith("Boxes 6 3 1 to the rack, your cards under them.")


@pytest.mark.clause("MA 7.j.1")
def test_last_round_ends_with_the_pick_up_before_the_shoe_is_run_out() -> None:
    """The line is the pick-up; the cards out of the shoe acknowledge it."""
    evening = Evening(house(MA)).later()
    evening.lit(7)
    evening.reading(fact.CoverCardSeen, "shoe")
    evening.draw("Kh Qh Ks Qc")
    evening.put(cmd.DealOk(boxes=(7,)))
    evening.put(cmd.Turned())
    if evening.play.round == "peek_due":
        evening.peek(False)
        evening.put(cmd.Turned())
    said = next_step(evening.state, evening.house).hint
    left = evening.play.loaded - evening.play.drawn

    evening.reading(fact.RestCounted, "shoe", cards=left, after_ms=5000)

    assert said.endswith("Boxes 7 to the rack, your cards under them. Last round, then shuffle.")
    assert evening.play.shoe == "empty"
    assert evening.play.hands == ()


@pytest.mark.clause("MD 7.S")
def test_losers_go_to_the_tray_and_winners_are_paid_from_it() -> None:
    """Two movements of their own, never chips of one box to another."""
    evening = settled(MD)

    hint = next_step(evening.state, evening.house).hint
    moved = {p.box: (p.direction, p.cents) for p in evening.play.payments}

    assert "the tray takes and pays" in hint
    assert moved == {1: ("take", 2500), 3: ("pay", 2500), 6: ("pay", 2500)}


@pytest.mark.clause("MD 7.B")
def test_load_before_the_cut_is_flagged_and_no_card_is_dealt() -> None:
    """Chapter 5 is not complete: the shoe may not be loaded, citing the clause."""
    evening = Evening(house(MD))
    evening.open_table()
    evening.lit(1)

    evening.reading(fact.ShoeLoaded, "shoe")
    held = evening.held
    evening.draw("8c")

    assert held == "shoe_opened"
    assert catalog.clause(evening.house, held) == "MD 7.B"
    assert evening.play.dealt == ()
    assert evening.play.shoe == "empty"


@pytest.mark.clause("MD 13.I")
def test_card_that_the_dealer_drew_on_17_goes_to_the_rack() -> None:
    """K 7 and an extra 4: the total stays 17, not 21."""
    evening = Evening(house(MD)).later()
    evening.lit(7)
    evening.draw("9h Kd 9s 7c")
    evening.put(cmd.DealOk(boxes=(7,)))
    evening.peek(False)
    evening.put(cmd.Turned())
    racked = evening.play.racked

    evening.draw("4h", after_ms=500)

    assert [s.face for s in evening.play.dealer] == ["Kd", "7c"]
    assert evening.play.racked == racked + 1
    assert evening.paid()[7, "main"][0] == "pay"
    assert evening.play.irregularities[-1].kind == "dealer_drew_too_far"


@pytest.mark.clause("MD 7.H.1.b.ii", "MD 7.H.1.b.iii")
def test_blackjack_beside_a_court_card_waits_while_the_others_play() -> None:
    """Up K: box 4's Blackjack is announced, box 6 decides next; after the turn it is paid 3:2."""
    evening = Evening(house(MD)).later()
    evening.lit(4, 6, main={4: 2000, 6: 2000})
    evening.draw("Ac 5d Kd Kc 9h 7c")
    evening.put(cmd.DealOk(boxes=(4, 6)))
    evening.peek(False)
    target = next_step(evening.state, evening.house).target
    before = evening.paid()
    evening.put(cmd.Next(box=6, hand=1))
    evening.put(cmd.Turned())

    assert evening.hand(4) == ["Ac", "Kc"]
    assert target is not None
    assert target.box == 6
    assert (4, "main") not in before
    assert evening.paid()[4, "main"] == ("pay", "3:2")
    four = next(p for p in evening.play.payments if p.box == 4)
    assert four.cents == 3000


@pytest.mark.clause("MD 7.A", "MA 7.a")
@pytest.mark.parametrize("pack", [MA, MD])
def test_card_that_no_scanner_saw_stops_play_and_is_not_used(pack: str) -> None:
    """A card lies at box 2 and the shoe gave none: for the floorperson, who rules."""
    evening = Evening(house(pack)).later()
    evening.lit(2)
    evening.draw("5h 7d 6d 8h")
    evening.put(cmd.DealOk(boxes=(2,)))

    evening.put(cmd.Reported(what="not_from_shoe", box=2, hand=1))
    held = evening.held
    entered = evening.floor(cmd.CardEntered(card=999, face="5c"))
    stands = evening.put(cmd.Next(box=2, hand=1))
    alone = evening.put(cmd.Ruled(irr=evening.asked.id, ruling="seen", reason="taken off"))
    ruled = evening.rule("seen", reason="taken off")

    assert held == "not_from_shoe"
    assert catalog.clause(evening.house, held) in ("MD 7.A", "MA 7.a")
    assert entered.verdict == stands.verdict == alone.verdict == "refused"
    assert ruled.verdict == "accepted"
    assert evening.hand(2) == ["5h", "6d"]


@pytest.mark.clause("MA 9.a~4")
def test_card_of_a_double_is_laid_sideways() -> None:
    """The line says so before it comes, and the hand shows that it is doubled."""
    evening = Evening(house(MA)).later()
    evening.lit(2, main={2: 1000})
    evening.draw("5d 7d 6d 8h")
    evening.put(cmd.DealOk(boxes=(2,)))
    evening.put(cmd.Double(box=2, hand=1, cents=1000))
    step = next_step(evening.state, evening.house)

    evening.draw("5h")

    shown = next(b for b in boxes.boxes(evening.state, evening.house) if b.no == 2)
    assert step.text == "One card → box 2"
    assert step.hint.startswith("Sideways")
    assert shown.hands[0].cards == ("5d", "6d", "5h")
    assert shown.hands[0].doubled
