"""A deal that was confirmed and is told anew: opened again, or begun at another seat.

Source: controller/README 2, console/README 1.1; CA dealing.3.v.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.queries.reopening import TURNED
from controller.procedure.reducers.deal import initial_deal
from controller.procedure.state.context import Refuse, Why
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Edit
from controller.procedure.state.play import Play
from controller.procedure.state.whole import Entry, State


def reopened(house: House, state: State) -> tuple[Edit, ...]:
    """DEAL OK is taken back, and with it what was decided on the hands. Raises: Refuse."""
    placed = _confirmed(state)
    if placed is None:
        raise Refuse(*house.no("not_in_round"))
    after = state.log[state.log.index(placed) + 1 :]
    decided = (e for e in after if isinstance(e.input, cmd.Decision) and not e.refused)
    reopened = Edit(placed.id, "instead", (fact.Noted(kind="deal_reopened"),))
    return (reopened, *(Edit(e.id, "instead", ()) for e in decided))


def _confirmed(state: State) -> Entry | None:
    """The DEAL OK that booked the cards to their places."""
    told = (e for e in reversed(state.log) if isinstance(e.input, cmd.DealOk))
    return next((e for e in told if not e.refused), None)


def why_not_anew(play: Play, house: House) -> Why:
    """Until the first decision, and while no side wager was settled by the cards as booked.

    A blackjack that was paid before any decision is told anew with its box.
    """
    decided = any(h.decided or len(h.cards) > 2 for h in play.hands)
    settled = any(p.kind not in ("fee", "main") for p in play.payments)
    turned = any(s.status in TURNED for s in play.spins)
    over = decided or settled or turned or play.round in ("dealer_plays", "settled")
    return house.no("not_in_round") if over else None


def from_another_seat(house: House, state: State, item: cmd.AsTheyLie) -> Edit:
    """Told before DEAL OK was pressed. Raises: Refuse."""
    placed = _confirmed(state)
    if no := why_not_anew(state.play, house) or initial_deal.why_not_lies(state.play, house, item):
        raise Refuse(*no)
    if placed is None:
        raise Refuse(*house.no("not_in_round"))
    if not house.at_least(item.rank, "floorperson"):
        raise Refuse(*house.no("rank", rank=house.word("floorperson")))
    return Edit(placed.id, "before", (item,))
