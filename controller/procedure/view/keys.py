"""The places of the dealer's page: every legal command with label, key, token and body."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from controller.domain import commands as cmd
from controller.domain import view as v
from controller.procedure import amend, legal, target
from controller.procedure.allowed import Choice, allowed
from controller.procedure.context import Refuse
from controller.procedure.house import House
from controller.procedure.irregularities import catalog
from controller.procedure.next_step import dollars, text_of
from controller.procedure.state import Play, State

KEY = {"act1": "0", "act2": "8", "act3": "+", "act4": "/", "act5": "-", "act6": ".",
       "act7": "Enter", "act8": "*"}  # fmt: skip
EXCEPTIONS = {"hit": 2, "double": 3, "split": 4, "surrender": 5}
"""Touching a box that stands by assumption opens a menu with these places."""
encode = msgspec.json.Encoder().encode
HIDDEN = ("by", "rank", "where", "rid", "token")


def body(command: object) -> str:
    """JSON of the command to post: its tag and target only."""
    return encode(command).decode()


def entries(
    state: State, house: House, may: Callable[[cmd.Command], bool]
) -> tuple[v.Allowed, ...]:
    """`may` tries a correction before it is lit."""
    legal_now = [
        c
        for c in allowed(state, house)
        if not isinstance(c.command, cmd.LastCard) or may(c.command)
    ]
    found = [e for c in legal_now if (e := _entry(state, house, c)) is not None]
    return (*found, *_menus_of_boxes(state), *_last_menu(state, found))


def _entry(state: State, house: House, c: Choice) -> v.Allowed | None:
    label, sub, slot = _words(state.play, house, c)
    if not label:
        return None
    if isinstance(c.command, cmd.Decision) and slot.startswith("box"):
        slot = f"box{c.command.box}.{EXCEPTIONS[slot.rpartition('.')[2]]}"
    return v.Allowed(
        command=type(c.command).__name__,
        slot=slot,
        label=label,
        sub=sub,
        key=KEY.get(slot, ""),
        token=c.token,
        body=body(c.command),
    )


def _words(p: Play, house: House, c: Choice) -> tuple[str, str, str]:
    """Label, what it does, place."""
    item = c.command
    match item:
        case cmd.TableOpened():
            return "OPEN", "the table", c.slot
        case cmd.ShuffleAsked():
            return "SHUFFLE", f"{house.decks} decks", c.slot
        case cmd.CutPlaced():
            return "CUT OK", "cover card is in", c.slot
        case cmd.BoxSet():
            return _box_words(p, item, c.slot)
        case cmd.BankSet():
            return "BANK", f"box {item.box}{'' if item.on else ' off'}", c.slot
        case cmd.WagerSet():
            name = {"main": "CHIPS", "match": "MATCH", "break_bonus": "BREAK"}.get(
                item.kind, "BONUS SPIN"
            )
            return name, f"box {item.box}, {'on' if item.on else 'off'}", c.slot
        case cmd.LayoutCleared():
            return ("BETS", "paid and cleared", c.slot) if p.round == ("settled",) else ("", "", "")
        case cmd.DealOk():
            return "DEAL OK", f"{_boxes(item.boxes)}, {len(p.dealt)} cards", c.slot
        case cmd.BoxesConfirmed():
            return "BOXES RIGHT", " ".join(map(str, item.boxes)), c.slot
        case cmd.BurnReported():
            return "BURN", "was made" if item.made else "not made", c.slot
        case cmd.DealerMissed():
            return "DEALER MISSED", "no card to dealer", c.slot
        case cmd.BoxSkipped():
            place = 2 + item.deal_pass
            return f"PASS {item.deal_pass}", f"box {item.box} skipped", f"box{item.box}.{place}"
        case cmd.MatchDone():
            return "MATCH DONE", "paid and taken", c.slot
        case cmd.Insured():
            return "INSURE" if item.on else "NO INSURANCE", f"box {item.box}", c.slot
        case cmd.PeekAttested():
            text = house.line("blackjack" if item.blackjack else "no_blackjack")[1]
            return ("YES" if item.blackjack else "NO"), text.partition(".")[0], c.slot
        case cmd.InsuranceClosed():
            return "INSURANCE DONE", "closed", c.slot
        case cmd.Turned():
            return "TURNED", "hole card shown", c.slot
        case cmd.FloorCalled():
            return "FLOOR", "call", c.slot
        case cmd.Undo():
            return "undo", "", c.slot
    return _decision_words(p, house, c)


def _boxes(boxes: tuple[int, ...]) -> str:
    return "1 box" if len(boxes) == 1 else f"{len(boxes)} boxes"


def _box_words(p: Play, item: cmd.BoxSet, slot: str) -> tuple[str, str, str]:
    if p.round == ("wagering",):
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
            cents = legal.main_cents(p, item.box)
            return "DOUBLE", f"up to {dollars(cents)}" if cents else _where(p, item), c.slot
        case cmd.Split():
            cents = legal.main_cents(p, item.box)
            return "SPLIT", f"{dollars(cents)} more" if cents else _where(p, item), c.slot
        case cmd.Surrender():
            return "SURRENDER", _where(p, item), c.slot
        case cmd.Rescue():
            return "RESCUE", _where(p, item), c.slot
        case cmd.CardTaken():
            return "TAKES", f"card aside, {_where(p, item)}", c.slot
        case cmd.OfferAnswered():
            return "REFUSES", "no more cards", c.slot
        case cmd.FactAnswered():
            return item.answer, "", _ask_place(c.slot)
        case cmd.Ruled():
            return _ruling_words(p, house, item, c.slot)
        case cmd.LastCard():
            return _last_words(p, item, c.slot)
    return "", "", c.slot


def _where(p: Play, item: cmd.Decision | cmd.CardTaken) -> str:
    many = sum(1 for h in p.hands if h.box == item.box) > 1
    nth = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}.get(item.hand, "")
    return f"box {item.box}, {nth}" if many else f"box {item.box}"


def _ask_place(slot: str) -> str:
    return f"act{slot[3:]}"


def _ruling_words(p: Play, house: House, item: cmd.Ruled, slot: str) -> tuple[str, str, str]:
    for i in catalog.open_ones(p):
        if i.id == item.irr:
            for offer in catalog.offers(p, house, i):
                if offer.ruling.name == item.ruling:
                    return catalog.fill(p, i, offer.ruling.label), "", _ask_place(slot)
    return "", "", slot


LAST_PLACES = {"box": 1, "double": 3, "split": 4}
ERROR_PLACES = {"error_seen": 1, "error": 2, "face_up": 3}


def _last_words(p: Play, item: cmd.LastCard, slot: str) -> tuple[str, str, str]:
    if item.what in ERROR_PLACES:
        label, sub = {
            "error_seen": ("SEEN", "by anyone"),
            "error": ("NOT SEEN", "face down"),
            "face_up": ("FACE UP", "in the shoe"),
        }[item.what]
        return label, sub, f"error.{ERROR_PLACES[item.what]}"
    place = f"last.{LAST_PLACES.get(item.what, 2)}"
    last = p.last
    if last is None:
        return "", "", slot
    if item.what == "box":
        at = target.find(p, last.box, last.hand)
        later = next((h for h in p.hands[(at or 0) + 1 :] if not h.dead), None)
        return (f"BOX {later.box}", f"{last.box} stood", place) if later else ("", "", slot)
    return f"WAS {item.what.upper()}", f"box {last.box}", place


def _menus_of_boxes(state: State) -> list[v.Allowed]:
    """During the deal a lit box opens its menu of slips."""
    p = state.play
    if p.round not in (("dealing",), ("deal_out",)):
        return []
    return [
        v.Allowed(command="menu", slot=f"box{b}", label=f"box {b}", opens=f"box{b}")
        for b in p.boxes
    ]


def _last_menu(state: State, found: list[v.Allowed]) -> list[v.Allowed]:
    last = [e for e in found if e.slot.startswith("last.")]
    errors = [e for e in found if e.slot.startswith("error.")]
    if not last and not errors:
        return []
    sub = last_card_text(state.play)
    menu = [
        v.Allowed(command="menu", slot="act6", label="LAST CARD", sub=sub, opens="last", key="."),
    ]
    if errors:
        menu.append(
            v.Allowed(
                command="menu",
                slot="last.5",
                label="IN ERROR",
                sub="or face up in shoe",
                opens="error",
            )
        )
    return menu


def last_card_text(p: Play) -> str:
    """`8♣, box 4`; before DEAL OK only that there is one."""
    if p.last is None or p.dealt:
        return "last one out"
    for hand in p.hands:
        for slot in hand.cards:
            if slot.id == p.last.card and slot.face:
                return f"{text_of(slot.face)}, box {hand.box}"
    return "dealer" if p.last.box == 0 else f"box {p.last.box}"


def menus(state: State, house: House) -> tuple[v.Menu, ...]:
    p = state.play
    if p.round in (("dealing",), ("deal_out",)):
        clause = house.no("no_such_box")[0]
        boxes = tuple(
            v.Menu(name=f"box{b}", text=f"What is wrong at box {b}?", box=b, clause=clause)
            for b in p.boxes
        )
        return (*boxes, _error_menu(house), _last_band(p, house))
    return (_last_band(p, house), _error_menu(house))


def _last_band(p: Play, house: House) -> v.Menu:
    clause = house.no("last_card")[0]
    return v.Menu(name="last", text=f"Last card: {last_card_text(p)}", mark="?", clause=clause)


def _error_menu(house: House) -> v.Menu:
    return v.Menu(
        name="error",
        text="Did anyone see its face?",
        mark="?",
        clause=catalog.clause(house, "card_drawn_in_error"),
    )


def refused(state: State, house: House) -> tuple[v.Refused, ...]:
    """Why an empty place is empty, with its clause."""
    p = state.play
    taken = {c.slot for c in allowed(state, house)}
    found: list[v.Refused] = []
    held = catalog.hold(p, house, state.devices)
    for slot in ("act1", "act2", "act3", "act4", "act5", "act6", "act7"):
        if slot in taken:
            continue
        clause, text = _why_empty(state, house, slot)
        if held is not None:
            clause, text = catalog.clause(house, held.kind), house.no("held")[1]
        found.append(v.Refused(slot=slot, reason=f"{text}.", clause=clause))
    return tuple(found)


def _why_empty(state: State, house: House, slot: str) -> tuple[str, str]:
    p = state.play
    hand = target.hand(p, house) if p.round == ("deciding",) else None
    decision = {"act3": "double", "act4": "split", "act5": "surrender"}.get(slot)
    if hand is not None and slot == "act2":
        return house.line("play_hint")
    if hand is not None and decision:
        why = legal.why_not(p, house, decision, hand.box, hand.number)
        if why is not None:
            return why
    if slot == "act6":
        try:
            amend.last_draw(house, state)
        except Refuse as no:
            return no.clause, no.text
    return house.no("not_now")
