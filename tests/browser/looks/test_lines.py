"""The line of the dealer's page and what stands under it: whole, whatever the packs make of it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.facts.of_the_table import Change
from controller.domain.structs import replace
from controller.domain.views.view import DealerView
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.state.parts.rules_offer import in_words
from controller.rules.pack import load, names
from tests.browser.conftest import Open, box_of, shows, sign_in
from tests.browser.site import Site
from tests.kit.evening import Evening, house
from tests.kit.pages.floor_views import RULES_FLOOR
from tests.kit.pages.table_views import DEALER_VIEWS
from tests.kit.shown import page as shown
from tests.kit.stakes import staked

from .situations import matches

SIZES = {"large": (1280, 800), "small": (800, 480)}
BOXES = (Path(__file__).parents[1] / "boxes.js").read_text()
CUT = """(said) => said.filter((text) => {
  const line = document.querySelector(".step:not([hidden]) .step__line");
  line.textContent = text;
  sized();
  const inner = line.getBoundingClientRect(), band = line.closest(".step").getBoundingClientRect();
  return line.scrollWidth > line.clientWidth || inner.bottom > band.bottom || inner.top < band.top;
})"""
"""Of these texts, those that are not whole on the line."""
BAND = Path(__file__).with_name("band.js").read_text()
CALLED = sorted({kind.dealer for kind in KINDS.values() if kind.dealer})
MA, MD = "massachusetts-bonus-spin", "maryland"
ALL = range(1, 8)


def opened(site: Site, open_page: Open, view: DealerView, size: str) -> Page:
    site.show(view)
    page = open_page(f"/dealer?size={size}", *SIZES[size])
    shows(page, view.seq)
    return page


@pytest.mark.parametrize("size", SIZES)
def test_line_of_every_hold_is_whole_beside_who_was_called(
    site: Site, open_page: Open, size: str
) -> None:
    """`Stop. Box 1 not read. Floor.` ran under `Floor called` at 800x480 (console/README 2.1)."""
    page = opened(site, open_page, DEALER_VIEWS["held"], size)

    assert len(CALLED) > 20
    assert page.evaluate(CUT, CALLED) == []


@pytest.mark.parametrize("size", SIZES)
def test_every_line_of_a_pack_is_whole_beside_undo_and_clause(
    site: Site, open_page: Open, size: str
) -> None:
    page = opened(site, open_page, DEALER_VIEWS["asked"], size)
    said = sorted({f"{line} 2nd hand" for name in names() for line in _lines(name)})

    assert len(said) > 100
    assert page.evaluate(CUT, said) == []


def _lines(pack: str) -> list[str]:
    """Those of the first line: what is longer stands in the second."""
    every = msgspec.structs.asdict(load(pack).line).values()
    return [one.value for one in every if len(one.value) < 40]


def dealt(pack: str, **wagers: dict[int, int | None]) -> Evening:
    """Seven boxes under an ace, up to DEAL OK."""
    e = Evening(house(pack)).later().lit(*ALL, main=dict.fromkeys(ALL, 10_000), **wagers)
    e.draw("8h 7d 6c 5s Ah 2d 3c Ad 9h 8d 7c 6s Jh Kd 8c Qs")
    e.press("act1")
    return e


@pytest.mark.parametrize("pack", [MA, MD])
def test_reader_stands_clear_of_a_box_that_has_three_rows_of_money(
    site: Site, open_page: Open, pack: str
) -> None:
    """Its slot lay on the total of box 6 while insurance was asked."""
    both: dict[int, int | None] = dict.fromkeys(ALL, 500)
    e = dealt(pack, match=both, bonus_spin=both)
    e.press("act1")
    for size in SIZES:
        page = opened(site, open_page, shown(e), size)
        assert page.locator(".slot__box").is_visible()
        assert page.evaluate(BOXES) == []


@pytest.mark.parametrize("size", SIZES)
def test_match_wagers_stand_on_their_boxes_with_what_moves(
    site: Site, open_page: Open, size: str
) -> None:
    """Only the line said who is paid; each box showed its wager as before."""
    e = dealt(MA, match={4: 500, 5: 500})
    page = opened(site, open_page, shown(e), size)

    assert page.locator(".b4 .res--take").inner_text() == "$5"
    assert page.locator(".b5 .res--pay").inner_text() == "$20"
    assert page.locator(".step__target:visible").inner_text().split() == ["M", "MATCH"]
    assert page.locator(".amount:visible b").inner_text() == "$20"
    assert page.evaluate(BOXES) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["match", "match-many", "match-lost"])
@pytest.mark.parametrize("times", [1, 1000])
def test_amounts_of_match_wagers_are_whole_and_lie_on_nothing(
    site: Site, open_page: Open, size: str, name: str, times: int
) -> None:
    view = large_match(matches()[name], times)
    page = opened(site, open_page, view, size)

    assert page.evaluate(BOXES) == []
    assert page.evaluate(BAND) == []


def large_match(view: DealerView, times: int) -> DealerView:
    assert view.match is not None
    moves = tuple(
        replace(m, cents=m.cents * times if m.cents is not None else None) for m in view.match.moves
    )
    return replace(view, match=replace(view.match, moves=moves))


def test_box_that_spins_is_lit_on_the_felt_as_on_the_line(site: Site, open_page: Open) -> None:
    """One target at a time: line, tile and felt agree (console/README 2.1)."""
    e = Evening(house(MA, **{"deal.variant": "hole_card"})).opened()
    e.lit(2, 4, main={2: 1000, 4: 1000}, bonus_spin={2: 500})
    e.draw("As 9d 9s Kd 7c Kc")
    e.press("act1")
    e.reading(fact.SeatButtonPressed, "wheel", box=2)
    e.press("act1")
    e.press("act7")
    page = opened(site, open_page, shown(e), "large")

    assert page.locator(".step__line:visible").inner_text() == "Wheel spins: box 2"
    assert page.locator(".box.is-active").get_attribute("aria-label") == "box 2"


def test_dealers_page_fills_a_screen_that_is_higher_than_it_is_wide(
    site: Site, open_page: Open
) -> None:
    """The keys stood 128 px above the edge of a screen of 1024x768."""
    site.show(DEALER_VIEWS["deciding"])
    page = open_page("/dealer", 1024, 768)
    shows(page, DEALER_VIEWS["deciding"].seq)

    last = box_of(page.locator("nav:visible .act--call"))
    assert 740 < last["y"] + last["height"] <= 768
    assert page.evaluate(BOXES) == []


@pytest.mark.parametrize("size", SIZES)
def test_amber_chip_is_whole_in_the_fullest_strip(site: Site, open_page: Open, size: str) -> None:
    """`! Bank $25 does not…` stood on every page (console/README 2.1)."""
    told = "Bank $1,225 does not cover $12,500"
    view = msgspec.structs.replace(DEALER_VIEWS["asked"], seq=77, chips=(told, "Match unpaid"))
    page = opened(site, open_page, view, size)

    chip = page.locator(".missed span")
    assert chip.inner_text() == told
    assert chip.evaluate("e => e.scrollHeight <= e.clientHeight + 1")
    assert page.evaluate(BOXES) == []


def test_refusal_by_a_rule_of_the_house_names_no_rule(site: Site, open_page: Open) -> None:
    """`Reported already. house rule`."""
    e = Evening(house(MA)).later().lit(1, 4)
    e.draw("8h 7s 7d 8d Ks 9s")
    e.press("act1")
    e.put(cmd.FloorCalled())
    e.floor(cmd.Notified(irr=e.open[0].id, whom="M. Okafor", role="floorperson"))
    page = opened(site, open_page, shown(e), "large")

    page.locator("nav:visible .act--call").click()

    expect(page.locator(".answer")).to_have_text("Reported already.")
    assert page.locator(".dev").count() == 0


# ---- words that stand alone ----
def insured() -> Evening:
    """An ace up; box 2 insures with chips that nobody counts."""
    at = staked(
        "9h 8c As 9d 8h 7h", variant="hole_card_reader", main={1: 100_000, 2: 2_500}, match={}
    )
    at.put(cmd.Insured(box=2, on=True))
    return at


def test_lost_insurance_that_nobody_counted_is_chips(site: Site, open_page: Open) -> None:
    """`I -` told the dealer to take nothing."""
    at = insured()
    at.peek(False)
    while at.play.round == "deciding":
        at.press("act1")
    at.press("act7")
    site.show(replace(shown(at), seq=51))
    for size, width, height in (("large", 1280, 800), ("small", 800, 480)):
        page = open_page(f"/dealer?size={size}", width, height)
        shows(page, 51)

        assert "−chips" in page.locator(".b2 .cash:visible").inner_text().replace("\n", " ")


def test_key_of_a_menu_with_one_kind_of_key_says_which(site: Site, open_page: Open) -> None:
    """`MORE, other keys` stood beside a question, and behind it one thing for seven boxes."""
    site.show(replace(shown(insured()), seq=52))
    page = open_page("/dealer")
    shows(page, 52)

    key = page.locator("nav:visible .act:has-text('SHOW BURN')")
    expect(key).to_have_count(1)
    assert key.locator("span").inner_text() == "for which box"
    assert "MORE" not in page.locator("nav:visible").inner_text()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("deal.main_min_cents", "lowest main wager"),
        ("deal.match_max_cents", "highest match wager"),
        ("deal.break_max_cents", "highest break wager"),
        ("cards.decks", "decks"),
    ],
)
def test_changed_limit_is_said_in_the_words_of_the_floor(name: str, says: str) -> None:
    """Who signs for `main min` signs for what nobody says at a table."""
    assert in_words(Change(name=name, before="1500", after="2500"))[0] == says


def test_name_of_a_rule_breaks_between_its_words(site: Site, open_page: Open) -> None:
    """On a phone `deal.main_min_ce` stood above `nts`."""
    site.show(floor=RULES_FLOOR)
    page = open_page("/floor", 390, 844)
    sign_in(page)
    page.goto(f"{site.url}/floor/rules")
    cell = page.locator(".tbl--diff small").first
    two_rows = "document.querySelector('.tbl--diff small').offsetHeight > 20"
    page.wait_for_function(two_rows)  # the columns settle with the first view of the stream
    rows = cell.evaluate(
        """(e) => {
          const rows = [];
          for (const node of e.childNodes) {
            for (let at = 0; at < (node.length ?? 0); at += 1) {
              const range = document.createRange();
              range.setStart(node, at);
              range.setEnd(node, at + 1);
              const top = Math.round(range.getBoundingClientRect().top);
              if (rows.at(-1)?.top === top) rows.at(-1).text += node.data[at];
              else rows.push({ top, text: node.data[at] });
            }
          }
          return rows.map((row) => row.text);
        }"""
    )
    assert all(row.endswith(("_", ".")) for row in rows[:-1]), rows
