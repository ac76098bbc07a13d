"""What devices are to be, as a pure function of the state; sent again until they are so."""

from __future__ import annotations

from controller.domain.orders import Levels
from controller.procedure.irregularities import catalog
from controller.procedure.reducers.play.phase import peek_due, reader_in_use
from controller.procedure.reducers.settle.settlement import SPINNING
from controller.procedure.state import ledger
from controller.procedure.state.house import House
from controller.procedure.state.whole import State


def levels(state: State, house: House) -> Levels:
    """Lamp, reader, wheel and shoe lock. None of them tells a hidden card.

    Source: controller/README 1.2.
    """
    p = state.play
    in_turn = p.round in ("insurance", "peek_due")
    spinning = any(s.status in SPINNING for s in p.spins)
    betting = p.round == "wagering" or (p.round == "settled" and not spinning)
    wheel_open = betting and bool(house.wheel) and not p.manual.aside_since
    stopped = bool(p.pause.since) or _stopped(state, house)
    return Levels(
        lamp="stop" if stopped else signal(state, house),
        reader_free=reader_in_use(p) and in_turn and peek_due(p, house),
        wheel_locked=not wheel_open,
        wheel_armed=_seat(state),
        shoe_locked=house.pack.shoe.lock.value == "on" and stopped,
    )


def _seat(state: State) -> int:
    """The seat that spins now, else the one whose button is due (MA 16.d.1)."""
    for status in ("ordered", "button_due", "armed"):
        for spin in state.play.spins:
            if spin.status == status:
                return spin.box
    return 0


def signal(state: State, house: House) -> str:
    """`stop` = held, `pause` = the floor has paused, `look` = an open question, or keyed cards."""
    if _stopped(state, house):
        return "stop"
    if state.play.pause.since:
        return "pause"
    keyed = bool(state.play.manual.scanner)
    return "look" if keyed or catalog.open_ones(state.play) else "go"


def _stopped(state: State, house: House) -> bool:
    held = catalog.hold(state.play, house, state.devices) is not None
    return held or bool(ledger.unheard(state))
