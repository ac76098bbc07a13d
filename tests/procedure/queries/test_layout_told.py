"""What the line says of the layout: the turn, the pick-up, and what it has told by itself."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.guide.next_step import next_step
from controller.procedure.guide.next_step.ended_hands import told_now
from controller.procedure.guide.next_step.next_pick_up import pick_up
from controller.procedure.state.parts.changed import Changed
from controller.procedure.state.parts.shoe_marks import Marks
from controller.procedure.state.play import LastDraw, Play
from controller.procedure.state.whole import State
from tests.kit.evening import house

from .test_target import hand, slots

LIVE, OVER, NATURAL = hand("Kc 8d", 1), hand("Kc 9d 5s", 3), hand("Ac Kd", 6)
SETTLED = Play(
    round="settled", hands=(LIVE, OVER, NATURAL), dealer=slots("7c .."), boxes=(1, 3, 6), drawn=9
)
DEAD = tuple(replace(h, dead=True) for h in SETTLED.hands)
VOID = replace(SETTLED, hands=DEAD, last=LastDraw(3, 3, 1))


def paid(box: int, kind: str = "main", direction: Any = "pay") -> Payment:
    return Payment(box=box, kind=kind, hand=1, cents=500, direction=direction, clause="x")


@pytest.mark.parametrize(
    ("play", "told"),
    [
        (SETTLED, "6 1"),
        (replace(SETTLED, hands=(LIVE, hand("Kc 9d ..", 3))), "3 1"),
        (replace(SETTLED, hands=(LIVE, hand("Kc 9d 2s", 3))), "3 1"),
        (replace(SETTLED, hands=(LIVE, hand("", 3))), "1"),
        (replace(SETTLED, payments=(paid(6),), paid_before=1), "1"),
        (replace(SETTLED, payments=(paid(6),), paid_before=0), "6 1"),
        (replace(SETTLED, payments=(paid(6, "match"),), paid_before=1), "6 1"),
        (replace(SETTLED, payments=(paid(6, direction="take"),), paid_before=1), "6 1"),
        (replace(SETTLED, changed=Changed(late=((3, 1),))), "6 3 1"),
        (replace(SETTLED, changed=Changed(late=((3, 2),))), "6 1"),
        (VOID, "6 3 1"),
        (replace(VOID, dealer=slots("7c 9d")), "6 1"),
        (replace(VOID, last=LastDraw(3, 1, 1)), "6 1"),
        (replace(VOID, last=None), "6 1"),
        (replace(VOID, marks=Marks(stood=(3, 1, 9))), "6 1"),
        (replace(VOID, hands=(LIVE, *DEAD[1:])), "6 1"),
        (replace(VOID, hands=(DEAD[1], DEAD[0]), last=None), "1"),
        (replace(VOID, hands=(DEAD[1], DEAD[0]), last=LastDraw(3, 9, 1)), "1"),
        (replace(VOID, hands=(DEAD[0], DEAD[1]), last=LastDraw(3, 9, 1)), "1"),
        (replace(SETTLED, hands=(), dealt=slots("9c")), "6 3 1"),
        (replace(SETTLED, hands=()), ""),
    ],
)
def test_cards_that_still_lie_are_picked_up_from_the_right(play: Play, told: str) -> None:
    """NH play.20: cards of a hand that went over are gone, unless nobody has acted on it yet."""
    at = house("boston-billiard")

    assert pick_up(play, at) == (at.line("pick_up", boxes=told)[1] if told else "")


def test_cards_of_a_hand_that_went_over_lie_where_the_text_leaves_them() -> None:
    at = house("massachusetts")

    assert pick_up(SETTLED, at) == at.line("pick_up", boxes="6 3 1")[1]


@pytest.mark.parametrize(
    ("variant", "dealer", "peek", "key"),
    [
        ("hole_card", "7c ..", None, "turn"),
        ("hole_card_reader", "7c ..", False, "turn"),
        ("hole_card_reader", "Ac ..", True, "blackjack"),
        ("hole_card", "7c 9d", None, "turn_open"),
        ("hole_card", "7c", None, "turn_gone"),
        ("no_hole_card", "7c", None, "dealers_card"),
        ("no_hole_card", "7c 9d", None, "turn_open"),
        ("no_hole_card", "7c 9d 2c", None, "turn_open"),
    ],
)
def test_line_of_the_turn_says_whether_the_second_card_lies_there_and_how(
    variant: str, dealer: str, peek: Any, key: Any
) -> None:
    at = house("massachusetts")
    done = (hand("Kc 8d", done=True),)
    play = Play(
        round="turn_due",
        variant=variant,
        hands=done,
        dealer=slots(dealer),
        peek=peek,
        peek_given=peek is not None,
    )

    assert next_step(State(play), at).text == at.line(key)[1]


@pytest.mark.parametrize(
    ("play", "what", "told"),
    [
        (SETTLED, paid(3, "bonus_spin"), False),
        (replace(SETTLED, spin_told=((paid(3, "bonus_spin"),),)), paid(3, "bonus_spin"), True),
        (replace(SETTLED, spin_told=((), (paid(3), paid(1)))), paid(1), True),
        (replace(SETTLED, spin_told=((paid(3),),)), paid(1), False),
        (SETTLED, paid(3, "match"), True),
        (replace(SETTLED, match_done=True), paid(3, "match"), False),
        (SETTLED, paid(3), False),
    ],
)
def test_what_a_spin_paid_or_the_match_wagers_still_ask_for_is_told_without_a_change(
    play: Play, what: Payment, *, told: bool
) -> None:
    assert told_now(play, house("maryland"), what) is told
