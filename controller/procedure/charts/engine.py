"""The library's engine without what a flat chart has not.

The library looks before and after each event for transitions without one, takes each event's name
for a pattern, and works out which parents are left and entered, as statecharts with parallel
regions need it: half of the time of a step. A test moves the same rounds with both engines.
"""

from __future__ import annotations

from statemachine.engines.sync import SyncEngine
from statemachine.event_data import TriggerData
from statemachine.orderedset import OrderedSet
from statemachine.transition import Transition


class FlatEngine(SyncEngine):
    """Which transition an event takes is the library's to say: its validators and guards."""

    def select_eventless_transitions(self, _: TriggerData) -> OrderedSet[Transition]:
        return OrderedSet()

    def select_transitions(self, trigger_data: TriggerData) -> OrderedSet[Transition]:
        """Events are named whole, without the library's patterns."""
        return self._select_transitions(trigger_data, lambda t, event: event in t.events)

    def microstep(self, transitions: list[Transition], trigger_data: TriggerData) -> None:
        """An error in the action leaves the configuration as it was."""
        (transition,) = transitions
        args, kwargs = self._get_args_kwargs(transition, trigger_data)
        self.sm._callbacks.call(transition.on.key, *args, **kwargs)  # noqa: SLF001
        self.sm.configuration = OrderedSet(transition.targets)
