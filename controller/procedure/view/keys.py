"""The places of the dealer's page: every legal command with label, key, token and body."""

from __future__ import annotations

import msgspec

from controller.domain import commands as cmd
from controller.domain import view as v
from controller.procedure import last_card, legal, not_now, target
from controller.procedure.allowed import FLOOR, Choice
from controller.procedure.context import Refuse
from controller.procedure.house import House
from controller.procedure.irregularities import catalog
from controller.procedure.state import Play, State

from . import bank, people
from .labels import last_card_text, words_on
from .undone import undone

KEY = {"act1": "0", "act2": "8", "act3": "+", "act4": "/", "act5": "-", "act6": ".",
       "act7": "Enter", "act8": "*"}  # fmt: skip
EXCEPTIONS = {"hit": 2, "double": 3, "split": 4, "surrender": 5}
"""Touching a box that stands by assumption opens a menu with these places."""
encode = msgspec.json.Encoder().encode
HIDDEN = ("by", "rank", "where", "rid", "token")


def body(command: object) -> str:
    """JSON of the command to post: its tag and target only."""
    return encode(command).decode()


def entries(state: State, house: House, choices: tuple[Choice, ...]) -> tuple[v.Allowed, ...]:
    legal_now = [c for c in choices if not c.slot.startswith(FLOOR)]
    found = [e for c in legal_now if (e := _entry(state, house, c)) is not None]
    return (
        *found,
        *bank.menu_key(state.play, house),
        *people.openers(state.play, found),
        *_menus_of_boxes(state),
        *_last_menu(state, found),
    )


def _entry(state: State, house: House, c: Choice) -> v.Allowed | None:
    label, sub, slot = words_on(state.play, house, c)
    if not label:
        return None
    if isinstance(c.command, cmd.Undo):
        sub = undone(state, c.command.entry)
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
    doubles = [e for e in found if e.slot.startswith("double.")]
    errors = [e for e in found if e.slot.startswith("error.")]
    if not last and not errors and not doubles:
        return []
    sub = last_card_text(state.play)
    menu = [
        v.Allowed(command="menu", slot="act6", label="LAST CARD", sub=sub, opens="last", key="."),
    ]
    if doubles:
        label, sub, slot = doubles[0].label, "for how much", "last.3"
        menu.append(v.Allowed(command="menu", slot=slot, label=label, sub=sub, opens="double"))
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


def menus(state: State, house: House) -> tuple[v.Menu, ...]:
    p = state.play
    if p.round in (("dealing",), ("deal_out",)):
        clause = house.no("no_such_box")[0]
        boxes = tuple(
            v.Menu(name=f"box{b}", text=f"What is wrong at box {b}?", box=b, clause=clause)
            for b in p.boxes
        )
        return (*boxes, *bank.menus(p, house), _error_menu(house), _last_band(p, house))
    return (_last_band(p, house), _double_menu(p, house), _error_menu(house))


def _last_band(p: Play, house: House) -> v.Menu:
    clause = house.no("last_card")[0]
    return v.Menu(name="last", text=f"Last card: {last_card_text(p)}", mark="?", clause=clause)


def _double_menu(p: Play, house: House) -> v.Menu:
    box = p.last.box if p.last is not None else 0
    clause = house.pack.play.double.clause
    return v.Menu(name="double", text=f"Box {box}: doubled for how much?", box=box, clause=clause)


def _error_menu(house: House) -> v.Menu:
    return v.Menu(
        name="error",
        text="Did anyone see its face?",
        mark="?",
        clause=catalog.clause(house, "card_drawn_in_error"),
    )


def refused(state: State, house: House, choices: tuple[Choice, ...]) -> tuple[v.Refused, ...]:
    """Why an empty place is empty, with its clause."""
    p = state.play
    taken = {c.slot for c in choices}
    found: list[v.Refused] = []
    held = catalog.hold(p, house, state.devices)
    for slot in ("act1", "act2", "act3", "act4", "act5", "act6", "act7"):
        if slot in taken:
            continue
        clause, text = _why_empty(state, house, slot)
        if held is not None:
            clause, text = catalog.clause(house, held.kind), house.no("held")[1]
        found.append(v.Refused(slot=slot, reason=f"{text}.", clause=clause))
    return (*found, *people.waits(p, house))


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
            last_card.last_draw(house, state)
        except Refuse as no:
            return no.clause, no.text
    return not_now.reason(state, house)
