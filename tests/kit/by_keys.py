"""Dealing a round by the dealer's keys alone: what the pads offer, pressed until it is over."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.reducers.cards import keyed_cards
from controller.procedure.state.inputs import Outcome

from .evening import Evening

PUT_OUT = {"cover_or_sign": "sign", "floorperson": "out"}


def scanner_out(e: Evening) -> Outcome:
    """A floorperson puts the shoe scanner out of service, as the pack asks."""
    how = PUT_OUT[e.house.pack.shoe.scanner_out_of_service.value]
    return e.floor(cmd.OutOfService(device="shoe", out=True, how=how))


def keyed(e: Evening, *faces: str) -> Outcome:
    """Key cards in order; `..` is one that lies face down. The last outcome."""
    outcome = Outcome("accepted")
    for face in " ".join(faces).split():
        outcome = e.put(cmd.CardKeyed(face="" if face == ".." else face))
    return outcome


def due(e: Evening) -> str:
    return keyed_cards.due(e.play, e.house)
