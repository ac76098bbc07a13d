"""The super bonus and what is above the payout limit wait for a person (MA 5.g, MD 2.B.6.b)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.domain import commands as cmd
from tests.kit.evening import Evening, house
from tests.kit.shown import page
from tests.procedure.wagers import test_shared_boxes as shared


def dealt(evening: Evening, cards: str, box: int, cents: int) -> Evening:
    evening.lit(box, main={box: cents})
    evening.draw(*cards.split())
    evening.press("act1")
    return evening


def sevens() -> Evening:
    """Three sevens of a suit in box 3 under the dealer's seven, settled."""
    evening = dealt(Evening(house("maryland")).opened(), "7c 7d 7c Kd", 3, 500)
    evening.draw("7c")
    evening.press("act7")
    return evening


def over() -> Evening:
    """Box 3 wins 500 where 400 is the limit of a hand."""
    at = house("maryland", payout_limit_cents=400)
    evening = dealt(Evening(at).opened(), "Jc 7d 9h Kd", 3, 500)
    evening.press("act7")
    return evening


@pytest.mark.clause("MD 2.B.6.b")
def test_blackjack_that_is_paid_at_its_turn_is_held_above_the_limit_too() -> None:
    """MD 7.H.1.a pays it before the others act; the excess waits, and the table does not."""
    evening = Evening(house("maryland", payout_limit_cents=400)).opened()
    evening.lit(2, 4, main={2: 500, 4: 500})
    evening.draw("As 9d 9c Kd 7c 8c")
    evening.press("act1")
    held = [(p.cents, p.direction) for p in evening.play.payments if p.box == 2]

    assert held == [(400, "pay"), (350, "hold")]
    assert ([i.kind for i in evening.open], evening.held) == (["payout_over_limit"], "")
    evening.put(cmd.Next(box=4, hand=1))
    evening.press("act7")
    assert [i.kind for i in evening.open if i.box == 2] == ["payout_over_limit"]
    assert evening.held == "payout_over_limit"
    evening.rule("paid", reason="looked at")
    paid = [(p.cents, p.direction) for p in evening.play.payments if p.box == 2]
    assert paid == [(400, "pay"), (350, "pay")]


def test_super_bonus_is_paid_and_verified_by_a_person_once() -> None:
    """It does not hold the table, and a settlement made anew does not ask again."""
    evening = sevens()

    assert [(i.kind, i.box) for i in evening.open] == [("super_bonus", 3)]
    assert evening.held == ""
    assert evening.rule("paid").verdict == "refused"
    evening.rule("paid", reason="looked at")
    assert evening.open == ()


def test_what_is_above_the_limit_is_held_until_a_person_has_paid_it() -> None:
    evening = over()
    held = [(p.cents, p.direction) for p in evening.play.payments if p.box == 3]

    assert held == [(400, "pay"), (100, "hold")]
    assert evening.held == "payout_over_limit"
    evening.rule("paid", reason="looked at")
    paid = [(p.cents, p.direction) for p in evening.play.payments if p.box == 3]
    assert paid == [(400, "pay"), (100, "pay")]
    assert evening.held == ""


def test_ruling_pays_what_is_held_of_its_own_hand_alone() -> None:
    """Box 5 waits for its own; the match wager that box 3 has lost stays lost."""
    evening = Evening(house("maryland", payout_limit_cents=400)).opened()
    evening.lit(3, 5, main={3: 500, 5: 500}, match={3: 100})
    evening.draw("Jc Jd 7d 9h 9d Kd")
    for key in ("act1", "act1", "act7"):
        evening.press(key)
    ours = next(i for i in evening.open if i.box == 3)

    evening.floor(cmd.Ruled(irr=ours.id, ruling="paid", reason="looked at"))

    assert [(p.box, p.kind, p.cents, p.direction) for p in evening.play.payments] == [
        (3, "match", 100, "take"),
        (5, "main", 400, "pay"),
        (5, "main", 100, "hold"),
        (3, "main", 400, "pay"),
        (3, "main", 100, "pay"),
    ]
    assert [i.box for i in evening.open] == [5]


def test_super_bonus_that_nobody_has_verified_yet_is_still_asked_in_the_next_round() -> None:
    """The settlement of another round withdraws nothing of this one."""
    evening = sevens()
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    dealt(evening, "Jc 7d 9h Kd", 3, 500).press("act7")

    assert [(i.kind, i.about, i.status) for i in evening.open] == [
        ("super_bonus", "round 1", "raised")
    ]


@pytest.mark.parametrize("made", [sevens, over])
def test_verified_payment_is_not_asked_again_when_the_settlement_is_made_anew(
    made: Callable[[], Evening],
) -> None:
    """What was paid above the limit stays paid."""
    evening = made()
    evening.rule("paid", reason="looked at")
    before = evening.play.payments

    evening.floor(cmd.Reported(what="paid_wrong", box=3, hand=1))
    evening.rule("paid_right", rank="casino_supervisor", reason="a stack was short")

    assert evening.play.payments == before
    assert evening.open == ()


def test_bonus_of_another_wagerer_is_asked_for_by_box_and_letter() -> None:
    """MA 5.g: nobody counted B's chips, and three sevens pay by what each has wagered."""
    at = shared.table().lit(2, main={2: 1000})
    at.put(cmd.WagererConsents(box=2, on=True))
    assert shared.joins(at, 2, "B", None).verdict == "accepted"
    shared.dealt(at, "7s 7d 7s Kc")
    at.draw("7s")
    at.press("act7")
    asked = page(at).next_step.text
    menu = [(a.slot, a.label, a.sub) for a in page(at).allowed if a.command == "AmountStated"]
    early = at.put(cmd.AmountStated(box=2, kind="main", cents=2500))

    said = at.put(cmd.AmountStated(box=2, kind="main", cents=2500, wagerer="2B"))

    assert asked == "Box 2B: how much?"
    assert menu == [("box2.main.B", "AMOUNT", "box 2B, main")]
    assert (early.verdict, said.verdict) == ("refused", "accepted")
    assert [p.cents for who in ("", "2B") for p in shared.paid(at, who, "super_bonus")] == [
        100_000,
        500_000,
    ]
    assert at.put(cmd.LayoutCleared(), after_ms=5000).verdict == "accepted"
