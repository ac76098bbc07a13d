"""Faces on the dealer's screen: from DEAL OK on, or only once the hole card is turned.

A house that wants no faces before the turn keeps totals and lines (console/README 1.1). The floor's
page does not change.
"""

from __future__ import annotations

from controller.domain.structs import replace
from controller.domain.views import view as page
from controller.procedure.state.house import House
from controller.procedure.state.whole import State
from controller.view.hidden_faces import hidden

from . import boxes as layout

DOWN = ("back", "placed")


def boxes(state: State, house: House) -> tuple[page.Box, ...]:
    found = layout.boxes(state, house)
    if not hidden(state.play, house):
        return found
    return tuple(
        replace(box, hands=tuple(replace(h, cards=_backs(h.cards)) for h in box.hands))
        for box in found
    )


def dealer_hand(state: State, house: House) -> page.DealerHand:
    found = layout.dealer_hand(state, house)
    if not hidden(state.play, house):
        return found
    note = "faces follow the turn" if state.play.up_shown and state.play.dealt else found.note
    return replace(found, cards=_backs(found.cards), note=note)


def _backs(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card if card in DOWN else "back" for card in cards)
