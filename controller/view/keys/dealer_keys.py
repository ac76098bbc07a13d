"""The places of the dealer's page: every legal command with label, key, token and body."""

from __future__ import annotations

import msgspec

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.views import view as page
from controller.domain.wording import NTH, sentence
from controller.procedure.engine import last_card
from controller.procedure.guide import not_now
from controller.procedure.guide.allowed import FLOOR, Choice, placed
from controller.procedure.irregularities import catalog
from controller.procedure.queries import calls, legal, target
from controller.procedure.state.context import Refuse
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State

from . import bank_keys, match_keys, pad_chips, sure, wagerer_keys
from .labels import last_card_text, words_on
from .menus import Key, arranged, menu_names, opener
from .undone import undone

KEY = {"act1": "0", "act2": "8", "act3": "+", "act4": "/", "act5": "-", "act6": ".",
       "act7": "Enter", "act8": "*"}  # fmt: skip
encode = msgspec.json.Encoder().encode


def body(command: cmd.Command) -> str:
    """JSON of the command to post: its tag and target only. Who speaks is the session's to say."""
    return encode(replace(command, by="dealer", rank="dealer", where="dealer")).decode()


def entries(state: State, house: House, choices: tuple[Choice, ...]) -> tuple[page.Allowed, ...]:
    legal_now = [c for c in choices if not c.slot.startswith(FLOOR)]
    once = [k for c in placed(legal_now) if (k := _key(state, house, c)) is not None]
    found = [k for key in once for k in sure.asked_twice(key)]
    openers = (
        *bank_keys.menu_key(state.play, house),
        *wagerer_keys.openers(state.play, found),
        *_last_menu(state, house, found),
        *_call_menu(found),
        *match_keys.menu_key(found),
    )
    return tuple(
        replace(e, key=KEY.get(e.slot, "")) for e in arranged(state.play, (*found, *openers))
    )


def _key(state: State, house: House, c: Choice) -> Key | None:
    label, sub, slot = words_on(state.play, house, c)
    if not label:
        return None
    if isinstance(c.command, cmd.Undo):
        sub = undone(state, house, c.command.entry)
    if slot == "act8" and catalog.hold(state.play, house, state.devices) is not None:
        sub = "again"
    assert isinstance(c.command, cmd.Command)
    entry = page.Allowed(
        command=type(c.command).__name__,
        slot=slot,
        label=label,
        sub=sub,
        token=c.token,
        body=body(c.command),
    )
    return Key(pad_chips.counted(state.play, house, c.command, entry), c.command)


def _last_menu(state: State, house: House, found: list[Key]) -> list[Key]:
    names = {k.menu for k in found}
    menu = []
    if names & {"last", "double", "error"}:
        menu.append(opener("act6", "last", "LAST CARD", last_card_text(state.play, house)))
    if "double" in names:
        label = next(k.entry.label for k in found if k.menu == "double")
        menu.append(opener("last.3", "double", label, "for how much"))
    if "error" in names:
        menu.append(opener("last.5", "error", "IN ERROR", "or face up in shoe"))
    return menu


def _call_menu(found: list[Key]) -> list[Key]:
    """FLOOR that is called already: another touch asks, so that no second press takes it back."""
    called = any(k.menu == "call" for k in found)
    return [opener("act8", "call", "FLOOR", "called")] if called else []


def _call_band(house: House) -> page.Menu:
    clause, text = house.no("told_already")
    line = "Floor called. Take it back?"
    return page.Menu(name="call", text=line, mark="?", hint=f"{text}.", clause=clause)


def menus(state: State, house: House, entries_: tuple[page.Allowed, ...]) -> tuple[page.Menu, ...]:
    """How the band reads while a menu is open."""
    p = state.play
    names = menu_names(entries_)
    dealing = p.round in ("dealing", "deal_out")
    clause = house.no("no_such_box")[0]
    found = [*bank_keys.menus(p, house), _last_band(p, house), _error_menu(house)]
    if "double" in names:
        found.append(_double_menu(p, house))
    if match_keys.WRONG in names:
        found.append(match_keys.band(house))
    if "call" in names:
        found.append(_call_band(house))
    found += sure.bands(state, house, entries_)
    for name in names if p.round != "wagering" else ():
        box = int(name[3]) if name.startswith("box") else 0
        if dealing and box:
            text = f"What is wrong at box {box}?"
            found.append(page.Menu(name=name, text=text, box=box, clause=clause))
        elif box:
            found.append(
                page.Menu(name=name, text=_of_box(name), box=box, hint="Touch one, or BACK.")
            )
    return (*found, *wagerer_keys.bands(names))


def _last_band(p: Play, house: House) -> page.Menu:
    clause = house.no("last_card")[0]
    text = f"Last card: {last_card_text(p, house)}"
    return page.Menu(name="last", text=text, mark="?", clause=clause)


def _double_menu(p: Play, house: House) -> page.Menu:
    box = p.last.box if p.last is not None else 0
    clause = house.pack.play.double.clause
    return page.Menu(
        name="double", text=f"Box {box}: doubled for how much?", box=box, clause=clause
    )


def _error_menu(house: House) -> page.Menu:
    return page.Menu(
        name="error",
        text="Did anyone see its face?",
        mark="?",
        clause=catalog.clause(house, "card_drawn_in_error"),
    )


def _of_box(name: str) -> str:
    """`Box 3`, `Box 3, 2nd hand`."""
    box, _, hand = name.removeprefix("box").rstrip("+").partition("-")
    return f"Box {box}, {NTH[int(hand)]} hand" if hand else f"Box {box}"


def refused(state: State, house: House, choices: tuple[Choice, ...]) -> tuple[page.Refused, ...]:
    """Why an empty place is empty, with its clause."""
    p = state.play
    taken = {c.slot for c in placed(choices)}
    found: list[page.Refused] = []
    held = catalog.hold(p, house, state.devices)
    for slot in ("act1", "act2", "act3", "act4", "act5", "act6", "act7"):
        if slot in taken:
            continue
        clause, text = _why_empty(state, house, slot)
        if held is not None:
            clause, text = catalog.clause(house, held.kind), house.no("held")[1]
        elif p.pause.since:
            clause, text = house.no("paused")
        found.append(page.Refused(slot=slot, reason=sentence(text), clause=clause))
    if calls.open_call(p) is not None and "act8" not in {c.slot for c in choices}:
        clause, text = house.no("told_already")
        found.append(page.Refused(slot="act8", reason=sentence(text), clause=clause))
    return (*found, *wagerer_keys.waits(p, house))


def _why_empty(state: State, house: House, slot: str) -> tuple[str, str]:
    p = state.play
    hand = target.hand(p, house) if p.round == "deciding" else None
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
