"""A word that is misspelt is found by mypy, before any test runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from mypy import api

from controller.rules.pack.keys import RefusalKey
from controller.rules.pack.line_keys import LineKey
from controller.rules.pack.sections.line import Line
from controller.rules.pack.sections.refusal import Refusal

ROOT = Path(__file__).parents[3]
HEAD = """
from controller.domain.structs import replace
from controller.procedure.reducers.cards import orders
from controller.procedure.state import follow_ups, refs
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play


def planted(c: Context, house: House, play: Play, i: Irregularity) -> None:
"""
TYPOS = (
    ("a state of a chart", 'bool(play.round == "{}")', "wagering", "wagerin"),
    ("a follow-up", "c.follow(follow_ups.Round.{})", "HANDS_FINISHED", "HANDS_FINISHD"),
    ("a refusal", 'house.no("{}")', "not_now", "not_nwo"),
    ("a kind", 'c.raise_("{}")', "card_misread", "card_mised"),
    ("a field of the play", "c.play = replace(c.play, {}=())", "boxes", "bxoes"),
    ("where a chart goes", 'c.play = replace(c.play, round="{}")', "settled", "setled"),
    ("a line", 'house.line("{}")', "bets_boxes", "bets_boxs"),
    ("what a kind is about", 'c.raise_("card_misread", {}=3)', "box", "bx"),
    ("the end of an order", 'orders.close_order(c, "spin", "{}")', "done", "don"),
    ("a timer", 'c.arm("{}", 3.0)', "deal_gap", "deal_gpa"),
    ("a timer that is over", 'bool(refs.timer("x").name == "{}")', "order_unseen", "order_unsen"),
    ("a status", 'bool(i.status == "{}")', "raised", "open"),
)
"""What it names, the line, the word, the word misspelt."""


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[int]]:
    """One run for all: the line of each typo, and of the same line spelt right."""
    folder = tmp_path_factory.mktemp("typos")
    for name, at in (("right", 2), ("wrong", 3)):
        body = "".join(f"    {typo[1].format(typo[at])}\n" for typo in TYPOS)
        (folder / f"{name}.py").write_text(HEAD + body, "utf-8")
    said, _, _ = api.run([
        "--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache"),
        *(str(folder / f"{name}.py") for name in ("right", "wrong")),
    ])  # fmt: skip
    found: dict[str, set[int]] = {"right": set(), "wrong": set()}
    for name, line in re.findall(r"(right|wrong)\.py:(\d+): error", said):
        found[name].add(int(line) - HEAD.count("\n") - 1)
    assert said.count("error:") == sum(map(len, found.values())), said
    return found


@pytest.mark.parametrize("at", range(len(TYPOS)), ids=[t[0] for t in TYPOS])
def test_misspelt_word_is_an_error_of_mypy(faults: dict[str, set[int]], at: int) -> None:
    assert at in faults["wrong"]
    assert at not in faults["right"]


def test_keys_are_the_fields_of_the_packs() -> None:
    assert get_args(RefusalKey) == Refusal.__struct_fields__
    assert get_args(LineKey) == Line.__struct_fields__
