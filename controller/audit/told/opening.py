"""What was said of the opening checklist, the decks, the idle table and the closing count."""

from __future__ import annotations

from controller.audit.scene import Line, Scene
from controller.domain import commands as cmd


def told(s: Scene) -> Line | None:
    return _list(s) or _decks(s)


def _clause(s: Scene, place: str) -> str:
    section, _, key = place.partition(".")
    found: str = getattr(getattr(s.house.pack, section), key).clause
    return found


def _list(s: Scene) -> Line | None:
    item = s.item
    match item:
        case cmd.LineAttested():
            said = [a for a in s.now.day.attested if a.line == item.line]
            text = said[-1].text if said else item.line.replace("_", " ")
            right = said[-1].right if said else item.right
            how = f" shows {item.shows}" if item.shows else "" if right else " is wrong"
            return Line(f"Checklist: {text}{how}", _clause(s, "line.checklist"))
    return None


def _decks(s: Scene) -> Line | None:
    item = s.item
    match item:
        case cmd.DecksReceived():
            how = "inspected and shuffled before" if item.preshuffled else "to be inspected"
            of = f", {item.reference}" if item.reference else ""
            which = "Decks received" if item.fresh else "The same decks received again"
            return Line(f"{which}, {how}{of}", _clause(s, "line.receive"))
    return None
