"""Whether the dealer's word on the last card would lift what a higher rank has ruled since.

It is tried like any correction, with a vault that opens nothing (console/README 3).
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Stamped
from controller.procedure.state.whole import Entry, State

from . import amend, ruling_back
from .fold import Fold


def lifts(house: House, state: State, card: Entry, item: cmd.LastCard) -> bool:
    """Of the card that `item` is about: only a ruling that came after it can fall away."""
    after = state.log[state.log.index(card) + 1 :]
    if not amend.is_amendment(state, item):
        return False
    if not any(ruling_back.outranks(house, state, e, item.rank) for e in after):
        return False
    fold, last = Fold(house), state.log[-1]
    c = fold.context
    c.vault = c.answers_from = amend.Blind()
    c.seen, c.devices, fold.orders = dict(state.seen), state.devices, state.orders
    c.begin(state.play, last.id + 1, last.mono, last.at, item)
    said = Stamped((last.id >> 8) + 1, last.at, last.mono, "tried", item)
    return amend.amend(fold, state, said).outcome.text == house.no("ruled_since")[1]
