"""What a box and a device look like: doubled, held, in fault (console/README 2.1)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC

import pytest

from controller.console.drawing.look import Look
from controller.console.drawing.pages import Pages
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.views import view as views
from controller.view import Frame, dealer_view, floor_view
from tests.kit.evening import Evening, house
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.shown import page

PAGES = Pages(FakeDoor(), now=lambda: 0, zone=UTC, look=Look())
PACKS = ("massachusetts", "massachusetts-bonus-spin", "maryland", "boston-billiard")


def deciding(pack: str, cents: int | None = 1000) -> Evening:
    e = Evening(house(pack)).opened().lit(1, 3, main={1: cents, 3: 500})
    e.draw("5h 9h 6s 6d 9d 4c")
    e.press("act1")
    return e


@pytest.mark.parametrize("size", ["large", "small"])
@pytest.mark.parametrize("pack", PACKS)
def test_doubled_hand_lies_sideways_with_both_stakes(pack: str, size: str) -> None:
    e = deciding(pack)
    e.put(cmd.Double(box=1, hand=1))
    e.draw("9c")

    html = PAGES.dealer(page(e), size)

    assert "$10" in html
    assert ("$10<br>+$10" if size == "large" else ">+$10<") in html
    assert "×2" in html
    assert ("card--side" if size == "large" else "mini--side") in html


def test_doubled_hand_of_chips_that_nobody_counted_names_no_amount() -> None:
    e = deciding("massachusetts", None)
    e.put(cmd.Double(box=1, hand=1))
    e.draw("9c")

    assert "chips<br>+chips" in PAGES.dealer(page(e), "large")


@pytest.mark.parametrize("pack", PACKS)
def test_nothing_is_azure_while_the_table_is_held(pack: str) -> None:
    """A held box is red, never azure, and no hand is in play."""
    e = deciding(pack)
    assert "is-active" in PAGES.dealer(page(e), "large")

    e.unread()

    assert e.held
    assert "is-active" not in PAGES.dealer(page(e), "large")
    assert "now--active" not in PAGES.dealer(page(e), "small")


def jammed() -> Evening:
    e = Evening(house("maryland")).open_table()
    e.put(cmd.ShuffleAsked())
    order = e.state.orders[-1].wire
    e.reading(fact.ShuffleFaulted, "shuffler", order=order, reason="jam")
    return e


def silent() -> Evening:
    e = deciding("maryland")
    e.floor(cmd.OutOfService(device="reader", out=True))
    return e


@pytest.mark.parametrize(("role", "evening"), [("shuffler", jammed), ("card_reader", silent)])
def test_device_in_fault_has_no_tick(role: str, evening: Callable[[], Evening]) -> None:
    """Its link is up and the daemon knows nothing of it: the table does."""
    shown = tuple(views.Device(role=r, name=r) for r in ("shuffler", "wheel", "card_reader"))
    frame = Frame(seq=1, at=0, table=views.TableName(id="t", pack="p"), devices=shown)
    e = evening()

    for view in (dealer_view(e.state, e.house, frame), floor_view(e.state, e.house, frame)):
        assert [d.role for d in view.devices if not d.good] == [role]
    assert 'class="dev is-bad"' in PAGES.dealer(dealer_view(e.state, e.house, frame), "large")
