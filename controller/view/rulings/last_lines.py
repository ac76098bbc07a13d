"""The last lines of the record beside an irregularity, and the layout frozen at the event.

Only what the table has shown is told: a card that is face down is "a card".
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.views import floor_view as floor_page
from controller.procedure.irregularities import catalog
from controller.procedure.queries import continuous
from controller.procedure.queries.inventory import TENS
from controller.procedure.state import refs
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Entry, State

LINES = 5
KEYS = {
    cmd.Next: "NEXT pressed",
    cmd.Hit: "HIT",
    cmd.Double: "DOUBLE",
    cmd.Split: "SPLIT",
    cmd.Surrender: "SURRENDER",
    cmd.Rescue: "RESCUE",
}


def lines(state: State, house: House, i: Irregularity) -> tuple[floor_page.RecordLine, ...]:
    """The entries up to the event and those after it, the newest last."""
    told = []
    for entry, after in _with_after(state):
        text = _text(state, house, entry, after)
        if text:
            told.append(floor_page.RecordLine(at=entry.at // 1000, text=text))
    event = floor_page.RecordLine(
        at=i.raised_at // 1000, text=catalog.headline(state.play, house, i)
    )
    before = [line for line in told if line.at <= event.at][-LINES:]
    later = [line for line in told if line.at > event.at][-LINES:]
    return (*before, event, *later)


def frozen(state: State, i: Irregularity) -> State:
    """The state with the layout as it lay right after the event."""
    entry_id = refs.irregularity(i.id).entry
    for entry, after in _with_after(state):
        if entry.id == entry_id:
            return replace(state, play=after)
    return state


def _with_after(state: State) -> list[tuple[Entry, Play]]:
    plays = [e.before for e in state.log[1:]] + [state.play]
    return list(zip(state.log, plays, strict=True))


def _text(state: State, house: House, entry: Entry, after: Play) -> str:
    item = entry.input
    match item:
        case fact.CardDrawn():
            return _card(state, entry, after)
        case cmd.Decision():
            return f"{KEYS.get(type(item), 'Key')}, box {item.box}"
        case cmd.DealOk():
            return f"DEAL OK, boxes {' '.join(map(str, item.boxes))}"
        case fact.CoverCardSeen():
            return f"{house.pack.words.cover_card.value.capitalize()} out"
        case fact.Peeked():
            return "Hole card in the reader"
        case fact.DeviceLost():
            return f"{item.device.capitalize()} lost"
        case fact.DeviceUp():
            return f"{item.device.capitalize()} back"
        case cmd.Turned():
            return "Hole card turned"
        case cmd.MatchDone():
            return "MATCH DONE"
        case cmd.LastCard():
            return f"LAST CARD: {item.what.replace('_', ' ')}"
        case cmd.FloorCalled():
            return "FLOOR taken back" if item.back else "FLOOR pressed"
        case cmd.BoxSet():
            return f"Box {item.box} {'in' if item.lit else 'out'}"
    return item.row.beside


def _card(state: State, entry: Entry, after: Play) -> str:
    """The face only where it was shown; where the card went, of a deal once it is confirmed."""
    now = state.play
    face = dict(state.seen).get(entry.id)
    word = f"{{{face}}}" if face and not now.dealt else "A card"
    for booked in (after, now):
        for hand in booked.hands:
            if any(s.id == entry.id for s in hand.cards):
                return f"{word} drawn, booked to box {hand.box}"
        if any(s.id == entry.id for s in booked.dealer):
            return f"{word} drawn for the dealer"
    return f"{word} drawn"


def counter(play: Play, house: House, i: Irregularity) -> str:
    """What the kind feeds: tens and face-up cards of their window, as they stand."""
    if i.kind in TENS:
        window = house.pack.shoe.ten_count_window.value
        return f"Tens this {window.replace('_', ' ')}: {play.tens + catalog.is_open(i)}"
    if i.kind in ("face_up_card", "face_up_card_second"):
        of = continuous.face_up_window(play, house)
        return f"Face-up cards this {of.replace('_', ' ')}: {play.face_up}"
    return ""
