"""What was said of the opening checklist, the decks, the idle table and the closing count."""

from __future__ import annotations

from controller.audit.scene import Line, Scene
from controller.domain import commands as cmd

PRESSES: dict[type, tuple[str, str]] = {
    cmd.AllAsListed: ("Checklist: all as listed", "line.checklist"),
    cmd.CardsWashed: ("Cards turned face down and washed", "opening.wash"),
    cmd.CardShown: ("A card was shown: washed again", "opening.wash_again"),
    cmd.CardsStacked: ("Cards stacked", "line.stack"),
    cmd.SpreadTurned: ("Spread cards turned face up", "opening.idle_turned_up"),
    cmd.BatchAsked: ("A player asks to see the batch from the shuffler", "opening.idle_batch"),
    cmd.DecksTakenOut: ("Decks out of play", "line.receive"),
}
"""Commands that say all by their name: text and where the clause stands in the pack."""


def told(s: Scene) -> Line | None:
    if type(s.item) in PRESSES:
        text, place = PRESSES[type(s.item)]
        return Line(text, _clause(s, place))
    return _list(s) or _decks(s)


def _clause(s: Scene, place: str) -> str:
    section, _, key = place.partition(".")
    found: str = getattr(getattr(s.house.pack, section), key).clause
    return found


def _list(s: Scene) -> Line | None:
    item = s.item
    match item:
        case cmd.TableOpened():
            return Line(f"Table opened, dealer {item.dealer}", _clause(s, "line.open_table"))
        case cmd.LineAttested():
            said = [a for a in s.now.day.attested if a.line == item.line]
            text = said[-1].text if said else item.line
            right = said[-1].right if said else item.right
            how = f" shows {item.shows}" if item.shows else "" if right else " is wrong"
            return Line(f"Checklist: {text}{how}", _clause(s, "line.checklist"))
        case cmd.LayoutReferenced():
            text = f"Layout approval: {item.reference}"
            return Line(text, _clause(s, "opening.layout"))
        case cmd.ReaderSealRead():
            text = f"Card reader inspected: seal {item.seal} intact"
            return Line(text, _clause(s, "deal.reader_inspection"))
        case cmd.DecksCounted():
            text = f"Closing count: {item.cards} cards, seal {item.seal}"
            return Line(text, _clause(s, "line.closing"))
        case cmd.TableClosed():
            text = f"Table closed: {item.reason}".removesuffix(": ")
            return Line(text, _clause(s, "line.open_table"))
    return None


def _decks(s: Scene) -> Line | None:
    item = s.item
    match item:
        case cmd.DecksReceived():
            how = "inspected and shuffled before" if item.preshuffled else "to be inspected"
            of = f", {item.reference}" if item.reference else ""
            which = "Decks received" if item.fresh else "The same decks received again"
            return Line(f"{which}, {how}{of}", _clause(s, "line.receive"))
        case cmd.DecksInspected():
            return Line(f"Decks inspected, {item.tens} tens out", _clause(s, "opening.inspected"))
        case cmd.DecksVerified():
            how = ", tens torn and boxed" if item.torn else ""
            return Line(f"Decks verified{how}", _clause(s, "opening.verified_by"))
        case cmd.DeckSpread():
            which = f"Deck {item.deck}" if item.deck else "Each deck"
            text = f"{which} spread face up by suit and in sequence"
            return Line(text, _clause(s, "opening.spread"))
        case cmd.FirstPlayer():
            return Line(f"First player: box {item.box}", _clause(s, "line.first_player"))
        case cmd.NoPlay():
            how = "up" if item.face_up else "down"
            return Line(f"No play: all cards spread face {how}", _clause(s, "line.idle"))
    return None
