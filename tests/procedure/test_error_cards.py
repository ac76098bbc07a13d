"""Cards drawn in error, face up, too many, not read, while held (MA 15.a, 15.c, 15.d)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.context import CannotOpen

from .evening import Evening


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
    assert evening.play.round == ("turn_due",)
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


@pytest.mark.clause("MA 15.c")
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


@pytest.mark.clause("MA 15.c", "MA house.unused-unseen-card")
def test_card_in_error_between_rounds_goes_to_the_rack_once_it_is_answered() -> None:
    evening = Evening()
    evening.put(cmd.TableOpened(dealer="Dana R."))

    evening.draw("4c")
    assert evening.held == "card_drawn_in_error"
    evening.put(cmd.FactAnswered(irr=evening.open[0].id, question="seen", answer="NOT SEEN"))

    assert evening.held == ""
    assert evening.play.pending is None
    assert evening.play.racked == 1


# ---- seen (MA 15.d), TABLE 7 example 1 ----
@pytest.mark.clause("MA 15.d", "MA house.last-card")
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
    assert evening.play.round == ("turn_due",)
    assert evening.open == ()


@pytest.mark.clause("MA 15.d~2", "MA 15.d~3", "MA 15.d")
@pytest.mark.parametrize(("hole", "dealer"), [("3d", ["9s", "3d", "Kc"]), ("8d", ["9s", "8d"])])
def test_card_that_all_refuse_waits_for_the_hole_card(hole: str, dealer: list[str]) -> None:
    """MA 15.d~3: dealer 9s 8d (17): burned; with 9s 3d (12) it is his next card."""
    evening = dealt(f"2c 9d 3h 9s Kh Ks 6s {hole}", 1, 3, 4)
    evening.draw("2d")
    evening.put(cmd.LastCard(what="error_seen"))
    racked = evening.play.racked
    assert evening.press("act5").verdict == "accepted"  # box 1 refuses
    evening.press("act1")  # box 3 has 19, box 4 stands, it did not refuse

    assert evening.play.round == ("turn_due",)
    assert evening.play.pending is not None
    assert evening.play.hands[0].barred
    evening.press("act7")

    used = hole == "3d"
    assert len(evening.play.dealer) == (3 if used else 2)
    assert evening.play.racked == racked + (not used)
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


@pytest.mark.clause("MA 15.d", "MA 15.c", "MA 9.a~3")
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


@pytest.mark.clause("MA 15.c")
def test_card_that_nobody_saw_cannot_be_refused() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("2c 9s Kh 8d Kc")
    evening.put(cmd.LastCard(what="error"))
    evening.press("act1")

    assert evening.put(cmd.OfferAnswered(irr="", box=1, hand=1, takes=False)).clause == "MA 15.c"


def test_offer_is_answered_only_while_hands_decide() -> None:
    evening = Evening().opened().lit(1)

    assert evening.put(cmd.OfferAnswered(irr="", box=1, hand=1, takes=False)).verdict == "refused"


@pytest.mark.clause("MA 15.d")
def test_card_drawn_while_one_lies_aside_is_in_error_too() -> None:
    evening = dealt("2c 5d 9s Kh 6s 8d", 3, 6)
    evening.draw("Kc")
    evening.put(cmd.LastCard(what="error_seen"))

    outcome = evening.draw("4c")

    assert [r.kind for r in outcome.raised] == ["card_drawn_in_error"]
    assert evening.hand(3) == ["2c", "Kh"]


@pytest.mark.clause("MA 15.d", "MA house.exposed-error-in-initial-deal")
def test_card_seen_in_the_initial_deal_is_the_next_one_in_order() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5c 9d")

    evening.put(cmd.LastCard(what="error_seen"))
    evening.put(cmd.FactAnswered(irr=evening.open[0].id, question="seen", answer="SEEN"))
    evening.draw("9s 4h 3c 8d")
    evening.press("act1")

    assert evening.hand(3) == ["9d", "3c"]
    assert evening.held == ""


@pytest.mark.clause("MA house.exposed-error-in-initial-deal", "MA house.hole-card-shown")
def test_card_seen_in_the_deal_that_is_the_hole_card_holds() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("5c 9s 4h 8d")
    evening.put(cmd.LastCard(what="error_seen"))
    evening.put(cmd.FactAnswered(irr=evening.open[0].id, question="seen", answer="SEEN"))

    outcome = evening.press("act1")

    assert [r.kind for r in outcome.raised] == ["hole_card_shown"]
    assert evening.held == "hole_card_shown"


@pytest.mark.clause("MA house.hole-card-shown")
@pytest.mark.parametrize("ruling", ["play_on", "all_hands_dead"])
def test_hole_card_shown_is_reported_by_last_card_and_ruled_by_a_supervisor(ruling: str) -> None:
    evening = dealt("5c 9s 4h 8d", 1)

    evening.press("last.shown")
    assert evening.held == "hole_card_shown"
    assert evening.play.dealer[1].face is None
    early = evening.rule(ruling, reason="x", rank="casino_supervisor")
    evening.answer("who", "DEALER", rank="casino_supervisor")
    ruled = evening.rule(ruling, reason="seen by the dealer only", rank="casino_supervisor")

    assert (early.verdict, ruled.verdict) == ("refused", "accepted")
    assert evening.play.round == (("deciding",) if ruling == "play_on" else ("settled",))
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


@pytest.mark.clause("MA 15.a~2", "MA house.face-up-count-window")
def test_second_card_face_up_voids_the_round_and_reshuffles() -> None:
    """MA 15.a~2: one ruling only; open wagers are returned, the next state is reshuffle."""
    evening = dealt("2c 2d 9s 3h 3d 8d", 3, 6)
    evening.draw("5d")
    evening.press("last.face_up")
    evening.draw("6d")
    evening.press("last.face_up")

    assert evening.held == "face_up_card_second"
    evening.rule("void_round")

    assert evening.paid() == {(3, "main"): ("void", ""), (6, "main"): ("void", "")}
    assert evening.held == ""
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    assert evening.play.shoe == ("rest_due",)


# ---- not read, not known, too many ----
@pytest.mark.clause("MA house.card-not-read")
def test_card_not_read_for_a_hand_is_entered_by_the_floorperson() -> None:
    evening = dealt("2c 9s Kh 8d", 3)

    evening.unread()
    assert evening.held == "card_not_read"
    bad = evening.rule("enter_card", reason="a nine")
    evening.rule("enter_card", reason="8C")

    assert bad.clause == "MA house.card-not-read"
    assert evening.hand(3) == ["2c", "Kh", "8c"]
    assert evening.held == ""


@pytest.mark.clause("MA house.card-not-read")
def test_no_card_left_the_shoe_leaves_the_next_card_due() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    drawn = evening.play.drawn

    evening.unread()
    evening.rule("no_card")
    evening.draw("8c")

    assert evening.play.drawn == drawn + 1
    assert evening.hand(3) == ["2c", "Kh", "8c"]


@pytest.mark.clause("MA house.card-not-read")
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_card_not_read_in_the_deal_is_entered_and_the_deal_goes_on(place: int) -> None:
    evening = Evening().opened().lit(3)
    cards = ["2c", "9s", "Kh", "8d"]
    for n, code in enumerate(cards):
        if n == place:
            evening.unread()
            evening.answer("down", "NO")
            evening.rule("enter_card", reason=code)
        else:
            evening.draw(code)

    evening.press("act1")

    assert evening.hand(3) == ["2c", "Kh"]
    assert evening.play.dealer[0].face == "9s"


@pytest.mark.clause("MA house.card-not-read")
def test_hole_card_not_read_stays_down_and_is_asked_at_the_turn() -> None:
    evening = Evening().opened().lit(3)
    evening.draw("9c 9s 9h")
    evening.unread()
    evening.answer("down", "YES")
    evening.rule("play_on")
    evening.press("act1")

    evening.press("act7")
    assert evening.held == "cannot_open"
    evening.rule("enter_card", reason="8d")
    evening.press("act7")

    assert [s.face for s in evening.play.dealer] == ["9s", "8d"]
    assert evening.play.round == ("settled",)


@pytest.mark.clause("MA house.card-not-read")
def test_card_whose_seal_does_not_open_is_looked_at_and_used() -> None:
    """Never guess: a face that the vault cannot open is read out by a person."""
    evening = dealt("2c 9s Kh 8d", 3)
    evening.vault = Shut()

    evening.draw("8c")
    assert evening.held == "cannot_open"
    assert evening.hand(3) == ["2c", "Kh"]
    evening.rule("enter_card", reason="8c")

    assert evening.hand(3) == ["2c", "Kh", "8c"]
    assert evening.play.drawn == 6


class Shut:
    """A vault without its key."""

    def open(self, card: int, seal: object) -> tuple[str, bytes]:
        raise CannotOpen(card)

    def ask(self, question: str, cards: object, counts: object) -> bool:
        raise CannotOpen(0)


def test_burn_card_that_the_vault_cannot_open_is_no_hold() -> None:
    evening = Evening()
    evening.put(cmd.TableOpened(dealer="Dana R."))
    evening.shuffled()
    evening.vault = Shut()

    assert evening.draw("9c").raised == ()
    assert evening.play.shoe == ("ready",)


@pytest.mark.clause("MA house.card-not-read")
def test_face_is_entered_only_for_a_card_that_was_not_read() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    hole = evening.play.dealer[1].id

    refused = evening.floor(cmd.CardEntered(card=hole, face="As"))

    assert (refused.verdict, refused.clause) == ("refused", "MA house.last-card")


@pytest.mark.clause("MA house.card-not-read")
def test_unread_hole_card_may_be_entered_ahead_by_a_floorperson() -> None:
    evening = Evening().opened().lit(3)
    evening.draw("9c 9s 9h")
    evening.unread()
    evening.answer("down", "YES")
    evening.rule("play_on")
    evening.press("act1")
    hole = evening.play.dealer[1].id

    text = evening.floor(cmd.CardEntered(card=hole, face="what"))
    entered = evening.floor(cmd.CardEntered(card=hole, face="8d"))
    evening.press("act7")

    assert (text.clause, entered.verdict) == ("MA house.card-not-read", "accepted")
    assert evening.play.dealer[1].face == "8d"


@pytest.mark.clause("MA house.card-contradicts")
def test_seventh_copy_of_an_exact_card_holds() -> None:
    evening = dealt("As As 9s As As 8d", 1, 3)
    evening.put(cmd.Split(box=1, hand=1))
    evening.draw("As As")
    assert evening.held == ""

    evening.draw("As")

    assert evening.held == "copy_too_many"
    evening.rule("as_they_lie", reason="looked: six decks and one")
    assert evening.held == ""


@pytest.mark.clause("MA house.card-contradicts")
@pytest.mark.parametrize("ruling", ["remove_card", "enter_card"])
def test_card_of_no_deck_is_removed_or_read_out(ruling: str) -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Kd-")
    assert evening.held == "foreign_card"

    evening.rule(ruling, reason="5d")
    evening.draw("2d")

    right = ["2c", "Kh", "2d"] if ruling == "remove_card" else ["2c", "Kh", "5d", "2d"]
    assert evening.hand(3) == right


# ---- while held ----
@pytest.mark.clause("MA house.order-of-steps")
@pytest.mark.parametrize("ruling", ["next_card", "rack"])
def test_card_drawn_while_held_waits_for_its_ruling(ruling: str) -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Kd-")
    evening.draw("4d")
    assert [i.kind for i in evening.open] == ["foreign_card", "drawn_while_held"]
    assert all(e.face != "4d" for _, s in evening.steps for e in s.outcome.exposed)

    evening.rule("remove_card", reason="x")
    racked = evening.play.racked
    evening.rule(ruling, reason="drawn by habit")

    assert evening.held == ""
    if ruling == "rack":
        assert evening.play.racked == racked + 1
    else:
        evening.press("act2")
        assert evening.hand(3) == ["2c", "Kh", "4d"]


def test_held_table_refuses_every_command_but_reports_and_rulings() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Kd-")

    refused = evening.put(cmd.Next(box=3, hand=1))

    assert (refused.verdict, refused.clause) == ("refused", "MA house.card-contradicts")
    assert evening.put(cmd.FloorCalled()).verdict == "accepted"


@pytest.mark.clause("MA 15.c")
def test_card_drawn_while_held_after_the_turn_is_the_dealers_or_the_racks() -> None:
    evening = dealt("9c 9s 9h 2d", 3)
    evening.press("act7")
    evening.draw("Kd-")
    evening.draw("4d")
    evening.rule("remove_card", reason="x")

    evening.rule("next_card")

    assert [s.face for s in evening.play.dealer] == ["9s", "2d", "4d"]


def test_void_puts_cards_that_wait_for_a_ruling_into_the_rack() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Kd-")
    evening.draw("4d")
    drawn = evening.play.drawn

    evening.floor(cmd.RoundVoided(reason="x"), rank="casino_supervisor")
    evening.put(cmd.LayoutCleared(), after_ms=5000)

    assert evening.open == ()
    assert evening.play.racked == drawn


@pytest.mark.clause("MA 7.j")
def test_cover_card_out_of_place_is_noted() -> None:
    evening = Evening()
    evening.put(cmd.TableOpened(dealer="Dana R."))

    outcome = evening.reading(fact.CoverCardSeen, "shoe")

    assert [r.kind for r in outcome.raised] == ["cover_card_late"]
    assert evening.rule("continue").verdict == "accepted"


def test_opened_shoe_is_noted_while_it_holds_cards() -> None:
    evening = Evening().opened()

    assert [r.kind for r in evening.reading(fact.ShoeOpened, "shoe").raised] == ["shoe_opened"]


def test_ruling_is_refused_when_it_is_not_among_them_or_is_ruled_already() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Kd-")
    name = evening.open[0].id

    foreign = evening.rule("burn")
    low = evening.floor(cmd.Ruled(irr=name, ruling="remove_card", reason="x"), rank="dealer")
    evening.rule("remove_card", reason="x")
    twice = evening.floor(cmd.Ruled(irr=name, ruling="remove_card", reason="x"))
    nobody = evening.floor(replace(cmd.Notified(irr=name, whom="x", role="pit boss"), irr=name))

    assert [o.verdict for o in (foreign, low, twice, nobody)] == ["refused"] * 4
