"""The picture of the layout on the floor's pages: boxes, cards and words, none on another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.domain.structs import replace
from controller.domain.views.floor_view import FloorView
from controller.domain.views.view import Hand
from tests.browser.conftest import Open, shows, sign_in
from tests.browser.site import Site
from tests.kit.pages.floor_views import HELD_FLOOR

CARDS = ("Ks", "8d", "2c", "3h", "As", "Qd", "2h")
CROSSING = """(() => {
  const at = (e) => e.getBoundingClientRect(), found = [];
  const cross = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const where = document.querySelector(".where"), frame = at(where);
  const parts = where.querySelectorAll(".spot, .note, .cards > *, .wdealer > *");
  const its = [...parts].filter((e) => e.checkVisibility());
  its.forEach((one, n) => {
    const r = at(one);
    if (r.left < frame.left || r.right > frame.right || r.bottom > frame.bottom)
      found.push(`${one.className} ${one.textContent} leaves the picture`);
    for (const other of its.slice(n + 1))
      if (cross(r, at(other))) found.push(`${one.textContent} on ${other.textContent}`);
  });
  return its.length > 12 ? found : ["no picture"];
})()"""


def views() -> Iterator[FloorView]:
    """A hold at each box, with few and many cards of its own and of the dealer's."""
    first, *rest = HELD_FLOOR.irregularities
    for no in range(1, 8):
        for many, dealers in ((2, 2), (3, 2), (5, 5), (7, 7)):
            hand = Hand(cards=CARDS[:many], total="18", state="held")
            boxes = tuple(
                replace(box, lit=True, hands=(hand,)) if box.no == no else box
                for box in first.layout.boxes
            )
            dealt = replace(first.layout.dealer_hand, cards=CARDS[:dealers], total="17")
            layout = replace(first.layout, boxes=boxes, box=no, dealer_hand=dealt)
            yield replace(HELD_FLOOR, irregularities=(replace(first, layout=layout), *rest))


@pytest.mark.parametrize("size", [(390, 844), (1024, 768)])
def test_nothing_in_the_picture_lies_on_another(
    site: Site, open_page: Open, size: tuple[int, int]
) -> None:
    """The third card of box 1 lay on the word beside the dealer's cards."""
    site.show(floor=HELD_FLOOR)
    page = open_page("/floor/sign-in", *size)
    sign_in(page)
    page.goto(f"{site.url}/floor/irregularity")
    found: dict[str, None] = {}
    for seq, view in enumerate(views(), start=2000):
        site.show(floor=replace(view, seq=seq))
        shows(page, seq)
        found |= dict.fromkeys(page.evaluate(CROSSING))

    assert list(found) == []


DRESSED = "getComputedStyle(document.querySelector('.spot.is-held')).outlineStyle === 'dashed'"
COLOUR = "e => getComputedStyle(e).backgroundColor"


def test_box_of_an_amber_question_is_amber(site: Site, open_page: Open) -> None:
    """Red stops the table; a box that a question is about goes on (console/README 3)."""
    site.show(floor=HELD_FLOOR)
    page = open_page("/floor", 1024, 768)
    sign_in(page)
    found: dict[bool, set[str]] = {}
    for irr in HELD_FLOOR.irregularities:
        page.goto(f"{site.url}/floor/irregularity?id={irr.id}")
        page.wait_for_function(DRESSED)
        found.setdefault(irr.red, set()).add(page.locator(".spot.is-held").evaluate(COLOUR))

    assert [len(colours) for colours in found.values()] == [1, 1]
    assert found[True] != found[False]


def test_name_of_the_table_stands_in_one_line(site: Site, open_page: Open) -> None:
    """`S21-` stood at the end of a line and `14` on the next: two names, read quickly."""
    site.show(floor=HELD_FLOOR)
    for width, height in ((1024, 768), (390, 844)):
        page = open_page("/floor", width, height)
        sign_in(page)
        for irr in HELD_FLOOR.irregularities:
            page.goto(f"{site.url}/floor/irregularity?id={irr.id}")
            page.wait_for_function(DRESSED)
            lines = page.locator(".label:has-text('Table S21-14')").evaluate(
                """(e) => {
                  const text = [...e.childNodes, ...e.querySelectorAll("*")]
                    .flatMap((one) => [one, ...one.childNodes])
                    .find((one) => one.nodeType === 3 && one.data.includes("S21-14"));
                  const range = document.createRange(), at = text.data.indexOf("S21-14");
                  range.setStart(text, at);
                  range.setEnd(text, at + 6);
                  return range.getClientRects().length;
                }"""
            )
            assert lines == 1, irr.headline
        page.context.close()
