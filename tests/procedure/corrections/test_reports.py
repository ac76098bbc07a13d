"""What people report, and what floors are called for most: each raises its kind.

Source: console/README 5.
"""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.domain.views.floor_view import FloorView
from controller.domain.views.view import TableName
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.catalog_check import sample
from controller.procedure.irregularities.reports import REPORTS
from controller.rules.pack import load, names
from controller.view.floor import floor_view
from controller.view.frame import Frame
from tests.kit.evening import Evening, house

MD, MA = "maryland", "massachusetts"
WHY = "as the table saw it"
TABLE = TableName(id="S21-3", pack="Spanish 21", edition="later")


def dealt(name: str = MA, cards: str = "2c 3c 9s 5h 5d 8d") -> Evening:
    evening = Evening(house(name)).opened()
    for box in (1, 4):
        evening.put(cmd.WagerSet(box=box, kind="main", on=True, cents=1000))
    evening.draw(cards)
    evening.press("act1")
    return evening


def report(evening: Evening, what: str, box: int = 0, hand: int = 0, rank: str = "dealer") -> str:
    return evening.floor(cmd.Reported(what=what, box=box, hand=hand), rank=rank).verdict


def named(evening: Evening, kind: str) -> str:
    return next(i.id for i in evening.open if i.kind == kind)


def rule(evening: Evening, kind: str, ruling: str, face: str = "") -> str:
    """Of one among several."""
    said = cmd.Ruled(irr=named(evening, kind), ruling=ruling, face=face, reason=WHY)
    return evening.floor(said, rank="casino_supervisor").verdict


def directions(evening: Evening) -> dict[int, str]:
    return {box: d for (box, kind), (d, _) in evening.paid().items() if kind == "main"}


@pytest.mark.parametrize("name", names())
def test_every_report_raises_a_kind_of_the_pack_with_a_ruling(name: str) -> None:
    pack = load(name)

    for one in REPORTS:
        assert pack.irregularity[one.kind].rulings  # type: ignore[index]


@pytest.mark.parametrize("name", names())
def test_what_no_clause_rules_is_ruled_on_the_record_with_a_reason(name: str) -> None:
    """NO CLAUSE: REASON REQUIRED."""
    at = house(name)
    for kind in ("hand_not_asked", "unwanted_card", "cleared_early", "cards_stuck", "player_gone"):
        assert catalog.clause(at, kind).endswith("house.free-ruling")
        for ruling in catalog.kind(sample(kind)).rulings:
            assert ruling.asks == "reason"


# ---- what can be reported when ----
def test_report_of_what_cannot_be_is_refused_with_its_clause() -> None:
    evening = Evening().opened()

    for what in ("hand_not_asked", "unwanted_card", "paid_wrong", "cards_stuck", "nothing_known"):
        outcome = evening.floor(cmd.Reported(what=what, box=1, hand=1))
        assert (outcome.verdict, bool(outcome.clause)) == ("refused", True), what


def test_paid_wrong_is_a_floorpersons_to_report() -> None:
    evening = settled()

    assert report(evening, "paid_wrong", 1, 1) == "refused"
    assert report(evening, "paid_wrong", 1, 1, "floorperson") == "accepted"


def settled() -> Evening:
    evening = dealt(cards="Kc 9c 9s 9h 9d 8d")
    evening.put(cmd.Next(box=1, hand=1))
    evening.put(cmd.Next(box=4, hand=1))
    evening.press("act7")
    return evening


def test_report_queues_behind_an_open_hold() -> None:
    evening = dealt()
    evening.draw("Th")

    assert report(evening, "wrong_total", 4, 1) == "accepted"

    assert evening.held == "ten_found"
    assert [i.kind for i in evening.open] == ["ten_found", "wrong_total"]


# ---- what the rulings do ----
def test_hand_that_was_passed_over_decides_now_and_cards_already_dealt_stay() -> None:
    evening = dealt()
    evening.put(cmd.Next(box=1, hand=1))
    evening.draw("4d")
    assert report(evening, "hand_not_asked", 1, 1) == "accepted"
    assert evening.held == "hand_not_asked"

    evening.rule("ask_now", reason=WHY)
    evening.draw("6c")

    assert evening.hand(1) == ["2c", "5h", "6c"]
    assert evening.hand(4) == ["3c", "5d", "4d"]


@pytest.mark.parametrize(
    "since",
    [
        {"dead": True},
        {"surrendered": True},
        {"doubles": 1},
        {"cards": tuple(Slot(n, Sealed(b"x", b"w"), "Kc") for n in (1, 2, 3))},
    ],
)
def test_hand_that_can_decide_no_more_is_not_asked_though_it_was_passed_over(
    since: dict[str, Any],
) -> None:
    """Given up, doubled, over or dead since it was reported: any of these is enough."""
    evening = dealt()
    evening.put(cmd.Next(box=1, hand=1))
    assert report(evening, "hand_not_asked", 1, 1) == "accepted"
    first, *others = evening.play.hands
    hands = (replace(first, **since), *others)
    evening.state = replace(evening.state, play=replace(evening.play, hands=hands))

    said = evening.rule("ask_now", reason=WHY)

    assert (said.verdict, (said.clause, said.text)) == (
        "refused",
        evening.house.no("no_hand", box=1),
    )


def test_hand_that_was_passed_over_before_the_turn_reopens_the_decisions() -> None:
    evening = dealt()
    evening.put(cmd.Next(box=1, hand=1))
    evening.put(cmd.Next(box=4, hand=1))
    assert evening.play.round == "turn_due"
    report(evening, "hand_not_asked", 4, 1)

    evening.rule("ask_now", reason=WHY)

    assert str(evening.play.round) == "deciding"
    evening.draw("6c")
    assert evening.hand(4) == ["3c", "5d", "6c"]


def test_card_that_the_player_did_not_want_is_a_card_in_error_and_seen() -> None:
    """`I did not want that card`: the hand is as before, the card is offered (MA 15.d)."""
    evening = dealt()
    evening.draw("6c")
    assert evening.hand(1) == ["2c", "5h", "6c"]
    report(evening, "unwanted_card", 1, 1)

    low = evening.rule("in_error", reason=WHY, rank="dealer")
    evening.rule("in_error", reason=WHY)

    assert low.verdict == "refused"
    assert evening.hand(1) == ["2c", "5h"]
    assert evening.play.pending is not None
    assert evening.play.pending.face == "6c"


def test_card_of_the_deal_is_not_one_that_the_player_did_not_want() -> None:
    """The card that was meant is out of the set by another ruling: the deal stays as it lies."""
    evening = dealt()
    evening.put(cmd.Next(box=1, hand=1))
    evening.draw("6c")
    report(evening, "card_misread", 4, 1)
    report(evening, "unwanted_card", 4, 1)
    rule(evening, "card_misread", "misread", face="Tc")
    evening.floor(cmd.FactAnswered(irr=named(evening, "ten_found"), question="ten", answer="YES"))
    rule(evening, "ten_found", "remove_card")
    assert evening.hand(4) == ["3c", "5d"]

    assert rule(evening, "unwanted_card", "in_error") == "refused"

    assert evening.hand(4) == ["3c", "5d"]
    assert rule(evening, "unwanted_card", "as_they_lie") == "accepted"


def test_ten_of_a_hand_that_is_dead_by_now_is_replaced_by_no_card() -> None:
    evening = dealt(cards="9c 3c 9s Jh 9d 8d")
    report(evening, "card_misread", 1, 1)
    report(evening, "player_gone", 1, 1, "floorperson")
    rule(evening, "player_gone", "hand_dead")
    rule(evening, "card_misread", "misread", face="Tc")
    evening.floor(cmd.FactAnswered(irr=named(evening, "ten_found"), question="ten", answer="YES"))
    rule(evening, "ten_found", "remove_card")
    assert evening.hand(1) == ["9c"]

    evening.draw("5c")

    assert (evening.hand(1), evening.hand(4)) == (["9c"], ["3c", "9d", "5c"])


@pytest.mark.clause("MD 7.L.1")
def test_hole_card_that_lies_otherwise_is_reported_and_read_out() -> None:
    """Recorded K, on the table lies a 9: an irregularity; the card on the table counts."""
    evening = dealt(MD, "Kc 9c 6d 9h 9d Ks")
    evening.put(cmd.Next(box=1, hand=1))
    evening.put(cmd.Next(box=4, hand=1))
    evening.press("act7")
    assert [s.face for s in evening.play.dealer] == ["6d", "Ks"]

    assert report(evening, "card_misread") == "accepted"
    assert evening.held == "card_misread"
    evening.rule("misread", reason="9s")

    assert [s.face for s in evening.play.dealer] == ["6d", "9s"]
    assert dict(evening.play.counts).get("Ks") is None


def test_misread_card_of_a_settled_round_is_settled_again() -> None:
    evening = settled()
    assert directions(evening) == {1: "pay", 4: "pay"}
    report(evening, "card_misread", 0, 0)

    evening.rule("misread", reason="Kd")

    assert [s.face for s in evening.play.dealer] == ["9s", "Kd"]
    assert directions(evening) == {1: "return", 4: "take"}


def test_misread_hand_that_nobody_would_stand_on_is_not_settled_unasked() -> None:
    """By the wrong reading the turn passed it as standing; with 12 its player has it still."""
    evening = settled()
    report(evening, "card_misread", 1, 1)

    evening.rule("misread", reason="2h")

    assert evening.held == "hand_not_asked"
    assert directions(evening) == {}
    evening.rule("as_they_lie", reason=WHY)
    evening.press("act7")
    assert directions(evening) == {1: "take", 4: "pay"}


@pytest.mark.clause("MD 6.E")
def test_altered_wager_alarms_and_the_locked_amount_is_settled() -> None:
    evening = dealt(MD, "Kc 9c 9s 9h 9d 8d")
    assert report(evening, "wager_altered", 4, 1) == "accepted"
    assert catalog.headline(evening.play, evening.house, evening.open[0]) == "Wager altered, box 4"

    evening.rule("return_wager")
    evening.put(cmd.Next(box=1, hand=1))
    evening.put(cmd.Next(box=4, hand=1))
    evening.press("act7")

    assert {p.cents for p in evening.play.payments if p.box == 4 and p.kind == "main"} == {1000}


def test_second_card_that_stuck_is_counted_out_of_the_shoe() -> None:
    evening = dealt()
    drawn = evening.play.drawn
    report(evening, "cards_stuck")

    evening.rule("second_to_rack", reason=WHY)

    assert evening.play.drawn == drawn + 1


def test_player_who_is_gone_has_his_hands_stand_by_a_supervisor() -> None:
    evening = dealt()
    report(evening, "player_gone", 1, 1, "floorperson")
    assert evening.held == ""

    low = evening.rule("hand_stands", reason=WHY)
    evening.rule("hand_stands", reason=WHY, rank="casino_supervisor")

    assert low.verdict == "refused"
    assert next(h for h in evening.play.hands if h.box == 1).done


def test_hand_that_was_cleared_too_early_can_be_dead_with_its_wager_back() -> None:
    evening = dealt(cards="Kc 9c 9s 9h 9d 8d")
    report(evening, "cleared_early", 1, 1)

    evening.rule("hand_dead", reason=WHY, rank="casino_supervisor")
    evening.put(cmd.Next(box=4, hand=1))
    evening.press("act7")

    assert directions(evening) == {1: "void", 4: "pay"}


def test_damaged_decks_leave_play_when_the_round_is_closed() -> None:
    evening = dealt(cards="Kc 9c 9s 9h 9d 8d")
    report(evening, "card_damaged")
    evening.rule("decks_out", reason=WHY)
    evening.put(cmd.Next(box=1, hand=1))
    evening.put(cmd.Next(box=4, hand=1))
    evening.press("act7")
    assert directions(evening) == {1: "pay", 4: "pay"}

    evening.put(cmd.LayoutCleared(), after_ms=5000)

    assert evening.play.decks == "none"


def test_evacuated_round_goes_on_only_when_everything_lies_as_recorded() -> None:
    evening = dealt()
    report(evening, "evacuation", rank="floorperson")
    assert evening.held == "evacuation"

    evening.answer("untouched", "NO", rank="casino_supervisor")
    moved = evening.rule("play_on", reason=WHY, rank="casino_supervisor")
    evening.answer("untouched", "YES", rank="casino_supervisor")
    back = evening.rule("play_on", reason=WHY, rank="casino_supervisor")

    assert (moved.verdict, back.verdict, evening.held) == ("refused", "accepted", "")


def test_reader_without_an_answer_is_reported_while_its_answer_is_due() -> None:
    evening = dealt(cards="5h 9s Kd 6d 7d 9c")

    assert report(evening, "reader_fault") == "accepted"

    assert evening.held == "reader_fault"
    evening.answer("lamp", "NO")
    evening.rule("go_on_without_reader")
    assert report(evening, "reader_fault") == "refused"


def test_improper_cut_is_cut_again_by_its_rank() -> None:
    """MD 5.F: a floorperson or above, until the cards are in the shoe."""
    evening = Evening(house(MD))
    evening.open_table()
    evening.put(cmd.ShuffleAsked())
    wire = evening.state.orders[-1].wire
    evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=evening.house.shoe_cards)
    evening.cut()
    assert report(evening, "cut_in_doubt") == "accepted"

    low = evening.rule("recut", reason=WHY, rank="dealer")
    ruled = evening.rule("recut", reason=WHY)

    assert (low.verdict, ruled.verdict) == ("refused", "accepted")
    assert evening.play.cut == "due"
    assert evening.open == ()


# ---- the floor's page ----
def test_floors_page_lists_what_can_be_reported_now_and_of_whom() -> None:
    before, after = (_page(e) for e in (Evening().opened(), dealt()))

    assert [r.question for r in before.reports] == [
        "PLAYER REMOVED",
        "CARD DAMAGED OR MARKED",
        "CUT IMPROPER",
        "EVACUATION",
    ]
    menu = {r.question: [a.label for a in r.answers] for r in after.reports}
    assert menu["WAGER ALTERED"] == ["BOX 1", "BOX 4"]
    assert menu["CARD OFF THE TABLE"] == ["REPORT"]
    assert "PAID WRONG" not in menu


def _page(evening: Evening) -> FloorView:
    return floor_view(evening.state, evening.house, Frame(seq=1, at=1, table=TABLE))


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize(("ruling", "decks"), [("as_they_lie", "ready"), ("decks_out", "none")])
def test_damaged_card_is_reported_between_rounds_too(name: str, ruling: str, decks: str) -> None:
    """It is found when the cards are picked up; it could be told in a round only."""
    evening = Evening(house(name)).opened()

    assert report(evening, "card_damaged") == "accepted"
    assert evening.rule(ruling, rank="casino_supervisor", reason=WHY).verdict == "accepted"

    assert evening.play.decks == decks
    assert not evening.held
