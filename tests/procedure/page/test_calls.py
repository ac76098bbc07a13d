"""FLOOR is answered: one open call, taken back until somebody has answered it.

Source: console/README 2.1.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.irregularities import catalog
from controller.procedure.queries import calls
from controller.procedure.state.inputs import Outcome
from controller.rules.pack import names
from tests.kit.evening import Evening, house
from tests.kit.shown import page


def called(pack: str = "massachusetts") -> Evening:
    e = Evening(house(pack)).opened().lit(1, 3)
    e.put(cmd.FloorCalled())
    return e


def acknowledged(e: Evening) -> Outcome:
    call = calls.open_call(e.play)
    assert call is not None
    return e.floor(cmd.Notified(irr=call.id, whom="M. Okafor", role="floorperson"))


@pytest.mark.parametrize("pack", names())
def test_second_call_is_refused_and_the_page_says_since_when(pack: str) -> None:
    """FLOOR pressed again made a second irregularity, and nothing on the page had changed."""
    e = called(pack)

    again = e.put(cmd.FloorCalled())
    by_key = e.put(cmd.KeyPressed(key="floor"))

    assert (again.verdict, by_key.verdict) == ("refused", "refused")
    assert [i.kind for i in e.play.irregularities].count("free_ruling") == 1
    view = page(e)
    assert view.call is not None
    assert view.call.at > 0
    (key,) = [a for a in view.allowed if a.slot == "act8"]
    assert key.opens == "call"


def test_call_is_taken_back_by_a_touch_that_no_second_press_can_be() -> None:
    e = called()

    (back,) = [a for a in page(e).allowed if a.slot.startswith("call.")]
    outcome = e.put(cmd.FloorCalled(back=True))

    assert back.label == "TAKE BACK"
    assert outcome.verdict == "accepted"
    assert page(e).call is None
    assert e.put(cmd.FloorCalled()).verdict == "accepted"


def test_call_that_somebody_has_answered_is_not_taken_back() -> None:
    e = called()

    assert acknowledged(e).verdict == "accepted"

    view = page(e)
    assert view.call is not None
    assert view.call.acknowledged_by == "M. Okafor"
    assert e.put(cmd.FloorCalled(back=True)).verdict == "refused"
    assert not [a for a in view.allowed if a.slot in ("act8", "call.2")]


def test_call_outlives_the_cards_that_are_drawn() -> None:
    e = called()
    e.draw("5h 9h 6s 6d 9d 4c")

    assert page(e).call is not None
    assert e.put(cmd.FloorCalled(back=True)).verdict == "accepted"


@pytest.mark.parametrize("pack", names())
def test_report_says_what_the_call_is_for_and_takes_its_place(pack: str) -> None:
    """Two ambers stood for one matter; who is on the way for it is known all the same."""
    e = called(pack)
    acknowledged(e)

    e.put(cmd.Reported(what="evacuation"))

    (report,) = catalog.open_ones(e.play)
    assert report.kind == "evacuation"
    assert [notice.whom for notice in report.notices] == ["M. Okafor"]
    assert page(e).call is None
    assert e.put(cmd.FloorCalled()).verdict == "accepted"


def test_report_of_the_floor_leaves_the_dealers_call_open() -> None:
    """It may be about something else."""
    e = called()

    e.floor(cmd.Reported(what="evacuation"))

    kinds = [i.kind for i in catalog.open_ones(e.play)]
    assert kinds == ["free_ruling", "evacuation"]


def test_floor_is_called_again_in_a_hold() -> None:
    """The hold has called it once: the key says that this is another call."""
    e = Evening(house("massachusetts")).opened().lit(1, 3)
    (calm,) = [a for a in page(e).allowed if a.slot == "act8"]
    e.put(fact.Noted(kind="device_contradicts_itself", about="wheel"))

    (held,) = [a for a in page(e).allowed if a.slot == "act8"]

    assert (calm.label, calm.sub) == ("FLOOR", "call")
    assert (held.label, held.sub) == ("FLOOR", "again")
