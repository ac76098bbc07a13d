"""The floor's pages in a browser, on a tablet and on a phone."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import expect

from controller.domain import commands
from controller.domain.structs import replace
from controller.domain.views.floor_view import Answer, Fact, Verdict
from controller.domain.views.view import Allowed
from tests.kit.pages.floor_views import CALM_FLOOR, HELD_FLOOR, SIGN, UNREAD
from tests.kit.pages.views import entry

from .conftest import Open, box_of, shows, sign_in
from .site import Site
from .test_dealer import asked


def test_three_touches_rule_a_missed_card(site: Site, open_page: Open) -> None:
    """Three touches in the usual case: sign-in, fact, ruling (console/README 4)."""
    site.show(floor=HELD_FLOOR)
    page = open_page("/floor", 1024, 768)
    sign_in(page)

    page.click("button:has-text('YES')")
    page.click("button:has-text('CARD LAST')")

    fact, ruled = asked(site, page, 2)
    assert isinstance(fact, commands.FactAnswered)
    assert isinstance(ruled, commands.Ruled)
    assert (ruled.ruling, ruled.by, ruled.rank) == ("CARD LAST", "M. Okafor", "floorperson")


def test_hold_is_cleared_on_a_phone_in_three_touches(site: Site, open_page: Open) -> None:
    """FACT, ruling, CONFIRM where a hand dies; then what was done, and the overview by itself."""
    clear = replace(HELD_FLOOR, hold=None, irregularities=(), seq=HELD_FLOOR.seq + 1)

    def judge(command: commands.Command) -> Verdict:
        if isinstance(command, commands.Ruled):
            site.door.floor = clear
        return Verdict(verdict="accepted")

    site.show(floor=replace(HELD_FLOOR, irregularities=HELD_FLOOR.irregularities[:1]))
    site.door.judge = judge
    page = open_page("/floor", 390, 844)
    sign_in(page)

    page.click("button:has-text('YES')")
    page.click("button:has-text('HAND DEAD')")
    page.click("footer:visible .btn--go")

    page.wait_for_url("**/floor/ruled")
    expect(page.locator(".done h1")).to_contain_text("Play goes on.")
    expect(page.locator(".backin b")).to_have_text("11")
    page.click("button:has-text('Stay here')")
    expect(page.locator(".backin")).to_be_hidden()
    assert len(asked(site, page, 2)) == 2


def test_all_that_matters_stands_on_the_first_screen_of_a_phone(
    site: Site, open_page: Open
) -> None:
    """Device counters came first, on a page 2,757 px high."""
    reports = (Fact(question="NOT ASKED", answers=(Answer(label="REPORT", body="{}"),)),)
    site.show(floor=replace(HELD_FLOOR, reports=reports, duties=CALM_FLOOR.duties))
    page = open_page("/floor", 390, 844)
    sign_in(page)
    page.goto(f"{site.url}/floor")

    for words in ("Rule", "Pause", "Report", "Sign out"):
        box = box_of(page.locator(f":is(a, button):has-text('{words}'):visible").first)
        assert box["y"] + box["height"] <= 844, words
        assert box["x"] + box["width"] <= 390, words
    assert box_of(page.locator(".top__id"))["width"] >= 50


def test_tab_stays_open_while_the_table_goes_on(site: Site, open_page: Open) -> None:
    site.show(floor=CALM_FLOOR)
    page = open_page("/floor", 1280, 800)
    sign_in(page)

    page.click("nav.tabs a:has-text('Meters')")
    site.show(floor=replace(CALM_FLOOR, seq=CALM_FLOOR.seq + 1))
    shows(page, CALM_FLOOR.seq + 1)

    expect(page.locator("[data-pane=meters]:visible")).to_have_count(1)
    expect(page.locator("[data-pane=now]")).to_be_hidden()
    assert page.evaluate("document.querySelectorAll('[aria-current=page]').length") == 1


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_ruling_that_moves_money_is_confirmed_under_the_thumb(
    site: Site, open_page: Open, width: int, height: int
) -> None:
    """A CONFIRM where money moves or a hand dies (console/README 4)."""
    site.show(floor=HELD_FLOOR)
    page = open_page("/floor", width, height)
    sign_in(page)

    page.click("button:has-text('HAND DEAD')")
    assert site.door.asked == []
    confirm = page.locator("footer:visible .btn--go")
    box = box_of(confirm)
    assert box["y"] > height - 100
    confirm.click()

    (ruled,) = asked(site, page)
    assert isinstance(ruled, commands.Ruled)
    assert ruled.ruling == "HAND DEAD"


def test_each_field_of_a_step_is_written_and_sent_under_its_name(
    site: Site, open_page: Open
) -> None:
    """The closing count: how many cards, and the number of their seal."""
    counted = commands.DecksCounted(cards=288, seal="")
    steps = (
        replace(entry(counted, "floor", "COUNTED"), typed="cards seal"),
        replace(entry(commands.DealerSignedOn(name=""), "floor", "DEALER"), typed="name"),
    )
    site.show(floor=replace(CALM_FLOOR, allowed=steps))
    page = open_page("/floor", 1024, 768)
    sign_in(page)

    page.click("nav.tabs a:has-text('Duties')")
    page.click("button.btn--row:has-text('COUNTED')")
    page.fill("textarea[data-fill=cards]:visible", "287")
    page.click(".sure:visible .btn--go")
    expect(page.locator(".answer")).to_have_text("Write the seal first.")
    page.fill("textarea[data-fill=seal]:visible", "S-0815")
    page.click(".sure:visible .btn--go")
    page.click("nav.tabs a:has-text('Now')")
    page.click("button.btn--row:has-text('DEALER')")
    page.fill("textarea[data-fill=name]:visible", "R. Silva")
    page.click(".sure:visible .btn--go")

    count, signed = asked(site, page, 2)
    assert isinstance(count, commands.DecksCounted)
    assert (count.cards, count.seal) == (287, "S-0815")
    assert isinstance(signed, commands.DealerSignedOn)
    assert signed.name == "R. Silva"


def test_other_needs_its_reason_in_writing(site: Site, open_page: Open) -> None:
    """Where the text is silent the reason is recorded (console/README 4)."""
    site.show(floor=HELD_FLOOR)
    page = open_page("/floor", 1024, 768)
    sign_in(page)

    page.click("footer:visible button:has-text('OTHER: CASINO SUPERVISOR')")
    page.click("footer:visible .btn--go")
    expect(page.locator(".answer")).to_have_text("Write the reason first.")
    page.fill("footer:visible textarea", "two cards stuck together")
    page.click("footer:visible .btn--go")

    (ruled,) = asked(site, page)
    assert isinstance(ruled, commands.Ruled)
    assert ruled.reason == "two cards stuck together"


def test_reason_being_typed_survives_a_new_view(site: Site, open_page: Open) -> None:
    site.show(floor=HELD_FLOOR)
    page = open_page("/floor", 1024, 768)
    sign_in(page)
    page.click("footer:visible button:has-text('OTHER: CASINO SUPERVISOR')")
    page.fill("footer:visible textarea", "half a reason")

    site.show(floor=msgspec.structs.replace(HELD_FLOOR, seq=99, next_text="other"))
    shows(page, 99)

    expect(page.locator("footer:visible textarea")).to_have_value("half a reason")


def test_who_is_writing_writes_on_through_new_views(site: Site, open_page: Open) -> None:
    """The cursor stays where it stood, in the middle of a word too, while the page is old too."""
    site.show(floor=HELD_FLOOR)
    page = open_page("/floor", 1024, 768)
    sign_in(page)
    page.click("footer:visible button:has-text('OTHER: CASINO SUPERVISOR')")
    page.click("footer:visible textarea")
    page.keyboard.type("two crds")
    for _ in "rds":
        page.keyboard.press("ArrowLeft")
    for n, letter in enumerate(("a", "r")):
        site.show(floor=msgspec.structs.replace(HELD_FLOOR, seq=99 + n))
        shows(page, 99 + n)
        page.keyboard.type(letter)
    page.keyboard.press("Delete")
    with site.blocked():
        expect(page.locator("body.is-stale")).to_be_attached()
        page.keyboard.press("End")
        page.keyboard.type(" stuck")
    expect(page.locator("body:not(.is-stale)")).to_be_attached()

    expect(page.locator("footer:visible textarea")).to_have_value("two cards stuck")


def test_face_is_picked_by_rank_and_suit(site: Site, open_page: Open) -> None:
    """Rank, suit, then ENTER, whatever the table does in between (console/README 4)."""
    site.show(floor=msgspec.structs.replace(HELD_FLOOR, irregularities=(UNREAD,)))
    page = open_page("/floor", 390, 844)
    sign_in(page)

    page.click("button:has-text('ENTER CARD')")
    page.click("button[data-value='8']")
    newer = msgspec.structs.replace(HELD_FLOOR, irregularities=(UNREAD,), seq=HELD_FLOOR.seq + 1)
    site.show(floor=newer)
    shows(page, newer.seq)
    send = page.locator("footer:visible .btn--go")
    send.click()
    expect(page.locator(".answer")).to_have_text("First the rank and the suit.")
    page.click("button[aria-label='hearts']")
    page.click("button[aria-label='clubs']")
    expect(send).to_have_text("ENTER CARD 8♣")
    assert site.door.asked == []
    send.click()

    (entered,) = asked(site, page)
    assert isinstance(entered, commands.CardEntered)
    assert entered.face == "8c"


def service(name: str, *, out: bool = True) -> Allowed:
    label = "OUT OF SERVICE" if out else "BACK IN SERVICE"
    return entry(commands.OutOfService(device=name, out=out), "floor", label, name)


def test_open_confirmation_belongs_to_what_it_does_and_not_to_its_place(
    site: Site, open_page: Open
) -> None:
    """The list moves between the touch that opens and the one that confirms."""
    first = replace(CALM_FLOOR, allowed=(service("shuffler"), service("shoe")))
    moved = replace(
        CALM_FLOOR, allowed=(service("shoe"), service("shuffler")), seq=CALM_FLOOR.seq + 1
    )
    site.show(floor=first)
    page = open_page("/floor", 1024, 768)
    sign_in(page)

    page.click("nav.tabs a:has-text('Devices')")
    page.click("button:has-text('shuffler')")
    site.show(floor=moved)
    shows(page, moved.seq)
    expect(page.locator(".sure:visible p")).to_have_text("OUT OF SERVICE: shuffler")
    page.click(".sure:visible .btn--go")

    (said,) = asked(site, page)
    assert isinstance(said, commands.OutOfService)
    assert (said.device, said.out) == ("shuffler", True)
    expect(page.locator(".sure:visible")).to_have_count(0)


def test_open_confirmation_closes_when_it_would_do_something_else(
    site: Site, open_page: Open
) -> None:
    """It stood open as BACK IN SERVICE where OUT OF SERVICE had been opened."""
    site.show(floor=replace(CALM_FLOOR, allowed=(service("shuffler"),)))
    page = open_page("/floor", 1024, 768)
    sign_in(page)

    page.click("nav.tabs a:has-text('Devices')")
    page.click("button:has-text('shuffler')")
    back = replace(CALM_FLOOR, allowed=(service("shuffler", out=False),), seq=CALM_FLOOR.seq + 1)
    site.show(floor=back)
    shows(page, back.seq)

    expect(page.locator(".sure:visible")).to_have_count(0)
    assert site.door.asked == []


def test_greyed_ruling_says_why_when_it_is_touched(site: Site, open_page: Open) -> None:
    site.show(floor=msgspec.structs.replace(HELD_FLOOR, irregularities=(UNREAD,)))
    page = open_page("/floor", 1024, 768)
    sign_in(page)

    page.click("button:has-text('BURN CARD')")

    expect(page.locator(".answer")).to_have_text("The card may be a ten.")
    assert site.door.asked == []


def test_clause_and_record_open_on_the_phone(site: Site, open_page: Open) -> None:
    site.show(floor=HELD_FLOOR)
    page = open_page("/floor", 390, 844)
    sign_in(page)
    expect(page.locator("text=clause and record")).to_be_visible()
    expect(page.locator(".clausebox")).to_be_hidden()

    page.click("text=clause and record")

    expect(page.locator(".clausebox")).to_be_visible()
    expect(page.locator(".record")).to_be_visible()


def test_clause_stays_open_on_the_phone_when_the_table_goes_on(site: Site, open_page: Open) -> None:
    site.show(floor=HELD_FLOOR)
    page = open_page("/floor", 390, 844)
    sign_in(page)
    page.click("text=clause and record")

    site.show(floor=msgspec.structs.replace(HELD_FLOOR, seq=HELD_FLOOR.seq + 1))
    shows(page, HELD_FLOOR.seq + 1)

    expect(page.locator(".clausebox")).to_be_visible()
    expect(page.locator(".record")).to_be_visible()


def test_overview_follows_the_table_and_steps_through_a_round(site: Site, open_page: Open) -> None:
    page = open_page("/floor", 1024, 768)
    sign_in(page)
    expect(page.locator(".calm")).to_be_visible()

    site.show(floor=HELD_FLOOR)
    expect(page.locator("a.held")).to_be_visible()
    page.click("a:has-text('117')")
    page.click("a[aria-label='step forward']")

    expect(page.locator(".told h2")).to_contain_text("Step 2 of 7")


def test_free_act_asks_once_more_and_for_its_reason(site: Site, open_page: Open) -> None:
    site.show(floor=CALM_FLOOR)
    page = open_page("/floor", 1024, 768)
    sign_in(page)

    page.click("button.btn--row:has-text('VOID ROUND')")
    page.fill(".sure:visible textarea", "fire alarm")
    page.click(".sure:visible .btn--go")

    (voided,) = asked(site, page)
    assert isinstance(voided, commands.RoundVoided)
    assert voided.reason == "fire alarm"


def test_sign_says_please_wait_when_the_link_is_lost(site: Site, open_page: Open) -> None:
    page = open_page("/sign", 1920, 1080)
    expect(page.locator(".now-open")).to_have_text("Bets open")

    site.show(sign=msgspec.structs.replace(SIGN, state="Dealing"))
    expect(page.locator(".now-open")).to_have_text("Dealing")
    with site.blocked():
        expect(page.locator("body.is-stale")).to_be_attached()
        assert not page.locator(".now-open").is_visible()
