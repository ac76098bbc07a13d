"""What a person pressed, answered or ruled, in people's words with its clause.

Corrections are corrections of the table, whoever reports them (console/README 2).
"""

from __future__ import annotations

from controller.audit.scene import Line, Scene, clause_at, face, money, total, where, who
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.wording import first_upper
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.every_kind import words
from controller.procedure.irregularities.reports import REPORTS
from controller.procedure.state.inputs import Amended
from controller.procedure.state.parts.wagerers import letter
from controller.procedure.state.play import Irregularity

from . import bank, keyed, opening, people, rules, stack

DECISIONS: dict[type, tuple[str, str]] = {
    cmd.Next: ("STAND", "play.stand"),
    cmd.Hit: ("HIT", "play.hit"),
    cmd.Double: ("DOUBLE", "play.double"),
    cmd.Split: ("SPLIT", "play.split_wager"),
    cmd.Surrender: ("SURRENDER", "play.surrender"),
    cmd.Rescue: ("RESCUE", "play.rescue"),
}
LAST = {
    "box": "the last card was for the next hand",
    "double": "the hand was doubled before the last card",
    "split": "the pair was split before the last card",
    "error": "the last card was drawn in error, not seen",
    "error_seen": "the last card was drawn in error and seen",
    "face_up": "the last card lay face up in the shoe",
    "double_own": "the hand that has the last card was doubled before it",
    "not_this": "the last card was read wrongly",
    "shown": "the hole card was shown",
}


def told(s: Scene) -> Line:
    """The one line for a command, with who said it where that was not the dealer."""
    line = _told(s)
    by = who(s)
    return Line(f"{line.text}, by {by}" if by else line.text, line.clause)


def _told(s: Scene) -> Line:
    item = s.item
    if isinstance(item, cmd.FloorCalled) and item.back:
        return Line("Call of the floor taken back", clause_at(s, "line.stop"))
    if isinstance(item, cmd.FloorCalled):
        return Line("Floor called", clause_at(s, "line.stop"))
    if isinstance(item, cmd.Command) and (text := item.in_record()):
        return Line(text, clause_at(s, item.row.clause))
    if isinstance(item, cmd.Paused | cmd.Resumed):
        return Line(_pause(s, item), clause_at(s, item.row.clause))
    if isinstance(item, cmd.Decision) and not isinstance(item, cmd.Signalled):
        return decision(s, item)
    before = opening.told(s) or stack.told(s) or people.told(s)
    before = before or bank.told(s) or keyed.told(s) or wagers(s) or deal(s) or of_shoe(s)
    found = before or rules.told(s) or correction(s) or floor(s)
    return found or Line(type(item).__name__, clause_at(s, "refusal.not_now"))


def _pause(s: Scene, item: cmd.Paused | cmd.Resumed) -> str:
    since = s.was.pause.since
    if isinstance(item, cmd.Resumed):
        seconds = (s.stamped.at - since) // 1_000_000 if since else 0
        ruled = ", to be ruled" if item.ruling else ""
        return f"Resumed after {seconds // 60}:{seconds % 60:02d}{ruled}"
    box = f", box {item.box}" if item.box else ""
    note = f": {item.note}" if item.note else ""
    how = "Pause is about" if since else "Paused:"
    return f"{how} {item.reason.replace('_', ' ')}{box}{note}"


def decision(s: Scene, item: cmd.Decision) -> Line:
    word, place = DECISIONS[type(item)]
    at = where(s.was, item.box, item.hand)
    by = f", {letter(item.wagerer)}" if item.wagerer is not None else ""
    added = f", {money(item.cents)}" if isinstance(item, cmd.Double) and item.cents else ""
    hand = next((h for h in s.was.hands if (h.box, h.number) == (item.box, item.hand)), None)
    on = f" on {value}" if hand and (value := total(s.house, hand)) else ""
    if isinstance(item, cmd.Next):
        return Line(f"{first_upper(at)}{by}: stands{on}, NEXT pressed", clause_at(s, place))
    return Line(f"{first_upper(at)}{by}: {word}{on}{added}", clause_at(s, place))


def wagers(s: Scene) -> Line | None:
    item = s.item
    match item:
        case cmd.BoxSet():
            how = "in" if item.lit else "out"
            place = "line.bets" if s.was.round == "wagering" else "line.due"
            return Line(f"Box {item.box} {how}", clause_at(s, place))
        case cmd.Insured():
            cents = f", {money(item.cents)}" if item.on and item.cents else ""
            how = "insurance" if item.on else "insurance taken back"
            by = f", {letter(item.wagerer)}" if item.wagerer else ""
            return Line(f"Box {item.box}{by}: {how}{cents}", clause_at(s, "line.insurance"))
    return None


def deal(s: Scene) -> Line | None:
    item = s.item
    match item:
        case cmd.BurnReported():
            how = "was made" if item.made else "was not made"
            return Line(f"Reported: the burn {how}", burn_clause(s))
        case cmd.MissedDraw():
            at = where(s.was, item.box, item.hand)
            text = f"Reported: {at} asked for a card and got none"
            return Line(text, catalog.clause(s.house, "missed_draw"))
        case cmd.CardsTouched():
            text = f"Reported: cards touched at box {item.box}; dealer {s.was.dealer_name}"
            return Line(text, catalog.clause(s.house, "touched"))
        case cmd.PeekAttested():
            word = s.house.pack.cards.blackjack_text.value
            found = word if item.blackjack else f"no {word}"
            return Line(f"Hole card checked by eye: {found}", clause_at(s, "line.check"))
    return None


def of_shoe(s: Scene) -> Line | None:
    """The dealer at the shoe, and its burn cards."""
    item = s.item
    match item:
        case cmd.DealerSignedOn():
            before = s.was.dealer_name
            how = "" if item.proof else ", not proven by PIN or badge"
            text = f"Dealer {item.name} signed on{how}, {before} signed off"
            return Line(text, clause_at(s, item.row.clause))
        case cmd.BurnAnswered():
            what = "was a burn" if item.burn else "is the first card: no burn was made"
            return Line(f"The last card {what}", burn_clause(s))
        case cmd.BurnShown():
            to = f", box {item.box} asked" if item.box else ""
            was, burnt = s.was.marks.burnt, s.now.marks.burnt
            opened = burnt and burnt.face and was and was.face is None
            card = f" {{{burnt.face}}}" if burnt and opened else ""
            return Line(f"Burn card{card} shown{to}", clause_at(s, item.row.clause))
    return None


def burn_clause(s: Scene) -> str:
    """Of the burn that was due: the new dealer's or the new shoe's."""
    new_dealer = s.was.marks.cause == "dealer"
    return clause_at(s, f"shoe.burn_{'for_new_dealer' if new_dealer else 'on_new_shoe'}_cards")


def correction(s: Scene) -> Line | None:
    item = s.item
    match item:
        case cmd.LastCard():
            text = LAST.get(item.what, "the last card")
            return Line(f"Correction of the table: {text}", clause_at(s, "refusal.last_card_place"))
        case Amended():
            text = f"Correction of the table: {item.why}"
            return Line(text, clause_at(s, "refusal.not_in_round"))
    return None


# ---- the floor ----
def floor(s: Scene) -> Line | None:
    item = s.item
    match item:
        case cmd.Reported():
            label = next((r.label for r in REPORTS if r.kind == item.what), item.what)
            of = f", box {item.box}" if item.box else ""
            return Line(f"Reported: {label.lower()}{of}", _reported_clause(s, item.what))
        case cmd.FactAnswered():
            i = about(s, item.irr)
            return Line(f"Answer: {_question(s, i, item.question)} {item.answer}", _clause(s, i))
        case cmd.Notified():
            i = about(s, item.irr)
            text = f"Told by {item.how}: {item.whom}, {s.house.word(item.role)}"
            return Line(text, _clause(s, i))
        case cmd.Ruled():
            return ruled(s, item)
        case cmd.OfferAnswered():
            how = "takes" if item.takes else "refuses"
            at = where(s.now, item.box, item.hand)
            return Line(f"{first_upper(at)} {how} the card", clause_at(s, "line.aside"))
        case cmd.CardTaken():
            card = face(s.now, s.was.pending.id if s.was.pending else 0)
            at = where(s.now, item.box, item.hand)
            return Line(f"{first_upper(at)} takes {card} aside", clause_at(s, "line.aside"))
        case cmd.CardEntered():
            text = f"Entered by hand: {face(s.now, item.card)}"
            return Line(text, clause_at(s, "refusal.card_text"))
        case cmd.MeterStated():
            said = f"The system shows ${item.shown} on the meter {item.meter}"
            return Line(said, clause_at(s, item.row.clause))
    return None


def ruled(s: Scene, item: cmd.Ruled) -> Line:
    """The ruling's own words; a face that was read out only where the layout shows it."""
    i = about(s, item.irr)
    if i is None:
        return Line(f"Ruled: {item.ruling.replace('_', ' ')}", clause_at(s, "refusal.no_ruling"))
    ruling = words(catalog.kind(i), item.ruling)
    label = catalog.ruled_as(s.now, s.house, replace(i, ruling=item.ruling))
    reason = item.reason.strip()
    if ruling and ruling.asks == "card":
        reason = face(s.now, i.card.id if i.card else int(i.about or 0))
    text = f"Ruled: {label}"
    return Line(f"{text} ({reason})" if reason else text, _clause(s, i))


def about(s: Scene, name: str) -> Irregularity | None:
    both = (*s.now.irregularities, *s.was.irregularities)
    return next((i for i in both if i.id == name), None)


def _question(s: Scene, i: Irregularity | None, name: str) -> str:
    asked = catalog.questions(s.was, i) if i else ()
    text = next((q.text for q in asked if q.name == name), name.replace("_", " "))
    return catalog.fill(s.now, s.house, i, text) if i else text


def _reported_clause(s: Scene, kind: str) -> str:
    known = kind in s.house.pack.irregularity
    return catalog.clause(s.house, kind) if known else clause_at(s, "refusal.no_report")


def _clause(s: Scene, i: Irregularity | None) -> str:
    return catalog.clause_of(s.now, s.house, i) if i else clause_at(s, "refusal.no_irregularity")
