"""What every chart shares: both strict flags."""

from __future__ import annotations

from typing import Any

from statemachine import State, StateChart
from statemachine.transition_list import TransitionList


class ProcedureChart(StateChart[Any]):
    """An unknown event raises, an error in a callback raises, nothing is swallowed."""

    allow_event_without_transition = False
    catch_errors_as_events = False


def stay(*states: State, **says: Any) -> TransitionList:
    """The same row on each of these states, from where it is to where it is."""
    rows = [state.to(state, **says) for state in states]
    found: TransitionList = rows[0]
    for row in rows[1:]:
        found |= row
    return found
