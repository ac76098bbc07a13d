"""One line of the pack, with its clause."""

from __future__ import annotations

from controller.domain.view import NextStep
from controller.procedure.state.house import House


def line(house: House, key: str, hint: str = "", **values: object) -> NextStep:
    clause, text = house.line(key, **values)
    return NextStep(text=text, clause=clause, hint=house.line(hint, **values)[1] if hint else "")
