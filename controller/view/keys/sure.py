"""Decisions that ask twice: the first touch opens a menu that says what is given up."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.views import view as page
from controller.domain.wording import NTH, odds_in_words
from controller.procedure.queries import legal, target
from controller.procedure.state.house import House
from controller.procedure.state.whole import State

from .menus import Key

PLACE = 2
"""Not where the first touch was, nor where NEXT is: two quick touches give up nothing."""
SURE = "sure-"
"""Begins the names of these menus: `sure-surrender-1-2`."""


class _Said(Struct, frozen=True):
    type: str
    box: int
    hand: int
    confirmed: bool = False


def asked_twice(key: Key) -> tuple[Key, ...]:
    """The key itself, or one that opens its menu and then itself in there."""
    item = key.command
    if not isinstance(item, cmd.Hit | cmd.Double | cmd.Surrender):
        return (key,)
    if not item.confirmed or key.menu == "less":
        return (key,)
    name = f"{SURE}{type(item).__name__.lower()}-{item.box}-{item.hand}"
    first = replace(key.entry, command="menu", token="", body="", opens=name)
    sub = f"{key.entry.label.lower()}, {key.entry.sub}"
    second = replace(key.entry, slot=f"{name}.{PLACE}", label="YES", sub=sub, key="")
    return Key(first, replace(item, confirmed=False)), Key(second, item)


def bands(state: State, house: House, entries: Iterable[page.Allowed]) -> list[page.Menu]:
    """How the band asks: whose hand it is, and what its player gives up, by which clause."""
    found: dict[str, page.Menu] = {}
    for entry in entries:
        name, _, place = entry.slot.partition(".")
        if entry.body and place and name.startswith((SURE, "less")):
            said = msgspec.json.decode(entry.body, type=_Said)
            if said.confirmed:
                found[name] = _band(state, house, name, said)
    return list(found.values())


def _band(state: State, house: House, name: str, said: _Said) -> page.Menu:
    what = said.type.lower()
    alone = sum(1 for h in state.play.hands if h.box == said.box) < 2
    return page.Menu(
        name=name,
        text=f"Box {said.box}: really {what}?",
        box=said.box,
        label="" if alone else f"{NTH[said.hand].upper()} HAND",
        hint=given_up(state, house, said.box, said.hand) or "The hand has 21.",
        clause=legal.asked_again(state.play, house, what, said.box, said.hand),
    )


def given_up(state: State, house: House, box: int, hand: int) -> str:
    """What a blackjack loses by it; empty for any other hand."""
    at = target.find(state.play, box, hand)
    if at is None or not target.value(house, state.play.hands[at]).blackjack:
        return ""
    odds = odds_in_words(house.pack.settle.blackjack.value)
    return f"{house.line('blackjack_given_up', odds=odds)[1]}."
