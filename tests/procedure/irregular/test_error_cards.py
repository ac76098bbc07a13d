"""Cards drawn in error, seen or not, and face up in the shoe (MA 15.a, 15.c, 15.d)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.procedure.irregularities import catalog
from tests.kit.evening import Evening
from tests.procedure.walks.promises import misnumbered


def dealt(cards: str, *boxes: int) -> Evening:
    evening = Evening().opened().lit(*boxes)
    evening.draw(cards)
    evening.press("act1")
    return evening


def standing() -> Evening:
    """Box 1 stands on 17, boxes 3 (18) and 4 (11) behind it; the dealer shows 9."""
    evening = dealt("8c 9d 6h 9s 9h 9c 5s 8d", 1, 3, 4)
    evening.press("act1")
    return evening


def one_standing(hole: str) -> Evening:
    """MA 15.c: box 1 stands on 18, every hand is finished, the hole card lies down."""
    evening = dealt(f"9h 9s 9c {hole}", 1)
    assert evening.play.round == "turn_due"
    return evening


# ---- not seen (MA 15.c) ----
@pytest.mark.clause("MA 15.c")
@pytest.mark.parametrize(
    ("hole", "dealer", "racked"), [("3d", ["9s", "3d", "4c"], 0), ("8d", ["9s", "8d"], 1)]
)
def test_card_in_error_not_seen_is_the_dealers_next_card_or_goes_to_the_rack(
    hole: str, dealer: list[str], racked: int
) -> None:
    """With dealer 9s 3d (12) at the turn it is his next card, with 9s 8d (17) the rack's."""
    evening = one_standing(hole)
    before = evening.play.racked

    raised = evening.draw("4c").raised
    assert [r.kind for r in raised] == ["card_drawn_in_error"]
    assert evening.held == ""
    evening.put(cmd.FactAnswered(irr=evening.open[0].id, question="seen", answer="NOT SEEN"))
    assert evening.play.pending is not None
    assert evening.play.pending.face is None
    evening.press("act7")

    assert [s.face for s in evening.play.dealer] == dealer
    assert evening.play.racked == before + racked
    assert evening.play.pending is None


@pytest.mark.clause("MA 15.c")
def test_ninth_card_of_an_eight_card_deal_goes_to_the_first_hand_that_takes_one() -> None:
    evening = Evening().opened().lit(1, 3, 4)
    evening.draw("5c 9d 6h 9s 9h 9c 5s 8d 2c")
    assert evening.put(cmd.DealOk()).text == "1 card over"

    evening.put(cmd.LastCard(what="error"))
    evening.press("act1")
    assert evening.hand(1) == ["5c", "9h"]
    evening.press("act2")

    assert evening.hand(1) == ["5c", "9h", "2c"]
    assert evening.open == ()


def test_second_card_in_error_waits_behind_the_first() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5c 9d 9s 4h 3c 8d 2c")
    evening.put(cmd.LastCard(what="error"))
    evening.draw("2h")
    evening.put(cmd.LastCard(what="error"))

    evening.press("act1")
    evening.press("act2")
    evening.press("act2")

    assert evening.hand(1) == ["5c", "4h", "2c", "2h"]


@pytest.mark.clause("MA house.unused-unseen-card")
def test_card_in_error_between_rounds_goes_to_the_rack_once_it_is_answered() -> None:
    evening = Evening()
    evening.open_table()

    evening.draw("4c")
    assert evening.held == "card_drawn_in_error"
    evening.put(cmd.FactAnswered(irr=evening.open[0].id, question="seen", answer="NOT SEEN"))

    assert evening.held == ""
    assert evening.play.pending is None
    assert evening.play.racked == 1


# ---- seen (MA 15.d), console/README 3 example 1 ----
@pytest.mark.clause("MA house.last-card")
def test_dealer_who_draws_to_a_standing_hand_takes_it_back_and_offers_it() -> None:
    """Box 1 waved on 17, 3s was drawn face up: LAST CARD, IN ERROR, SEEN; box 4 doubles on it."""
    evening = standing()
    evening.press("box3.1.hit")
    evening.draw("3s")
    assert evening.hand(3) == ["9d", "9c", "3s"]

    taken_off = evening.press("last.error_seen")
    assert [r.kind for r in taken_off.raised] == ["card_drawn_in_error_seen"]
    assert evening.held == ""
    assert evening.hand(3) == ["9d", "9c"]
    assert evening.play.pending is not None
    evening.press("act1")
    evening.press("act3")
    evening.press("act2")

    assert evening.hand(4) == ["6h", "5s", "3s"]
    assert evening.play.round == "turn_due"
    assert evening.open == ()


@pytest.mark.clause("MA 15.d~3")
@pytest.mark.parametrize(
    ("hole", "dealer", "racked"), [("3d", ["9s", "3d", "Kc"], 0), ("8d", ["9s", "8d"], 1)]
)
def test_card_that_all_refuse_waits_for_the_hole_card(
    hole: str, dealer: list[str], racked: int
) -> None:
    """MA 15.d~3: dealer 9s 8d (17): burned; with 9s 3d (12) it is his next card (22)."""
    evening = dealt(f"2c 9d 3h 9s Kh Ks 6s {hole}", 1, 3, 4)
    evening.draw("Kc")
    evening.put(cmd.LastCard(what="error_seen"))
    before = evening.play.racked
    for box in (1, 4):  # box 3 has 19 and stands
        assert evening.put(cmd.OfferAnswered(irr="", box=box, hand=1, takes=False)).text == ""

    assert evening.play.round == "turn_due"
    assert evening.play.pending is not None
    evening.press("act7")

    assert [s.face for s in evening.play.dealer] == dealer
    assert evening.play.racked == before + racked
    assert evening.play.pending is None


@pytest.mark.clause("MA 15.d~2")
def test_player_who_refused_gets_no_more_cards_in_that_round() -> None:
    evening = dealt("2c 5d 9s Kh 6s 8d", 3, 6)
    evening.draw("Kc")
    evening.put(cmd.LastCard(what="error_seen"))

    evening.press("act5")
    later = evening.put(cmd.Hit(box=3, hand=1))
    evening.press("act2")

    assert later.verdict == "refused"
    assert evening.hand(6) == ["5d", "6s", "Kc"]
    assert evening.hand(3) == ["2c", "Kh"]


@pytest.mark.clause("MA 15.d")
def test_offer_may_be_taken_by_its_own_answer() -> None:
    evening = dealt("2c 5d 9s Kh 6s 8d", 3, 6)
    evening.draw("Kc")
    evening.put(cmd.LastCard(what="error_seen"))

    evening.put(cmd.OfferAnswered(irr="", box=3, hand=1, takes=True))

    assert evening.hand(3) == ["2c", "Kh", "Kc"]


def test_refusals_of_an_offer_name_their_clauses() -> None:
    evening = dealt("2c 5d 9s Kh 6s 8d", 3, 6)
    nothing = evening.put(cmd.OfferAnswered(irr="", box=3, hand=1, takes=False))
    take = evening.put(cmd.CardTaken(box=3, hand=1))
    evening.draw("Kc")
    evening.put(cmd.LastCard(what="error_seen"))
    other = evening.put(cmd.OfferAnswered(irr="", box=6, hand=1, takes=False))
    other_take = evening.put(cmd.CardTaken(box=6, hand=1))
    evening.put(cmd.Double(box=3, hand=1))
    doubled = evening.put(cmd.OfferAnswered(irr="", box=3, hand=1, takes=False))

    assert nothing.clause == take.clause == "MA 15.c"
    assert other.clause == other_take.clause == "MA 7.e~2"
    assert doubled.clause == "MA 9.a~3"


def test_card_that_nobody_saw_cannot_be_refused() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("2c 9s Kh 8d Kc")
    evening.put(cmd.LastCard(what="error"))
    evening.press("act1")

    assert evening.put(cmd.OfferAnswered(irr="", box=1, hand=1, takes=False)).clause == "MA 15.c"


def test_offer_is_answered_only_while_hands_decide() -> None:
    evening = Evening().opened().lit(1)

    assert evening.put(cmd.OfferAnswered(irr="", box=1, hand=1, takes=False)).verdict == "refused"


def test_card_drawn_while_one_lies_aside_is_in_error_too() -> None:
    evening = dealt("2c 5d 9s Kh 6s 8d", 3, 6)
    evening.draw("Kc")
    evening.put(cmd.LastCard(what="error_seen"))

    outcome = evening.draw("4c")

    assert [r.kind for r in outcome.raised] == ["card_drawn_in_error"]
    assert evening.hand(3) == ["2c", "Kh"]


@pytest.mark.clause("MA house.exposed-error-in-initial-deal")
def test_card_seen_in_the_initial_deal_is_the_next_one_in_order() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5c 9d")

    evening.put(cmd.LastCard(what="error_seen"))
    assert evening.open == ()
    evening.draw("9s 4h 3c 8d")
    evening.press("act1")

    assert evening.hand(3) == ["9d", "3c"]
    assert evening.held == ""
    assert list(misnumbered(evening)) == []


@pytest.mark.clause("MA house.exposed-error-in-initial-deal")
def test_card_seen_in_the_deal_that_is_the_hole_card_holds() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("5c 9s 4h 8d")
    evening.put(cmd.LastCard(what="error_seen"))
    assert evening.open == ()

    outcome = evening.press("act1")

    assert [r.kind for r in outcome.raised] == ["hole_card_shown"]
    assert evening.held == "hole_card_shown"


@pytest.mark.parametrize("ruling", ["play_on", "all_hands_dead"])
def test_hole_card_shown_is_reported_by_last_card_and_ruled_by_a_supervisor(ruling: str) -> None:
    evening = dealt("5c 9s 4h 8d", 1)

    evening.press("last.shown")
    assert evening.held == "hole_card_shown"
    assert evening.play.dealer[1].face is None
    early = evening.rule(ruling, reason="x", rank="casino_supervisor")
    evening.answer("who", "DEALER", rank="casino_supervisor")
    low = evening.rule(ruling, reason="x")
    silent = evening.rule(ruling, rank="casino_supervisor")
    ruled = evening.rule(ruling, reason="seen by the dealer only", rank="casino_supervisor")

    assert [o.verdict for o in (early, low, silent, ruled)] == [*["refused"] * 3, "accepted"]
    assert evening.play.round == ("deciding" if ruling == "play_on" else "settled")
    if ruling == "all_hands_dead":
        assert evening.paid() == {(1, "main"): ("void", "")}


def test_hole_card_that_is_not_down_cannot_be_reported_shown() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("5c 9s 4h 8d")

    assert evening.put(cmd.LastCard(what="shown")).clause == "MA house.last-card"


# ---- face up in the shoe (MA 15.a) ----
@pytest.mark.clause("MA 15.a")
def test_card_face_up_in_the_shoe_goes_to_the_rack_and_the_next_takes_its_place() -> None:
    """MA 15.a: 5d goes to the discard rack, 9c to box 3, and the face-up count is 1."""
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("5d")
    racked = evening.play.racked

    outcome = evening.press("last.face_up")
    evening.draw("9c")

    assert [r.kind for r in outcome.raised] == ["face_up_card"]
    assert evening.held == ""
    assert evening.hand(3) == ["2c", "Kh", "9c"]
    assert (evening.play.face_up, evening.play.racked) == (1, racked + 1)


@pytest.mark.clause("MA 15.a~2")
def test_second_card_face_up_voids_the_round_and_reshuffles() -> None:
    """MA 15.a~2: box 3, then box 6 of one round; one ruling only, void and reshuffle."""
    evening = dealt("2c 2d 9s 3h 3d 8d", 3, 6)
    evening.draw("5d")
    evening.press("last.face_up")
    evening.draw("Kc")
    evening.press("act1")
    evening.draw("6d")
    assert evening.hand(6) == ["2d", "3d", "6d"]
    evening.press("last.face_up")

    assert evening.held == "face_up_card_second"
    offers = catalog.offers(evening.play, evening.house, evening.asked)
    assert [o.ruling.name for o in offers if not o.grey] == ["void_round"]
    evening.rule("void_round")

    assert evening.paid() == {(3, "main"): ("void", ""), (6, "main"): ("void", "")}
    assert evening.held == ""
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    assert evening.play.shoe == "rest_due"
