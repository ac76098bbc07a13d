"""axe-core finds nothing in what a touch opens: menus, pads, confirmations, clauses, PIN pad.

Each page is asked itself what its keys open; a key of a later day is judged without a line here.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from controller.domain.structs import replace
from controller.domain.views.floor_view import FloorView, Verdict
from tests.browser.conftest import Open, shows, sign_in
from tests.browser.site import Site
from tests.kit.evening import Evening, house
from tests.kit.pages.floor_views import CALM_FLOOR, HELD_FLOOR, PAUSED_FLOOR
from tests.kit.pages.table_views import DEALER_VIEWS
from tests.kit.shown import floor_page
from tests.kit.shown import page as shown

from .axe_core import needs_axe, violations
from .test_looks import look_at

pytestmark = needs_axe
OPENS = "[...new Set([...document.querySelectorAll('[data-opens]')].map(e => e.dataset.opens))]"
HAVE_MENUS = ("wagering", "deciding", "asked", "settle", "deal-ok")
OPENED = ":is([data-menu], [data-tab]):not([hidden]), .is-open"
"""The pages themselves are judged whole in every state, by the tests beside these."""
SIZES = {"large": (1280, 800), "small": (800, 480)}


def opened(page: Page) -> Iterator[str]:
    """Each thing that a key of this page opens, one after the other."""
    for name in sorted(page.evaluate(OPENS)):
        if name:
            page.evaluate("name => show(name)", name)
            yield name
    page.evaluate("show('')")


def found(page: Page, where: str) -> list[str]:
    """Contrast and room are measured besides: axe leaves undecided what lies under an edge."""
    return [
        f"{where}, {name}: {one}"
        for name in opened(page)
        for one in (*violations(page, OPENED), *look_at(page, "faint"), *look_at(page, "outside"))
    ]


@pytest.mark.parametrize("size", SIZES)
def test_menus_pads_and_clauses_of_the_dealers_page(site: Site, open_page: Open, size: str) -> None:
    page = open_page(f"/dealer?size={size}", *SIZES[size])
    wrong = []
    for number, name in enumerate(HAVE_MENUS, start=70):
        site.show(replace(DEALER_VIEWS[name], seq=number))
        shows(page, number)
        assert page.evaluate(OPENS)
        wrong += found(page, name)

    assert wrong == []


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_confirmations_of_the_floors_pages(
    site: Site, open_page: Open, width: int, height: int
) -> None:
    """Those of a real table too: limits, cards, seals and amounts are typed there."""
    site.show(floor=real_floor())
    page = open_page("/floor", width, height)
    sign_in(page)
    wrong = []
    for tab in ("now", "devices", "duties", "meters", "journal"):
        page.goto(f"{site.url}/floor#{tab}")
        page.wait_for_selector("main")
        wrong += found(page, tab)
    site.show(floor=HELD_FLOOR)
    for irr in HELD_FLOOR.irregularities:
        page.goto(f"{site.url}/floor/irregularity?id={irr.id}")
        page.wait_for_selector("main")
        wrong += found(page, irr.headline)

    assert wrong == []


def real_floor() -> FloorView:
    """Between two rounds of a table with a wheel: most may be done there."""
    view = floor_page(Evening(house("maryland")).opened())
    assert sum(1 for entry in view.allowed if not entry.greyed_reason) > 8
    return replace(CALM_FLOOR, allowed=view.allowed, reports=view.reports, duties=view.duties)


def test_what_is_chosen_said_or_answered_on_the_floors_pages(site: Site, open_page: Open) -> None:
    """A reason and a box of a pause, a refusal, a person's forms with a fault, the pad of PINs."""
    page = open_page("/floor/sign-in", 390, 844)
    wrong = [f"sign-in: {one}" for one in violations(page)]
    page.fill("#name", "M")
    wrong += [f"first letter: {one}" for one in violations(page)]
    sign_in(page)
    page.goto(f"{site.url}/floor/pin")
    wrong += [f"pin: {one}" for one in violations(page)]
    page.goto(f"{site.url}/floor/pause")
    page.click("button.why >> nth=1")
    page.click("button.bx >> nth=3")
    wrong += [f"chosen pause: {one}" for one in violations(page)]
    site.show(floor=PAUSED_FLOOR)
    page.goto(f"{site.url}/floor/people?name=M. Okafor")
    page.click("button:has-text('Ask to remove')")
    page.wait_for_selector(".waits-one")
    wrong += [f"waiting change: {one}" for one in violations(page)]
    page.click("button:has-text('Withdraw')")
    page.wait_for_selector(".waits-one", state="detached")
    site.door.verdict = Verdict(verdict="refused", clause="MA 9.a", text="2 cards over.")
    page.goto(f"{site.url}/floor/pause")
    page.click("button:has-text('Resume play')")
    page.wait_for_selector(".answer:visible")
    wrong += [f"refusal: {one}" for one in violations(page)]

    assert wrong == []


def test_refusal_and_lost_link_on_the_dealers_page(site: Site, open_page: Open) -> None:
    site.door.verdict = Verdict(verdict="refused", clause="MA 9.a", text="2 cards over.")
    page = open_page("/dealer")
    page.keyboard.press("0")
    page.wait_for_selector(".answer:visible")
    wrong = [f"refusal: {one}" for one in violations(page)]
    assert wrong == []


@pytest.mark.parametrize("pack", ["maryland", "pure-21-5"])
def test_menus_of_a_real_table(site: Site, open_page: Open, pack: str) -> None:
    """Wagers open with a bank, cards keyed by hand: as the procedure offers them."""
    e = Evening(house(pack)).opened()
    page = open_page("/dealer")
    wrong = []
    for view in (shown(e), shown(e.lit(1, 3))):
        site.show(view)
        shows(page, view.seq)
        wrong += found(page, view.next_step.text)

    assert wrong == []
