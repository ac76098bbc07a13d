"""Amendments by the floor: entries edited, the round folded again, nothing released.

Source: controller/README 2.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.engine import amend
from controller.procedure.state.inputs import Edit
from tests.kit.entries import amended, dealt, entry
from tests.kit.evening import Evening


def test_floor_strikes_out_a_decision_and_what_fell_away_is_listed() -> None:
    """Commands that fall away are listed, amber `no_longer_legal` (controller/README 2)."""
    evening = dealt("8h 9d 7s 8s 3c 8d", 1, 3)
    evening.press("act4")
    split = entry(evening, cmd.Split)
    evening.draw("2c")
    evening.press("act1")
    evening.draw("3d")
    second = evening.put(cmd.Next(box=1, hand=2))
    assert second.verdict == "accepted"
    third = entry(evening, cmd.Next)

    outcome = amended(evening, Edit(split, "instead", ()))

    assert outcome.verdict == "accepted"
    assert third in outcome.lost
    assert [r.kind for r in outcome.raised] == ["no_longer_legal"]
    assert evening.hand(1) == ["8h", "8s", "2c"]


def test_amendment_inserts_what_was_said_and_not_booked() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("2c")
    card = entry(evening, fact.CardDrawn)

    amended(evening, Edit(card, "before", (cmd.Next(box=1, hand=1),)))

    assert evening.hand(3) == ["9d", "3c", "2c"]


def test_amendment_keeps_the_id_and_the_clock_of_what_it_keeps() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("2c")
    before = evening.state.log[-1]

    amended(evening, Edit(before.id, "before", (cmd.Next(box=1, hand=1),)))

    kept = evening.state.log[-1]
    added = evening.state.log[-2]
    assert (kept.id, kept.mono, kept.input) == (before.id, before.mono, before.input)
    assert (added.id >> 8, added.mono) == (evening.seq, before.mono)


def test_amendment_is_refused_to_a_dealer_outside_the_round_and_for_other_inputs() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("2c")
    card = entry(evening, fact.CardDrawn)

    dealer = amended(evening, Edit(card, "instead", ()), rank="dealer")
    elsewhere = amended(evening, Edit(77, "instead", ()))
    other = amended(evening, Edit(card, "before", (cmd.TableClosed(),)))
    illegal = amended(evening, Edit(card, "before", (cmd.Next(box=7, hand=1),)))

    assert [o.verdict for o in (dealer, elsewhere, other, illegal)] == ["refused"] * 4
    assert illegal.clause == "MA 7.e~2"


def test_amendment_that_makes_a_hidden_card_a_players_is_refused() -> None:
    """Box 3 was not dealt: mapped again, a card nobody has seen would lie face up."""
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    ok = entry(evening, cmd.DealOk)

    outcome = amended(
        evening,
        Edit(
            ok,
            "instead",
            (cmd.BoxSet(box=3, lit=False), cmd.BurnReported(made=False), cmd.DealOk(boxes=(1,))),
        ),
    )

    assert outcome.verdict == "refused"
    assert evening.hand(1) == ["5h", "4h"]


def test_amendment_withdraws_an_irregularity_that_is_no_longer_raised() -> None:
    evening = dealt("9h 9d 7s 8s 3c 8d", 1, 3)
    evening.draw("2c")
    assert [i.kind for i in evening.open] == ["whose_card"]
    card = entry(evening, fact.CardDrawn)

    outcome = amended(evening, Edit(card, "before", (cmd.Next(box=1, hand=1),)))

    assert [w.kind for w in outcome.withdrawn] == ["whose_card"]
    assert evening.open == ()


def test_amendment_keeps_who_was_notified() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("2c")
    card = entry(evening, fact.CardDrawn)
    evening.peek(True)
    name = evening.open[0].id
    evening.floor(
        cmd.Notified(irr=name, whom="R. Vance", role="casino_supervisor"), rank="casino_supervisor"
    )

    amended(evening, Edit(card, "before", (cmd.Next(box=1, hand=1),)))

    kept = next(i for i in evening.play.irregularities if i.id == name)
    assert [n.whom for n in kept.notices] == ["R. Vance"]


def test_what_was_refused_stays_refused_in_an_amended_fold() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("2c")
    card = entry(evening, fact.CardDrawn)
    assert evening.put(cmd.Double(box=3, hand=1)).verdict == "refused"

    amended(evening, Edit(card, "before", (cmd.Next(box=1, hand=1),)))

    assert evening.play.hands[1].doubles == 0
    assert evening.state.log[-1].refused


def spun() -> Evening:
    evening = Evening().opened().lit(2, 4, bonus_spin={2: None})
    evening.draw("As 9d 9s Kd 3c Kc")
    evening.press("act1")
    evening.draw("5c")
    evening.press("act1")
    evening.press("act7")
    evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    return evening


def test_amended_fold_releases_nothing() -> None:
    """A recorded order without its wish is without cause, a new wish is withheld.

    Source: controller/README 2.
    """
    evening = spun()
    button = entry(evening, fact.SeatButtonPressed)
    wire = evening.state.orders[-1].wire
    card = entry(evening, fact.CardDrawn)

    undone = amended(evening, Edit(card, "before", (cmd.Next(box=4, hand=1),)))
    assert undone.verdict == "accepted"
    assert undone.orders == ()
    assert button in [e.id for e in evening.state.log]
    assert [o.wire for o in evening.state.orders if o.kind == "spin"] == [wire]


@pytest.mark.clause("MA house.controller")
def test_order_whose_wish_fell_away_holds_as_a_movement_without_cause() -> None:
    evening = Evening().opened().lit(2, 4, bonus_spin={2: None})
    evening.draw("As 9d 9s Kd 3c Kc")
    evening.press("act1")
    evening.draw("5c")
    evening.press("act1")
    stand = entry(evening, cmd.Next)
    evening.press("act7")
    evening.reading(fact.SeatButtonPressed, "wheel", box=2)

    outcome = amended(evening, Edit(stand, "instead", ()))

    assert "order_without_cause" in [r.kind for r in outcome.raised]
    assert [o.status for o in evening.state.orders if o.kind == "spin"] == ["orphan"]
    assert outcome.orders == ()
    assert evening.rule("none", reason="not turned").verdict == "accepted"


@pytest.mark.clause("MA house.controller")
@pytest.mark.parametrize("ruling", ["again", "none"])
def test_wish_that_an_amendment_makes_is_withheld_until_it_is_ruled(
    ruling: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening().opened().lit(2, 4, bonus_spin={2: None})
    evening.draw("As 9d 9s Kd 3c Kc")
    evening.press("act1")
    evening.draw("5c")
    evening.press("act1")
    turned = evening.press("act7")
    assert turned.orders == ()
    last = evening.state.log[-1].id
    n = evening.boot_n.get("wheel", 0)
    button = fact.SeatButtonPressed(device="wheel", boot="b", n=n + 1, box=2)
    monkeypatch.setattr(amend, "EDITABLE", (*amend.EDITABLE, fact.SeatButtonPressed))
    outcome = amended(evening, Edit(last, "before", (button,)))

    assert [r.kind for r in outcome.raised] == ["order_withheld"]
    assert outcome.orders == ()
    assert evening.held == "order_withheld"
    ruled = evening.rule(ruling, reason="x", rank="casino_supervisor")
    assert ruled.verdict == "accepted"
    assert len(ruled.orders) == (ruling == "again")
    assert evening.held == ""
