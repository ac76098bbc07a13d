"""Which device the present or the next step needs: its fault holds the table then.

Source: console/README 2.4.
"""

from __future__ import annotations

from controller.procedure.queries import continuous
from controller.procedure.reducers.cards.shuffle import by_hand
from controller.procedure.reducers.play.phase import peek_due
from controller.procedure.state.house import House
from controller.procedure.state.play import Play

SHOE_IN_USE = ("burn_due", "ready", "last_round")
BEFORE_PEEK = ("match_due", "insurance", "peek_due")


def needed(play: Play, house: House, role: str) -> bool:
    """Whether the present or the next step needs a device of this role (console/README 2.4)."""
    if role == "shoe_scanner":
        dealt_from = play.shoe in SHOE_IN_USE or play.cut == "placed"
        return play.opening == "open" and dealt_from
    if role == "card_reader":
        placed = play.round in BEFORE_PEEK
        uses = play.variant == "hole_card_reader" and play.peek is None
        stops = house.pack.deal.reader_fault.value == "stop" and _round_may_start(play)
        return uses and (stops or (placed and peek_due(play, house)))
    if role == "wheel":
        bonus = any(w.kind in ("bonus_spin", "xtreme") for w in play.wagers)
        lock_next = bonus and play.round == "wagering" and play.shoe != "empty"
        return lock_next or spin_waits(play)
    if role == "shuffler" and continuous.deals(play, house):
        return play.round == "wagering" and not play.dealt
    if role == "shuffler":
        waits = play.shuffle in ("running", "faulted", "idle") and play.cut == "none"
        empty = play.opening == "open" and play.shoe == "empty"
        return empty and waits and not by_hand(play, house)
    return False


def spin_waits(play: Play) -> bool:
    """Nothing is left but a spin: until then the others play on (console/README 2.4)."""
    due = any(s.status in ("armed", "ordered", "button_due") for s in play.spins)
    return due and play.round == "settled"


def _round_may_start(play: Play) -> bool:
    betting = play.round == "wagering" and bool(play.boxes)
    return betting and play.opening == "open" and play.shoe in SHOE_IN_USE
