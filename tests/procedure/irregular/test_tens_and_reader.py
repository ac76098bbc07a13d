"""Tens in the shoe (MA 15.b) and the reader used with the wrong up card (MA 15.l)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.guide.next_step import next_step
from controller.procedure.irregularities import catalog
from controller.procedure.state.house import House
from tests.kit.evening import Evening, house


def dealt(cards: str, *boxes: int, at: House | None = None) -> Evening:
    evening = Evening(at).opened().lit(*boxes)
    evening.draw(cards)
    evening.press("act1")
    return evening


def removed(evening: Evening) -> None:
    evening.answer("ten", "YES")
    assert evening.rule("remove_card").verdict == "accepted"


# ---- tens ----
@pytest.mark.clause("MA 15.b")
def test_ten_as_a_hit_holds_until_a_floorperson_has_removed_it() -> None:
    """MA 15.b: the card is not assigned; only a floorperson's sign-off releases; next to box 3."""
    evening = dealt("2c 9s Kh 8d", 3)

    evening.draw("Th")
    assert evening.held == "ten_found"
    assert evening.hand(3) == ["2c", "Kh"]
    asked = evening.rule("remove_card")
    by_dealer = evening.answer("ten", "YES", rank="dealer")
    removed(evening)
    evening.draw("5c")

    assert asked.verdict == by_dealer.verdict == "refused"
    assert evening.hand(3) == ["2c", "Kh", "5c"]
    assert (evening.play.tens, evening.play.removed) == (1, 1)


def test_card_read_as_a_ten_that_is_none_counts_as_what_lies_there() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Th")

    evening.answer("ten", "NO")
    evening.rule("enter_card", reason="8h")

    assert evening.hand(3) == ["2c", "Kh", "8h"]
    assert evening.play.tens == 0


@pytest.mark.parametrize(
    ("cards", "hand"),
    [("Th 2d 9s Kh 3d 8d", ["Kh", "4c"]), ("2c 2d 9s Th 3d 8d", ["2c", "4c"])],
)
def test_ten_in_the_deal_is_named_at_deal_ok_and_its_place_gets_the_next_card(
    cards: str, hand: list[str]
) -> None:
    evening = Evening().opened().lit(1, 3)
    assert evening.draw(cards).raised == ()

    evening.press("act1")
    assert evening.held == "ten_found"
    removed(evening)
    evening.draw("4c")

    assert evening.hand(1) == hand
    assert evening.play.round == "deciding"


@pytest.mark.clause("MA 15.b")
def test_card_in_the_place_of_an_up_card_that_was_a_ten_comes_by_the_clause_of_the_ten() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("2c 2d Th Kh 3d 8d")
    evening.press("act1")
    removed(evening)

    asked = next_step(evening.state, evening.house)

    assert (asked.text, asked.clause) == ("Next card: dealer's up card", "MA 15.b")


def test_ten_as_the_up_card_gets_the_next_card_before_anything_else() -> None:
    evening = dealt("2c 3d Ts Kh 5d 8d", 1, 3)
    removed(evening)
    decided = evening.put(cmd.Next(box=1, hand=1))

    evening.draw("As")

    assert decided.clause == "MA 7.d.3"
    assert [s.face for s in evening.play.dealer] == ["As", None]
    assert evening.play.round == "insurance"


@pytest.mark.clause("MA house.hidden-anomaly-at")
def test_ten_as_the_hole_card_is_named_at_its_turn() -> None:
    evening = dealt("9c 9s 9h Td", 3)
    assert evening.held == ""

    evening.press("act7")
    assert evening.held == "ten_found"
    removed(evening)
    evening.draw("8d")

    assert [s.face for s in evening.play.dealer] == ["9s", "8d"]
    assert evening.play.round == "settled"


@pytest.mark.clause("MA house.hole-anomaly-late-blackjack")
def test_blackjack_that_replaces_a_ten_at_the_turn_takes_original_wagers_only() -> None:
    """The reader saw a ten and said no; box 3 has doubled $20 since."""
    evening = Evening().opened().lit(3, main={3: 2000})
    evening.draw("6c Ks 5h Td")
    evening.press("act1")
    evening.peek(False)
    evening.put(cmd.Double(box=3, hand=1, cents=2000))
    evening.draw("9h")
    evening.press("act7")
    removed(evening)

    evening.draw("As")

    assert [s.face for s in evening.play.dealer] == ["Ks", "As"]
    moved = [(p.direction, p.cents) for p in evening.play.payments if p.kind == "main"]
    assert sorted(moved, key=str) == [("return", 2000), ("take", 2000)]


def test_ten_that_the_dealer_draws_is_replaced_by_the_next_card() -> None:
    evening = dealt("9c 9s 9h 2d", 3)
    evening.press("act7")
    evening.draw("Td")
    removed(evening)

    evening.draw("7d")

    assert [s.face for s in evening.play.dealer] == ["9s", "2d", "7d"]


@pytest.mark.clause("MA house.hidden-anomaly-at")
def test_burnt_ten_is_named_at_once_and_the_burn_is_made_again() -> None:
    evening = Evening()
    evening.open_table()
    evening.shuffled()

    evening.draw("Th")
    assert evening.held == "ten_found"
    assert evening.open[0].about == "burn"
    removed(evening)

    assert evening.play.shoe == "burn_due"
    assert evening.play.racked == 0
    evening.draw("9c")
    assert str(evening.play.shoe) == "ready"


def test_burnt_card_that_is_no_ten_stays_in_the_rack() -> None:
    evening = Evening()
    evening.open_table()
    evening.shuffled()
    evening.draw("Th")

    evening.answer("ten", "NO")
    evening.rule("enter_card", reason="9h")

    assert (evening.held, evening.play.racked, evening.play.pending) == ("", 1, None)


@pytest.mark.clause("MA 15.b~2")
def test_second_ten_of_the_shoe_voids_the_round_and_reshuffles() -> None:
    """MA 15.b~2: the only ruling is void and reshuffle; open wagers are returned."""
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Th")
    removed(evening)
    evening.draw("Tc")
    assert evening.held == "ten_found_second"

    early = evening.rule("void_round")
    evening.answer("ten", "YES")
    offers = catalog.offers(evening.play, evening.house, evening.asked)
    assert [o.ruling.name for o in offers if not o.grey] == ["void_round"]
    evening.rule("void_round")

    assert early.verdict == "refused"
    assert evening.paid() == {(3, "main"): ("void", "")}
    assert (evening.play.tens, evening.play.removed) == (2, 2)
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    assert evening.play.shoe == "rest_due"


def test_second_ten_is_the_first_when_the_first_was_none() -> None:
    evening = dealt("Th 3d 9s Tc 5d 8d", 1, 3)
    kinds = [i.kind for i in evening.open if i.kind != "hand_with_one_card"]
    assert kinds == ["ten_found", "ten_found_second"]

    evening.answer("ten", "NO")
    evening.rule("enter_card", reason="8h")

    assert evening.held == "ten_found"
    removed(evening)
    evening.draw("4c")
    assert evening.hand(1) == ["8h", "4c"]


@pytest.mark.clause("MA house.roles")
def test_higher_rank_acts_for_a_lower_one_under_the_titles_of_the_house() -> None:
    """A ten is the floorperson's: a casino supervisor may, a dealer may not, release it."""
    pack = house().pack
    title = replace(pack.words.floorperson, value="pit boss")
    titled = replace(pack, words=replace(pack.words, floorperson=title))
    evening = dealt("2c 9s Kh 8d", 3, at=House(titled))
    evening.draw("Th")

    dealer = evening.answer("ten", "YES", rank="dealer")
    answered = evening.answer("ten", "YES", rank="casino_supervisor")
    ruled = evening.rule("remove_card", rank="casino_supervisor")

    assert (dealer.verdict, dealer.text) == ("refused", "A pit boss rules")
    assert answered.verdict == ruled.verdict == "accepted"
    assert evening.held == ""


# ---- the reader with a wrong up card (MA 15.l) ----
@pytest.mark.clause("MA 15.l", "MA 15.l.2")
def test_reader_used_goes_on_after_a_supervisor_was_notified() -> None:
    """MA 15.l.2: same hands, the reader's result is neither shown nor used."""
    evening = dealt("5h 9d 7s 4h 9c 8s", 1, 3)
    evening.peek(True)
    assert evening.held == "reader_used"

    blind = evening.rule("continue")
    evening.answer("up_right", "YES")
    untold = evening.rule("continue")
    low = evening.floor(cmd.Notified(irr=evening.open[0].id, whom="M. Okafor", role="floorperson"))
    still = evening.rule("continue")
    evening.floor(
        cmd.Notified(
            irr=evening.open[0].id, whom="R. Vance", role="casino_supervisor", how="phone"
        ),
        rank="casino_supervisor",
    )
    other = evening.rule("all_hands_dead")
    ruled = evening.rule("continue")

    assert [o.verdict for o in (blind, untold, low, still, other)] == ["refused"] * 5
    assert blind.clause == untold.clause == "MA 15.l"
    assert ruled.verdict == "accepted"
    assert evening.held == ""
    assert evening.play.peek is None
    evening.draw("2c")
    assert evening.hand(1) == ["5h", "4h", "2c"]
    assert evening.peek(False).raised != ()


@pytest.mark.clause("MA 15.l.1", "MA house.reader-discloses")
def test_reader_that_discloses_makes_all_hands_dead() -> None:
    """MA 15.l.1: boxes 1 $10 and 3 $25: $10 and $25 are returned, nothing is won or lost."""
    at = house(**{"deal.reader_can_disclose_value": True})
    evening = Evening(at).opened()
    evening.put(cmd.WagerSet(box=1, kind="main", on=True, cents=1000))
    evening.put(cmd.WagerSet(box=3, kind="main", on=True, cents=2500))
    evening.draw("5h 9d 7s 4h 9c 8s")
    evening.press("act1")
    evening.peek(False)
    evening.answer("up_right", "YES")
    evening.floor(
        cmd.Notified(irr=evening.open[0].id, whom="R. Vance", role="casino_supervisor"),
        rank="casino_supervisor",
    )

    goes_on = evening.rule("continue")
    evening.rule("all_hands_dead")

    assert goes_on.verdict == "refused"
    assert [(p.box, p.direction, p.cents) for p in evening.play.payments] == [
        (1, "void", 1000),
        (3, "void", 2500),
    ]
    assert evening.play.round == "settled"
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    assert evening.play.racked == evening.play.drawn


def test_deal_booked_one_place_off_is_opened_again() -> None:
    """The up card is not that one: CORRECT CARDS, and no irregularity remains."""
    evening = Evening().later().lit(1, 3)
    evening.draw("7s 5h 9d Ks 4h 9c")  # the first card was a burn nobody announced
    evening.press("act1")
    evening.peek(False)
    evening.answer("up_right", "NO")
    evening.floor(
        cmd.Notified(irr=evening.open[0].id, whom="R. Vance", role="casino_supervisor"),
        rank="casino_supervisor",
    )

    outcome = evening.rule("correct_cards")

    assert outcome.verdict == "accepted"
    assert [w.kind for w in outcome.withdrawn] == ["reader_used"]
    assert evening.held == ""
    assert evening.play.round == "deal_out"
    evening.put(cmd.BurnReported(made=True))
    evening.draw("8d")
    evening.put(cmd.BoxesConfirmed(boxes=(1, 3)))
    evening.press("act1")
    assert evening.play.dealer[0].face == "Ks"
    assert evening.hand(1) == ["5h", "4h"]
    assert evening.play.peek_given


def test_reader_used_again_or_with_no_round_is_noted_only() -> None:
    evening = Evening().opened()

    assert [r.kind for r in evening.peek(False).raised] == ["unknown_event"]
    assert evening.held == ""


@pytest.mark.clause("MA house.notify-escalate")
def test_red_call_that_nobody_answers_goes_to_the_next_rank() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Th")
    timer = next(t for t in evening.play.timers if t.id.startswith("notify"))
    assert timer.seconds == 60

    evening.put(fact.TimerFired(timer=timer.id))
    assert evening.open[0].called == "casino_supervisor"
    again = next(t for t in evening.play.timers if t.id.startswith("notify"))
    evening.put(fact.TimerFired(timer=again.id))

    assert not any(t.id.startswith("notify") for t in evening.play.timers)


def test_answer_that_the_question_does_not_have_is_refused() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Th")

    assert evening.answer("ten", "MAYBE").verdict == "refused"
    assert evening.answer("colour", "RED").verdict == "refused"
    evening.floor(cmd.Notified(irr=evening.open[0].id, whom="x", role="pit boss"))
