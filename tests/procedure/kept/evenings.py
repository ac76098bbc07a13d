"""Evenings kept as text: each input, and under it what the table made of it.

A step tells only what has changed: the outcome, and on the pages of dealer and floor the line,
hints, keys, boxes, payments, irregularities with their rulings, meters. `python -m
tests.procedure.kept` writes the texts again after a wanted change, from the inputs in them; the
difference of the file is what the change does at the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

import msgspec

from controller.domain.views.view import Refused, TableName
from controller.procedure.state.context import Vault
from controller.procedure.state.house import House, Section
from controller.procedure.state.inputs import Input, Outcome, Stamped
from controller.procedure.state.whole import State
from controller.procedure.step import Procedure
from controller.rules.pack import apply_options, load
from controller.view import Frame, dealer_view, floor_view
from tests.kit.evening import SECTIONS, OpenVault

FOLDER = Path(__file__).parents[2] / "golden" / "evenings"
FRAME = Frame(seq=0, at=0, table=TableName(id="", pack=""))
NAMES = ("slot", "no", "id", "name", "kind", "question")
"""What names a thing in a list, in this order; else its place does."""
LEFT_OUT = frozenset({
    "record", "always", "words", "seq", "at", "token", "body", "layout", "pad", "raised_at",
    "since", "command",
})  # fmt: skip
SPEAKS = frozenset({"text", "label", "headline", "effect", "reason"})
OF_DEALER = (
    "next_step", "signal", "round", "allowed", "menus", "open_menu", "boxes", "payments",
    "dealer_hand", "hold", "call", "pause", "chips", "cut", "shuffle", "shoe", "rack", "devices",
)  # fmt: skip
OF_FLOOR = (
    "irregularities", "duties", "meters", "allowed", "take_back",
)  # fmt: skip
OTHER = "OTHER: VOID ROUND"
"""Stands at every irregularity."""
Told = dict[str, str]
"""What stands where."""

FIELDS = cache(msgspec.structs.fields)
ENCODE = msgspec.json.Encoder()
INPUT: msgspec.json.Decoder[Input] = msgspec.json.Decoder(Input)


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line of a text: under which rules it is dealt."""

    pack: str
    options: dict[str, Any] = {}
    sections: tuple[tuple[str, int], ...] = tuple((s.symbol, s.cents) for s in SECTIONS)
    tax_form_from: int | None = None
    began_at: int = 0
    """Wall time of the clock's zero. Units: us UTC."""
    told_from: int = 0
    """So many inputs only lead there: nothing is told of them."""

    @property
    def house(self) -> House:
        return House(
            apply_options(load(self.pack), self.options),
            sections=tuple(Section(symbol, cents) for symbol, cents in self.sections),
            tax_form_from=self.tax_form_from,
        )


class Given(msgspec.Struct, frozen=True):
    """An input as it stands in a text: `1000 {...}`, or `1000@57 {...}` where rows lie between."""

    after_ms: int
    seq: int
    """0 = the row after the last one."""
    item: Input

    @property
    def line(self) -> str:
        row = f"@{self.seq}" if self.seq else ""
        # Decoded once, it leaves out what is as usual, wherever its words came from.
        item = INPUT.decode(ENCODE.encode(self.item))
        return f"{self.after_ms}{row} {ENCODE.encode(item).decode()}"


class Kept(msgspec.Struct, frozen=True):
    """One evening: where, and what came."""

    table: Table
    given: tuple[Given, ...]


def read(text: str) -> Kept:
    """The inputs of a text; what stands under them is left alone."""
    head, *rest = text.splitlines()
    given = []
    for line in rest:
        if not line.startswith(" "):
            when, _, item = line.partition(" ")
            after, _, seq = when.partition("@")
            given.append(Given(int(after), int(seq or 0), INPUT.decode(item)))
    return Kept(msgspec.json.decode(head, type=Table), tuple(given))


def lines(kept: Kept) -> Iterator[str]:
    """The whole text: the inputs, and what this code makes of them."""
    yield ENCODE.encode(kept.table).decode()
    for given, told in zip(kept.given, steps(kept), strict=True):
        yield given.line
        yield from (f" {line}" for line in told)


def difference(text: str) -> str:
    """The first input of which something else is told now, with both; empty = there is none."""
    given = ""
    for was, is_ in zip_longest(text.splitlines(), lines(read(text)), fillvalue=""):
        if was != is_:
            return f"{given}\nkept: {was}\nnow:  {is_}"
        given = given if was.startswith(" ") else was
    return ""


def steps(kept: Kept) -> Iterator[list[str]]:
    """What each input changes."""
    at = kept.table.house
    procedure, state, before = Procedure(at), State(), Told()
    vault: Vault = OpenVault()
    seq, mono = 2, 0
    for n, given in enumerate(kept.given):
        seq, mono = given.seq or seq + 1, mono + given.after_ms
        wall = kept.table.began_at + mono * 1000
        step = procedure.step(state, Stamped(seq, wall, mono, "test", given.item), vault)
        if step.outcome.verdict == "dropped":
            seq -= 1
        state = step.state
        if n < kept.table.told_from:
            yield []
            continue
        now = shown(state, at)
        yield [*_outcome(step.outcome), *_changes(before, now)]
        before = now


def _outcome(outcome: Outcome) -> Iterator[str]:
    yield " ".join(filter(None, (outcome.verdict, outcome.clause, outcome.text)))
    for raised in outcome.raised:
        yield f"raised {raised.id}"
    for withdrawn in outcome.withdrawn:
        yield f"withdrawn {withdrawn.id}"
    for order in outcome.orders:
        yield f"order {order.kind} {order.target} {order.wire:x}"
    for card in outcome.exposed:
        yield f"turned {card.id} {card.face}"
    if outcome.lost:
        yield f"lost {' '.join(map(str, outcome.lost))}"


def _changes(before: Told, now: Told) -> Iterator[str]:
    if gone := [where for where in before if where not in now]:
        yield f"- {', '.join(_roots(gone))}"
    for where, what in now.items():
        if before.get(where) != what:
            yield f"{where}: {what}"


def _roots(places: Iterable[str]) -> list[str]:
    """Without what lies in a place that is gone itself."""
    found: list[str] = []
    for place in places:
        if not (found and place.startswith(f"{found[-1]}.")):
            found.append(place)
    return found


def shown(state: State, at: House) -> Told:
    """Of both pages: each place that says something."""
    dealer = dealer_view(state, at, FRAME)
    floor = floor_view(state, at, FRAME, "floorperson")
    told = Told()
    for part in OF_DEALER:
        _flat(part, getattr(dealer, part), told)
    told.update(_by_reason(dealer.refused))
    for part in OF_FLOOR:
        _flat(f"floor.{part}", getattr(floor, part), told)
    for report in floor.reports:
        told[f"floor.reports.{report.question}"] = ", ".join(a.label for a in report.answers)
    for ruling in chain.from_iterable(i.always for i in floor.irregularities[:1]):
        if ruling.name != OTHER:
            _flat(f"floor.{ruling.name}", ruling, told)
    return told


def _by_reason(refused: Iterable[Refused]) -> Iterator[tuple[str, str]]:
    """The same reason stands at most places of the page."""
    slots: dict[str, list[str]] = {}
    for one in refused:
        slots.setdefault(f"{one.reason} ({one.clause})", []).append(one.slot)
    return ((f"refused {' '.join(at)}", reason) for reason, at in slots.items())


def _flat(where: str, what: object, told: Told) -> None:
    """What is not as usual, each struct at a place of its own."""
    if isinstance(what, msgspec.Struct):
        said = []
        for field in FIELDS(type(what)):
            value = getattr(what, field.name)
            if field.name in LEFT_OUT or value == field.default or where.endswith(f".{value}"):
                continue
            if isinstance(value, msgspec.Struct | tuple):
                _flat(f"{where}.{field.name}", value, told)
            else:
                said.append(str(value) if field.name in SPEAKS else f"{field.name}={value}")
        if said:
            told[where] = "  ".join(said)
    elif isinstance(what, tuple) and what and isinstance(what[0], msgspec.Struct):
        for place, one in zip(_places(what), what, strict=True):
            _flat(f"{where}.{place}", one, told)
    elif what:
        told[where] = " ".join(map(str, what)) if isinstance(what, tuple) else str(what)


def _places(things: tuple[msgspec.Struct, ...]) -> Iterator[str]:
    """By its name, with a number where another one in the list has the same."""
    known: Counter[str] = Counter()
    for thing in things:
        name = next((str(getattr(thing, name)) for name in NAMES if hasattr(thing, name)), "")
        known[name] += 1
        yield name if known[name] == 1 and name else f"{name}#{known[name]}"
