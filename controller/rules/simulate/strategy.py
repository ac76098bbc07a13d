"""Published basic strategy, read from `strategy/*.toml` and laid out for looking up.

A cell says what to do and when to draw a card instead: with that many cards or more, or while
6-7-8 (or three suited sevens) is still possible.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from controller.errors import PackError

HIT, STAND, DOUBLE, SPLIT, SURRENDER = range(5)
"""`SURRENDER` in a row of doubled hands is the rescue."""
ANY_678, SUITED_678, SPADE_678, SUITED_SEVENS = range(1, 5)
NEVER = 99
"""More cards than a hand can have."""

Cell = tuple[int, int, int]
"""(action, cards from which to hit instead, mark for which to hit instead)."""
Row = tuple[Cell, ...]
"""By column: dealer's 2 3 4 5 6 7 8 9 10 A."""

ACTIONS = {"H": HIT, "S": STAND, "D": DOUBLE, "P": SPLIT, "R": SURRENDER, "RH": SURRENDER}
MARKS = {"*": ANY_678, "'": SUITED_678, '"': SPADE_678, "$": SUITED_SEVENS}
STAND_ROW: Row = ((STAND, NEVER, 0),) * 10
HIT_ROW: Row = ((HIT, NEVER, 0),) * 10
COLUMN = (9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)
"""Rank of the up card -> column."""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    soft_17: Literal["stand", "hit"]
    redoubles: bool
    hard: dict[str, str]
    soft: dict[str, str]
    pair: dict[str, str]
    doubled_hard: dict[str, str]
    doubled_soft: dict[str, str]


class Book(Struct, frozen=True):
    """A strategy; each table by total (a pair by the point value of one card)."""

    name: str
    soft_17: str
    redoubles: bool
    hard: tuple[Row, ...]
    soft: tuple[Row, ...]
    pair: tuple[Row, ...]
    doubled_hard: tuple[Row, ...]
    doubled_soft: tuple[Row, ...]


def names() -> list[str]:
    folder = files("controller.rules") / "strategy"
    return sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name[-5:] == ".toml")


@cache
def load(name: str) -> Book:
    """Raises: PackError when there is no such strategy or its file is broken."""
    if name not in names():
        raise PackError(f"no strategy {name!r}", do=f"The strategies are {', '.join(names())}")
    data = (files("controller.rules") / "strategy" / f"{name}.toml").read_bytes()
    try:
        file = msgspec.toml.decode(data, type=_File)
        return Book(
            name,
            file.soft_17,
            file.redoubles,
            rows(file.hard, HIT_ROW, until=20),
            rows(file.soft, HIT_ROW, until=20),
            rows(file.pair, STAND_ROW),
            rows(file.doubled_hard, STAND_ROW),
            rows(file.doubled_soft, STAND_ROW),
        )
    except (msgspec.DecodeError, ValueError, KeyError) as error:
        raise PackError(str(error), where=f"strategy/{name}.toml") from error


def rows(table: dict[str, str], missing: Row, until: int = 0) -> tuple[Row, ...]:
    """A row for each total 0..31; totals above `until` that are not named stand."""
    found: list[Row] = [missing if total <= until else STAND_ROW for total in range(32)]
    for total, line in table.items():
        cells = tuple(map(cell, line.split()))
        if len(cells) != len(STAND_ROW):
            raise ValueError(f"row {total} has {len(cells)} cells")
        found[int(total)] = cells
    return tuple(found)


def cell(text: str) -> Cell:
    letters = text.rstrip("0123456789*'\"$")
    rest = text[len(letters) :]
    digits = rest.rstrip("*'\"$")
    return ACTIONS[letters], int(digits or NEVER), MARKS.get(rest[len(digits) :], 0)


def mark_holds(mark: int, first: int, second: int) -> bool:
    """Whether two cards still can become what the mark hopes for."""
    ranks = {first >> 2, second >> 2}
    suited = first & 3 == second & 3
    if mark == SUITED_SEVENS:
        return ranks == {6} and suited
    if len(ranks) < 2 or not ranks <= {5, 6, 7}:
        return False
    return mark == ANY_678 or (suited and (mark == SUITED_678 or first & 3 == 0))
