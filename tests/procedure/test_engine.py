"""The charts' engine beside the library's own."""

from __future__ import annotations

from pytest_mock import MockerFixture
from statemachine.engines.sync import SyncEngine

from controller.domain import commands as cmd
from controller.procedure.charts.base import ProcedureChart
from controller.procedure.inputs import Outcome
from controller.procedure.state import State
from tests.speed.shoes import Shoes

ROUNDS = 25
WHENEVER = (cmd.Turned(), cmd.Hit(), cmd.DealOk(boxes=()), cmd.MatchDone(), cmd.FloorCalled())


def dealt() -> list[tuple[State, Outcome]]:
    """Whole rounds over a change of shoe, and in each what is refused now and allowed then."""
    on, steps = Shoes(5, keep=False), list[tuple[State, Outcome]]()
    for n in range(ROUNDS):
        on.deal_round()
        outcome = on.put(WHENEVER[n % len(WHENEVER)])
        steps.append((on.state, outcome))
    return steps


def test_engine_moves_and_refuses_as_the_library_does(mocker: MockerFixture) -> None:
    """It leaves out only what flat charts do not have (DESIGN section 6)."""
    ours = dealt()
    mocker.patch.object(ProcedureChart, "_get_engine", lambda chart: SyncEngine(chart))

    assert dealt() == ours
