"""Which commands are legal now, each with its readable token; the consoles render these.

The same `why_not` functions refuse in the charts, so a test can compare this list with what
`step` accepts.
"""

from __future__ import annotations

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

__all__ = ["ANY", "FLOOR", "MORE", "Choice", "allowed", "placed", "token"]

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


class _Kept:
    """The last answer: page, entrance and step ask about the same frozen state, one by one."""

    last: tuple[State, House, tuple[Choice, ...]] | None = None


def allowed(state: State, house: House) -> tuple[Choice, ...]:
    """In the order of the places of the page."""
    match _Kept.last:
        case (asked, of, found) if asked is state and of is house:
            return found
    found = _listed(state, house)
    _Kept.last = (state, house, found)
    return found


def _listed(state: State, house: House) -> tuple[Choice, ...]:
    out = Listing(state, house)
    if calls.open_call(state.play) is None:
        out.add(cmd.FloorCalled(), "act8")
    elif calls.may_take_back(state.play):
        out.add(cmd.FloorCalled(back=True), "call.2")
    held = catalog.hold(state.play, house, state.devices) is not None
    if state.play.manual.aside_since:
        allowed_answers.questions(out)
        allowed_keyed.of_aside(out, held=held or bool(state.play.pause.since))
    elif held or state.play.pause.since or ledger.unheard(state):
        allowed_answers.questions(out)
        if not (state.play.pause.since or ledger.unheard(state)):
            allowed_answers.own_report(out)
        allowed_keyed.to_stand(out)
        allowed_before.of_count(out)
        allowed_stack.of_shuffler(out)
        allowed_bets.of_meters(out)
        allowed_wagerers.of_changed_cash(out)
    else:
        waits = OF_HANDS if shoe_in_play.suspended(state.play) else ()
        for part in PARTS:
            if part not in waits:
                part(out)
    return tuple(out.found)
