"""What a step may say: acts of the fingers, commands of people, and a few words of our own.

An act is any of the simulated world (`drivers.sim.physical.hands`) by its name; a command any of
`controller.domain.commands` in small letters, with its fields. Both are looked up, so that a new
one needs nothing here.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from controller.bench.simulated.trouble import DISKS, EVENTS
from controller.domain import commands
from controller.domain.commands import Command, Decision
from drivers.sim.physical.hands import acts
from drivers.sim.rig import Rig

from . import names

STACKED = re.compile(r"(\+?)([A2-9TJQK][shdc]|Jo)(\^?)")
COVER = "|"
PLACES = ("dealer.hole", "dealer.draws", "aside", "burn", "rack", "holder")
PLACE = re.compile(
    rf"box [1-7]\.[1-4]|dealer(\.up)?|{'|'.join(PLACES).replace('.', chr(92) + '.')}"
)
"""`box 3.1` = the first hand of box 3."""
A_KIND = {int: "a whole number", str: "a text", dict: "a table"}
TROUBLE = "mischief."
NOT_ACTS = ("look", "truth", "mischief.arrange")
"""What only looks, and what `stack` says better."""
OURS = Command.__struct_fields__

COMMANDS: dict[str, type[Command]] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): kind
    for kind in vars(commands).values()
    if isinstance(kind, type) and issubclass(kind, Command) and kind not in {Command, Decision}
}
OWN: dict[str, type[Any]] = {
    "play": int,
    "press": object,
    "press_late": object,
    "stack": str,
    "unplug": str,
    "plug": str,
    "stop": object,
    "start": object,
    "rules": dict,
    "disk": str,
    "code_fails": str,
    "clock": object,
    "software": str,
    "damage_record": int,
    "copy_record": object,
    "restore_record": object,
}
"""`play` ordinary rounds, `press` what a page offers, `press_late` what it offered before the last
step, `stack` the next cards, plugs; `stop` (for so many seconds, which pass at once) and `start`
the controller: the world goes on without it; `rules` = a start with other options. What fails
inside: the `disk` of the record (`full`, `broken`, `well`), the code once at an event
(`code_fails`), the wall clock (`clock`, set by so many seconds), the record (`damage_record`, a
row), and a record that is put back to what it was when it was copied, while the controller is
stopped. `software` = a start of another version; empty = of this one again.
"""
ALONE = ("start", "copy_record", "restore_record")


@cache
def known_acts() -> Mapping[str, inspect.Signature]:
    """Act -> what it takes."""
    every = acts(Rig(0)).items()
    return {
        name.removeprefix(TROUBLE): inspect.signature(act)
        for name, act in every
        if name not in NOT_ACTS
    }


def wrong(key: str, value: Any) -> str:
    """Say why a step may not say this; empty = it may."""
    if key in OWN:
        return _wrong_own(key, value)
    if key in COMMANDS:
        try:
            command(key, value, irr=lambda _: "", card=lambda _: 0, offer="")
        except ValueError as error:
            return str(error)
        return ""
    if key in known_acts():
        return _wrong_act(key, value)
    return f"no such act. {names.allowed(key, [*OWN, *COMMANDS, *known_acts()])}"


def _wrong_own(key: str, value: Any) -> str:
    if key in ALONE:
        return "" if value is True else "write true"
    if key == "stop":
        return "" if value is True or _is_number(value) else "write true, or seconds"
    if key == "clock":
        return "" if isinstance(value, int | float) and value is not True else "write seconds"
    if isinstance(value, bool) or not isinstance(value, OWN[key]):
        return f"{value!r} is not {A_KIND[OWN[key]]}"
    if key in ("plug", "unplug") and value not in names.DEVICES:
        return f"there is no device {value!r}. {names.allowed(value, names.DEVICES)}"
    for name, what, known in (("disk", "state", DISKS), ("code_fails", "event", EVENTS)):
        if key == name and value not in known:
            return f"there is no {what} {value!r}. {names.allowed(value, known)}"
    keyed = isinstance(value, str) or (isinstance(value, dict) and value)
    if key in ("press", "press_late") and not keyed:
        return 'write the key, or { key = "ENTER CARD", face = "8c" }'
    return no_stack(value) if key == "stack" else ""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def _wrong_act(key: str, value: Any) -> str:
    takes = known_acts()[key]
    try:
        for args, more in calls(key, value):
            takes.bind(*args, **more)
    except TypeError as error:
        return f"{error}. It takes: {', '.join(takes.parameters) or 'nothing, write true'}"
    for args, more in calls(key, value):
        for name, place in takes.bind(*args, **more).arguments.items():
            if name in ("place", "to", "places") and (no := no_place(place)):
                return no
    return ""


def no_place(place: Any) -> str:
    """The world takes any name for a place: one that was mistyped would be a place of its own."""
    for one in place if isinstance(place, tuple) else (place,):
        if not isinstance(one, str) or not PLACE.fullmatch(one):
            return f"{one!r} is no place. Write box 1.1 to box 7.4, dealer.up, {', '.join(PLACES)}"
    return ""


def calls(key: str, value: Any) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    """The arguments of an act; places in a list of `draw` are one draw each."""
    if value is True:
        return [((), {})]
    if isinstance(value, dict):
        return [((), value)]
    if isinstance(value, list):
        return [((one,), {}) for one in value] if key == "draw" else [(tuple(value), {})]
    return [((value,), {})]


def command(
    key: str, value: Any, *, irr: Callable[[str], str], card: Callable[[str], int], offer: str
) -> Command:
    """Build it. `irr` finds the irregularity of a kind, `card` the last one of a place.

    `offer` = the rules that wait.

    Raises: ValueError with what is allowed.
    """
    kind = COMMANDS[key]
    own = [name for name in kind.__struct_fields__ if name not in OURS]
    if value is True:
        value = {}
    if not isinstance(value, dict):
        if len(own) != 1:
            raise ValueError(f"write its fields: {{ {', '.join(own)} }}")
        value = {own[0]: value}
    for name in value:
        if name not in own:
            raise ValueError(f"it has no {name!r}. {names.allowed(name, own)}")
    given = dict(value)
    if "irr" in own:
        given["irr"] = irr(str(given.get("irr", "")))
    if isinstance(given.get("card"), str):
        given["card"] = card(given["card"])
    if "offer" in own:
        given = {"offer": offer, **given}
    if "whom" in own:
        given = {"whom": "", "role": "", **given}
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise ValueError(str(error).replace("Object missing", "it is missing")) from error


def no_stack(text: str) -> str:
    cards = text.split()
    wrong = next((one for one in cards if one != COVER and not STACKED.fullmatch(one)), "")
    if wrong:
        return f"{wrong!r} is no card: `8c`, `+Th` smuggled in, `8c^` face up, `|` the cover card"
    return "there is one cover card" if cards.count(COVER) > 1 else ""


class Stacked(Struct, frozen=True):
    """The next cards as they shall come. Places count from the mouth of the shoe."""

    inside: tuple[str, ...]
    """Cards of the set, in order."""
    smuggled: tuple[tuple[int, str], ...]
    face_up: tuple[int, ...]
    cover: int | None


def stacked(text: str) -> Stacked:
    codes = text.split()
    found = [STACKED.fullmatch(one) for one in codes]
    marks = [one.groups() for one in found if one is not None]
    return Stacked(
        tuple(code for extra, code, _ in marks if not extra),
        tuple((at, code) for at, (extra, code, _) in enumerate(marks) if extra),
        tuple(at for at, (_, _, up) in enumerate(marks) if up),
        codes.index(COVER) if COVER in codes else None,
    )
