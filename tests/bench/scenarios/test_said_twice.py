"""A row that another edition of the same text plays letter for letter is left to `make soak`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from controller.bench.scenario.claims import claimed
from controller.bench.scenario.file import parse

from .loaded import EDITION, LATER, every_scenario, said_twice

NAMES = {"name", "code", "title", "edition", "source"}
OWN = {"shuffle", "wheel", "sign", "refusal.one_spin"}
"""What the later edition changes: rows about it are played in both."""


def leaves(part: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in part.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value


def test_two_editions_differ_in_the_shuffle_and_the_bonus_spin_alone() -> None:
    """Another leaf that differs needs rows of its own: then this rule must go."""
    folder = files("controller.rules.packs")
    one, two = (
        dict(leaves(tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))))
        for name in (EDITION, LATER)
    )

    differ = {path for path in one.keys() | two.keys() if one.get(path) != two.get(path)}

    assert {p for p in differ if p.split(".")[0] not in OWN and p not in OWN} == NAMES


FILE = """
name = "Insurance"
pack = "{pack}"
matrix = { pack = ["massachusetts", "massachusetts-bonus-spin", "maryland"] }
[[when]]
press = "INSURANCE"
"""


@pytest.mark.parametrize(
    ("more", "left"),
    [
        ("", {f"x[{LATER}]"}),
        ("only = { pack = 'massachusetts' }\nnote = 'x'\n[[when]]\ndraw = 'box 1.1'", set()),
        ("then.page = { 'wheel' = '' }", set()),
        ("[[when]]\nuntil = 'shuffle done'", set()),
    ],
)
def test_row_is_left_out_when_nothing_of_it_differs(more: str, left: set[str]) -> None:
    """Another step, the wheel or the shuffle keeps it in the suite."""
    assert said_twice(parse(FILE + more, "x.toml")) == left


def test_every_ruling_of_a_row_left_out_is_taken_in_the_other_edition() -> None:
    left = said_twice(every_scenario())
    rows = [one for one in every_scenario() if not one.skip]
    played = {(t.kind, t.ruling) for one in rows if one.pack == EDITION for t in claimed(one)}

    assert left
    assert {(t.kind, t.ruling) for one in rows if one.id in left for t in claimed(one)} <= played
