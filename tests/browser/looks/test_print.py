"""What is printed from a page: ink on white, every step, nothing that can only be touched."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import Open, sign_in
from tests.browser.site import Site
from tests.kit.pages.floor_views import HELD_FLOOR

from .test_looks import look_at

PAGES = ("/floor/round/117?box=5", "/floor/round/117", "/floor/pays", "/floor/people")
PALE = """() => {
  const light = (text) => {
    const [r, g, b] = text.match(/\\d+/g).map(Number);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const says = (el) => [...el.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  return [...document.querySelectorAll("main *")]
    .filter((el) => el.getClientRects().length && says(el) && !el.closest("[data-suit]"))
    .filter((el) => light(getComputedStyle(el).color) > 90)
    .map((el) => el.outerHTML.slice(0, 90));
}"""
CUT = """() => {
  const list = document.querySelector(".steps");
  return list.scrollHeight - list.clientHeight;
}"""


@pytest.mark.parametrize("path", PAGES)
def test_page_is_printed_in_ink_on_white(site: Site, open_page: Open, path: str) -> None:
    """A dark page printed white words on white paper: browsers print no background."""
    site.show(floor=HELD_FLOOR)
    page = open_page("/floor", 1024, 768)
    sign_in(page)
    page.goto(site.url + path)
    page.wait_for_selector("main")
    page.emulate_media(media="print")

    assert page.evaluate(PALE) == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("button:visible").count() == 0
    assert page.locator(".top:visible, .tabs:visible").count() == 0


def test_round_is_printed_with_every_step_and_says_whose_it_is(site: Site, open_page: Open) -> None:
    """The list showed what its window held, and the rest was not on the paper."""
    site.show(floor=HELD_FLOOR)
    page = open_page("/floor", 1024, 768)
    sign_in(page)
    page.goto(f"{site.url}/floor/round/117")
    shown = page.locator(".steps li").count()
    page.emulate_media(media="print")

    assert "S21-14" in page.locator(".on-paper").inner_text()
    assert page.evaluate(CUT) <= 1
    pdf = page.pdf(prefer_css_page_size=True)
    sheets = len(re.findall(rb"/Type /Page\b(?!s)", pdf))
    assert sheets == 1 + shown // 40
    (box,) = set(re.findall(rb"/MediaBox \[0 0 ([\d.]+ [\d.]+)\]", pdf))
    width, height = map(float, box.split())
    assert (round(width), round(height)) in {(595, 842), (596, 842)}
    assert look_at(page, "outside") == []
