"""What the operator of a table may choose, as text: each option with values within and beyond.

`ok` = taken alone; `approved` = taken under an approval only; else why not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from controller.errors import PackError
from controller.rules import pack as packs
from controller.rules.pack import Amount, Choice, Fraction, Odds, Pack, apply_options

GOLDEN = Path(__file__).parents[2] / "golden" / "chosen.txt"
APPROVAL = {"reference": "RS-1", "date": "2026-01-02"}
ODDS = ("none", "0:1", "1:1", "6:5", "3:2", "2:1", "3:1", "4:1", "10:1", "1:0", 3)
SHARES = ("0/1", "1/5", "1/1", "6/5", "1/0", 1)
TOGETHER: tuple[Mapping[str, Any], ...] = (
    {"main_min_cents": 1000, "main_max_cents": 500},
    {"main_min_cents": 1000, "main_max_cents": 1000},
    {"match_min_cents": 500, "match_max_cents": 100},
    {"break_min_cents": 500, "break_max_cents": 100},
    {"continuous_device": {"value": "on", "approval": APPROVAL}, "batches": 2},
    {"continuous_device": {"value": "on", "approval": APPROVAL}, "method": "manual"},
    {"continuous_device": {"value": "on", "approval": {**APPROVAL, "reference": " "}}},
    {"continuous_device": {"value": "on", "approval": {**APPROVAL, "expires": None}}},
    {"continuous_device": {"value": "on", "approval": {"date": 1}}},
    {"bonus_spin": "progressive"},
    {"decks_": 6},
    {"cards.decks": 8},
)
METERED = {
    "bonus_spin": "progressive", "xtreme": True, "paytable_100": "B", "paytable_500": "D",
    "meter_100_rate": "1/5", "meter_500_rate": "1/5", "xtreme_primary_rate": "1/5",
    "xtreme_secondary_rate": "1/5",
}  # fmt: skip
AMOUNTS = tuple(
    f"{meter}_{amount}_cents"
    for meter in ("meter_100", "meter_500", "xtreme_primary", "xtreme_secondary")
    for amount in ("initial", "reset")
)
"""All that a wheel with meters needs; one or two of them are left out in turn."""


def lines() -> Iterator[str]:
    for name in packs.names():
        pack = packs.load(name)
        yield f"{name}, to be asked for: {', '.join(packs.open_questions(pack))}"
        for path, leaf in packs.leaves(pack):
            if isinstance(leaf, Choice | Amount | Fraction | Odds):
                tried = (f"{value} {_tried(pack, path, value)}" for value in _values(leaf))
                yield f"  {path} is {leaf.value}: {'; '.join(tried)}"
        for options in TOGETHER:
            yield f"  {options}: {_taken(pack, options)}"
    yield from _metered(packs.load("maryland"))


def _values(leaf: Choice[Any] | Amount | Fraction | Odds) -> tuple[Any, ...]:
    if isinstance(leaf, Choice):
        return (*leaf.allow, "nothing of it", 1, True)
    if isinstance(leaf, Amount):
        return (leaf.least - 1, leaf.least, leaf.most, leaf.most + 1, "1", "ask", True)
    return ODDS if isinstance(leaf, Odds) else SHARES


def _tried(pack: Pack, path: str, value: object) -> str:
    alone = _taken(pack, {path: value})
    if "without an approval" not in alone:
        return alone
    under = _taken(pack, {path: {"value": value, "approval": APPROVAL}})
    return "approved" if under == "ok" else under


def _taken(pack: Pack, options: Mapping[str, Any]) -> str:
    try:
        apply_options(pack, options)
    except PackError as no:
        return f"{no.what} / {no.do}" if no.do else no.what
    return "ok"


def _metered(pack: Pack) -> Iterator[str]:
    every = {**METERED, **{key: getattr(pack.wheel, key).least for key in AMOUNTS}}
    for number in (0, 1, 2):
        for out in combinations(every, number):
            given = {key: value for key, value in every.items() if key not in out}
            yield f"  a wheel with meters, without {' and '.join(out)}: {_taken(pack, given)}"
    for one, other in (("A", "C"), ("A", "D"), ("B", "C")):
        given = {**every, "paytable_100": one, "paytable_500": other}
        yield f"  paytables {one} and {other}: {_taken(pack, given)}"
