"""Every input kind at every state that the charts can be in (procedure/README).

Charts, input kinds and their fields are read from the code: a new one is tried without a word here.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.charts.owners import OWNERS
from controller.procedure.reducers.wheel import spin_turns
from controller.procedure.state.inputs import Input
from controller.procedure.state.whole import State, Step
from tests.kit.clauses import CLAUSES

from .places_reached import ALL_STATES, places, states_of
from .samples import KINDS_OF_INPUT

SILENT = (
    fact.DeviceUp,
    fact.DeviceLost,
    fact.LevelLate,
    fact.OrderAnswered,
    fact.Started,
    fact.Exported,
    fact.DayHeld,
    fact.CardKeysDestroyed,
    fact.SignInTried,
    fact.PeopleFound,
    fact.TimerFired,
    fact.ShoeOpened,
    fact.WagerSensed,
    fact.ReaderFaulted,
    fact.ShoeLoaded,
    fact.RestCounted,
    fact.CardsTakenIn,
    fact.Peeked,
)
"""Facts that may be booked without a chart moving or a name raised."""
PARTS = 8


def test_every_state_of_every_chart_is_reached() -> None:
    assert ALL_STATES - states_of(iter(places())) == set()


def test_every_kind_of_input_is_tried() -> None:
    place = next(iter(places().values()))

    assert {type(i) for i in place.inputs()} == set(KINDS_OF_INPUT)
    assert set(OWNERS) <= set(KINDS_OF_INPUT)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_input_moves_or_is_named_or_refused_at_every_state(
    part: int, record_property: Callable[[str, object], None]
) -> None:
    """A fact moves or raises, a command moves or is refused with a clause, nothing faults."""
    pairs, tried, wrong = set(), 0, []
    for name, place in list(places().items())[part::PARTS]:
        for item in place.inputs():
            pairs.add((name, type(item)))
            tried += 1
            if text := amiss(item, place.state, place.step(item)):
                wrong.append(f"{text}: {name}: {item}")

    assert wrong == []
    record_property("counted pairs of a place and an input kind", len(pairs))
    record_property("counted inputs tried there", tried)


def amiss(item: Input, before: State, step: Step) -> str:
    """What is wrong with a step, empty = nothing."""
    out = {d.name for d in before.devices if d.out_of_service}
    unheard = isinstance(item, fact.Reading) and (
        item.device in out or before.play.manual.aside_since
    )
    if unheard and step.outcome.verdict != "fault":
        return ""  # of a device out of service, or to a controller that stands aside: only recorded
    match step.outcome.verdict:
        case "fault":
            return "fault"
        case "refused" if not isinstance(item, cmd.Command):
            return "a fact was refused"
        case "refused" if step.outcome.clause not in CLAUSES or not step.outcome.text:
            return "refused without clause or words"
        case "refused" if step.boundary is not None:
            return "a refusal cleared the layout"
        case "accepted" if isinstance(item, fact.Fact) and not isinstance(item, SILENT):
            moved = step.state.play != before.play or bool(step.outcome.raised)
            return "" if moved or _said_again(before, item) else "a fact was swallowed"
    return ""


def _said_again(before: State, item: fact.Fact) -> bool:
    """The table knows it already: the same rules, a seat whose spin is on its way."""
    if isinstance(item, fact.SeatButtonPressed):
        return spin_turns.pressed(before.play, item.box)
    return isinstance(item, fact.RulesOffered) and item.offer == before.play.offer.id
