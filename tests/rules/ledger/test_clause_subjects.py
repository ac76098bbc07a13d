"""A test that proves a clause proves it of the product: what it calls has a caller there.

A function that only tests call could say anything of the rules, and the table would do otherwise.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[2]
PRODUCT = TESTS.parent / "controller"


def used(root: Path = PRODUCT) -> frozenset[str]:
    """Names that the product's code uses somewhere beside their own definition."""
    found: Counter[str] = Counter()
    for file in root.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                    found[name] += 1
                case ast.Constant(value=str(name)):
                    found[name] += 1
    return frozenset(found)


TOOLS = "controller.bench"
"""What drives the product in tests is no subject of theirs."""


def _of_product(module: str) -> bool:
    return module.startswith("controller.") and not module.startswith(TOOLS)


def subjects(tree: ast.Module) -> Iterator[str]:
    """What a test file takes from the product: by name, or from a module that it imports."""
    modules = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and _of_product(node.module or ""):
            for alias in node.names:
                name = alias.asname or alias.name
                is_module = PRODUCT.parent / f"{node.module}.{alias.name}".replace(".", "/")
                if is_module.with_suffix(".py").exists() or is_module.is_dir():
                    modules.add(name)
                else:
                    yield alias.name
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=key) if name in modules:
                yield key


def proves(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Attribute) and node.attr in ("clause", "clauses")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute)
        if node.value.attr == "mark"
    )


def strangers(text: str, known: frozenset[str]) -> list[str]:
    """Subjects of a test with a `clause` mark that nobody in the product uses."""
    tree = ast.parse(text)
    return sorted({name for name in subjects(tree) if name not in known}) if proves(tree) else []


def test_the_product_uses_whatever_a_clause_is_proven_of() -> None:
    known = used()
    found = {
        str(file.relative_to(TESTS)): names
        for file in sorted(TESTS.rglob("test_*.py"))
        if (names := strangers(file.read_text("utf-8"), known))
    }

    assert found == {}


def test_a_subject_without_a_caller_is_found() -> None:
    text = (
        "import pytest\n"
        "from controller.rules import placing\n"
        "from controller.rules.placing import why_not_alone, why_not_bank\n"
        "@pytest.mark.clause('MA 5.d')\n"
        "def test_x():\n"
        "    placing.nobody_calls(1)\n"
    )

    assert strangers(text, frozenset({"why_not_bank"})) == ["nobody_calls", "why_not_alone"]
    assert strangers(text.replace("mark.clause", "mark.other"), frozenset()) == []
