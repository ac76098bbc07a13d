"""What a table told without its devices: cards keyed in, the shoe by hand, the controller aside."""

from __future__ import annotations

from controller.audit.scene import Line, Scene, face
from controller.domain import commands as cmd

from . import facts


def told(s: Scene) -> Line | None:
    pack = s.house.pack
    match s.item:
        case cmd.CardKeyed():
            if s.was.round == "turn_due":
                text = f"{face(s.now, s.was.dealer[1].id)} read out, the hole card"
                return Line(f"Keyed in: {text}", pack.line.key_hole.clause)
            line = facts.card(s)
            return Line(f"Keyed in: {line.text}", line.clause)
        case cmd.CoverCardKeyed():
            word = pack.words.cover_card.value.capitalize()
            return Line(f"{word} out, told by hand", pack.shoe.cover_card_seen.clause)
        case cmd.ShoeNoted():
            return Line("A shoe is in, told by hand", pack.line.load.clause)
        case cmd.SpinAttested():
            text = f"Wheel read by eye, box {s.item.box}: {s.item.section}"
            return Line(text, pack.line.spin.clause)
        case cmd.StoodAside():
            how = "stands aside: no card is recorded" if s.item.aside else "back: full shuffle"
            return Line(f"Controller {how}", pack.line.stands_aside.clause)
    return None
