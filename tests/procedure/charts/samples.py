"""Inputs of every kind that there is, built from the fields of their structs.

A new fact or command is sampled without a word here. What a field's name means at a table stands
in `_named`; every other field gets values of its type. Few fields are tried in all combinations,
many one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import prod
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import FieldInfo
from msgspec.structs import fields as read_fields

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Sealed
from controller.procedure.irregularities import catalog
from controller.procedure.state.inputs import Edit, Input
from controller.procedure.state.whole import State
from controller.rules.pack.sections.irregularity import RULINGS

KINDS_OF_INPUT: tuple[type[Struct], ...] = get_args(Input)


@cache
def fields(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    """Reading annotations took a tenth of the tests that sample thousands of inputs."""
    return read_fields(kind)


SIGNED = {f.name for f in fields(cmd.Command)}
DEVICE: dict[type, str] = {
    **dict.fromkeys((fact.Peeked, fact.ReaderFaulted), "card_reader"),
    **dict.fromkeys((fact.ShuffleDone, fact.ShuffleFaulted, fact.CardsTakenIn), "shuffler"),
    **dict.fromkeys(
        (fact.SeatButtonPressed, fact.WagerSensed, fact.SpinDone, fact.SpinFaulted), "wheel"
    ),
}
"""Whose reading it is; all others come from the shoe."""
WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("KeyPressed", "key"): ("next", "turned", "floor", "last_card", "other"),
    ("LastCard", "what"): (
        *("box", "double", "split", "error", "error_seen", "face_up", "shown", "not_this"),
    ),
    ("OrderAnswered", "answer"): (
        *("accepted", "rejected", "never_seen", "running", "unknown", "done"),
    ),
    ("ShuffleStep", "step"): ("plug", "riffles", "strip"),
    ("ShufflerSetAside", "how"): ("removed", "covered"),
    ("Ruled", "ruling"): RULINGS,
    ("Ruled", "reason"): ("50", ""),
    ("SpinDone", "section"): ("50", "777"),
    ("WagerSet", "kind"): ("main", "match", "bonus_spin", "break_bonus", "other"),
    ("CardEntered", "face"): ("7h", "not a card"),
    ("Noted", "kind"): ("recording_failed",),
    ("Notified", "role"): cmd.RANKS,
}
FULL = 48
"""Combinations of a kind that are all tried."""


def samples(
    state: State, card: Sealed, kinds: tuple[type[Struct], ...] = KINDS_OF_INPUT
) -> Iterator[Input]:
    """At least one of each kind; a command by the dealer first, then each by a supervisor."""
    for kind in kinds:
        values = {
            f.name: _values(kind, f.name, f.type, state, card)
            for f in fields(kind)
            if not (issubclass(kind, cmd.Command) and f.name in SIGNED)
        }
        for n, chosen in enumerate(_combined(values)):
            if not issubclass(kind, cmd.Command):
                yield kind(**chosen)  # type: ignore[misc]
                continue
            if n == 0:
                yield kind(**chosen)
            yield kind(**chosen, by="R. Vance", rank="casino_supervisor")


def _combined(values: dict[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    if prod(map(len, values.values())) <= FULL:
        for one in product(*values.values()):
            yield dict(zip(values, one, strict=True))
        return
    first = {name: some[0] for name, some in values.items()}
    yield first
    for name, some in values.items():
        for other in some[1:]:
            yield {**first, name: other}


def _values(kind: type, name: str, of: Any, state: State, card: Sealed) -> tuple[Any, ...]:
    if (kind.__name__, name) in WORDS:
        return WORDS[kind.__name__, name]
    if issubclass(kind, fact.Fact):
        found = _of_fact(kind, name, state, card)
    else:
        found = _of_command(name, state)
    if type(None) not in get_args(of):
        found = tuple(value for value in found if value is not None)
    return found or _typed(of)


def _of_fact(kind: type, name: str, state: State, card: Sealed) -> tuple[Any, ...]:
    device = next((d for d in state.devices if d.role == DEVICE.get(kind, "shoe_scanner")), None)
    orders = state.orders[-1:]
    timers = state.play.timers
    known: dict[str, tuple[Any, ...]] = {
        "card": (card,),
        "order": (*(o.wire for o in orders), 77),
        "box": (1, 3, 5),
        "timer": (*(t.id for t in timers), "x/1"),
        "cards": (288, 70),
        "rank": ("floorperson",),
    }
    if device is not None:
        known |= {"device": (device.name,), "boot": (device.boot,), "n": (device.last + 1,)}
        known["identity"] = (fact.Identity(role=device.role),)
        known["last_event"] = known["acked"] = (device.last,)
    if kind is fact.Started:
        known["devices"] = (tuple((d.name, d.role) for d in state.devices),)
    if kind is fact.CardDrawn:
        known["how"] = ("due",)
    return known.get(name, ())


def _of_command(name: str, state: State) -> tuple[Any, ...]:
    open_ = catalog.open_ones(state.play)[:1]
    asked = [q for i in open_ for q in catalog.questions(state.play, i)]
    known: dict[str, tuple[Any, ...]] = {
        "box": (1, 3, 5),
        "hand": (1,),
        "irr": (*(i.id for i in open_), "1/none/1"),
        "question": (*(q.name for q in asked), "seen"),
        "answer": (*(a for q in asked for a in q.answers), "SEEN"),
        "device": tuple(d.name for d in state.devices),
        "boxes": ((1,), state.play.boxes, ()),
        "card": (0, 256, *(e.id for e in state.log[-1:])),
        "entry": (0, *(e.id for e in state.log[-1:])),
        "edits": ((Edit(1, "instead", ()),),),
        "cents": (None, 500),
    }
    return known.get(name, ())


def _typed(of: Any) -> tuple[Any, ...]:
    """Values of a type, the plainest first."""
    origin = get_origin(of)
    if origin is Literal:
        return get_args(of)
    if origin in (Union, UnionType):
        parts = get_args(of)
        return tuple(v for part in parts for v in ((None,) if part is type(None) else _typed(part)))
    if origin is tuple:
        parts = get_args(of)
        if parts[-1:] == (Ellipsis,):
            return ((), (_typed(parts[0])[0],))
        return (tuple(_typed(part)[0] for part in parts),)
    if isinstance(of, type) and issubclass(of, Struct):
        return (of(**{f.name: _typed(f.type)[0] for f in fields(of) if f.required}),)
    plain: dict[Any, tuple[Any, ...]] = {
        bool: (True, False),
        int: (1,),
        float: (1.0,),
        str: ("x",),
        bytes: (b"x",),
    }
    return plain[of]
