"""Corrections up to the end of the settlement: the money is settled again as a difference.

A misread card is proven in test_reports, a wrong mapping before the decisions in test_deal.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.inputs import Amended, Edit
from controller.rules.settlement import net
from tests.kit.entries import amended, entry
from tests.kit.evening import Evening, house
from tests.kit.shown import page
from tests.kit.stakes import moved

MA = "massachusetts"
WHY = "box looked at, chips counted"


def settled(cards: str = "6h 9c 9s 5h 9d 8d", drawn: str = "Kc") -> Evening:
    """Box 1 drew to 21, box 4 stands on 18, the dealer has 17."""
    evening = Evening(house(MA)).opened().lit(1, 4, main={1: 1000, 4: 1000})
    evening.draw(cards)
    evening.press("act1")
    evening.draw(drawn)
    for box in (1, 4):
        evening.put(cmd.Next(box=box, hand=1))
    evening.press("act7")
    assert evening.play.round == "settled"
    return evening


def reported(evening: Evening) -> Evening:
    evening.floor(cmd.Reported(what="paid_wrong", box=1, hand=1))
    return evening


# ---- paid wrongly ----
def test_paid_wrong_is_amber_and_a_supervisors_with_a_reason() -> None:
    """PAID WRONG: the picture of the record counts; nothing of it moves by itself."""
    evening = reported(settled())
    before = evening.play.payments
    assert (evening.held, [i.kind for i in evening.open]) == ("", ["paid_wrong"])

    low = evening.rule("paid_right", reason=WHY)
    bare = evening.rule("paid_right", rank="casino_supervisor")
    ruled = evening.rule("paid_right", reason=WHY, rank="casino_supervisor")

    assert [o.verdict for o in (low, bare, ruled)] == ["refused", "refused", "accepted"]
    assert evening.play.payments == before
    assert evening.open == ()


def test_wrong_payment_that_is_ruled_on_in_a_later_round_settles_nothing_there() -> None:
    """Its hands still decide: they were paid in the middle of their turn."""
    evening = reported(settled())
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    evening.lit(1, 4, main={1: 1000, 4: 1000})
    evening.draw("6d 9c 9s 5h 9d 8d")
    evening.press("act1")

    ruled = evening.rule("paid_right", reason=WHY, rank="casino_supervisor")

    assert (ruled.verdict, evening.play.round) == ("accepted", "deciding")
    assert evening.play.payments == ()


def test_record_of_a_wrong_payment_names_box_ruler_and_reason() -> None:
    evening = reported(settled())

    evening.rule("paid_right", reason=WHY, rank="casino_supervisor")

    said = next(st.input for st, _ in reversed(evening.steps) if isinstance(st.input, cmd.Ruled))
    assert (said.by, said.rank, said.reason) == ("M. Okafor", "casino_supervisor", WHY)
    i = next(i for i in evening.play.irregularities if i.kind == "paid_wrong")
    assert (i.box, i.ruled_by, i.status) == (1, "M. Okafor", "carried_out")


# ---- what was booked wrongly ----
def test_double_that_was_forgotten_is_entered_after_the_settlement() -> None:
    """Box 1 had doubled before its card: 21 pays twice the wager; box 4 keeps what it has."""
    evening = settled()
    before = evening.play.payments
    card = entry(evening, fact.CardDrawn)
    assert moved(evening, 1)[0][0] == "pay"

    outcome = amended(evening, Edit(card, "before", (cmd.Double(box=1, hand=1, cents=1000),)))

    assert outcome.verdict == "accepted"
    assert evening.play.round == "settled"
    assert evening.play.hands[0].doubles == 1
    assert net(evening.play.payments) - net(before) == 1000
    assert moved(evening, 4) == [("pay", 1000)]


def test_wager_that_was_counted_wrongly_is_settled_again_as_a_difference() -> None:
    """$25 lay there and not $10."""
    evening = settled()
    before = evening.play.payments
    wagers = [e.id for e in evening.state.log if isinstance(e.input, cmd.WagerSet)]
    right = cmd.WagerSet(box=1, kind="main", on=True, cents=2500)

    outcome = amended(evening, Edit(wagers[0], "instead", (right,)))

    assert outcome.verdict == "accepted"
    assert net(evening.play.payments) - net(before) == 1500
    assert (evening.play.round, evening.open) == ("settled", ())


def test_amendment_keeps_reason_and_both_versions_on_the_record() -> None:
    """Before: the entry as it was said; after: the edit, with who and why."""
    evening = settled()
    wager = next(e for e in evening.state.log if isinstance(e.input, cmd.WagerSet))
    right = cmd.WagerSet(box=1, kind="main", on=True, cents=2500)

    amended(evening, Edit(wager.id, "instead", (right,)))

    rows = [st.input for st, _ in evening.steps]
    said = next(i for i in rows if isinstance(i, Amended))
    assert wager.input in rows
    assert (said.by, said.rank, said.why) == ("M. Okafor", "floorperson", "layout looked at")
    assert said.edits[0].inputs == (right,)


def test_nothing_is_amended_behind_the_next_deal() -> None:
    evening = settled()
    card = entry(evening, fact.CardDrawn)
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    evening.draw("2c")

    outcome = amended(evening, Edit(card, "before", (cmd.Double(box=1, hand=1, cents=1000),)))

    assert outcome.verdict == "refused"


@pytest.mark.parametrize("pack", ["massachusetts", "maryland", "boston-billiard"])
def test_settlement_that_was_taken_back_is_told_after_the_ruling_that_goes_on(pack: str) -> None:
    """NOT THIS CARD holds the table; once the card is entered the dealer reads what no longer is.

    The ruling is a correction of its own: it keeps what the one before it turned back.
    """
    evening = Evening(house(pack)).opened().lit(2, 5, main={2: 1000, 5: 1000})
    evening.draw("8c 9c 8d 3c 2s 5h")
    evening.press("act1")
    for box in (2, 5):
        evening.put(cmd.Next(box=box, hand=1))
    evening.press("act7")
    evening.draw("9d")
    assert evening.play.round == "settled"

    evening.put(cmd.LastCard(what="not_this"))
    evening.rule("enter_card", reason="2d", rank="casino_supervisor")
    told = page(evening).next_step.hint
    evening.draw("3d")

    assert told == "The settlement is taken back."
    assert evening.play.round == "settled"
    assert told not in page(evening).next_step.hint
