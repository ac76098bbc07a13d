"""Moves a flat chart: an event, where the chart stands, and what the chart's rows say of both.

The library declares the charts, checks their references and draws them. Its own engine looks for
transitions without an event, queues, works out parents and parallel regions, and binds arguments
by name. That took two thirds of a step, for features that a flat chart does not use. A test moves
the same rounds with both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from statemachine import StateChart

from controller.procedure.state.context import Context

Callback = Callable[[Context], Any]


class NotPermitted(Exception):
    """Nothing of the chart takes the event now."""


class Move(Struct, frozen=True):
    """One row of a chart."""

    validators: tuple[Callback, ...]
    guards: tuple[Callback, ...]
    actions: tuple[Callback, ...]
    target: str

    def permitted(self, c: Context) -> bool:
        """Raises: Refuse."""
        for validator in self.validators:
            validator(c)
        return all(guard(c) for guard in self.guards)


class FlatChart:
    """A chart's rows by state and event, in the order in which they stand there."""

    def __init__(self, chart: type[StateChart[Any]]) -> None:
        self._moves: dict[str, dict[str, list[Move]]] = {}
        for value, state in chart.states_map.items():
            by_event = self._moves[str(value)] = {}
            for t in state.transitions:
                (target,) = t.targets
                move = Move(_own(t.validators), _own(t.cond), _own(t.on), str(target.value))
                for event in t.events:
                    by_event.setdefault(str(event), []).append(move)

    def knows(self, state: str, event: str) -> bool:
        return event in self._moves.get(state, ())

    def takes(self, state: str, event: str, c: Context) -> bool:
        """Whether the guards of one of its rows hold now."""
        moves = self._moves.get(state, {}).get(event, ())
        return any(all(guard(c) for guard in move.guards) for move in moves)

    def send(self, state: str, event: str, c: Context) -> str:
        """The state that follows; the first row whose guards hold acts.

        Raises: NotPermitted, Refuse, CannotOpen, LookupError.
        """
        for move in self._moves[state].get(event, ()):
            if move.permitted(c):
                for action in move.actions:
                    action(c)
                return move.target
        raise NotPermitted(event)


def _own(specs: Iterable[Any]) -> tuple[Callback, ...]:
    """What the chart names itself, without the names that the library would look for."""
    return tuple(spec.func for spec in specs if not spec.is_convention)
