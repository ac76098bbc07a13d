"""What was done to the stack, in people's words: steps by hand, who was offered the cut, recut."""

from __future__ import annotations

from controller.audit.scene import Line, Scene
from controller.domain import commands as cmd


def told(s: Scene) -> Line | None:
    item, pack = s.item, s.house.pack
    match item:
        case cmd.CutTaken():
            return Line(_cut(s, item), pack.line.offer_cut.clause)
        case cmd.CutPlaced():
            word = pack.words.cover_card.value.capitalize()
            return Line(f"{word} placed in the stack", pack.line.cut.clause)
    return None


def _cut(s: Scene, item: cmd.CutTaken) -> str:
    who = f"Cut by box {item.box}" if item.box else "Cut by the dealer"
    refused = s.now.stack.refused
    return f"{who}; refused: box {', '.join(map(str, refused))}" if refused else who
