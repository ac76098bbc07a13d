"""What every chart shares: both strict flags and a model that holds only configurations."""

from __future__ import annotations

from statemachine import StateChart

from .engine import FlatEngine


class Configured:
    """The charts' model: each chart's configuration in the library's own form."""

    def __init__(self) -> None:
        self.configuration: object = None


class ProcedureChart(StateChart[Configured]):
    """An unknown event raises, an error in a callback raises, nothing is swallowed."""

    allow_event_without_transition = False
    catch_errors_as_events = False

    def _get_engine(self) -> FlatEngine:
        return FlatEngine(self)


def moves(chart: type[ProcedureChart]) -> dict[tuple[str, ...], frozenset[str]]:
    """Configuration -> the events that it knows."""
    return {
        (str(value),): frozenset(str(e) for t in state.transitions for e in t.events)
        for value, state in chart.states_map.items()
    }
