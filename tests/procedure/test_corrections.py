"""LAST CARD, undo, amendments by the floor, controller faults, snapshots, refusals (DESIGN 2)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure import amend, ledger
from controller.procedure.inputs import Amended, Edit, Outcome, Stamped
from controller.procedure.reducers import play as play_reducers
from controller.procedure.state import State
from controller.procedure.step import Procedure

from .evening import Evening


def dealt(cards: str, *boxes: int) -> Evening:
    evening = Evening().opened().lit(*boxes)
    evening.draw(cards)
    evening.press("act1")
    return evening


def entry(evening: Evening, kind: type) -> int:
    """Id of the last entry with such an input."""
    return next(e.id for e in reversed(evening.state.log) if isinstance(e.input, kind))


def amended(evening: Evening, *edits: Edit, rank: str = "floorperson") -> Outcome:
    return evening.floor(Amended(edits=edits, why="layout looked at"), rank=rank)


# ---- LAST CARD ----
@pytest.mark.clause("MA house.last-card")
def test_last_card_goes_on_to_the_next_box() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("2c")

    evening.press("last.box")

    assert evening.hand(1) == ["5h", "4h"]
    assert evening.hand(3) == ["9d", "3c", "2c"]
    assert evening.play.hands[0].done


@pytest.mark.clause("MA house.last-card")
def test_last_card_is_moved_once_only() -> None:
    evening = dealt("5h 2d 9d 7s 4h 3d 3c 8d", 1, 2, 3)
    evening.draw("2c")
    evening.press("last.box")

    again = evening.put(cmd.LastCard(what="box"))

    assert (again.verdict, again.clause) == ("refused", "MA house.last-card")
    assert evening.hand(2) == ["2d", "3d", "2c"]


@pytest.mark.clause("MA house.last-card")
def test_last_card_of_the_last_hand_goes_to_no_box() -> None:
    evening = dealt("5h 7s 4h 8d", 1)
    evening.draw("2c")

    assert evening.put(cmd.LastCard(what="box")).verdict == "refused"
    assert evening.offered("last.box") is None


@pytest.mark.clause("MA house.last-card", "MA house.late-reports")
def test_late_double_is_booked_before_its_card_and_told_when_it_helps() -> None:
    evening = dealt("5h 9d 7s 6h 3c 8d", 1, 3)
    evening.draw("9c")

    outcome = evening.press("last.double")

    assert evening.play.hands[0].doubles == 1
    assert evening.play.hands[0].done
    assert outcome.raised == ()


@pytest.mark.clause("MA house.late-reports")
def test_report_that_undoes_a_bust_is_amber_for_the_floor() -> None:
    evening = dealt("Kh 9d 7s 6h 3c 8d", 1, 3)
    evening.draw("9c")
    assert evening.play.hands[0].done

    outcome = evening.put(cmd.LastCard(what="box"))

    assert outcome.verdict == "accepted"
    assert [r.kind for r in outcome.raised] == ["late_double"]
    assert evening.hand(3) == ["9d", "3c", "9c"]


@pytest.mark.clause("MA house.last-card")
def test_late_split_takes_the_card_as_the_first_hands_second() -> None:
    evening = dealt("8h 9d 7s 8s 3c 8d", 1, 3)
    evening.draw("9c")

    evening.press("last.split")

    assert evening.hand(1, 1) == ["8h", "9c"]
    assert evening.hand(1, 2) == ["8s"]


@pytest.mark.clause("MA house.last-card")
@pytest.mark.parametrize("what", ["split", "nonsense", "double"])
def test_report_that_the_hand_could_not_have_done_is_refused(what: str) -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.press("act3")
    evening.draw("9c")

    assert evening.put(cmd.LastCard(what=what)).verdict == "refused"


@pytest.mark.clause("MA house.last-card", "MA house.card-not-read")
def test_misread_card_is_taken_off_and_read_out() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("9c")

    evening.press("last.not_this")
    assert evening.held == "card_not_read"
    assert evening.hand(1) == ["5h", "4h"]
    evening.rule("enter_card", reason="6c")

    assert evening.hand(1) == ["5h", "4h", "6c"]
    assert dict(evening.play.counts).get("9c") is None
    assert evening.put(cmd.LastCard(what="error")).verdict == "refused"


@pytest.mark.clause("MA house.last-card")
def test_last_card_is_only_the_last_one() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.draw("2c")
    first = entry(evening, fact.CardDrawn)
    evening.draw("2d")

    assert evening.put(cmd.LastCard(what="error", card=first)).clause == "MA house.last-card"


@pytest.mark.clause("MA house.last-card")
def test_burn_is_no_last_card() -> None:
    evening = Evening().opened()

    assert evening.put(cmd.LastCard(what="error")).verdict == "refused"
    assert evening.put(cmd.LastCard(what="face_up")).verdict == "refused"


def test_last_card_before_any_card_is_refused() -> None:
    evening = Evening()
    evening.put(cmd.TableOpened(dealer="Dana R."))

    assert evening.put(cmd.LastCard(what="box")).clause == "MA house.last-card"


@pytest.mark.clause("MA 7.b~3", "MA house.last-card")
def test_report_that_would_open_a_hidden_face_is_refused() -> None:
    """An amended fold opens no seal: the hole card would become a player's."""
    evening = Evening().opened().lit(1)
    evening.draw("5h 7s 4h 8d")

    outcome = evening.put(cmd.LastCard(what="face_up"))

    assert (outcome.verdict, outcome.clause) == ("refused", "MA house.last-card")
    assert outcome.text == evening.house.no("seen_face")[1]
    assert evening.procedure.preview(evening.state, stamp(evening, cmd.LastCard(what="face_up")))


def stamp(evening: Evening, item: Any) -> Stamped:
    return Stamped(evening.seq + 1, evening.mono * 1000, evening.mono + 1000, "test", item)


# ---- undo ----
@pytest.mark.clause("MA house.last-card")
def test_undo_takes_back_the_last_command_until_the_next_card() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.press("act1")
    assert evening.play.hands[0].done

    evening.press("undo")
    assert not evening.play.hands[0].done
    evening.press("act1")
    evening.draw("2c")

    assert evening.put(cmd.Undo()).clause == "MA house.last-card"
    assert evening.offered("undo") is None


def test_undo_names_what_it_takes_back() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.press("act1")

    assert evening.put(cmd.Undo(entry=77)).verdict == "refused"
    assert evening.put(cmd.Undo(entry=entry(evening, cmd.Next))).verdict == "accepted"


def test_undo_of_a_box_in_the_deal_maps_it_again() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h 9d 7s 4h 3c 8d")
    evening.press("box3")

    evening.press("undo")

    assert evening.play.boxes == (1, 3)
    assert evening.press("act1").verdict == "accepted"


def test_nothing_is_undone_behind_a_confirmed_deal() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)

    assert evening.put(cmd.Undo()).verdict == "refused"


# ---- amendments of the floor ----
@pytest.mark.clause("MA house.last-card")
def test_floor_strikes_out_a_decision_and_what_fell_away_is_listed() -> None:
    """Commands that fall away are listed, amber `no_longer_legal` (DESIGN 2)."""
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


@pytest.mark.clause("MA house.last-card", "MA house.ruling-needs")
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


@pytest.mark.clause("MA 7.b~3")
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
    evening.floor(cmd.Notified(irr=name, whom="R. Vance", role="casino_supervisor"))

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


@pytest.mark.clause("MA house.controller")
def test_amended_fold_releases_nothing() -> None:
    """A recorded order without its wish is without cause, a new wish is withheld (DESIGN 2)."""
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
    ruled = evening.rule(ruling, reason="x")
    assert ruled.verdict == "accepted"
    assert len(ruled.orders) == (ruling == "again")
    assert evening.held == ""


# ---- controller fault ----
@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A reducer that raises at the next hit."""
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)

    def fail(_: object, __: int, slot: object) -> None:
        raise ZeroDivisionError(slot)

    monkeypatch.setattr(play_reducers, "give", fail)
    return evening


@pytest.mark.clause("MA house.controller")
def test_fault_in_a_reducer_is_a_hold_without_text_or_exposure(broken: Evening) -> None:
    """The outcome "controller fault": the card lies unplaced, the type goes to the log."""
    outcome = broken.draw("2c")

    assert outcome.verdict == "fault"
    assert outcome.exposed == ()
    assert outcome.text == ""
    assert broken.held == "controller_fault"
    assert broken.hand(1) == ["5h", "4h"]
    assert len(broken.faults) == 1
    assert "ZeroDivisionError" in broken.faults[0]
    assert "b'2c" not in broken.faults[0]


@pytest.mark.clause("MA house.controller")
def test_fault_is_struck_out_and_its_card_goes_to_the_rack(
    broken: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken.draw("2c")
    drawn, racked = broken.play.drawn, broken.play.racked

    outcome = broken.rule("strike_out")
    monkeypatch.undo()
    broken.draw("2d")

    assert outcome.verdict == "accepted"
    assert broken.held == ""
    assert (broken.play.drawn, broken.play.racked) == (drawn + 2, racked + 1)
    assert broken.hand(1) == ["5h", "4h", "2d"]


@pytest.mark.clause("MA house.controller")
def test_faulted_command_is_struck_out_without_a_trace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    monkeypatch.setattr(play_reducers, "put_hand", lambda *_: 1 // 0)
    outcome = evening.put(cmd.Next(box=1, hand=1))
    assert outcome.verdict == "fault"

    evening.rule("strike_out")
    monkeypatch.undo()

    assert evening.held == ""
    assert evening.put(cmd.Next(box=1, hand=1)).verdict == "accepted"


@pytest.mark.clause("MA house.controller")
def test_fault_outside_the_fold_is_a_hold_that_can_be_ruled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`step` never raises; a fault of which no entry tells is closed by its ruling."""
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    monkeypatch.setattr(ledger, "issue", lambda *_: 1 // 0)
    outcome = evening.put(cmd.FloorCalled())
    monkeypatch.undo()
    assert outcome.verdict == "fault"

    evening.rule("strike_out")

    assert evening.held == ""


@pytest.mark.clause("MA house.controller")
def test_fault_can_be_voided_and_its_card_is_counted(broken: Evening) -> None:
    broken.draw("2c")
    drawn = broken.play.drawn

    broken.floor(cmd.RoundVoided(reason="x"), rank="casino_supervisor")
    broken.put(cmd.LayoutCleared(), after_ms=5000)

    assert broken.open == ()
    assert broken.play.drawn == broken.play.racked == drawn + 1


def test_fault_without_a_listener_is_a_fault_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    procedure = Procedure(evening.house)
    monkeypatch.setattr(play_reducers, "put_hand", lambda *_: 1 // 0)

    inside = procedure.step(evening.state, stamp(evening, cmd.Next(box=1, hand=1)), evening.vault)
    monkeypatch.setattr(ledger, "issue", lambda *_: 1 // 0)
    outside = procedure.step(evening.state, stamp(evening, cmd.FloorCalled()), evening.vault)

    assert inside.outcome.verdict == outside.outcome.verdict == "fault"


@pytest.mark.clause("MA house.controller")
def test_chart_state_that_does_not_exist_is_a_fault_and_closing_is_the_way_out() -> None:
    """Damaged state is never repaired silently; void and close refuse nothing (DESIGN 1.3, 1.7)."""
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.state = replace(evening.state, play=replace(evening.play, dealer_hand=("lost",)))

    fault = evening.put(cmd.Next(box=1, hand=1))
    evening.put(cmd.Next(box=3, hand=1))
    voided = evening.floor(cmd.RoundVoided(reason="damaged"), rank="casino_supervisor")
    closed = evening.floor(cmd.TableClosed(reason="damaged"))

    assert (fault.verdict, voided.verdict, closed.verdict) in (
        ("accepted", "accepted", "accepted"),
        ("fault", "accepted", "accepted"),
    )


# ---- the record ----
@pytest.mark.clause("MA house.controller")
def test_recording_that_had_failed_is_told_in_amber() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)

    outcome = evening.put(fact.Noted(kind="recording_failed"))

    assert [r.kind for r in outcome.raised] == ["recording_failed"]
    assert evening.held == ""
    assert evening.rule("seen").verdict == "accepted"


def test_preview_moves_nothing_and_says_what_would_be() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    before = evening.state

    seen = evening.procedure.preview(before, stamp(evening, cmd.Next(box=1, hand=1)))
    hidden = evening.procedure.preview(before, stamp(evening, fact.CardDrawn(
        device="shoe", boot="b", n=evening.boot_n["shoe"] + 1, card=evening.blank)))  # fmt: skip

    assert seen is not None
    assert seen.state.play.hands[0].done
    assert hidden is None
    assert evening.state is before


def test_last_64_requests_are_remembered() -> None:
    evening = Evening().opened()
    for n in range(70):
        evening.put(cmd.FloorCalled(rid=f"r{n}"))

    assert len(evening.state.requests) == 64
    assert evening.put(cmd.FloorCalled(rid="r69")).verdict == "dropped"
    assert evening.put(cmd.FloorCalled(rid="r0")).verdict == "accepted"


def test_menu_of_the_last_card_opens_by_its_key_and_closes_with_the_next_act() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)

    evening.put(cmd.KeyPressed(key="last_card"))
    assert evening.play.menu == "last"
    evening.put(cmd.KeyPressed(key="last_card"))
    assert evening.play.menu == ""
    evening.put(cmd.KeyPressed(key="last_card"))
    evening.draw("2c")

    assert evening.play.menu == ""


def test_state_begins_empty_and_frozen() -> None:
    state = State()

    with pytest.raises(AttributeError):
        state.epoch = 2  # type: ignore[misc]


# ---- the dealer's own cards ----
@pytest.mark.clause("MA 15.a", "MA house.last-card")
def test_dealers_card_that_lay_face_up_in_the_shoe_is_taken_off_again() -> None:
    evening = dealt("9c 9s 9h 2d", 3)
    evening.press("act7")
    evening.draw("7d")
    assert evening.play.round == ("settled",)

    outcome = evening.press("last.face_up")
    evening.draw("Kc")

    assert [r.kind for r in outcome.raised] == ["face_up_card"]
    assert [s.face for s in evening.play.dealer] == ["9s", "2d", "Kc"]
    assert evening.paid() == {(3, "main"): ("take", "")}


@pytest.mark.clause("MA 15.h~2")
def test_second_card_that_came_closes_the_question_about_it() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h 9d 7s 3c 8d")
    evening.press("skip1.2")
    evening.press("act1")

    evening.draw("4h")

    assert not evening.open
    assert evening.hand(1) == ["5h", "4h"]
