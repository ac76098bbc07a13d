"""The pad on which cards are keyed while the shoe scanner is out of service."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Page, expect

from controller.domain import commands as cmd
from tests.kit.pages.play_views import DECIDING
from tests.kit.pages.views import entry

from .conftest import Open, box_of, shows
from .looks.situations import dealt
from .site import Site
from .test_dealer import asked

FACE = entry(cmd.CardKeyed(), "pad.face", "CARD", "rank, then suit")
DOWN = entry(cmd.CardKeyed(), "pad.down", "FACE DOWN", "hole card")
COVER = entry(cmd.CoverCardKeyed(), "pad.cover", "COVER CARD", "is out")
KEYED = msgspec.structs.replace(DECIDING, allowed=(*DECIDING.allowed, FACE, COVER), seq=21)
HIDDEN = msgspec.structs.replace(DECIDING, allowed=(*DECIDING.allowed, DOWN, COVER), seq=22)

COVERED = """() => {
  const at = (css) => [...document.querySelectorAll(css)].filter((one) => one.offsetParent)
    .map((one) => [one.className, one.getBoundingClientRect()]);
  const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const found = [];
  for (const [name, a] of at(".keyed, .keyed__key--cover"))
    for (const [other, b] of at(".box, .tile, .dealer .card, .dealer__name, .now, .act"))
      if (cross(a, b)) found.push(`${name} on ${other}`);
  return found;
}"""

OVER_GAUGE = COVERED.replace('".keyed, .keyed__key--cover"', '".gauge--shoe"').replace(
    ".now, .act", ".now, .act, .keyed, .keyed__key--cover"
)


def sent(site: Site, page: Page) -> cmd.Command:
    (one,) = asked(site, page)
    return one


@pytest.mark.parametrize("size", ["large", "small"])
def test_two_keys_name_a_card(site: Site, open_page: Open, size: str) -> None:
    """Rank, then suit; every key is large enough for a finger and covers no act."""
    site.show(KEYED)
    page = open_page(f"/dealer?size={size}", width=1280 if size == "large" else 800, height=800)
    shows(page, 21)

    for key in page.locator(".keyed__key").all():
        box = box_of(key)
        assert min(box["width"], box["height"]) >= 44
    page.locator("[data-rank=K]").click()
    page.locator("[data-pick=h]").click()

    card = sent(site, page)
    assert isinstance(card, cmd.CardKeyed)
    assert card.face == "Kh"


def test_rank_that_is_picked_is_said_and_outlives_a_new_view(site: Site, open_page: Open) -> None:
    """It was lit before the view changed and forgotten with it."""
    site.show(KEYED)
    page = open_page("/dealer")
    shows(page, 21)
    assert page.locator(".keyed__say").inner_text().split("\n") == ["Rank", "then the suit"]

    page.locator("[data-rank=T]").click()
    site.show(msgspec.structs.replace(KEYED, chips=("Match unpaid: box 7",), seq=23))
    shows(page, 23)

    assert page.locator(".keyed__say").inner_text().split("\n") == ["10 of …", "now the suit"]
    assert page.locator("[data-rank=T]").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("size", ["large", "small"])
@pytest.mark.parametrize("cards", [2, 5, 8])
def test_panel_lies_on_no_box_and_no_card(
    site: Site, open_page: Open, size: str, cards: int
) -> None:
    """Ranks stood at one end of the page and suits at the other."""
    hand = msgspec.structs.replace(KEYED.dealer_hand, cards=("Qs", *["2h"] * (cards - 1)))
    site.show(msgspec.structs.replace(KEYED, dealer_hand=hand))
    page = open_page(f"/dealer?size={size}", *((1280, 800) if size == "large" else (800, 480)))
    shows(page, 21)

    assert page.evaluate(COVERED) == []


def test_suit_without_a_rank_sends_nothing(site: Site, open_page: Open) -> None:
    """Half a card is none."""
    site.show(KEYED)
    page = open_page("/dealer")
    shows(page, 21)

    page.locator("[data-pick=h]").click()

    assert page.locator(".answer").inner_text() == "First the rank, then the suit."
    assert site.door.asked == []


def test_card_that_stays_down_is_keyed_without_a_face(site: Site, open_page: Open) -> None:
    """One key, and no rank on the page to press by mistake."""
    site.show(HIDDEN)
    page = open_page("/dealer")
    shows(page, 22)
    assert page.locator("[data-rank]").count() == 0

    page.locator(".keyed__key--down").click()

    card = sent(site, page)
    assert isinstance(card, cmd.CardKeyed)
    assert card.face == ""


@pytest.mark.parametrize("size", ["large", "small"])
def test_page_is_amber_and_its_shoe_is_dead_while_cards_are_keyed(
    site: Site, open_page: Open, size: str
) -> None:
    """Each card asks for a look; a gauge that nobody counts shows no depth (console/README 2.4)."""
    site.show(view := msgspec.structs.replace(dealt()["hand-entry"], seq=31))
    page = open_page(f"/dealer?size={size}", *((1280, 800) if size == "large" else (800, 480)))
    shows(page, 31)

    assert view.signal == "look"
    assert page.locator(".step--look:visible").count() == 1
    gauge = page.locator(".gauge--shoe")
    expect(gauge).to_be_visible()
    assert gauge.locator("i.on").count() == 0
    said = "Not reading" if size == "small" else "Shoe not reading"
    assert gauge.inner_text().split("\n")[0] == said
    if size == "large":
        assert gauge.inner_text().split("\n")[-1] == "M. Okafor knows"
    assert page.evaluate(COVERED) == []
    assert page.evaluate(OVER_GAUGE) == []
