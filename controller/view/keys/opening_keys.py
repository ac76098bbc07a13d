"""Opening on the pages: words on its keys, the checklist as the floor's duties."""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain import commands as cmd
from controller.domain.views import floor_view as floor_page
from controller.domain.views import view as page
from controller.procedure.queries import checklist
from controller.procedure.reducers.opening.table_decks import sets_to_come
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.parts.day import DUE_BEFORE_H, HOUR_US
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State


def words(p: Play, house: House, item: Input) -> tuple[str, str]:
    """Label and what it does; both empty = no key of the opening."""
    match item:
        case cmd.LineAttested():
            return ("AS LISTED" if item.right else "WRONG"), item.line.replace("_", " ")
    return _decks(p, house, item)


def _decks(p: Play, house: House, item: Input) -> tuple[str, str]:
    match item:
        case cmd.DecksReceived():
            if item.preshuffled:
                return "SHUFFLED", "in the box: cut"
            return (
                "DECKS" if item.fresh else "SAME"
            ), f"{house.decks * sets_to_come(p, house)} decks, inspect"
        case cmd.DecksInspected():
            label = house.pack.opening.inspected.value
            return (label, f"{item.tens} tens out") if item.tens else ("NO TENS", "none in them")
    return "", ""


def duties(state: State, house: House, at_ms: int) -> tuple[floor_page.Duty, ...]:
    """What the floor must see to: the lines of the list, the age of the decks."""
    return (*_lines(state, house), *_age(state.play, house, at_ms))


def _lines(state: State, house: House) -> Iterator[floor_page.Duty]:
    p = state.play
    if p.opening != "checking":
        return
    for name in checklist.not_ready(p, state.devices):
        yield floor_page.Duty(text=f"{name}: not ready", when="red", due=True)
    for line in checklist.lines(p, state.devices, house):
        right, wrong = checklist.is_right(p, line), checklist.is_wrong(p, line)
        when = "attested" if right else "wrong" if wrong else "open"
        yield floor_page.Duty(text=line.text, sub=line.clause, when=when, due=not right)


def _age(p: Play, house: House, at_ms: int) -> Iterator[floor_page.Duty]:
    leaf = house.pack.cards.set_age_max_h
    if not leaf.value or not p.day.decks_opened_at or p.decks == "none":
        return
    left_h = leaf.value - (at_ms * 1000 - p.day.decks_opened_at) / HOUR_US
    due = left_h <= DUE_BEFORE_H
    when = f"in {int(left_h * 60)} min" if due else f"in {int(left_h)} h"
    when = when if left_h > 0 else "now"
    yield floor_page.Duty(text="Change the decks", sub=leaf.clause, when=when, due=due)


def flow(state: State, house: House) -> tuple[page.FlowStep, ...]:
    """The list as the dealer reads it, until every line that a person attests is right."""
    p = state.play
    left = checklist.open_lines(p, state.devices, house)
    if p.opening != "checking" or all(line.key == checklist.READER for line in left):
        return ()
    return tuple(
        page.FlowStep(
            text=line.text,
            sub=line.clause,
            state="done" if checklist.is_right(p, line) else "now",
        )
        for line in checklist.lines(p, state.devices, house)
    )
