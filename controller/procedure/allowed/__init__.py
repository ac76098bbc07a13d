"""Which commands are legal now, each with its readable token; the consoles render these.

The same `why_not` functions refuse in the charts, so a test can compare this list with what
`step` accepts.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure import ledger
from controller.procedure.house import House
from controller.procedure.irregularities import catalog
from controller.procedure.reducers import shoe
from controller.procedure.state import State

from . import answers, before, bets, decks, entry, hands, people, reports, stack
from .listing import FLOOR, Choice, Listing, token
from .placing import ANY, MORE, placed

__all__ = ["ANY", "FLOOR", "MORE", "Choice", "allowed", "placed", "token"]

PARTS = (
    before.of_rules,
    before.of_opening,
    decks.of_decks,
    stack.of_stack,
    bets.of_wagers,
    bets.of_bank,
    bets.amounts,
    bets.of_meters,
    people.of_people,
    hands.dealing,
    hands.as_they_lie,
    hands.after_deal,
    hands.decisions,
    people.of_followers,
    people.of_less,
    people.of_signals,
    hands.turn,
    reports.of_boxes,
    reports.of_shoe,
    answers.questions,
    answers.corrections,
    entry.of_entry,
    people.of_money,
)
"""In the order of the places of the page."""
OF_HANDS = (hands.decisions, hands.turn)


def allowed(state: State, house: House) -> tuple[Choice, ...]:
    """In the order of the places of the page."""
    out = Listing(state, house)
    out.add(cmd.FloorCalled(), "act8")
    held = catalog.hold(state.play, house, state.devices) is not None
    if state.play.manual.aside_since:
        answers.questions(out)
        entry.of_aside(out, held=held)
    elif held or ledger.unheard(state):
        answers.questions(out)
        entry.to_stand(out)
        before.of_count(out)
        stack.of_shuffler(out)
        bets.of_meters(out)
        people.of_changed_cash(out)
    else:
        waits = OF_HANDS if shoe.suspended(state.play) else ()
        for part in PARTS:
            if part not in waits:
                part(out)
    return tuple(out.found)
