"""The dealer's page as text: what it shows, what it must never show."""

from __future__ import annotations

import functools
import re
from datetime import UTC, timedelta, timezone

import msgspec
import pytest

from controller.console.drawing.look import Look
from controller.console.drawing.pages import Pages
from controller.domain import commands
from controller.domain.views.view import Hand, NextStep, Refused, Target
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.play_views import DEAL_OK, DECIDING
from tests.kit.pages.table_views import DEALER_VIEWS, HELD, PEEK, SETTLE, WAGERING
from tests.kit.pages.views import at, dealer, entry


@functools.cache
def pages(zone: timezone = UTC, look: Look | None = None) -> Pages:
    return Pages(FakeDoor(), now=lambda: at("21:46:12"), zone=zone, look=look or Look())


def shown(name: str, size: str = "large") -> str:
    return pages().dealer_page(DEALER_VIEWS[name], size)


@pytest.mark.parametrize("size", ["large", "small"])
@pytest.mark.parametrize("name", DEALER_VIEWS)
def test_page_has_no_inline_style_or_script(name: str, size: str) -> None:
    """A strict content security policy forbids both (console/README)."""
    html = shown(name, size)

    assert " style=" not in html
    assert not re.search(r"<script(?![^>]* src=)", html)
    assert not re.search(r"\son[a-z]+=", html)


@pytest.mark.parametrize("name", DEALER_VIEWS)
def test_page_has_eight_places_that_never_move(name: str) -> None:
    """What is not legal now is an empty place, never a button that jumps (mockups, principle 2)."""
    html = shown(name)
    bar = html[html.index('<nav class="acts"') :]
    bar = bar[: bar.index("</nav>")]

    places = re.findall(r'<button class="act[ "]', bar)

    assert len(places) == (1 if name in ("held", "paused") else 8)


def test_strip_shows_table_round_and_local_time_with_seconds() -> None:
    """The camera strip ties the video to the journal (console/README 6)."""
    east = timezone(timedelta(hours=-5))

    html = pages(east).dealer_page(DECIDING, "large")

    strip = html[html.index("<header") : html.index("</header>")]
    assert "S21-14" in strip
    assert "Round 118" in strip
    assert "16:46:12" in strip


def test_strip_says_simulated_when_a_device_is() -> None:
    """Every page of a bench table shows SIMULATED (drivers/README)."""
    view = msgspec.structs.replace(DECIDING, simulated=True)

    assert "SIMULATED" in pages().dealer_page(view, "large")
    assert "SIMULATED" not in pages().dealer_page(DECIDING, "large")


def test_faces_are_absent_until_they_are_placed() -> None:
    """Up to DEAL OK no face but the up card is shown (console/README 1.1)."""
    html = shown("deal-ok")

    faces = re.findall(r'aria-label="(\w+ of \w+)"', html)

    assert faces == ["ace of spades"]
    assert html.count("card placed") == 11


def test_a_hidden_card_leaves_no_trace_in_the_page() -> None:
    """A page is a function of the view, which holds no hidden face: the same bytes for each."""
    once = pages().dealer_page(PEEK, "large")

    assert once == pages().dealer_page(msgspec.structs.replace(PEEK), "large")
    assert once.count("card--back") == 1


def test_held_page_has_one_line_and_neither_clause_nor_ruling() -> None:
    """The dealer sees one line and `Cards as they lie.` (console/README 4)."""
    html = shown("held")

    assert "Stop. Box 5: no card." in html
    assert "Cards as they lie." in html
    assert "MA 15.i" not in html
    assert "PLAYER CHOOSES" not in html
    assert html.count("data-body=") == 1


def test_empty_place_carries_its_reason_and_clause() -> None:
    """Touching an empty place says why, with the clause (controller/README 1.4)."""
    html = shown("deciding")

    assert 'data-why="No surrender after a split." data-clause="MA 9.a"' in html
    assert 'data-why="Box 5 comes after box 4." data-clause="MA 7.e"' in html


def test_empty_place_without_a_reason_names_the_clause_of_the_step() -> None:
    """An unknown event is `not now` with the clause of the next step (procedure/README)."""
    view = msgspec.structs.replace(DECIDING, refused=())

    assert 'data-why="Not now." data-clause="MA 10.c"' in pages().dealer_page(view, "large")


def test_held_page_gives_no_clause_for_a_dead_place() -> None:
    """To the dealer a hold names no clause (console/README 4)."""
    view = msgspec.structs.replace(HELD, next_step=NextStep(text="x", clause="MA 7.e"))

    assert "MA 7.e" not in pages().dealer_page(view, "large")


def test_last_card_menu_fills_the_places_and_the_sixth_becomes_back() -> None:
    """The menu has fixed places, only the legal ones lit (console/README 2.2)."""
    html = shown("deciding")
    menu = html[html.index('data-menu="last" data-seal') :]
    menu = menu[: menu.index("</nav>")]

    labels = re.findall(r"<b>([^<]+)</b>", menu)

    assert labels == ["BOX 5", "NOT IT", "WAS DOUBLE", "IN ERROR", "BACK", "FLOOR"]
    assert 'data-opens="error"' in menu


def test_box_is_touched_for_its_offered_insurance() -> None:
    """Insurance: tap boxes (console/README 2)."""
    html = shown("peek")

    assert html.count("&#34;type&#34;:&#34;Insured&#34;") == 5


def test_pad_adds_chips_to_the_wager_that_stands() -> None:
    """A chip tapped on box 4 with $75 makes $100; one chip back takes the largest off."""
    html = shown("wagering")
    pad = html[html.index('data-tab="box4"') :]
    pad = pad[: pad.index("</section>")]

    amounts = re.findall(r"&#34;cents&#34;:(\d+)", pad)

    assert amounts == ["7600", "7750", "8000", "10000", "17500", "57500", "5000"]


def test_pad_of_uncounted_chips_starts_from_nothing() -> None:
    """Uncounted wagers say chips, never $0 and never a guess (mockups, components)."""
    html = shown("wagering")

    assert html.count(">chips</span>") == 2
    assert "$0" not in html


def test_unlit_box_is_lit_by_one_touch() -> None:
    html = shown("wagering")
    box = html[html.index('data-lights="box6"') :]

    assert "BoxSet" in box[: box.index("</section>")]


def test_settlement_shows_odds_where_no_amount_is_known() -> None:
    """PAY 3:2, PAY, PUSH, TAKE; the amount if known (console/README 2.3)."""
    unknown = tuple(msgspec.structs.replace(p, cents=None) for p in SETTLE.payments)
    html = pages().dealer_page(msgspec.structs.replace(SETTLE, payments=unknown), "large")

    assert re.findall(r'<span class="res[^>]*>([^<]+)<', html) == [
        "TAKE", "PAY 3:2", "PAY", "tie", "PAY", "TAKE",
    ]  # fmt: skip


def test_dealers_total_appears_only_when_the_view_has_one() -> None:
    """Before TURNED no dealer's total exists in any view (console/README 1.3)."""
    open_hand = msgspec.structs.replace(PEEK, dealer_hand=dealer("As 9d", total="20"))

    assert "dealer__total" not in shown("peek")
    assert '<div class="dealer__total"><b>20</b>' in pages().dealer_page(open_hand, "large")


def test_text_of_the_procedure_is_escaped() -> None:
    view = msgspec.structs.replace(DECIDING, next_step=NextStep(text="<b>{4d}</b> → box 4"))

    html = pages().dealer_page(view, "large")

    assert "&lt;b&gt;" in html
    assert 'class="ink" data-suit="d"' in html
    assert 'aria-label="to"' in html


def test_house_options_mirror_keys_and_choose_theme_and_suits() -> None:
    """`shoe_side` mirrors keys and gauges, never the boxes (mockups, orientation)."""
    look = Look(theme="light", suits=4, shoe_side="right")

    html = pages(look=look).dealer_page(DECIDING, "large")

    assert 'data-theme="light" data-suits="4"' in html
    assert "is-mirrored" in html
    assert html.index('aria-label="box 1"') < html.index('aria-label="box 7"')


def test_menu_of_a_box_at_deal_ok_offers_what_may_be_wrong() -> None:
    """BOX n OUT and SKIPPED are one tap each on the box (console/README 1.1)."""
    html = shown("deal-ok")
    menu = html[html.index('data-menu="box4" data-seal') :]

    assert re.findall(r"<b>([^<]+)</b>", menu[: menu.index("</nav>")])[:3] == [
        "BOX 4 OUT", "PASS 1", "PASS 2",
    ]  # fmt: skip


def test_bust_says_bust_instead_of_hard() -> None:
    over = msgspec.structs.replace(
        DEAL_OK.boxes[0], hands=(Hand(cards=("Ks", "9d", "5c"), total="24", result="bust"),)
    )
    view = msgspec.structs.replace(DECIDING, boxes=(over, *DECIDING.boxes[1:]))

    html = pages().dealer_page(view, "large")

    assert "<b>24</b><span>bust</span>" in html


def test_refusal_of_a_box_without_reason_says_there_is_nothing_to_tap() -> None:
    view = msgspec.structs.replace(DECIDING, refused=(Refused(slot="act2", reason="x"),))

    assert "Nothing to tap here now." in pages().dealer_page(view, "large")


def test_undo_names_what_it_takes_back() -> None:
    """UNDO names what it takes back (console/README 2.2)."""
    view = msgspec.structs.replace(
        DECIDING, allowed=(entry(commands.Undo(entry=7), "undo", "undo", "insure 5"),)
    )

    assert "<u>undo</u>insure 5</button>" in pages().dealer_page(view, "large")


def test_long_line_is_set_smaller_so_that_it_fits() -> None:
    view = msgspec.structs.replace(WAGERING, next_step=NextStep(text="x" * 40))

    assert 'data-long="2"' in pages().dealer_page(view, "large")
    assert 'data-long="0"' in shown("deciding")


def test_held_page_offers_no_box_even_if_the_view_allows_one() -> None:
    """While held every command but rulings, corrections and reports is refused.

    Source: procedure/README.
    """
    view = msgspec.structs.replace(
        HELD, allowed=(*HELD.allowed, entry(commands.BoxSet(box=3, lit=True), "box3", "BOX 3 IN"))
    )

    assert "BoxSet" not in pages().dealer_page(view, "large")


def test_pages_are_light_in_the_hours_of_the_house() -> None:
    look = Look(theme="19:00-07:00")

    assert [look.theme_at(f"{t}:00") for t in ("18:59", "19:00", "06:59", "07:00")] == [
        "dark", "light", "light", "dark",
    ]  # fmt: skip
    html = pages(look=look).dealer_page(DECIDING, "large")
    assert 'data-theme="light"' in html
    assert 'data-light="19:00-07:00"' in html


def test_felt_is_lit_where_the_line_points() -> None:
    """The tile said box 3, to be spun for, while box 4 was azure on the felt."""
    step = msgspec.structs.replace(DECIDING.next_step, target=Target(box=3))

    html = pages().dealer(msgspec.structs.replace(DECIDING, next_step=step), "large")

    assert "is-active" not in html
    assert "is-active" in pages().dealer(DECIDING, "large")
