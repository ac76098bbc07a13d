"""A round without a result: chips go back, and what was settled before is listed.

Source: console/README 3.
"""

from __future__ import annotations

from collections.abc import Iterable

from controller.domain import money
from controller.domain.structs import replace
from controller.domain.views.view import NextStep
from controller.domain.wagers import Payment
from controller.domain.wording import dollars
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules.pack.line_keys import LineKey

from .pack_line import line


def void_step(p: Play, house: House, pick_up: str) -> NextStep:
    """Never a word of taking or paying: nothing was won or lost."""
    spun = tuple(x for group in p.spin_told for x in group)
    moved: tuple[tuple[LineKey, str], ...] = (
        ("void_spun", ", ".join(map(_by_wheel, spun))),
        ("void_stands", _listed(x for x in stands(p) if x not in spun)),
        ("void_reversed", _listed(p.reversed)),
    )
    parts = [house.line(key, what=what)[1] for key, what in moved if what]
    return replace(line(house, "void"), hint=" ".join((*parts, pick_up)).strip())


def stands(p: Play) -> tuple[Payment, ...]:
    """What was carried out at its own time and is not touched."""
    moved = ("pay", "take")
    return tuple(x for x in p.payments if x.direction in moved and x.kind not in ("fee", "bank"))


def _by_wheel(x: Payment) -> str:
    """Of a spin that was ruled after the round was off: it is due, and told with its amount."""
    owes = "owes " if x.direction == "take" else ""
    return f"box {x.box} {owes}{dollars(money.shown(x.cents or 0))}"


def _listed(rows: Iterable[Payment]) -> str:
    """`match 4 7, insurance 3`."""
    boxes: dict[str, list[int]] = {}
    for row in rows:
        at = boxes.setdefault(row.kind.replace("_", " "), [])
        at += [] if row.box in at else [row.box]
    return ", ".join(f"{kind} {' '.join(map(str, at))}" for kind, at in boxes.items())
