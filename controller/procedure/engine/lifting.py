"""Whether the dealer's word on the last card would lift what a higher rank has ruled since.

It is tried like any correction, with a vault that opens nothing (console/README 3). A face that
nobody has seen may decide it: then each rank is tried, and one that lifts the ruling is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.domain import commands as cmd
from controller.domain.cards import RANKS
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Stamped
from controller.procedure.state.whole import Entry, State

from . import amend, ruling_back
from .fold import Fold

EACH_RANK: Final = tuple(f"{rank}h" for rank in RANKS)


def lifts(house: House, state: State, card: Entry, item: cmd.LastCard) -> bool:
    """Of the card that `item` is about: only a ruling that came after it can fall away."""
    after = state.log[state.log.index(card) + 1 :]
    if not amend.is_amendment(state, item):
        return False
    if not any(ruling_back.outranks(house, state, e, item.rank) for e in after):
        return False
    no = house.no("ruled_since")[1]
    return any(_refused(house, state, item, faces) == no for faces in _faces(state, card, item))


def _faces(state: State, card: Entry, item: cmd.LastCard) -> Iterator[dict[int, str]]:
    """What is known, with whatever a card that lay face up may turn out to be."""
    seen = dict(state.seen)
    if item.what != "face_up" or card.id in seen:
        yield seen
        return
    yield from (seen | {card.id: face} for face in EACH_RANK)


def _refused(house: House, state: State, item: cmd.LastCard, seen: dict[int, str]) -> str:
    """Why it would be refused; empty = it would be taken."""
    fold, last = Fold(house), state.log[-1]
    c = fold.context
    c.vault = c.answers_from = amend.Blind()
    c.seen, c.devices, fold.orders = seen, state.devices, state.orders
    c.begin(state.play, last.id + 1, last.mono, last.at, item)
    said = Stamped((last.id >> 8) + 1, last.at, last.mono, "tried", item)
    return amend.amend(fold, state, said).outcome.text
