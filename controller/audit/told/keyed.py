"""What a table told without its devices: cards keyed in, the shoe by hand, the controller aside."""

from __future__ import annotations

from controller.audit.scene import Line, Scene, face
from controller.domain import commands as cmd

from . import facts


def told(s: Scene) -> Line | None:
    pack = s.house.pack
    match s.item:
        case cmd.CardKeyed():
            if s.was.round == "turn_due" and len(s.was.dealer) > 1:
                text = f"{face(s.now, s.was.dealer[1].id)} read out, the hole card"
                return Line(f"Keyed in: {text}", pack.line.key_hole.clause)
            line = facts.card(s)
            return Line(f"Keyed in: {line.text}", line.clause)
        case cmd.CoverCardKeyed():
            word = pack.words.cover_card.value.capitalize()
            return Line(f"{word} out, told by hand", pack.shoe.cover_card_seen.clause)
    return None
