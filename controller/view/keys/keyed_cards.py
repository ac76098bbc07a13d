"""What stands on the keys of a table without its devices, and what the floor sees of it."""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain import commands as cmd
from controller.domain.views import floor_view as floor_page
from controller.procedure.reducers.cards import keyed_cards
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.play import Play

WAYS = {"covered": "SHOE COVERED", "sign": "SIGN ON SHOE", "out": "SHOE OUT"}


def words(p: Play, house: House, item: Input) -> tuple[str, str]:
    """Label and what it does; empty = not one of these."""
    match item:
        case cmd.CardKeyed():
            if keyed_cards.due(p, house) != "down":
                return "CARD", "rank, then suit"
            return "FACE DOWN", "burn card" if p.shoe == "burn_due" else "hole card"
        case cmd.CoverCardKeyed():
            return house.pack.words.cover_card.value.upper(), "is out"
        case cmd.ShoeNoted():
            aside = bool(p.manual.aside_since)
            return ("NEW SHOE", "tell it") if aside else ("SHOE LOADED", "gate closed")
        case cmd.OutOfService() if item.how:
            return WAYS[item.how], "out of use"
    return "", ""


def duties(p: Play, house: House, at_ms: int) -> Iterator[floor_page.Duty]:
    """Since when the controller is aside or cards are keyed, and by whom."""
    m = p.manual
    if m.aside_since:
        minutes = max(0, (at_ms - m.aside_since // 1000) // 60_000)
        text = f"{m.aside_by}, {m.shoes} shoes told"
        yield floor_page.Duty(text="Controller aside", sub=text, when=f"{minutes} min", due=True)
    if m.scanner:
        left = keyed_cards.to_attest(p, house)
        how = house.no("scanner_out")[1] if left else "keyed in by hand"
        yield floor_page.Duty(text=f"Shoe scanner out: {how}", sub=m.by, when="out", due=True)
