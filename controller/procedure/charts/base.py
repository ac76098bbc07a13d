"""What every chart shares: both strict flags, and a row's reasons for a no."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from statemachine import State, StateChart
from statemachine.transition_list import TransitionList

from controller.procedure.state.context import Context, Why, refuse

Validator = Callable[[Context], None]


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


@cache
def asks(why_not: Callable[..., Why], *fields: str, **named: str) -> Validator:
    """The row is refused by the reason for which a page greys its key: of play, house, fields."""

    def validate(c: Context) -> None:
        given = (getattr(c.input, field) for field in fields)
        more = {name: getattr(c.input, field) for name, field in named.items()}
        refuse(why_not(c.play, c.house, *given, **more))

    validate.of = (*fields, *named.values())  # type: ignore[attr-defined]
    return _called(validate, why_not)


@cache
def asks_of_input(why_not: Callable[..., Why]) -> Validator:
    """As `asks`, of the whole command."""

    def validate(c: Context) -> None:
        refuse(why_not(c.play, c.house, c.input))

    return _called(validate, why_not)


def _called(validate: Validator, why_not: Callable[..., Why]) -> Validator:
    """By the name of the reason, in drawings and in a fault."""
    validate.__name__ = why_not.__name__
    validate.__qualname__ = f"{why_not.__module__}.{why_not.__qualname__}"
    return validate
