"""The dealer's page in Spanish: every word stands inside its key, its band and its box."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from controller.console.drawing.look import Look
from controller.domain.structs import replace
from controller.domain.views.view import Allowed, DealerView
from controller.rules.languages import PAGE
from controller.rules.languages import table as words_of
from tests.browser.conftest import shows
from tests.browser.site import Site
from tests.kit.pages.page_walk import TABLES, PageWalk, shared_box, table
from tests.kit.pages.play_views import DECIDING
from tests.kit.pages.table_views import DEALER_VIEWS

from .sweep import LAYOUT, MEASURE, SIZES, Sweep

INPUTS, EVERY = 90, 15
KEYS = ("keys", "opening", "stack", "money", "bank")
"""Parts of the page's words in which keys have their labels, in capitals."""
PLACES = (1, 2, 3, 4)
"""Of a menu, the narrowest that a key may be moved to."""


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Site]]:
    """Both languages, before the browser's loop runs in this thread."""
    with ExitStack() as stack:
        yield {
            language: stack.enter_context(
                Site(tmp_path_factory.mktemp("people"), Look(language=language))
            )
            for language in ("es", "en")
        }


def labels() -> list[tuple[str, str]]:
    """Each label of a key with something below it."""
    parts = words_of("es", PAGE)
    found = [en for part in KEYS for en in parts[part] if en.split("{")[0].isupper()]
    return [(en.format_map(_Three()), "box 3, 2nd, $25 more") for en in found]


class _Three(dict[str, str]):
    def __missing__(self, _: str) -> str:
        return "3"


def with_keys(seq: int, said: list[tuple[str, str]]) -> DealerView:
    keys = tuple(
        Allowed(command="Next", slot=f"more.{n}", label=label, sub=sub, token="t", body="{}")
        for n, (label, sub) in zip(PLACES, said, strict=False)
    )
    more = Allowed(command="menu", slot="act2", label="MORE", sub="other keys", opens="more")
    return replace(DECIDING, seq=seq, allowed=(more, *keys), menus=(), refused=())


def wrong_on(page: Page, site: Site, view: DealerView) -> list[str]:
    site.show(view)
    shows(page, view.seq)
    wrong: list[str] = page.evaluate(MEASURE)["wrong"]
    return wrong + [no for check in LAYOUT for no in page.evaluate(check)]


@pytest.fixture(params=SIZES)
def opened(
    request: pytest.FixtureRequest, houses: dict[str, Site], chromium: Browser
) -> Iterator[Callable[[str], Page]]:
    """A page in a language, at one size."""
    width, height = SIZES[request.param]
    pages: list[Page] = []

    def opening(language: str) -> Page:
        page = chromium.new_page(viewport=ViewportSize(width=width, height=height))
        page.goto(f"{houses[language].url}/dealer?size={request.param}")
        pages.append(page)
        return page

    yield opening
    for page in pages:
        page.close()


def test_every_view_is_whole(houses: dict[str, Site], opened: Callable[[str], Page]) -> None:
    page = opened("es")

    found = {
        name: wrong
        for number, (name, view) in enumerate(DEALER_VIEWS.items(), start=50)
        if (wrong := wrong_on(page, houses["es"], replace(view, seq=number)))
    }

    assert found == {}


def test_every_label_fits_where_the_english_one_does(
    houses: dict[str, Site], opened: Callable[[str], Page]
) -> None:
    """Any key may be moved to a menu, where the keys are narrow."""
    spanish, english = opened("es"), opened("en")
    said = labels()

    found = []
    for number in range(0, len(said), len(PLACES)):
        some = said[number : number + len(PLACES)]
        view = with_keys(1000 + number, some)
        wrong = wrong_on(spanish, houses["es"], view)
        if len(wrong) > len(wrong_on(english, houses["en"], view)):
            found += wrong

    assert found == []
    assert len(said) > 100


@pytest.mark.parametrize(("pack", "variant"), TABLES[::2])
def test_spanish_page_of_a_walk_is_whole(
    houses: dict[str, Site], chromium: Browser, pack: str, variant: str
) -> None:
    """As the English one: not covered, not cut, and the table takes what is touched."""
    sweep = Sweep(chromium, houses["es"])
    walk = PageWalk(53, table(pack, variant), wrong=0.1)

    found = walk.swept(lambda _: sweep.look(walk), INPUTS, EVERY)
    sweep.close()

    assert found == []
    assert sweep.posts > sweep.views


def test_spanish_keys_of_a_shared_box_are_whole(houses: dict[str, Site], chromium: Browser) -> None:
    """Each names the box, the wagerer and the amount."""
    sweep = Sweep(chromium, houses["es"])

    found = [no for walk in shared_box("massachusetts") for no in sweep.look(walk)]
    sweep.close()

    assert found == []
    assert sweep.posts > sweep.views
