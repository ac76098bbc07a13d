"""Other rules that wait beside those in force: what they change, and who has signed for them.

The configuration of a table may be edited while its journal goes on. What is found there decides
nothing until two people have accepted it; the journal then says from which row on it is in force.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import astuple

from controller.domain.facts import Change
from controller.domain.wording import dollars
from controller.procedure.state.house import House
from controller.rules.pack import Amount, Choice, Fraction, Odds, Pack, leaves

OPTIONS = (Choice, Amount, Fraction, Odds)
BETWEEN_ROUNDS = ("opening", "deal", "play", "settle")
"""Sections whose options touch neither the cards in the set nor the wheel and its meters."""
PACK, DECKS, VARIANT, FEES = "pack", "cards.decks", "deal.variant", "settle.fee_schedule"
NOTHING = "none"


class Offer(Struct, frozen=True, omit_defaults=True):
    id: str = ""
    """Empty = the configuration holds the rules in force."""
    changes: tuple[Change, ...] = ()
    closed: bool = False
    """They may come into force only while the table is closed."""
    in_force: str = ""
    """Short name of the rules that they would replace."""
    at: int = 0
    """Since when they wait, in microseconds UTC, as the times below."""
    signed_by: str = ""
    """The first of two."""
    signed_rank: str = ""
    signed_at: int = 0
    refused_by: str = ""
    """Who would not sign: they wait no more until the controller starts anew."""
    refused_rank: str = ""
    refused_at: int = 0
    reason: str = ""
    """Why they were refused."""
    accepted: bool = False
    """Both have signed: the journal's next row brings them into force."""


def changes(before: House, after: House) -> tuple[Change, ...]:
    """What differs, in the order of the pack; another pack is one change."""
    return tuple(_changes(before, after))


def _changes(before: House, after: House) -> Iterator[Change]:
    if _header(before.pack) != _header(after.pack):
        yield Change(PACK, _header(before.pack), _header(after.pack))
    if before.pack.name == after.pack.name:
        for (path, was), (_, now) in zip(leaves(before.pack), leaves(after.pack), strict=True):
            if was != now:
                yield Change(path, *_differing(was, now))
    for name, was, now in (
        ("wheel", _pairs(before.sections), _pairs(after.sections)),
        ("roles", _pairs(before.titles), _pairs(after.titles)),
        ("gaming_day_start", before.gaming_day_start, after.gaming_day_start),
        ("timezone", before.timezone, after.timezone),
        ("tax_form_from_cents", _text(before.tax_form_from), _text(after.tax_form_from)),
    ):
        if was != now:
            yield Change(name, was, now)


def needs_closed(after: House, changed: tuple[Change, ...]) -> bool:
    """Whether a set of cards, a wheel or the table's day would not be what it was."""
    return any(at_closed(after, one) for one in changed)


def at_closed(house: House, one: Change) -> bool:
    """Whether this one is such a change, whichever of the two rules the house has."""
    section, _, _ = one.name.partition(".")
    return section not in BETWEEN_ROUNDS or one.name not in _choices(house.pack)


def _choices(pack: Pack) -> set[str]:
    return {path for path, leaf in leaves(pack) if isinstance(leaf, OPTIONS)}


def _header(pack: Pack) -> str:
    """What names the pack and its edition."""
    return f"{pack.name}, {pack.edition}, {pack.effective}, {pack.source}"


def _differing(was: Any, now: Any) -> tuple[str, str]:
    """Values, each with its approval; what differs elsewhere in the leaf is told whole."""
    one, two = _leaf(was), _leaf(now)
    return (one, two) if one != two else (str(to_builtins(was)), str(to_builtins(now)))


def _leaf(leaf: Any) -> str:
    value, approval = getattr(leaf, "value", leaf), getattr(leaf, "approval", None)
    filed = f", approval {approval.reference}" if approval is not None else ""
    return f"{_text(value)}{filed}"


def _text(value: Any) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int) else str(to_builtins(value))


def _pairs(rows: tuple[Any, ...]) -> str:
    """`2 $10, 3 $15`; house title and rank."""
    found = (astuple(row) if isinstance(row, Struct) else row for row in rows)
    each = (f"{name} {dollars(of) if isinstance(of, int) else of}" for name, of in found)
    return ", ".join(each) or NOTHING


# ---- words ----
def told(house: House, change: Change) -> str:
    """`highest main wager: $1,000 → $2,000`, `variant: hole card → hole card reader`."""
    name, before, after = in_words(change)
    return house.line("rules_change", what=name, before=before, after=after)[1]


BOUNDS = {"min": "lowest", "max": "highest"}
WAGERS = ("main", "match", "break")


def in_words(change: Change) -> tuple[str, str, str]:
    """What, as it is and as it would be."""
    name = change.name.rpartition(".")[2].removesuffix("_cents").replace("_", " ")
    of, _, bound = name.rpartition(" ")
    if bound in BOUNDS and of in WAGERS:
        name = f"{BOUNDS[bound]} {of} wager"
    return name, _money(change, change.before), _money(change, change.after)


def _money(change: Change, value: str) -> str:
    number, comma, filed = value.partition(",")
    is_money = change.name.endswith("_cents") and number.isdecimal()
    if is_money:
        return f"{dollars(int(number))}{comma}{filed}"
    return value.replace("_", " ")
