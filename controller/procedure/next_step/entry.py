"""The next step where devices are out: what is keyed in, and that the controller stands aside."""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain.view import NextStep
from controller.procedure.house import House
from controller.procedure.reducers import hand_entry
from controller.procedure.state import Play

from .line import line

HINTS = {"open": "key_hint", "down": "key_down", "hole": "key_hole"}


def aside_step(p: Play, house: House) -> NextStep | None:
    if not p.manual.aside_since:
        return None
    return line(house, "stands_aside", "stands_aside_hint")


def keyed(step: NextStep, p: Play, house: House) -> NextStep:
    """The same step; its hint says how the card comes into the record."""
    if not p.manual.scanner:
        return step
    if hand_entry.to_attest(p, house):
        clause, text = house.no("scanner_out")
        return replace(step, hint=f"{text}.", clause=clause)
    now = hand_entry.due(p, house)
    return replace(step, hint=house.line(HINTS[now])[1]) if now else step
