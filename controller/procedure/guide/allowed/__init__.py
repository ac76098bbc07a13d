"""Which commands are legal now, each with its readable token; the consoles render these.

The same `why_not` functions refuse in the charts, so a test can compare this list with what
`step` accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from controller.domain import commands as cmd
from controller.procedure.irregularities import catalog
from controller.procedure.queries import calls
from controller.procedure.reducers.cards import shoe_in_play
from controller.procedure.state import ledger
from controller.procedure.state.house import House
from controller.procedure.state.whole import State

from . import (
    allowed_answers,
    allowed_before,
    allowed_bets,
    allowed_decks,
    allowed_hands,
    allowed_keyed,
    allowed_reports,
    allowed_stack,
    allowed_wagerers,
)
from .listing import FLOOR, Choice, Listing, token
from .placing import ANY, MORE, placed

__all__ = ["ANY", "FLOOR", "MORE", "Choice", "allowed", "choices", "placed", "token"]

PARTS = (
    allowed_before.of_rules,
    allowed_before.of_opening,
    allowed_decks.of_decks,
    allowed_stack.of_stack,
    allowed_bets.of_wagers,
    allowed_bets.of_bank,
    allowed_bets.amounts,
    allowed_bets.of_meters,
    allowed_wagerers.of_people,
    allowed_hands.dealing,
    allowed_hands.as_they_lie,
    allowed_hands.after_deal,
    allowed_hands.decisions,
    allowed_wagerers.of_followers,
    allowed_wagerers.of_less,
    allowed_wagerers.of_signals,
    allowed_hands.turn,
    allowed_reports.of_boxes,
    allowed_reports.of_shoe,
    allowed_answers.questions,
    allowed_answers.corrections,
    allowed_keyed.of_entry,
    allowed_wagerers.of_money,
)
"""In the order of the places of the page."""
OF_HANDS = (allowed_hands.decisions, allowed_hands.turn)
IN_HOLD = (
    allowed_keyed.to_stand,
    allowed_before.of_count,
    allowed_stack.of_shuffler,
    allowed_bets.of_meters,
    allowed_wagerers.of_changed_cash,
    allowed_wagerers.of_closed_rounds,
)


class _Kept:
    """The last answer: page, entrance and step ask about the same frozen state, one by one."""

    last: tuple[State, House, tuple[Choice, ...]] | None = None


def allowed(state: State, house: House) -> tuple[Choice, ...]:
    """In the order of the places of the page."""
    if (kept := _kept(state, house)) is not None:
        return kept
    return tuple(choices(state, house))


def choices(state: State, house: House) -> Iterator[Choice]:
    """The same, made as far as somebody looks: a command is sought until it is found."""
    if (kept := _kept(state, house)) is not None:
        yield from kept
        return
    found: list[Choice] = []
    for part in _listed(state, house):
        found += part
        yield from part
    _Kept.last = (state, house, tuple(found))


def _kept(state: State, house: House) -> tuple[Choice, ...] | None:
    match _Kept.last:
        case (asked, of, found) if asked is state and of is house:
            return found
    return None


def _listed(state: State, house: House) -> Iterator[list[Choice]]:
    """Part by part; each sees which places those before it have taken."""
    out, told = Listing(state, house), 0
    for part in _parts(state, house):
        part(out)
        yield out.found[told:]
        told = len(out.found)


def _parts(state: State, house: House) -> Iterator[Callable[[Listing], None]]:
    yield _floor_call
    held = catalog.hold(state.play, house, state.devices) is not None
    if state.play.manual.aside_since:
        yield allowed_answers.questions
        yield partial(allowed_keyed.of_aside, held=held or bool(state.play.pause.since))
    elif held or state.play.pause.since or ledger.unheard(state):
        yield allowed_answers.questions
        if not (state.play.pause.since or ledger.unheard(state)):
            yield allowed_answers.own_report
        yield from IN_HOLD
    else:
        waits = OF_HANDS if shoe_in_play.suspended(state.play) else ()
        yield from (part for part in PARTS if part not in waits)


def _floor_call(out: Listing) -> None:
    if calls.open_call(out.play) is None:
        out.add(cmd.FloorCalled(), "act8")
    elif calls.may_take_back(out.play):
        out.add(cmd.FloorCalled(back=True), "call.2")
