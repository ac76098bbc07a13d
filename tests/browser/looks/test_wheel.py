"""The wheel beside the dealer's cards, however many they are: nothing covers anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.domain.structs import replace
from tests.browser.conftest import Open, shows
from tests.browser.site import Site

from .axe_core import needs_axe, violations
from .situations import wheel

BOXES = (Path(__file__).parents[1] / "boxes.js").read_text()
OUTSIDE = f"({(Path(__file__).parents[1] / 'measure.js').read_text()}).outside()"
CARDS = ("9s", "2c", "Ah", "Ad", "2s", "Ac", "As")


@pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
def test_wheel_stands_free_of_cards_boxes_and_gauges(
    site: Site, open_page: Open, size: tuple[int, int]
) -> None:
    page = open_page(f"/dealer?size={'large' if size[0] > 1000 else 'small'}", *size)
    found = []
    for number, (name, view) in enumerate(wheel().items(), start=1):
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
    for number, view in enumerate(wheel().values(), start=1):
        site.show(replace(view, seq=number))
        shows(page, number)
        found += violations(page)

    assert found == []
    assert page.locator(".wheel").get_attribute("aria-label") == "wheel 250/100"
