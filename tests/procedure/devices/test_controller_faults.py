"""Faults of the controller itself are holds; previews, requests and the state.

Source: controller/README 1.7, 2.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.reducers.play import decisions as play_reducers
from controller.procedure.state import ledger
from controller.procedure.state.context import Context
from controller.procedure.state.whole import State
from controller.procedure.step import Procedure
from tests.kit.entries import dealt, stamp
from tests.kit.evening import Evening


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
    monkeypatch.setattr(Context, "put_hand", lambda *_: 1 // 0)
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
    monkeypatch.setattr(Context, "put_hand", lambda *_: 1 // 0)

    inside = procedure.step(evening.state, stamp(evening, cmd.Next(box=1, hand=1)), evening.vault)
    monkeypatch.setattr(ledger, "issue", lambda *_: 1 // 0)
    outside = procedure.step(evening.state, stamp(evening, cmd.FloorCalled()), evening.vault)

    assert inside.outcome.verdict == outside.outcome.verdict == "fault"


def test_chart_state_that_does_not_exist_is_a_fault_and_closing_is_the_way_out() -> None:
    """Damaged state is never repaired silently; void and close refuse nothing.

    Source: controller/README 1.3, 1.7.
    """
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    damaged = replace(evening.play, dealer_hand="lost")  # type: ignore[arg-type]
    evening.state = replace(evening.state, play=damaged)

    fault = evening.put(cmd.Next(box=1, hand=1))
    evening.put(cmd.Next(box=3, hand=1))
    voided = evening.floor(cmd.RoundVoided(reason="damaged"), rank="casino_supervisor")
    closed = evening.floor(cmd.TableClosed(reason="damaged"))

    assert (fault.verdict, voided.verdict, closed.verdict) in (
        ("accepted", "accepted", "accepted"),
        ("fault", "accepted", "accepted"),
    )


# ---- the record ----
def test_recording_that_had_failed_is_told_in_amber() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)

    outcome = evening.put(fact.Noted(kind="recording_failed"))

    assert [r.kind for r in outcome.raised] == ["recording_failed"]
    assert evening.held == ""
    assert evening.rule("seen").verdict == "accepted"


def test_last_64_requests_are_remembered() -> None:
    evening = Evening().opened()
    for n in range(70):
        evening.put(cmd.BoxSet(box=1, lit=n % 2 == 0, rid=f"r{n}"))

    assert len(evening.state.requests) == 64
    assert evening.put(cmd.BoxSet(box=1, lit=False, rid="r69")).verdict == "dropped"
    assert evening.put(cmd.BoxSet(box=1, lit=True, rid="r0")).verdict == "accepted"


def test_state_begins_empty_and_frozen() -> None:
    state = State()

    with pytest.raises(AttributeError):
        state.epoch = 2  # type: ignore[misc]
