"""What the code knows of a kind of irregularity stands in its row, and in no table beside it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import controller
from controller.procedure.irregularities import voiding
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.irregularities.kinds.kind import AMENDING_RULINGS
from controller.procedure.state import inputs
from controller.rules.pack.sections.irregularity import KINDS as OF_PACKS

ROOT = Path(str(controller.__file__)).parent
ROWS = "procedure/irregularities/kinds"
EVENTS = {row.event for row in inputs.ROWS.values()}
"""Of inputs; a few are called as the kind that they raise."""
OF_ONE_NOTION = {
    ("procedure/queries/inventory.py", frozenset({"ten_found", "ten_found_second"})),
    (
        "procedure/queries/target.py",
        frozenset({"ten_found", "ten_found_second", "foreign_card"}),
    ),
    ("procedure/engine/greeting.py", frozenset({"alignment_required", "new_unit"})),
    ("procedure/engine/service.py", frozenset({"device_lost", "system_fault"})),
    ("view/rulings/last_lines.py", frozenset({"face_up_card", "face_up_card_second"})),
    ("audit/watchers/no_blame.py", frozenset({"reader_early", "reader_used"})),
}
"""Not of the rows: one notion that two kinds make up, or what the same room has raised."""


def tables() -> Iterator[tuple[str, frozenset[str]]]:
    """Each tuple, list, set or dictionary of product code that names two kinds or more."""
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        tree = ast.parse(path.read_text("utf-8"))
        types = {id(n.slice) for n in ast.walk(tree) if isinstance(n, ast.Subscript)}
        for node in ast.walk(tree):
            if not name.startswith(ROWS) and id(node) not in types:
                words = frozenset(_named(node))
                named = words.intersection(KINDS)
                if len(named) > 1 and not words <= EVENTS:
                    yield name, named


def _named(node: ast.AST) -> Iterator[str]:
    elements: list[ast.expr | None] = []
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        elements = [*node.elts]
    elif isinstance(node, ast.Dict):
        elements = [*node.keys]
    for one in elements:
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def test_no_table_by_kind_stands_beside_the_rows() -> None:
    assert set(tables()) == OF_ONE_NOTION


def test_every_kind_of_the_packs_has_a_row_and_no_row_is_written_twice() -> None:
    """The files of the stretches do not overlap: a later one would hide an earlier row."""
    written: list[str] = []
    for path in sorted((ROOT / ROWS).glob("kinds_of_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict):
                written += [k for k in _named(node.value) if k in OF_PACKS]

    assert sorted(written) == sorted(OF_PACKS)
    assert set(KINDS) == set(OF_PACKS)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_ruling_of_a_row_has_an_act_or_is_the_same_for_every_kind(kind: str) -> None:
    for ruling in KINDS[kind].rulings:
        same = ruling.name in (*voiding.OF_ROUND, *AMENDING_RULINGS)
        assert ruling.act is not None or same, ruling.name


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_play_closes_a_kind_by_one_of_its_own_rulings(kind: str) -> None:
    closes = KINDS[kind].closes

    assert closes is None or closes.ruling in {r.name for r in KINDS[kind].rulings}
