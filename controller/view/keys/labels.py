"""What stands on each key: label, what it does, place."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.wording import dollars, of_hand, text_of
from controller.procedure.guide.allowed import Choice
from controller.procedure.irregularities import catalog
from controller.procedure.queries import after_double, chips, legal, target
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.view import prizes
from controller.view.hidden_faces import hidden
from drivers.number import counted

from . import (
    bank_keys,
    keyed_cards,
    match_keys,
    opening_keys,
    other_rules,
    stack_keys,
    wagerer_keys,
)

LAST_PLACES = {"box": 1, "not_this": 2, "double": 3, "split": 4, "double_own": 6}
ERROR_PLACES = {"error_seen": 1, "error": 2, "face_up": 3}


def words_on(p: Play, house: House, c: Choice) -> tuple[str, str, str]:
    """Label, what it does, place."""
    item = c.command
    if isinstance(item, cmd.Command) and any(said := item.on_key()):
        return (*said, c.slot)
    for words in OF_A_ROOM:
        if any(said := words(p, house, item)):
            return (*said, c.slot)
    match item:
        case cmd.BoxSet():
            return _box_words(p, item, c.slot)
        case cmd.WagerSet():
            name = {"main": "CHIPS", "match": "MATCH", "break_bonus": "BREAK"}.get(
                item.kind, "BONUS SPIN"
            )
            return name, f"box {item.box}, {'on' if item.on else 'off'}", c.slot
        case cmd.LayoutCleared():
            return ("BETS", "paid and cleared", c.slot) if p.round == "settled" else ("", "", "")
        case cmd.DealOk():
            dealt = f"{counted(len(item.boxes), 'box')}, {counted(len(p.dealt), 'card')}"
            return "DEAL OK", dealt, c.slot
        case cmd.BurnReported():
            return "BURN", "was made" if item.made else "not made", c.slot
        case cmd.BoxSkipped():
            place = 2 + item.deal_pass
            what = "skipped" if item.skipped else "got its card"
            return f"PASS {item.deal_pass}", f"box {item.box} {what}", f"box{item.box}.{place}"
        case cmd.Insured():
            return "INSURE" if item.on else "NO INSURANCE", f"box {item.box}", f"box{item.box}"
        case cmd.PeekAttested():
            word = house.pack.cards.blackjack_text.value
            return ("YES", word, c.slot) if item.blackjack else ("NO", f"No {word}", c.slot)
        case cmd.FloorCalled(back=True):
            return "TAKE BACK", "the floor is not needed", c.slot
        case cmd.FloorCalled():
            return "FLOOR", "call", c.slot
    return _card_words(p, c) or _decision_words(p, house, c)


def _card_words(p: Play, c: Choice) -> tuple[str, str, str] | None:
    """What is told of a card: a burn, a card that never came, a card touched."""
    item = c.command
    match item:
        case cmd.BurnAnswered():
            first = f"BOX {p.boxes[0]}" if p.boxes else "FIRST CARD"
            label = ("BURN", "was made") if item.burn else (first, "no burn made")
            return *label, c.slot
        case cmd.MissedDraw():
            return "NO CARD", f"{_where(p, item)} asked", f"box{item.box}.missed"
        case cmd.CardsTouched():
            return "TOUCHED", f"box {item.box}, by a player", f"box{item.box}.touched"
    return None


def _box_words(p: Play, item: cmd.BoxSet, slot: str) -> tuple[str, str, str]:
    if p.round == "wagering":
        return ("IN" if item.lit else "OUT"), f"box {item.box}", slot
    if item.lit:
        return f"BOX {item.box} IN", "", slot
    return f"BOX {item.box} OUT", "had no cards", f"box{item.box}.1"


def _decision_words(p: Play, house: House, c: Choice) -> tuple[str, str, str]:
    item = c.command
    match item:
        case cmd.Next():
            return "NEXT", f"{_where(p, item)} stands", c.slot
        case cmd.Hit():
            return "HIT", f"card to {_where(p, item)}", c.slot
        case cmd.Double():
            cents = wagerer_keys.full_double(p, house, item)
            more = f"{dollars(cents)} more" if cents else ""
            return "DOUBLE", _about(p, item, more), c.slot
        case cmd.Split():
            cents = chips.main_cents(p, item.box)
            return "SPLIT", _about(p, item, f"{dollars(cents)} more" if cents else ""), c.slot
        case cmd.Surrender():
            return "SURRENDER", _where(p, item), c.slot
        case cmd.Rescue():
            return "RESCUE", _where(p, item), c.slot
        case cmd.CardTaken():
            return "TAKES", f"card aside, {_where(p, item)}", c.slot
        case cmd.OfferAnswered():
            return "REFUSES", f"{_where(p, item)}, no more cards", c.slot
        case cmd.FactAnswered():
            return item.answer, _asked_of(p, item), c.slot
        case cmd.Ruled():
            return _ruling_words(p, house, item, c.slot)
        case cmd.LastCard():
            return _last_words(p, house, item, c.slot)
    return "", "", c.slot


def _about(p: Play, item: cmd.Decision, more: str) -> str:
    """Whose hand it is, then what it costs."""
    return f"{_where(p, item)}, {more}" if more else _where(p, item)


def _asked_of(p: Play, item: cmd.FactAnswered | cmd.Ruled) -> str:
    """The box that an amber question is about."""
    box = next((i.box for i in p.irregularities if i.id == item.irr), 0)
    return f"box {box}" if box else ""


def _where(p: Play, item: cmd.Decision | cmd.CardTaken | cmd.OfferAnswered | cmd.MissedDraw) -> str:
    many = sum(1 for h in p.hands if h.box == item.box) > 1
    return f"box {of_hand(item.box, item.hand, alone=not many)}"


def _ruling_words(p: Play, house: House, item: cmd.Ruled, slot: str) -> tuple[str, str, str]:
    for i in catalog.open_ones(p):
        if i.id == item.irr:
            for offer in catalog.offers(p, house, i):
                if offer.ruling.name == item.ruling:
                    return catalog.fill(p, house, i, offer.ruling.label), _asked_of(p, item), slot
    return "", "", slot


def _last_words(p: Play, house: House, item: cmd.LastCard, slot: str) -> tuple[str, str, str]:
    if item.what in ERROR_PLACES:
        label, sub = {
            "error_seen": ("SEEN", "by anyone"),
            "error": ("NOT SEEN", "face down"),
            "face_up": ("FACE UP", "in the shoe"),
        }[item.what]
        return label, sub, f"error.{ERROR_PLACES[item.what]}"
    if item.what == "shown":
        return "SHOWN", "hole card", "last.7"
    place = f"last.{LAST_PLACES[item.what]}"
    last = p.last
    kept = (h for h in reversed(p.hands) if h.again and after_double.could_double(p, house, h))
    again = next(kept, None)
    if item.what == "double" and again is not None:
        box = of_hand(again.box, again.number, alone=not again.split)
        if item.cents is not None:
            return "WAS DOUBLE", f"box {box}, {dollars(item.cents)}", slot
        return "WAS DOUBLE", f"box {box}", place
    if last is None:
        return "", "", slot
    if item.what == "double_own":
        return f"BOX {last.box} DOUBLED", "before its card", place
    if item.what == "box":
        at = target.find(p, last.box, last.hand)
        later = legal.next_taker(p, house, at) if at is not None else None
        if later is None:
            return "", "", slot
        alone = later.box != last.box
        name = of_hand(later.box, later.number, alone=alone)
        return f"BOX {name}", f"{of_hand(last.box, last.hand, alone=alone)} stood", place
    if item.what == "not_this":
        return "NOT THIS CARD", "misread", place
    alone = sum(1 for h in p.hands if h.box == last.box) < 2
    whose = f"box {of_hand(last.box, last.hand, alone=alone)}"
    if item.cents is not None:
        return f"WAS {item.what.upper()}", f"{whose}, {dollars(item.cents)}", slot
    return f"WAS {item.what.upper()}", whose, place


def last_card_text(p: Play, house: House) -> str:
    """`8♣, box 4`; before DEAL OK only that there is one, after it that none has followed."""
    if p.last is None and p.hands:
        return "none since deal"
    if p.last is None and not p.dealt:
        return "no card out yet"
    if p.last is None or p.dealt:
        return "last one out"
    for hand in () if hidden(p, house) else p.hands:
        for slot in hand.cards:
            if slot.id == p.last.card and slot.face:
                return f"{text_of(slot.face)}, box {hand.box}"
    return "dealer" if p.last.box == 0 else f"box {p.last.box}"


OF_A_ROOM = (
    opening_keys.words,
    bank_keys.words,
    wagerer_keys.words,
    keyed_cards.words,
    match_keys.words,
    other_rules.words,
    prizes.words,
    stack_keys.words,
)
"""Label and what it does, of the keys of one room each; both empty = none of its keys."""
