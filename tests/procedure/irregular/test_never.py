"""Kinds that no event of a pack causes: what `never` of their rows says is so in the code."""

from __future__ import annotations

import ast
from pathlib import Path

from controller import procedure
from controller.procedure.charts.shuffle_chart import ShuffleChart
from controller.procedure.reducers.cards import shuffle

ROOT = Path(str(procedure.__file__)).parents[1]


def calls(name: str) -> set[str]:
    """The first words that are given to every function or class of that name."""
    found: set[str] = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            given = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "kind")]
            if called == name:
                found |= {str(one.value) for one in given if isinstance(one, ast.Constant)}
    return found


def test_nothing_raises_what_cannot_be_recorded() -> None:
    """The hold "cannot record" is on the pages and never in the record (controller/README 2)."""
    raised = calls("raise_") | calls("Noted")

    assert {"recording_failed", "alignment_required", "reader_used"} <= raised
    assert "cannot_record" not in raised


def test_only_a_shuffle_and_a_spin_are_ordered() -> None:
    assert calls("want") == {"shuffle", "spin"}


def test_input_that_asks_for_a_shuffle_orders_it_in_every_fold() -> None:
    """An amended fold makes no new one: an order keeps the name of its input.

    Source: controller/README 2.
    """
    every = [one for state in ShuffleChart.states for one in state.transitions]
    ordered = {
        str(one.event)
        for one in every
        if shuffle.order_shuffle in [getattr(act, "func", None) for act in one.on]
    }
    asked = [one for one in every if str(one.event) == "shuffle_asked"]

    assert ordered == {"shuffle_asked"}
    assert len(asked) == 3
    for one in asked:
        assert shuffle.order_shuffle in [getattr(act, "func", None) for act in one.on]
