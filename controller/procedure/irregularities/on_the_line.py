"""Amber questions that the dealer answers: each has the line until it is answered."""

from __future__ import annotations

from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play

from . import catalog

ASKED = ("card_drawn_in_error", "hand_with_one_card", "missed_draw")
"""Kinds that the dealer answers on the line, where the pack lets the dealer rule."""
WHOSE = "whose_card"


def question(play: Play, house: House) -> Irregularity | None:
    """The one on the line; the dealer may do nothing else meanwhile."""
    for i in catalog.open_ones(play):
        dealers = i.kind in ASKED and catalog.rules(house, i.kind).needs == "dealer"
        if i.kind == WHOSE or dealers:
            return i
    return None
