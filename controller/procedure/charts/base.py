"""What every chart shares: both strict flags."""

from __future__ import annotations

from typing import Any

from statemachine import StateChart


class ProcedureChart(StateChart[Any]):
    """An unknown event raises, an error in a callback raises, nothing is swallowed."""

    allow_event_without_transition = False
    catch_errors_as_events = False
