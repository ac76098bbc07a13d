"""Every row of every chart, moved by our engine and by the library, whatever its guards answer.

The callbacks of the rows are replaced where the charts hold them, so that both engines run the
charts themselves: a validator refuses or does not, a guard holds or does not, an action is noted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any, cast

import pytest
from msgspec import Struct
from statemachine.exceptions import TransitionNotAllowed
from statemachine.orderedset import OrderedSet

from controller.procedure.charts.owners import CHARTS
from controller.procedure.charts.rows import FlatChart, NotPermitted
from controller.procedure.state.context import Context, Refuse

Said = tuple[str, str, tuple[str, ...]]
"""`moved`, `refused` or `not permitted`; where the chart stands then; the actions in order."""
LEAST_ROWS = 300
C = cast("Context", object())
"""No callback of this test looks at it."""


class Script:
    """What each validator and guard answers, and the actions that were called."""

    def __init__(self) -> None:
        self.asked: dict[str, list[str]] = {}
        """Row to its validators and guards."""
        self.no: frozenset[str] = frozenset()
        self.done: list[str] = []

    def validator(self, name: str) -> Callable[[Context], None]:
        def validate(_: Context) -> None:
            if name in self.no:
                raise Refuse("", name)

        return validate

    def guard(self, name: str) -> Callable[[Context], bool]:
        return lambda _: name not in self.no

    def action(self, name: str) -> Callable[[Context], None]:
        return lambda _: self.done.append(name)


class Row(Struct, frozen=True):
    state: str
    event: str
    asks: tuple[str, ...]


@contextmanager
def scripted(chart: Any, script: Script) -> Iterator[list[Row]]:
    """The rows of the chart with callbacks of the script's; its own come back afterwards."""
    rows, own = [], []
    for value, state in chart.states_map.items():
        for n, transition in enumerate(state.transitions):
            asks = []
            for what, specs in (
                ("validator", transition.validators),
                ("guard", transition.cond),
                ("action", transition.on),
            ):
                for at, spec in enumerate(s for s in specs if not s.is_convention):
                    name = f"{value} {n} {what} {at}"
                    own.append((spec, spec.func))
                    spec.func = getattr(script, what)(name)
                    asks += [name] if what != "action" else []
            rows += [Row(str(value), str(e), tuple(asks)) for e in transition.events]
    try:
        yield rows
    finally:
        for spec, func in own:
            spec.func = func


class Model:
    configuration: object = None


def by_library(chart: Any) -> Callable[[str, str], str]:
    machine = chart(Model(), state_field="configuration", start_value=None)

    def send(state: str, event: str) -> str:
        machine.model.configuration = OrderedSet((state,))
        try:
            machine.send(event, C)
        except TransitionNotAllowed:
            raise NotPermitted(event) from None
        (found,) = machine.configuration_values
        return str(found)

    return send


def said(script: Script, send: Callable[[str, str], str], row: Row) -> Said:
    script.done.clear()
    try:
        where, verdict = send(row.state, row.event), "moved"
    except Refuse as no:
        where, verdict = row.state, f"refused {no.text}"
    except NotPermitted:
        where, verdict = row.state, "not permitted"
    return verdict, where, tuple(script.done)


@pytest.mark.parametrize("name", CHARTS)
def test_every_row_moves_as_the_library_moves_it(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    """Each combination of the answers of all rows of a state and an event."""
    script, chart = Script(), CHARTS[name]
    with scripted(chart, script) as rows:
        ours, library = FlatChart(chart), by_library(chart)
        together: dict[tuple[str, str], list[str]] = {}
        for row in rows:
            together.setdefault((row.state, row.event), []).extend(row.asks)
        tried = 0
        for (state, event), asks in together.items():
            at = Row(state, event, tuple(asks))
            for answers in product((True, False), repeat=len(asks)):
                script.no = frozenset(a for a, yes in zip(asks, answers, strict=True) if not yes)
                mine = said(script, lambda s, e: ours.send(s, e, C), at)
                assert mine == said(script, library, at), (at, script.no)
                tried += 1

    record_property("counted rows of charts", len(rows))
    record_property("counted answers of guards and validators tried there", tried)


@pytest.mark.parametrize("name", CHARTS)
def test_an_event_without_a_row_is_not_permitted_by_either(name: str) -> None:
    script, chart = Script(), CHARTS[name]
    with scripted(chart, script) as rows:
        ours, library = FlatChart(chart), by_library(chart)
        known = {(row.state, row.event) for row in rows}
        events = sorted({row.event for row in rows})
        for state, event in product(map(str, chart.states_map), events):
            if (state, event) in known:
                continue
            at = Row(state, event, ())
            assert not ours.knows(state, event)
            assert said(script, lambda s, e: ours.send(s, e, C), at)[0] == "not permitted"
            assert said(script, library, at)[0] == "not permitted"


def test_the_charts_have_the_rows_that_the_design_counts() -> None:
    count = 0
    for chart in CHARTS.values():
        with scripted(chart, Script()) as rows:
            count += len(rows)

    assert count >= LEAST_ROWS
