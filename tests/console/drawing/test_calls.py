"""The dealer's page answers a call of the floor, and its chips say what they are.

Source: console/README 2.1.
"""

from __future__ import annotations

import re
from datetime import UTC

import pytest

from controller.console.drawing import words
from controller.console.drawing.look import Look
from controller.console.drawing.pages import Pages
from controller.domain.structs import replace
from controller.domain.views.hold_view import Hold, Queued
from controller.domain.views.view import Call
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.play_views import DECIDING
from tests.kit.pages.table_views import HELD
from tests.kit.pages.views import at

PAGES = Pages(FakeDoor(), now=lambda: at("21:46:40"), zone=UTC, look=Look())
SIZES = ("large", "small")
TAGS = re.compile(r"<[^>]*>")


@pytest.mark.parametrize("size", SIZES)
def test_called_floor_stands_on_key_and_chip_with_who_is_on_the_way(size: str) -> None:
    call = Call(at=at("21:46:00"), acknowledged_by="M. Okafor")

    html = PAGES.dealer(replace(DECIDING, call=call, chips=("Bank $25 does not cover",)), size)

    assert "<span>called 21:46</span>" in html
    assert ">0:40</i> · M. Okafor on the way" in html
    assert "<li>Bank $25 does not cover</li>" in html
    assert html.count("<b>FLOOR</b>") >= 1


@pytest.mark.parametrize("size", SIZES)
def test_no_dealer_reads_the_name_of_a_house_rule_or_a_note(size: str) -> None:
    """`why?` showed `MA house.deal-ok`."""
    for clause in ("MA house.deal-ok", "CA silent.pd-declines"):
        step = replace(DECIDING.next_step, clause=clause)

        html = PAGES.dealer(replace(DECIDING, next_step=step), size)

        assert f">{clause}<" not in html
        assert f'"{clause}"' not in html
        assert "house rule" in html
    assert words.public("MA 7.f") == "MA 7.f"
    assert "_" not in words.in_words("MA house.deal-gap", "for the time deal_gap")


@pytest.mark.parametrize("size", SIZES)
def test_holds_that_wait_are_listed_in_their_order_with_who_is_called(size: str) -> None:
    """Only `1 of 4` said that others are open. Three are listed, by box, never by what they are."""
    called = Queued(since=at("21:46:30"), called="Casino supervisor")
    ours = Queued(box=4, since=at("21:46:00"), acknowledged_by="M. Okafor")
    queue = (ours, Queued(box=6, since=at("21:46:20")), called, Queued(box=1))
    hold = Hold(headline="Stop. Ten. Floor.", box=4, queue=queue)

    text = TAGS.sub(" ", PAGES.dealer(replace(HELD, hold=hold), size))
    words_of = " ".join(text.split())

    assert (
        "1 Box 4 0:40 , M. Okafor 2 Box 6 0:20 , Floor called"
        " 3 Table 0:10 , Casino supervisor called and 1 more" in words_of
    )
    assert words_of.count("2nd") == 1
    assert [hold.place(no) for no in (4, 6, 0, 1, 2)] == [0, 2, 0, 4, 0]


def test_hold_says_what_the_fault_forbids() -> None:
    """Under a jam of the shuffler stood `No card, no chips, no hole card`."""
    hold = Hold(
        headline="Stop. Shuffler fault. Floor.",
        may_not=("Leave the cards in the machine. No new round.",),
        hint="No new round until the floor has ruled.",
    )

    html = PAGES.dealer(replace(HELD, hold=hold), "large")

    assert "hole card." not in html
    assert "Cards as they lie." not in html
    assert "Leave the cards in the machine" in html


def test_page_without_a_link_says_only_what_is_certain() -> None:
    html = PAGES.dealer(DECIDING, "large")

    assert "This page is old. Lamp dark? Stop." in html
    assert "still booked" not in html
