"""Whether a house keeps every face off the dealer's screen while a hole card lies down.

Source: console/README 1.1.
"""

from __future__ import annotations

from controller.procedure.queries import legal
from controller.procedure.state.house import House
from controller.procedure.state.play import Play


def hidden(p: Play, house: House) -> bool:
    """Whether the dealer's screen shows no face now; without a hole card there is no turn."""
    after_turn = house.pack.deal.faces_on_dealer_screen.value == "after_turn"
    return after_turn and p.variant != "no_hole_card" and not legal.dealer_turned(p)
