"""A round called off, and the table closed between the rounds."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.view.floor import floor_view
from tests.kit.banks import FRAME
from tests.kit.evening import Evening
from tests.kit.stakes import moved, staked
from tests.procedure.walks.promises import watched


@pytest.mark.clause("MA house.void-returns")
def test_void_returns_every_open_wager_once_and_keeps_what_was_settled() -> None:
    evening = staked("8h 9d 9s 8d 7c Kd", main={1: 1000, 3: 1500}, match={3: 500})
    evening.press("act1")
    evening.press("act4")
    evening.draw("2c")
    evening.put(cmd.Double(box=1, hand=1, cents=1000))

    for _ in range(2):
        evening.floor(cmd.RoundVoided(reason="fire alarm"), rank="casino_supervisor")

    assert sorted(moved(evening, 1), key=str) == [("void", 1000), ("void", 2000)]
    assert moved(evening, 3) == [("void", 1500)]
    assert moved(evening, 3, "match") == [("pay", 2000)]
    assert evening.play.round == "settled"


@pytest.mark.clause("MA house.void-returns")
def test_void_leaves_hands_that_were_given_up_as_they_are() -> None:
    """Surrendered under a 2 to 9, or rescued: settled at once by the text, so not open."""
    evening = staked("Kh 5h 9s 6d 6h Kd", main={1: 1000, 3: 1000})
    evening.press("act5")
    evening.put(cmd.Double(box=3, hand=1, cents=1000))
    evening.draw("4c")
    evening.put(cmd.Rescue(box=3, hand=1))

    evening.floor(cmd.RoundVoided(reason="fire alarm"), rank="casino_supervisor")

    assert sorted(moved(evening, 1), key=str) == [("return", 500), ("take", 500)]
    assert sorted(moved(evening, 3), key=str) == [("return", 1000), ("take", 1000)]


def test_void_ends_what_was_asked_of_a_box_and_nothing_else() -> None:
    """What a device said of itself is still to be looked at once the round is called off."""
    evening = staked("8h 9d 9s 8d 7c Kd", main={1: 1000, 3: 1500})
    evening.put(cmd.Reported(what="wrong_total", box=3, hand=1))
    evening.put(fact.Noted(kind="device_contradicts_itself", about="wheel"))

    evening.floor(cmd.RoundVoided(reason="fire alarm"), rank="casino_supervisor")

    assert [i.kind for i in evening.open] == ["device_contradicts_itself"]


def test_void_before_deal_ok_returns_the_wagers_of_the_lit_boxes() -> None:
    evening = Evening().opened().lit(1, 3, match={3: 500})
    evening.draw("8h 9d")

    evening.floor(cmd.RoundVoided(reason="x"), rank="casino_supervisor")

    assert evening.paid() == {
        (1, "main"): ("void", ""),
        (3, "main"): ("void", ""),
        (3, "match"): ("void", ""),
    }


def test_table_is_closed_by_a_floorperson_between_rounds_only() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("8h")

    mid_round = evening.floor(cmd.TableClosed(reason="end"))
    by_dealer = evening.put(cmd.TableClosed(reason="end"))

    assert mid_round.verdict == by_dealer.verdict == "refused"
    assert evening.play.round == "dealing"


def test_refused_press_clears_no_layout() -> None:
    """A refusal moves nothing: the settled round stays until something closes it."""
    evening = staked("9h 9s 9c 8d", main={1: 1000})
    evening.press("act7")

    refused = evening.put(cmd.TableClosed(reason="end"), after_ms=5000)

    assert refused.verdict == "refused"
    assert evening.play.round == "settled"
    assert evening.steps[-1][1].boundary is None


def test_void_names_what_goes_back_box_by_box_before_it_is_confirmed() -> None:
    """On the key of its own, and beside whatever is open; counted chips as amounts."""
    evening = staked("8h 9d 9s 8d 7c Kd", main={1: 1000, 3: 1500})
    evening.press("act1")
    evening.put(cmd.FloorCalled())
    shown = floor_view(evening.state, evening.house, FRAME, rank="casino_supervisor")

    key = next(a for a in shown.allowed if a.command == "RoundVoided")
    beside = next(r for i in shown.irregularities for r in i.always if "VOID" in r.name)

    assert key.sub == "back: box 1 $10, box 3 $15"
    told = [(x.what, x.after) for x in beside.preview if x.now == "open"]
    assert sorted(told) == [("Box 1, wager", "back $10"), ("Box 3, wager", "back $15")]
    evening.floor(cmd.RoundVoided(reason="fire alarm"), rank="casino_supervisor")
    assert moved(evening, 3) == [("void", 1500)]
    assert list(watched(evening)) == []
