"""What a device, a timer or the table itself said, in people's words with its clause."""

from __future__ import annotations

from controller.audit.scene import Line, Scene, clause_at, device, face, total, where
from controller.domain import facts as fact
from controller.domain.wording import dollars, first_upper
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.irregularities.rulings.jackpot_rulings import NAMES
from controller.procedure.queries import legal, places, target
from drivers.number import counted

from . import record, rules


def told(s: Scene) -> Line:
    """The one line for a fact. Clauses are the pack's own."""
    item = s.item
    if text := item.in_record():
        return Line(text, clause_at(s, item.row.clause))
    match item:
        case fact.CardDrawn():
            return card(s)
        case fact.CardNotRead():
            return unread(s, item)
        case fact.Peeked():
            return peeked(s)
        case fact.DeviceUp():
            unit = f", unit {item.identity.serial}" if item.identity.serial else ""
            return Line(f"{device(s, item.device)} connected{unit}{_started(item)}", _lost(s))
        case fact.DeviceLost():
            return Line(f"{device(s, item.device)} lost: {item.reason}", _lost(s))
        case fact.LevelLate():
            how = "not confirmed" if item.late else "confirmed or not asked any more"
            return Line(f"{device(s, item.device)}, {item.level}: {how}", _lost(s))
        case fact.OrderAnswered():
            return Line(f"{device(s, item.device)} on its order: {_spaced(item.answer)}", _lost(s))
        case fact.Noted():
            return Line(f"Found by the table: {_spaced(item.kind)}", noted(s, item))
    told = rules.told(s) or record.told(s) or wheel(s) or shoe(s)
    return told or Line(type(item).__name__)


def _started(item: fact.DeviceUp) -> str:
    """Its firmware, and why it started: what an inspector asks first."""
    firmware = f", firmware {item.identity.firmware}" if item.identity.firmware else ""
    hashed = f" ({item.identity.firmware_hash[:12]})" if item.identity.firmware_hash else ""
    cause = f", started by {item.reset_cause}" if item.reset_cause else ""
    return f"{firmware}{hashed}{cause}"


def _spaced(text: str) -> str:
    return text.replace("_", " ")


def _lost(s: Scene) -> str:
    return catalog.clause(s.house, "device_lost")


def noted(s: Scene, item: fact.Noted) -> str:
    return catalog.clause(s.house, item.kind) if item.kind in KINDS else _line(s, "doubt")


# ---- cards ----
def unread(s: Scene, item: fact.CardNotRead) -> Line:
    if item.foreign:
        clause = catalog.clause(s.house, "foreign_card")
        return Line("A card of another back or set left the shoe", clause)
    return Line("A card left the shoe unread", catalog.clause(s.house, "card_not_read"))


def card(s: Scene) -> Line:
    """Where the card that left the shoe went."""
    entry = s.stamped.seq << 8
    if s.now.burn is not None and s.now.burn.id == entry:
        rack = s.house.pack.words.discard_rack.value
        return Line(f"Burn card to the {rack}, face down", _line(s, "burn"))
    if any(c.id == entry for c in s.now.dealt):
        due = len(places.of(s.now))
        at = next(n for n, c in enumerate(s.now.dealt, 1) if c.id == entry)
        return Line(f"Card {at} of {due} of the deal, face down", _line(s, "deal"))
    if any(c.id == entry for c in s.now.dealer):
        clause = _owed(s, 0, 0) if s.was.up_owed else _line(s, "draw")
        return Line(f"{face(s.now, entry)} to the dealer{dealer_total(s)}", clause)
    for hand in s.now.hands:
        if any(c.id == entry for c in hand.cards):
            return to_hand(s, hand.box, hand.number, entry)
    if s.now.pending is not None and s.now.pending.id == entry:
        return Line(f"{first_upper(face(s.now, entry))} laid aside", _raised(s))
    return Line(f"{first_upper(face(s.now, entry))} left the shoe", _raised(s))


def to_hand(s: Scene, box: int, number: int, card_id: int) -> Line:
    at, before = target.find(s.now, box, number), target.find(s.was, box, number)
    assert at is not None
    hand = s.now.hands[at]
    clause = _line(s, "play_hint")
    if before is not None:
        had = s.was.hands[before]
        if had.owed:
            clause = _owed(s, box, number)
        elif had.split and len(had.cards) < 2:
            clause = _line(s, "next_card_hand")
        elif target.doubling(had):
            clause = _line(s, "one_card")
    value = total(s.house, hand)
    text = f"{face(s.now, card_id)} to {where(s.now, box, number)}"
    return Line(f"{text}, total {value}" if value else text, clause)


def _owed(s: Scene, box: int, number: int) -> str:
    """Why a card of the deal came late."""
    return catalog.clause(s.house, target.owed_because(s.was, box, number))


def dealer_total(s: Scene) -> str:
    if len(s.now.dealer) < 2 or any(c.face is None for c in s.now.dealer):
        return ""
    value = legal.dealer_value(s.now, s.house)
    return f", total {'soft ' if value.soft else ''}{value.total}"


def peeked(s: Scene) -> Line:
    """The reader's answer is told at its turn, never before."""
    if s.was.peek_given or not s.now.peek_given:
        return Line("Hole card at the reader", _line(s, "peek"))
    return answer(s)


def answer(s: Scene) -> Line:
    key = "blackjack" if s.now.peek else "no_blackjack"
    by = "Reader" if s.now.variant == "hole_card_reader" else "Hole card"
    return Line(f"{by}: {'blackjack' if s.now.peek else 'no blackjack'}", _line(s, key))


# ---- wheel, shuffler, shoe ----
def wheel(s: Scene) -> Line | None:
    item = s.item
    match item:
        case fact.MeterRead():
            what = "pays" if item.hit else "shows"
            text = f"The system {what} {dollars(item.cents)}: {NAMES.get(item.meter, item.meter)}"
            return Line(text, s.house.pack.wheel.meters.clause)
    return None


def shoe(s: Scene) -> Line | None:
    item = s.item
    match item:
        case fact.CoverCardSeen():
            clause = _raised(s) if s.outcome.raised else _line(s, "last_round")
            return Line(f"{first_upper(s.house.pack.words.cover_card.value)} out", clause)
        case fact.UnknownEvent():
            clause = catalog.clause(s.house, "unknown_event")
            return Line(f"{device(s, item.device)}: unknown event {item.code}", clause)
        case fact.EventsOverrun():
            clause = catalog.clause(s.house, "events_lost")
            return Line(f"{device(s, item.device)} lost {counted(item.lost, 'event')}", clause)
    return None


def _line(s: Scene, key: str) -> str:
    leaf = getattr(s.house.pack.line, key)
    clause: str = leaf.clause
    return clause


def _raised(s: Scene) -> str:
    kinds = [r.kind for r in s.outcome.raised]
    return catalog.clause(s.house, kinds[0]) if kinds else _line(s, "deal")
