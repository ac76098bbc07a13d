"""Match wagers, insurance and the reader, in this order, before any decision (MA 6.d, 7.i, 11)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.levels import levels
from controller.procedure.guide.next_step import next_step
from tests.kit.evening import Evening, house


def dealt(cards: str, *boxes: int, variant: str = "hole_card_reader", **wagers: object) -> Evening:
    """A confirmed deal; wagers as in `Evening.lit`."""
    evening = Evening(house(**{"deal.variant": variant})).opened()
    evening.lit(*boxes, **wagers)  # type: ignore[arg-type]
    evening.draw(cards)
    evening.press("act1")
    return evening


# ---- match (MA 6.d) ----
@pytest.mark.clause("MA 6.d~2", "MA 6.e.1")
def test_match_wagers_are_collected_then_paid_by_one_key() -> None:
    """Boxes 1 win, 2 lose, 3 win, 4 lose: take 2 and 4, then pay 1 and 3."""
    match = dict.fromkeys((1, 2, 3, 4), 500)
    evening = dealt("9s 4d 9c 5h 9d 4h 6h 2d 7h 8s", 1, 2, 3, 4, match=match)

    evening.press("act1")

    assert [(p.box, p.direction, p.cents) for p in evening.play.payments] == [
        (2, "take", 500),
        (4, "take", 500),
        (1, "pay", 2000),
        (3, "pay", 2000),
    ]


@pytest.mark.clause("MA 6.d", "MA house.match-before-insurance")
def test_hole_card_in_the_reader_before_match_done_is_answered_after_the_key() -> None:
    """MA 6.d: the answer is withheld and comes with the key; that nobody could insure is noted."""
    evening = dealt("5h 9d As 4h 9c 8s", 1, 3, match={1: 500})
    assert evening.put(cmd.Insured(box=1, on=True)).verdict == "refused"

    outcome = evening.peek(True)
    assert outcome.raised == ()
    assert evening.held == ""
    assert next_step(evening.state, evening.house).hint == "Match first"
    assert not evening.play.peek_given
    assert evening.play.round == "match_due"
    evening.press("act1")

    assert evening.play.peek_given
    assert evening.play.round == "turn_due"
    assert [(i.kind, i.about) for i in evening.open] == [("reader_early", "insurance")]


@pytest.mark.clause("MA 6.d")
def test_card_over_unpaid_match_is_booked_and_the_match_settles_late() -> None:
    """Up 9s: no reader is due; amber `Match unpaid` stays until done."""
    evening = dealt("5h 9d 9s 4h 9c 8s", 1, 3, match={3: 500})

    outcome = evening.draw("6c")

    assert [r.kind for r in outcome.raised] == ["match_unpaid"]
    assert evening.hand(1) == ["5h", "4h", "6c"]
    assert evening.held == ""
    evening.put(cmd.MatchDone())
    assert evening.paid()[3, "match"] == ("pay", "8:1")
    assert evening.open == ()


@pytest.mark.clause("MA 6.d")
def test_unpaid_match_is_settled_with_the_round_once() -> None:
    evening = dealt("9h 9d 9s 8h 9c 8s", 1, 3, match={3: 500})
    evening.draw("2c")

    evening.press("act7")

    assert [p.direction for p in evening.play.payments if p.kind == "match"] == ["pay"]
    assert "match_unpaid" not in [i.kind for i in evening.open]


@pytest.mark.clause("MA house.wrong-peek-order")
def test_card_over_unpaid_match_with_a_reader_due_holds() -> None:
    evening = dealt("5h 9d As 4h 9c 8s", 1, 3, match={1: 500})

    evening.draw("6c")

    assert evening.held == "draw_with_peek_due"
    assert evening.hand(1) == ["5h", "4h"]


@pytest.mark.clause("MA house.wrong-peek-order")
def test_card_drawn_before_insurance_is_closed_holds() -> None:
    evening = dealt("5h 9d As 4h 9c 8s", 1, 3)
    assert evening.play.round == "insurance"

    evening.draw("6c")

    assert evening.held == "draw_with_peek_due"
    assert evening.hand(1) == ["5h", "4h"]


@pytest.mark.clause("MA 6.f")
def test_match_payment_stands_when_the_player_surrenders() -> None:
    """MA 6.f: $20 stands and the surrender costs $5."""
    evening = Evening().opened()
    evening.put(cmd.WagerSet(box=2, kind="main", on=True, cents=1000))
    evening.put(cmd.WagerSet(box=2, kind="match", on=True, cents=500))
    evening.draw("9s 9d 4h 8s")
    evening.press("act1")
    evening.press("act1")

    evening.press("act5")
    evening.press("act7")

    paid = [(p.kind, p.direction, p.cents) for p in evening.play.payments]
    assert ("match", "pay", 2000) in paid
    assert ("main", "take", 500) in paid
    assert ("main", "return", 500) in paid


# ---- insurance (MA 11) ----
@pytest.mark.clause("MA 11.a")
def test_insurance_opens_itself_under_an_ace_only() -> None:
    ace = dealt("5h 9d As 4h 9c 8s", 1, 3)
    king = dealt("5h 9d Ks 4h 9c 8s", 1, 3)

    assert ace.play.round == "insurance"
    assert ace.offered("box1.insurance")
    assert ace.offered("box3.insurance")
    assert king.play.round == "peek_due"
    assert king.put(cmd.Insured(box=1, on=True)).verdict == "refused"


@pytest.mark.clause("MA 11.b~5", "MA 11.c")
def test_insertion_of_the_hole_card_closes_insurance() -> None:
    """MA 11.c: $10 insurance, dealer As Kd: $20."""
    evening = dealt("5h 9d As 4h 9c Kd", 1, 3, main={3: 2000})
    evening.press("box3.insurance", cents=1000)

    assert evening.offered("act1") is None
    evening.peek(True)
    late = evening.put(cmd.Insured(box=1, on=True))
    evening.press("act7")

    assert late.verdict == "refused"
    assert [
        (p.box, p.direction, p.cents) for p in evening.play.payments if p.kind == "insurance"
    ] == [(3, "pay", 2000)]


@pytest.mark.clause("MA 11.b~2")
def test_insurance_is_at_most_half_the_wager() -> None:
    evening = Evening().opened()
    evening.put(cmd.WagerSet(box=1, kind="main", on=True, cents=2000))
    evening.draw("5h As 4h 8s")
    evening.press("act1")

    over = evening.put(cmd.Insured(box=1, on=True, cents=1200))
    half = evening.put(cmd.Insured(box=1, on=True, cents=1000))
    less = evening.put(cmd.Insured(box=1, on=True, cents=400))

    assert (over.verdict, over.clause) == ("refused", "MA 11.b~2")
    assert half.verdict == less.verdict == "accepted"


def test_insurance_of_a_box_that_is_not_dealt_is_refused() -> None:
    evening = dealt("5h As 4h 8s", 1)

    assert evening.put(cmd.Insured(box=5, on=True)).clause == "MA 7.e~2"


@pytest.mark.clause("MA 11.b~4")
def test_insurance_without_a_reader_closes_by_the_key_or_the_next_card() -> None:
    by_key = dealt("5h 9d As 4h 9c 8s", 1, 3, variant="hole_card")
    by_card = dealt("5h 9d As 4h 9c 8s", 1, 3, variant="hole_card")
    by_card.press("box1.insurance")

    by_key.press("act1")
    by_card.draw("6c")

    assert by_key.play.round == by_card.play.round == "deciding"
    assert by_card.hand(1) == ["5h", "4h", "6c"]
    assert by_card.put(cmd.Insured(box=3, on=True)).verdict == "refused"


@pytest.mark.clause("MA 11.b~5")
def test_insurance_with_a_reader_in_use_is_closed_by_no_key() -> None:
    evening = dealt("5h 9d As 4h 9c 8s", 1, 3)

    assert evening.put(cmd.InsuranceClosed()).clause == "MA 11.b"


# ---- the reader (MA 7.i) ----
@pytest.mark.parametrize("up", ["Ks", "Qs", "Js"])
def test_reader_is_due_under_a_court_card_before_any_decision(up: str) -> None:
    evening = dealt(f"5h 9d {up} 4h 9c 8s", 1, 3)

    assert evening.put(cmd.Hit(box=1, hand=1)).verdict == "refused"
    assert evening.put(cmd.Next(box=1, hand=1)).verdict == "refused"
    evening.peek(False)

    assert evening.play.round == "deciding"
    assert evening.press("act1").verdict == "accepted"


@pytest.mark.clause("MA 7.i~3")
def test_no_reader_is_due_under_a_low_up_card() -> None:
    evening = dealt("5h 9d 9s 4h 9c 8s", 1, 3)
    assert evening.play.round == "deciding"
    assert not levels(evening.state, evening.house).reader_free

    evening.peek(False)

    assert evening.held == "reader_used"


@pytest.mark.clause("MA 7.i~5")
def test_positive_answer_ends_every_hand_and_only_the_turn_is_left() -> None:
    """MA 7.i~5: up As, hole Kd, box 1 Ah Qd is paid $15, box 2 Kh Qc loses $10."""
    evening = dealt("Ah Kh As Qd Qc Kd", 1, 2, main={1: 1000, 2: 1000})

    evening.peek(True)

    assert evening.play.round == "turn_due"
    assert {c.slot for c in evening.allowed} >= {"act7"}
    for refused in (cmd.Hit(box=2, hand=1), cmd.Double(box=2, hand=1), cmd.Next(box=2, hand=1)):
        assert evening.put(refused).verdict == "refused"
    evening.press("act7")
    assert {(p.box, p.direction, p.cents) for p in evening.play.payments} == {
        (1, "pay", 1500),
        (2, "take", 1000),
    }


@pytest.mark.clause("MA 7.i~3", "MA house.wrong-peek-order")
def test_card_drawn_before_the_reader_holds_for_a_supervisor() -> None:
    """MA 7.i~3: an extra player card before the reader: hold, casino supervisor, no remedy."""
    evening = dealt("5h 9d Ks 4h 9c 8s", 1, 3)
    evening.draw("6c")

    low = evening.rule("next_card", reason="x")
    untold = evening.rule("next_card", reason="x", rank="casino_supervisor")
    evening.floor(
        cmd.Notified(irr=evening.open[0].id, whom="R. Vance", role="casino_supervisor"),
        rank="casino_supervisor",
    )
    evening.answer("seen", "NOT SEEN", rank="casino_supervisor")
    silent = evening.rule("next_card", rank="casino_supervisor")
    ruled = evening.rule("next_card", reason="as it lies", rank="casino_supervisor")

    assert [o.verdict for o in (low, untold, silent, ruled)] == [*["refused"] * 3, "accepted"]
    assert evening.play.round == "peek_due"
    evening.peek(False)
    evening.press("act2")
    assert evening.hand(1) == ["5h", "4h", "6c"]


@pytest.mark.clause("MA 15.k2", "MA house.reader-fault")
def test_reader_that_fails_before_the_peek_leaves_the_round_without_it() -> None:
    """MA 15.k2: as with a hole card and no reader, from the next round on by a notice that fits."""
    evening = dealt("5h 9d Ks 4h 9c 8s", 1, 3)

    evening.reading(fact.ReaderFaulted, "reader", reason="no answer")
    assert evening.held == "reader_fault"
    evening.answer("lamp", "NO")
    evening.rule("go_on_without_reader")

    assert evening.held == ""
    assert evening.play.round == "deciding"
    assert evening.play.dealer[1].face is None
    evening.press("act1")
    evening.press("act7")
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    evening.put(cmd.AllAsListed())
    evening.draw("5h 9d Qs 4h 9c 8s")
    evening.press("act1")
    assert evening.play.round == "deciding"


@pytest.mark.clause("MA 15.k2")
def test_reader_back_in_service_is_used_from_the_next_round_on() -> None:
    """The round that went on without it is finished so: no card waits for a peek in it."""
    evening = dealt("5h 9d Ks 4h 9c 8s", 1, 3)
    evening.floor(cmd.OutOfService(device="reader", out=True))
    assert evening.play.variant == "hole_card"

    evening.floor(cmd.OutOfService(device="reader", out=False))

    assert evening.play.variant == "hole_card"
    evening.draw("6c")
    assert not evening.open
    for slot in ("act1", "act7"):
        evening.press(slot)
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    assert evening.play.variant == "hole_card_reader"


def test_reader_back_in_service_between_rounds_is_used_at_once() -> None:
    evening = Evening().opened()
    evening.floor(cmd.OutOfService(device="reader", out=True))
    assert evening.play.variant == "hole_card"

    evening.floor(cmd.OutOfService(device="reader", out=False))

    assert evening.play.variant == "hole_card_reader"


def test_wrong_no_takes_the_original_wager_only_and_then_raises_the_reader() -> None:
    """A wrong "no" is the blackjack found late of the clauses, then a reader fault."""
    evening = Evening().opened()
    evening.put(cmd.WagerSet(box=1, kind="main", on=True, cents=2000))
    evening.draw("5h Ks 6h As")
    evening.press("act1")
    evening.peek(False)
    evening.press("act3")
    evening.draw("9c")
    evening.state = evening.state

    outcome = evening.press("act7")

    assert [r.kind for r in outcome.raised] == ["reader_fault"]
    assert [(p.direction, p.cents) for p in evening.play.payments if p.kind == "main"] in (
        [("take", 2000), ("return", 2000)],
        [("take", None), ("return", None)],
    )
    assert evening.held == "reader_fault"
    evening.rule("go_on_without_reader")
    assert evening.play.variant == "hole_card"


def test_right_answer_raises_nothing_at_the_turn() -> None:
    evening = dealt("Kh 9d Ks Qh 9c 8s", 1, 3)
    evening.peek(False)

    outcome = evening.press("act7")

    assert outcome.raised == ()
    assert evening.play.round == "settled"


@pytest.mark.parametrize("answer", [True, False])
def test_reader_used_under_a_low_up_card_shows_no_answer(answer: bool) -> None:
    evening = dealt("5h 9d 7s 4h 9c 8s", 1, 3)

    evening.peek(answer)

    assert evening.held == "reader_used"
    assert evening.play.peek is None
    assert not evening.play.peek_given
