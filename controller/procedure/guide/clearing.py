"""Which inputs say that the settled layout was cleared, so that the next round begins.

A key of the rail is what the page shows in its place.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.irregularities import catalog, not_due
from controller.procedure.reducers.cards import keyed_cards
from controller.procedure.reducers.settle import settlement
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input, Stamped, row
from controller.procedure.state.parts.wagerers import cash_open
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State

from .allowed import allowed, placed, token

KEYS = {"next": "act1", "turned": "act7", "floor": "act8"}


def closes(house: House, state: State, st: Stamped, *, kept: bool = False) -> bool:
    """Whether this input says that the settled layout was cleared.

    When a card that a device had kept was drawn nobody knows: it is not taken for the dealer's
    own too soon after the last, and DEAL OK counts it.
    """
    p = state.play
    if p.round != "settled" or not row(st.input).clears:
        return False
    if keyed_cards.unplayed(p, st.input) or _burns(p, st.input):
        return False
    held = bool(p.pause.since) or catalog.hold(p, house, state.devices) is not None
    if held and not isinstance(st.input, cmd.TableClosed):
        return False
    pressed = isinstance(st.input, cmd.LayoutCleared | cmd.KeyPressed)
    if pressed and cash_open(p.people):
        return False
    if p.banking.due or any(s.status in settlement.SPINNING for s in p.spins):
        return False
    match st.input:
        case cmd.LayoutCleared() | cmd.KeyPressed():
            return clears(state, house, st.input, st.mono)
        case fact.CardDrawn() | fact.CardNotRead():
            return kept or p.last is None or not not_due.overdraw(p.last.mono, st.mono)
    return True


def clears(state: State, house: House, item: cmd.LayoutCleared | cmd.KeyPressed, mono: int) -> bool:
    """Whether a press says that the settled layout is cleared; a bounce after a card does not."""
    last = state.play.last
    if last is not None and not_due.overdraw(last.mono, mono):
        return False
    if catalog.hold_once_cleared(state.play, house, state.devices) is not None:
        return False
    if isinstance(item, cmd.LayoutCleared):
        return item.token in ("", token(state.play, item))
    return isinstance(on_rail(state, house, item.key), cmd.LayoutCleared)


def on_rail(state: State, house: House, key: str) -> Input | None:
    """What the page shows in the place of that key."""
    every = placed(allowed(state, house))
    return next((c.command for c in every if c.slot == KEYS.get(key)), None)


def _burns(p: Play, item: Input) -> bool:
    """The burn of a rack that was shuffled in this round is still this round's."""
    drawn = isinstance(item, fact.CardDrawn | fact.CardNotRead)
    return drawn and p.shoe == "burn_due" and p.marks.cause == "rack"
