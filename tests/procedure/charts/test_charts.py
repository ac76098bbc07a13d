"""The shape of the charts: golden tables, house rules, the wiring of inputs to charts."""

from __future__ import annotations

from inspect import isfunction
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from msgspec.structs import fields

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.charts.base import ProcedureChart
from controller.procedure.charts.owners import CHARTS, OWNERS
from controller.procedure.state.inputs import ROWS, Amended, Input
from controller.procedure.state.play import Play

from .chart_table import rows, table

GOLDEN = Path(__file__).parents[2] / "golden" / "charts"
NAMES = sorted(CHARTS)
AT_THE_DOOR = {cmd.KeyPressed}
"""Become another command before they reach a chart."""
AMENDMENTS = {Amended, cmd.Undo}
"""Edit entries; no chart owns them."""


@pytest.mark.parametrize("name", NAMES)
def test_chart_equals_its_golden_table(name: str) -> None:
    """A change of procedure shows in review as a change of a table.

    To accept one: `python -m tests.procedure.charts.test_charts`.
    """
    golden = GOLDEN / f"{name}.txt"

    assert table(CHARTS[name]) == golden.read_text("utf-8")


def test_golden_folder_has_a_table_for_each_chart_and_no_other() -> None:
    assert sorted(p.stem for p in GOLDEN.glob("*.txt")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_chart_keeps_the_house_rules(name: str) -> None:
    """At most 12 states, two levels, both strict flags, no enter or exit, no final."""
    chart = CHARTS[name]

    assert issubclass(chart, ProcedureChart)
    assert not chart.allow_event_without_transition
    assert not chart.catch_errors_as_events
    assert len(list(chart.states)) <= 12
    for state in chart.states:
        assert not state.final
        assert not state.parallel
        assert all(s.is_convention for s in (*state.enter, *state.exit))


@pytest.mark.parametrize("name", NAMES)
def test_chart_has_nothing_that_its_engine_leaves_out(name: str) -> None:
    """Flat, each transition with named events and one target, nothing before or after it."""
    chart = CHARTS[name]

    assert [n for n, value in vars(chart).items() if isfunction(value)] == []
    for state in chart.states:
        assert not state.states
        for transition in state.transitions:
            assert not transition.is_eventless
            assert all(str(event).isidentifier() for event in transition.events)
            assert len(transition.targets) == 1
            assert all(s.is_convention for s in (*transition.before, *transition.after))
            for spec in (*transition.validators, *transition.cond, *transition.on):
                assert spec.is_convention or isfunction(spec.func)
            assert all(s.expected_value is not False for s in transition.cond)


@pytest.mark.parametrize("name", NAMES)
def test_chart_leaves_no_state_without_a_way_out(name: str) -> None:
    out = {row[0] for row in rows(CHARTS[name]) if row[4] != row[0]}

    assert out == {state.id for state in CHARTS[name].states}


@pytest.mark.parametrize("name", NAMES)
def test_chart_reaches_every_state_from_its_first(name: str) -> None:
    by_state: dict[str, set[str]] = {}
    for row in rows(CHARTS[name]):
        by_state.setdefault(row[0], set()).add(row[4])
    first = next(s.id for s in CHARTS[name].states if s.initial)

    found, todo = {first}, [first]
    while todo:
        for state in by_state.get(todo.pop(), set()) - found:
            found.add(state)
            todo.append(state)

    assert found == {state.id for state in CHARTS[name].states}


def test_play_begins_in_the_first_state_of_each_chart() -> None:
    for name, chart in CHARTS.items():
        first = next(str(s.value) for s in chart.states if s.initial)

        assert getattr(Play(), name) == first


@pytest.mark.parametrize("name", NAMES)
def test_type_of_the_play_names_the_states_of_the_chart(name: str) -> None:
    """A word that is no state is a fault that mypy finds."""
    literal = get_type_hints(Play)[name]

    assert get_args(literal) == tuple(str(state.value) for state in CHARTS[name].states)


def test_every_input_has_an_owner() -> None:
    """One literal table maps each input type to its charts (controller/README 2)."""
    kinds = set(get_args(Input))

    assert kinds == set(ROWS)
    assert kinds - AT_THE_DOOR - AMENDMENTS == set(OWNERS)


def test_every_owner_is_a_chart_that_knows_the_event_or_the_desk() -> None:
    for kind, (event, charts) in OWNERS.items():
        for chart in charts:
            known = chart == "desk" or any(
                event in row[1].split(" | ") for row in rows(CHARTS[chart])
            )

            assert known, f"{kind.__name__}: {chart} does not know {event}"


def test_facts_and_commands_have_a_meaning_of_their_own() -> None:
    """One type per meaning; a person may tell what a device tells (controller/README 2)."""
    events: dict[str, set[type]] = {}
    for kind, (event, _) in OWNERS.items():
        events.setdefault(event, set()).add(kind)

    shared = {event: kinds for event, kinds in events.items() if len(kinds) > 1}

    assert shared == {
        "card_drawn": {fact.CardDrawn, cmd.CardKeyed},
        "cover_card_seen": {fact.CoverCardSeen, cmd.CoverCardKeyed},
        "rest_counted": {fact.RestCounted, cmd.CountReported},
        "shoe_loaded": {fact.ShoeLoaded, cmd.ShoeNoted},
    }


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for chart_name in NAMES:
        (GOLDEN / f"{chart_name}.txt").write_text(table(CHARTS[chart_name]), "utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_row_asks_for_fields_that_every_input_of_its_event_has(name: str) -> None:
    """`asks(why_not, "box")` names a field in a string, which no type checker reads."""
    inputs = [(kind, row.event) for kind, row in ROWS.items() if name in row.charts]
    for state in CHARTS[name].states:
        for t in state.transitions:
            of = {f for v in t.validators for f in getattr(v.func, "of", ())}
            for kind, event in inputs:
                if event in {str(e) for e in t.events}:
                    assert of <= {f.name for f in fields(kind)}, (kind, event, of)
