"""The keys of the match step: what MATCH DONE attests, and which wager is wrong."""

from __future__ import annotations

from collections.abc import Iterable

from controller.domain import commands as cmd
from controller.domain.views import view as page
from controller.procedure.reducers.play.phase import match_due
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.play import Play

from .menus import Key, opener

WRONG = "wrong"
"""The menu of the boxes, one of which is wrong."""
BY_BOX = 4
"""So many boxes are named on the key; of more it says how many."""


def words(p: Play, house: House, item: Input) -> tuple[str, str]:
    """Label and what it does; empty = not of these."""
    match item:
        case cmd.MatchDone():
            return "MATCH DONE", _done(p, house)
        case cmd.Reported(what="match_wrong"):
            due = next((x for x in match_due(p, house) if x.box == item.box), None)
            return f"BOX {item.box}", due.direction if due else ""
    return "", ""


def _done(p: Play, house: House) -> str:
    """`paid 7 and 3, took 4`: each box once, as it is settled."""
    made = match_due(p, house)
    paid = list(dict.fromkeys(x.box for x in made if x.direction == "pay"))
    took = list(dict.fromkeys(x.box for x in made if x.direction == "take"))
    if len(paid) + len(took) > BY_BOX:
        said = (f"{len(paid)} paid" if paid else "", f"{len(took)} taken" if took else "")
    else:
        said = (f"paid {_listed(paid)}" if paid else "", f"took {_listed(took)}" if took else "")
    return ", ".join(filter(None, said)) or "paid and taken"


def _listed(boxes: list[int]) -> str:
    *most, last = map(str, boxes)
    return f"{', '.join(most)} and {last}" if most else last


def menu_key(found: Iterable[Key]) -> list[Key]:
    there = any(k.menu == WRONG for k in found)
    return [opener("act3", WRONG, "ONE WRONG", "tap its box")] if there else []


def band(house: House) -> page.Menu:
    clause = house.pack.line.match.clause
    text, hint = "Which match is wrong?", "Tap its box, or BACK. The floor looks at it."
    return page.Menu(name=WRONG, text=text, mark="?", hint=hint, clause=clause)
