"""The wheel beside the dealer's cards, however many they are: nothing covers anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.views.view import DealerView
from tests.browser.conftest import Open, shows
from tests.browser.site import Site
from tests.kit.shown import page as shown
from tests.procedure.page.test_wheel_page import shared
from tests.procedure.wheel.test_bonus_spin import spinning

from .axe_core import needs_axe, violations

BOXES = (Path(__file__).parents[1] / "boxes.js").read_text()
OUTSIDE = f"({(Path(__file__).parents[1] / 'measure.js').read_text()}).outside()"
CARDS = ("9s", "2c", "Ah", "Ad", "2s", "Ac", "As")


def views() -> dict[str, DealerView]:
    evening = spinning()
    evening.press("act7")
    armed = shown(evening)
    evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    return {"armed": armed, "spinning": shown(evening), "result": shown(shared())}


@pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
def test_wheel_stands_free_of_cards_boxes_and_gauges(
    site: Site, open_page: Open, size: tuple[int, int]
) -> None:
    page = open_page(f"/dealer?size={'large' if size[0] > 1000 else 'small'}", *size)
    found = []
    for number, (name, view) in enumerate(views().items(), start=1):
        for many in range(2, len(CARDS) + 1):
            hand = replace(view.dealer_hand, cards=CARDS[:many])
            site.show(replace(view, dealer_hand=hand, seq=100 * number + many))
            shows(page, 100 * number + many)
            assert page.locator(".wheel").count() == 1
            wrong = [*page.evaluate(BOXES), *page.evaluate(OUTSIDE)]
            found += [f"{name}, {many} cards: {one}" for one in wrong]

    assert found == []


@needs_axe
def test_wheel_is_read_by_those_who_do_not_see_it(site: Site, open_page: Open) -> None:
    page = open_page("/dealer")
    found = []
    for number, view in enumerate(views().values(), start=1):
        site.show(replace(view, seq=number))
        shows(page, number)
        found += violations(page)

    assert found == []
    assert page.locator(".wheel").get_attribute("aria-label") == "wheel 250/100"
