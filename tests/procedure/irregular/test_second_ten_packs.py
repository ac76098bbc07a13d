"""Tens by jurisdiction: torn and boxed, removed, burned by choice; the second one.

Source: console/README 4.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.views.floor_view import Irregularity
from controller.procedure.irregularities import catalog
from controller.view.rulings.ruling_views import irregularity
from tests.kit.evening import Evening, house

MD, MA, NH, CA = "maryland", "massachusetts", "boston-billiard", "pure-21-5"
SILENT = [NH, CA]


def dealt(name: str) -> Evening:
    evening = Evening(house(name)).opened()
    if evening.house.pack.deal.bank.value == "player_dealer":
        evening.put(cmd.BankSet(box=7, on=True))
    for box, cents in ((1, 1000), (4, 1000)):
        evening.put(cmd.WagerSet(box=box, kind="main", on=True, cents=cents))
    evening.draw("2c 3c 9s Kh 5d 8d")
    fees = evening.offered("act2")
    if fees and isinstance(fees.command, cmd.FeesTaken):
        evening.press("act2")
    evening.press("act1")
    return evening


def offered(evening: Evening) -> dict[str, str]:
    found = catalog.offers(evening.play, evening.house, evening.asked)
    return {o.ruling.name: o.grey for o in found}


def page(evening: Evening) -> Irregularity:
    return irregularity(
        evening.state, evening.house, evening.asked, rank="casino_supervisor", at_ms=0
    )


def one_ten(evening: Evening, ruling: str, card: str = "Th") -> None:
    evening.draw(card)
    evening.answer("ten", "YES")
    assert evening.rule(ruling).verdict == "accepted"


def test_first_ten_is_torn_and_boxed_in_maryland_and_removed_as_approved_elsewhere() -> None:
    """MD 13.C names the manner, MA 15.b leaves it to the Commission."""
    names = []
    for name in (MD, MA):
        evening = dealt(name)
        evening.draw("Th")
        evening.answer("ten", "YES")
        names.append(next(r.name for r in page(evening).rulings if not r.greyed_reason))

    assert names == ["TORN AND BOXED", "REMOVED AS APPROVED"]


@pytest.mark.clause("MD 13.D", "MD house.ten-count-window")
def test_second_ten_voids_the_round_and_takes_the_decks_out() -> None:
    """The only ruling is void and decks out; then only new decks are offered."""
    evening = dealt(MD)
    one_ten(evening, "torn_and_boxed")
    evening.draw("Tc")
    assert evening.held == "ten_found_second"
    evening.answer("ten", "YES")
    assert [n for n, grey in offered(evening).items() if not grey] == ["decks_out"]

    assert evening.rule("decks_out").verdict == "accepted"
    evening.put(cmd.LayoutCleared(), after_ms=5000)

    paid = {(p.box, p.cents) for s in evening.steps for p in s[1].state.play.payments}
    assert paid == {(1, 1000), (4, 1000)}
    assert evening.play.decks == "none"
    assert evening.play.shoe == "empty"
    assert evening.put(cmd.ShuffleAsked()).verdict == "refused"
    first = {type(c.command) for c in evening.allowed if c.slot == "act1"}
    assert first - {cmd.LayoutCleared} == {cmd.DecksReceived}


@pytest.mark.clause("MD house.ten-count-window")
def test_second_ten_of_the_deck_set_counts_over_the_shuffle() -> None:
    """`deck_set`: the remedy is to take the decks out, so a new shoe is no new count."""
    evening = dealt(MD)
    one_ten(evening, "torn_and_boxed")
    assert page_note(dealt_with_ten(MD)) == "Tens this deck set: 1"
    assert page_note(dealt_with_ten(MA)) == "Tens this shoe: 1"

    assert evening.play.tens == 1


def dealt_with_ten(name: str) -> Evening:
    evening = dealt(name)
    evening.draw("Th")
    return evening


def page_note(evening: Evening) -> str:
    return page(evening).mode_note


def test_ruling_of_the_second_ten_shows_what_goes_back_box_by_box() -> None:
    evening = dealt(MD)
    one_ten(evening, "torn_and_boxed")
    evening.draw("Tc")
    evening.answer("ten", "YES")

    ruling = next(r for r in page(evening).rulings if r.name == "ROUND VOID, DECKS OUT")

    assert ruling.confirm == "ROUND VOID, DECKS OUT"
    told = {line.what: line.after for line in ruling.preview}
    assert "back" in told["Box 1, wager"]
    assert "back" in told["Box 4, wager"]
    assert told["Round"] != ""


# ---- where the text is silent ----
@pytest.mark.clause("NH silent.ten-found", "CA silent.ten-found")
@pytest.mark.parametrize("name", SILENT)
def test_silent_text_can_burn_a_ten_or_void_and_cannot_deal_it(name: str) -> None:
    """Continue and reassign are greyed with the reason; the reason of a ruling is recorded."""
    evening = dealt(name)
    evening.draw("Th")
    assert evening.held == "ten_found"
    assert evening.hand(1) == ["2c", "Kh"]
    assert page(evening).mode == "NO CLAUSE: REASON REQUIRED"

    evening.answer("ten", "YES")
    open_ones = [n for n, grey in offered(evening).items() if not grey]

    assert open_ones == ["burn_card", "void_back"]
    assert offered(evening)["as_dealt"]
    assert offered(evening)["reassign_card"]
    assert evening.rule("burn_card").verdict == "refused"
    assert evening.rule("burn_card", reason="set aside").verdict == "accepted"
    evening.draw("6c")
    assert evening.hand(1) == ["2c", "Kh", "6c"]
    assert (evening.play.tens, evening.play.removed) == (1, 1)
    assert "decks_in_doubt" in [i.kind for i in evening.open]
    assert evening.held == ""


def test_ten_that_was_burned_leaves_the_rack_when_the_round_is_voided() -> None:
    """Each card that was drawn lies somewhere once: the ten is out of the set, not in the rack."""
    evening = Evening(house(NH)).later().lit(1, 4, main={1: 1000, 4: 1000})
    racked, down = evening.play.racked, evening.play.unturned
    evening.draw("Th")
    evening.put(cmd.BurnReported(made=True))
    burned = evening.play.racked

    evening.rule("void_back", reason="a ten", rank="casino_supervisor")

    assert (burned, evening.play.racked) == (racked + 1, racked)
    assert (evening.play.tens, evening.play.removed) == (1, 1)
    assert evening.play.unturned == down


@pytest.mark.clause("NH silent.ten-found", "CA silent.ten-found")
@pytest.mark.parametrize("name", SILENT)
def test_round_of_a_ten_is_voided_by_a_supervisor_with_every_wager_back(name: str) -> None:
    evening = dealt(name)
    evening.draw("Th")

    low = evening.rule("void_back", reason="a ten")
    ruled = evening.rule("void_back", reason="a ten", rank="casino_supervisor")

    assert (low.verdict, ruled.verdict) == ("refused", "accepted")
    back = {(p.box, p.direction) for p in evening.play.payments if p.kind == "main"}
    assert back == {(1, "void"), (4, "void")}
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    assert evening.play.bank_hands == 0


@pytest.mark.parametrize("name", SILENT)
def test_every_further_ten_is_ruled_by_itself_where_no_text_counts_them(name: str) -> None:
    evening = dealt(name)
    evening.draw("Th")
    evening.answer("ten", "YES")
    evening.rule("burn_card", reason="set aside")

    evening.draw("Tc")

    assert evening.held == "ten_found"


@pytest.mark.parametrize("name", SILENT)
def test_card_that_is_no_ten_is_entered_as_it_lies(name: str) -> None:
    evening = dealt(name)
    evening.draw("Th")
    evening.answer("ten", "NO")

    evening.rule("enter_card", reason="7h")

    assert evening.hand(1) == ["2c", "Kh", "7h"]
