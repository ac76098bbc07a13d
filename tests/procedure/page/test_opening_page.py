"""Opening on the pages: the floorperson's steps, the list as duties, the dealer's lines."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.views import view as page
from controller.domain.views.floor_view import FloorView
from controller.view import dealer_view, floor_view
from controller.view.frame import Frame
from tests.kit.evening import Evening, house

MA, MD = "massachusetts", "maryland"
TABLE = page.TableName(id="BJ-07", pack="")
HOUR_MS = 3600 * 1000


def floor(evening: Evening, at: int = 0) -> FloorView:
    return floor_view(evening.state, evening.house, Frame(seq=1, at=at, table=TABLE))


def dealer(evening: Evening) -> page.DealerView:
    return dealer_view(evening.state, evening.house, Frame(seq=1, at=0, table=TABLE))


def test_floorpersons_step_stands_on_the_floors_page_and_not_on_the_dealers() -> None:
    evening = Evening(house(MD)).open_table(before=cmd.DecksVerified)

    steps = {e.command: e for e in floor(evening).allowed if e.slot.startswith("floor.")}

    verify = steps["DecksVerified"]
    assert (verify.label, verify.sub) == ("DECKS VERIFIED", "torn and boxed")
    assert verify.token == "decksverified/1/1"
    assert all(not e.slot.startswith("floor") for e in dealer(evening).allowed)


def test_key_that_needs_a_seal_or_a_reference_asks_for_it_in_writing() -> None:
    evening = Evening(house(MD)).open_table(before=cmd.LayoutReferenced)
    listed = {e.command: e.typed for e in floor(evening).allowed}

    assert listed["LayoutReferenced"] == "reference"
    assert listed["ReaderSealRead"] == "seal"
    assert listed["DecksReceived"] == "reference"
    assert listed["TableClosed"] == ""


def test_list_is_the_floors_duties_with_what_is_open_wrong_or_attested() -> None:
    evening = Evening(house(MA)).open_table(before=cmd.AllAsListed)
    evening.floor(cmd.LineAttested(line="one_back"))
    evening.floor(cmd.LineAttested(line="cutting_card", right=False))

    duties = {d.text: (d.sub, d.when, d.due) for d in floor(evening).duties}

    assert duties["Backs of one colour and design"] == ("MA 2.a~2", "attested", False)
    assert duties["1 cutting card"] == ("MA 2.a~3", "wrong", True)
    assert duties["Discard rack at the dealer's right"] == ("MA 7.c~4", "open", True)


def test_age_of_the_decks_is_a_duty_that_is_due_in_its_last_hour() -> None:
    evening = Evening(house(MD)).opened()
    opened = evening.play.day.decks_opened_at // 1000

    early = floor(evening, at=opened + 20 * HOUR_MS).duties
    late = floor(evening, at=opened + 23 * HOUR_MS + HOUR_MS // 2).duties

    assert [(d.text, d.sub, d.when, d.due) for d in early] == [
        ("Change the decks", "MD 3.C", "in 4 h", False)
    ]
    assert [(d.when, d.due) for d in late] == [("in 30 min", True)]


def test_dealer_reads_the_list_before_attesting_it_with_one_key() -> None:
    evening = Evening(house(MA)).open_table(before=cmd.AllAsListed)
    shown = dealer(evening)
    evening.press("act1")
    after = dealer(evening)

    assert shown.shuffle is not None
    assert [s.text for s in shown.shuffle.flow][:2] == [
        "Shoe at the dealer's left", "Discard rack at the dealer's right",
    ]  # fmt: skip
    assert (shown.round.phase, shown.round.title) == ("opening", "Opening")
    assert shown.next_step.hint.startswith("9 lines open")
    key = next(e for e in shown.allowed if e.slot == "act1")
    assert (key.label, key.key) == ("ALL AS LISTED", "0")
    assert after.shuffle is None


def test_every_line_of_the_opening_is_short() -> None:
    """What the dealer reads at a glance has 26 characters at the most."""
    for pack in (MA, MD, "boston-billiard", "pure-21-5"):
        line = house(pack).pack.line
        keys = ("checklist", "not_as_listed", "layout_reference", "reader_inspection", "receive",
                "inspect", "verify", "spread", "spread_deck", "first_player", "wash", "stack",
                "idle", "idle_turn", "closing")  # fmt: skip
        for key in keys:
            text = getattr(line, key).value.format(decks=8, deck=8, how="face down")
            assert len(text) <= 26, text
