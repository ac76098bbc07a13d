"""One line of the pack, with its clause."""

from __future__ import annotations

from typing import Literal

from controller.domain.views.view import NextStep
from controller.procedure.state.house import House
from controller.rules.pack.line_keys import LineKey

Hint = LineKey | Literal[""]


def line(house: House, key: LineKey, hint: Hint = "", **values: object) -> NextStep:
    clause, text = house.line(key, **values)
    return NextStep(text=text, clause=clause, hint=house.line(hint, **values)[1] if hint else "")


STEP_LINES: dict[str, LineKey] = {
    "plug": "step_plug",
    "riffles": "step_riffles",
    "turn": "step_turn",
    "strip": "step_strip",
    "alternating_pass": "step_alternating_pass",
    "through_pass": "step_through_pass",
    "shuffle": "step_shuffle",
}
"""What each step group of a shuffle by hand is called."""
