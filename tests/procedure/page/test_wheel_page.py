"""The wheel on the dealer's page: wanted, turning, and what it pays to whom."""

from __future__ import annotations

from datetime import UTC

import pytest

from controller.console.drawing.look import Look
from controller.console.drawing.pages import Pages
from controller.domain import facts as fact
from controller.domain.views.view import DealerView
from controller.domain.views.wheel_view import SpinPay, Wheel
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.progressives import Wheeled
from tests.kit.shown import page
from tests.procedure.wheel.test_bonus_spin import spinning
from tests.procedure.wheel.test_wheel_md import blackjacks, finished

PAGES = Pages(FakeDoor(), now=lambda: 0, zone=UTC, look=Look())


def shared() -> Wheeled:
    """Two spins of one round; the second pays 250 to its box and 100 to each other."""
    table = finished(blackjacks("9s"))
    table.spin(2, "250/100")
    table.spin(6, "250/100")
    return table


def test_wheel_is_drawn_while_its_spin_is_on_the_line() -> None:
    evening = spinning()
    before = page(evening).wheel
    evening.press("act7")
    armed = page(evening).wheel
    order = evening.reading(fact.SeatButtonPressed, "wheel", box=2).orders[0]
    turning = page(evening).wheel
    evening.reading(fact.SpinDone, "wheel", order=order.wire, section="50")
    paid = page(evening).wheel

    assert before is None
    assert armed == Wheel(state="armed", box=2)
    assert turning == Wheel(state="spinning", box=2)
    assert paid == Wheel(state="result", box=2, section="50", pays=(SpinPay(box=2, cents=5000),))


@pytest.mark.parametrize("size", ["large", "small"])
def test_each_box_that_a_shared_section_pays_is_named_with_its_amount(size: str) -> None:
    view = page(shared())
    html = PAGES.dealer(view, size)

    assert view.wheel is not None
    assert view.wheel.pays == (
        SpinPay(box=6, cents=25000), SpinPay(box=4, cents=10000), SpinPay(box=2, cents=10000),
    )  # fmt: skip
    assert "<small>BOXES 4 2</small><b>$100</b><small>each</small>" in html
    assert html.count("is-share") == 2
    assert ">250/100</text>" in html


def test_box_of_the_spin_that_rests_last_is_marked_when_two_have_run_without_an_act() -> None:
    """Both seats have pressed: the second wheel turns by itself."""
    table = finished(blackjacks("9s"))
    table.button(2)
    table.button(6)
    table.rests("250/100")
    table.rests("250/100")

    step = page(table).next_step

    assert step.text == "Pay box 6 $250, box 4 $100, box 2 $100"
    assert step.target is not None
    assert step.target.box == 6


def test_wheel_is_gone_with_the_next_act() -> None:
    table = shared()
    table.press("act1")

    assert page(table).wheel is None


def test_spin_of_a_hold_is_not_drawn() -> None:
    """A wheel that may be in doubt says nothing."""
    table = finished(blackjacks("9s"))
    table.button(2)
    table.rests("none such")
    view: DealerView = page(table)

    assert view.hold is not None
    assert view.wheel is None
    assert "wheelbox" not in PAGES.dealer(view, "large")
