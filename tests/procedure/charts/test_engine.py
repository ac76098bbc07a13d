"""The charts' engine beside the library's own."""

from __future__ import annotations

from pytest_mock import MockerFixture
from statemachine.exceptions import TransitionNotAllowed
from statemachine.orderedset import OrderedSet

from controller.domain import commands as cmd
from controller.procedure.charts.owners import CHARTS, MOVES
from controller.procedure.charts.rows import FlatChart, NotPermitted
from controller.procedure.state.context import Context
from controller.procedure.state.inputs import Outcome
from controller.procedure.state.whole import State
from tests.speed.shoes import Shoes

ROUNDS = 25
WHENEVER = (
    cmd.Turned(),
    cmd.AmountStated(box=1, kind="main", cents=500),
    cmd.DealOk(boxes=()),
    cmd.MatchDone(),
    cmd.FloorCalled(),
)
"""After a settlement; the amount is refused by the chart's own validator."""


class Model:
    """What the library's machine writes its configuration to."""

    configuration: object = None


class Library:
    """Every chart in a machine of the library, loaded for each event and read back."""

    def __init__(self) -> None:
        self.sent = 0
        self._machines = {
            MOVES[name]: chart(Model(), state_field="configuration", start_value=None)
            for name, chart in CHARTS.items()
        }

    def send(self, chart: FlatChart, state: str, event: str, c: Context) -> str:
        self.sent += 1
        machine = self._machines[chart]
        machine.model.configuration = OrderedSet((state,))
        try:
            machine.send(event, c)
        except TransitionNotAllowed:
            raise NotPermitted(event) from None
        (found,) = machine.configuration_values
        return str(found)


def dealt() -> list[tuple[State, Outcome]]:
    """Whole rounds over a change of shoe, and in each what is refused now and allowed then."""
    on, steps = Shoes(5, keep=False), list[tuple[State, Outcome]]()
    for n in range(ROUNDS):
        on.deal_round()
        outcome = on.put(WHENEVER[n % len(WHENEVER)])
        steps.append((on.state, outcome))
    return steps


def test_engine_moves_and_refuses_as_the_library_does(mocker: MockerFixture) -> None:
    """It leaves out only what flat charts do not have (procedure/README)."""
    ours, library = dealt(), Library()

    def send(chart: FlatChart, at: str, event: str, c: Context) -> str:
        return library.send(chart, at, event, c)

    mocker.patch.object(FlatChart, "send", send)

    assert dealt() == ours
    assert library.sent > ROUNDS
