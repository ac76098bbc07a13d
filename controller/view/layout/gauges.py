"""How full shoe and rack are: in fifths, never finer (mockups: what must never be shown)."""

from __future__ import annotations

from controller.domain.views import view as page
from controller.procedure.queries import continuous
from controller.procedure.state.house import House
from controller.procedure.state.play import Play


def shoe(p: Play, house: House) -> tuple[page.Shoe, page.Rack]:
    if not p.loaded or p.shoe == "empty":
        return page.Shoe(fifths=0), page.Rack(fifths=5 if p.loaded else 0)
    left = max(0, p.loaded - p.drawn)
    seen = p.shoe in ("last_round", "rest_due")
    note = "Last round" if p.shoe == "last_round" else "Cut card not seen"
    note = "No card until match is done" if p.round == "match_due" else note
    note = "No cut card" if continuous.deals(p, house) else note
    if p.manual.scanner and not seen:
        note = f"{p.manual.by} knows" if p.manual.by else ""
    fifths = min(5, -(-left * 5 // p.loaded))
    return (
        page.Shoe(
            fifths=fifths,
            cut_card_seen=seen,
            note="Cut card out" if seen and not note else note,
            reads=not p.manual.scanner,
        ),
        page.Rack(fifths=min(5, p.racked * 5 // p.loaded)),
    )
