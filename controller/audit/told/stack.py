"""What was done to the stack, in people's words: steps by hand, who was offered the cut, recut."""

from __future__ import annotations

from controller.audit.scene import Line, Scene
from controller.domain import commands as cmd

ASIDE = {
    "removed": "Shuffler removed from the table",
    "covered": "Shuffler covered",
    "sign": "Out-of-order sign on the shuffler",
    "out": "Shuffler put out of use",
}


def told(s: Scene) -> Line | None:
    item, pack = s.item, s.house.pack
    match item:
        case cmd.ShuffleStep():
            text = f"Shuffle by hand: {item.step.replace('_', ' ')}"
            return Line(text, pack.shuffle.manual_steps.clause)
        case cmd.ShufflerSetAside():
            return Line(ASIDE.get(item.how, item.how), pack.shuffle.out_of_service.clause)
        case cmd.CutTaken():
            return Line(_cut(s, item), pack.line.offer_cut.clause)
        case cmd.CutPlaced():
            word = pack.words.cover_card.value.capitalize()
            return Line(f"{word} placed in the stack", pack.line.cut.clause)
        case cmd.RecutOrdered():
            text = f"Recut ordered: {item.reason}".removesuffix(": ")
            return Line(text, pack.shuffle.recut_by.clause)
        case cmd.ShuffleOrdered():
            return Line(f"Reshuffle ordered: {item.reason}", pack.shuffle.reshuffle_on_order.clause)
    return None


def _cut(s: Scene, item: cmd.CutTaken) -> str:
    who = f"Cut by box {item.box}" if item.box else "Cut by the dealer"
    refused = s.now.stack.refused
    return f"{who}; refused: box {', '.join(map(str, refused))}" if refused else who
