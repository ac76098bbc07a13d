"""Several at once: holds queue in the order in which they came; a ruling may close others."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.views.view import TableName
from controller.view.floor import floor_view
from controller.view.frame import Frame
from tests.kit.evening import Evening, house

MA, MD = "massachusetts", "maryland"
BOTH = pytest.mark.parametrize("name", [MA, MD])
WHY = "as the table saw it"


def dealt(name: str = MA) -> Evening:
    evening = Evening(house(name)).opened().lit(1, 4, main={1: 1000, 4: 1000})
    evening.draw("2c 3c 9s 5h 5d 8d")
    evening.press("act1")
    return evening


def two_holds(name: str = MA) -> Evening:
    """A ten lies before box 1, and a card was drawn while it held."""
    evening = dealt(name)
    evening.draw("Th")
    evening.draw("4d")
    return evening


def kinds(evening: Evening) -> list[str]:
    return [i.kind for i in evening.open]


def remove_ten(evening: Evening) -> str:
    evening.answer("ten", "YES")
    first = {MA: "remove_card", MD: "torn_and_boxed"}[evening.house.pack.name]
    return evening.rule(first).verdict


@BOTH
def test_second_hold_queues_behind_the_first_and_holds_by_itself(name: str) -> None:
    """The first one ruled, the table is still held: by the other, with its own clause."""
    evening = two_holds(name)
    before = (evening.held, kinds(evening))

    assert remove_ten(evening) == "accepted"

    assert before == ("ten_found", ["ten_found", "drawn_while_held"])
    assert evening.held == "drawn_while_held"
    assert evening.put(cmd.Next(box=1, hand=1)).verdict == "refused"
    evening.answer("seen", "NOT SEEN")
    evening.rule("next_card")
    assert evening.held == ""
    assert evening.open == ()


def test_floors_page_has_one_row_for_each_in_the_order_in_which_they_came() -> None:
    evening = two_holds()
    frame = Frame(seq=1, at=1, table=TableName(id="S21-3", pack="Spanish 21", edition="later"))

    page = floor_view(evening.state, evening.house, frame)

    assert [i.red for i in page.irregularities] == [True, True]
    assert page.irregularities[0].headline.startswith("Ten")
    assert len({i.headline for i in page.irregularities}) == 2


def test_second_one_may_be_ruled_before_the_first_and_frees_nothing() -> None:
    """Each is ruled by its own name: the hold is that of the first until it is ruled too."""
    evening = dealt()
    evening.draw("Th")
    evening.floor(cmd.Reported(what="card_off_table"))
    second = evening.open[1]

    said = evening.floor(cmd.Ruled(irr=second.id, ruling="as_they_lie", reason=WHY))

    assert said.verdict == "accepted"
    assert evening.held == "ten_found"
    assert kinds(evening) == ["ten_found"]


@pytest.mark.parametrize("text", ["Th", "ts"])
def test_card_that_is_said_to_be_no_ten_is_entered_as_another(text: str) -> None:
    """The answer and the card read out contradict each other: the question comes first."""
    evening = two_holds()
    evening.answer("ten", "NO")

    said = evening.rule("enter_card", reason=text)

    assert (said.verdict, said.text) == ("refused", "First: Look: is it a ten?")
    assert evening.held == "ten_found"


def test_card_drawn_in_the_hold_is_the_next_one_only_after_the_card_before_it() -> None:
    """Of a deal that lacks a place: which card fills it is known when the first one is ruled."""
    evening = Evening(house(MA)).opened().lit(1, 4, main={1: 1000, 4: 1000})
    evening.draw("2c Th 9s 5h 5d 8d")
    evening.press("act1")
    evening.draw("4d")
    second = evening.open[1]
    as_next = cmd.Ruled(irr=second.id, ruling="next_card", reason=WHY)
    evening.floor(cmd.FactAnswered(irr=second.id, question="seen", answer="NOT SEEN"))

    early = evening.floor(as_next)
    evening.answer("ten", "NO")
    evening.rule("enter_card", reason="7h")
    said = evening.floor(as_next)

    assert (early.verdict, early.text) == ("refused", "First: Ten: 10♥ to box 4")
    assert said.verdict == "accepted"
    assert evening.open == ()
    assert sorted(evening.hand(4)) == ["5d", "7h"]


@pytest.mark.parametrize("seen", ["SEEN", "NOT SEEN"])
def test_card_of_the_second_hold_is_the_next_one_and_never_the_racks(seen: str) -> None:
    evening = two_holds()
    remove_ten(evening)
    racked = evening.play.racked

    evening.answer("seen", seen)
    refused = evening.rule("rack", reason=WHY)
    evening.rule("aside" if seen == "SEEN" else "next_card")
    evening.press("act2")

    assert refused.verdict == "refused"
    assert evening.hand(1)[-1] == "4d"
    assert evening.play.racked == racked


def test_amber_question_is_answered_while_another_stands_and_holds_nothing() -> None:
    evening = dealt()
    evening.put(cmd.CardsTouched(box=1))
    evening.floor(cmd.Reported(what="wager_altered", box=4, hand=1))
    assert (evening.held, kinds(evening)) == ("", ["touched", "wager_altered"])

    altered = evening.open[1]
    evening.floor(cmd.Ruled(irr=altered.id, ruling="stands"))

    assert kinds(evening) == ["touched"]
    assert evening.put(cmd.Next(box=1, hand=1)).verdict == "accepted"


@BOTH
def test_void_round_closes_the_card_questions_of_the_round_and_racks_their_cards(name: str) -> None:
    """A ruling that ends the round answers what hung on its cards; nothing is asked twice."""
    evening = two_holds(name)
    racked = evening.play.racked
    outcome = evening.floor(cmd.RoundVoided(reason=WHY), rank="casino_supervisor")

    assert outcome.verdict == "accepted"
    assert (evening.held, kinds(evening)) == ("", [])
    closed = {i.kind: (i.status, i.ruling) for i in evening.play.irregularities}
    assert closed["drawn_while_held"] == ("closed", "void_round")
    assert closed["ten_found"][0] != "raised"
    assert evening.play.racked > racked


def test_fault_of_a_device_stays_open_over_a_void_round() -> None:
    """What no ruling of the round can mend does not fall away with it."""
    evening = two_holds()
    evening.put(fact.DeviceLost(device="shoe", reason="read"))

    evening.floor(cmd.RoundVoided(reason=WHY), rank="casino_supervisor")

    assert kinds(evening) == ["device_lost"]


def test_hold_that_its_device_ends_leaves_the_next_one_in_its_place() -> None:
    """The hello closes its own; the ten behind it holds on."""
    evening = dealt()
    evening.put(fact.DeviceLost(device="shoe", reason="read"))
    assert evening.held == "device_lost"
    evening.floor(cmd.Reported(what="card_off_table"))

    evening.hello("shoe", "shoe_scanner")

    assert evening.held == "card_off_table"


def test_record_holds_what_was_raised_and_ruled_in_its_order() -> None:
    """Each raise is in the outcome of its own input; each ruling names what it rules."""
    evening = two_holds()
    remove_ten(evening)
    evening.answer("seen", "NOT SEEN")
    evening.rule("next_card", reason=WHY)

    raised = [(st.seq, r.kind) for st, s in evening.steps for r in s.outcome.raised]
    ruled = [(st.seq, st.input.irr) for st, _ in evening.steps if isinstance(st.input, cmd.Ruled)]

    assert [k for _, k in raised] == ["ten_found", "drawn_while_held"]
    assert [irr.split("/")[1] for _, irr in ruled] == ["ten_found", "drawn_while_held"]
    order = [seq for seq, _ in (*raised, *ruled)]
    assert order == sorted(order)
