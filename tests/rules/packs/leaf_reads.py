"""Which leaves of a pack the product's code reads, found in its text.

An attribute counts for the section that it is taken of: `pack.deal.boxes`, or `deal.boxes` where
the file says `deal = pack.deal`. A key that is looked up by name (`house.line("bank")`) counts by
its string, one that is put together (`f"step_{step}"`) by its pattern.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_type_hints

from controller.rules.pack.pack import SECTIONS, Pack
from controller.rules.pack.sections.irregularity import KINDS

PRODUCT = Path(__file__).parents[3] / "controller"
DECLARED = PRODUCT / "rules" / "pack"
SHORTEST = 4
"""Letters that a put-together key must have for itself, or it would stand for every leaf."""


class Reads:
    def __init__(self, root: Path = PRODUCT) -> None:
        self.attributes: set[tuple[str, str]] = set()
        self.strings: set[str] = set()
        self.patterns: list[re.Pattern[str]] = []
        for file in sorted(root.rglob("*.py")):
            self._file(ast.parse(file.read_text("utf-8")), declares=file.parent == DECLARED)

    def _file(self, tree: ast.Module, *, declares: bool) -> None:
        held = dict(_aliases(tree))
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Attribute(attr=section), attr=key):
                    self.attributes.add((section, key))
                case ast.Attribute(value=ast.Name(id=name), attr=key):
                    self.attributes.update((section, key) for section in held.get(name, ()))
                case ast.Constant(value=str(text)) if not declares:
                    self.strings.add(text)
                case ast.JoinedStr(values=values) if not declares:
                    self._joined(values)

    def _joined(self, values: list[ast.expr]) -> None:
        fixed = [str(v.value) if isinstance(v, ast.Constant) else "" for v in values]
        own = "".join(fixed)
        if re.fullmatch(r"\w+", own) and len(own.replace("_", "")) >= SHORTEST:
            self.patterns.append(re.compile("".join(re.escape(f) if f else r"\w+" for f in fixed)))

    def has(self, section: str, key: str) -> bool:
        """The name of a kind of irregularity reads no leaf of the same name among the rules."""
        by_name = key in self.strings and (section in SHOWN or key not in KINDS)
        named = by_name or any(p.fullmatch(key) for p in self.patterns)
        return named or (section, key) in self.attributes


def _aliases(tree: ast.Module) -> Iterator[tuple[str, frozenset[str]]]:
    """Names that stand for a section somewhere in the file: `wheel = pack.wheel`."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name, value in _pairs(target, node.value):
                    found.setdefault(name, set()).add(value)
        if isinstance(node, ast.arg) and isinstance(node.annotation, ast.Name):
            found.setdefault(node.arg, set()).add(node.annotation.id.lower())
    for name, values in found.items():
        yield name, frozenset(values) & frozenset(SECTIONS)


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, str]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=False):
            yield from _pairs(one, other)
    elif isinstance(target, ast.Name) and isinstance(value, ast.Attribute):
        yield target.id, value.attr


def leaves() -> Iterator[tuple[str, str]]:
    """Section and key of every leaf."""
    types = get_type_hints(Pack)
    for section in SECTIONS:
        keys = KINDS if section == "irregularity" else types[section].__struct_fields__
        for key in keys:
            yield section, key


def unread(reads: Reads | None = None) -> list[str]:
    found = reads or Reads()
    return [f"{section}.{key}" for section, key in leaves() if not found.has(section, key)]


CITES = frozenset({"_no", "_by"})
"""Functions that take a leaf for its clause."""


def cited_only(root: Path = PRODUCT) -> list[str]:
    """Leaves whose clause the product cites and whose value it never looks at."""
    valued: set[str] = set()
    for file in sorted(root.rglob("*.py")):
        if file.parent == DECLARED and file.name not in CHECKING:
            continue
        left: list[ast.AST] = [ast.parse(file.read_text("utf-8"))]
        while left:
            node = left.pop()
            children = [*ast.iter_child_nodes(node)]
            valued.update(_valued(node, children))
            left += children
    return [f"{s}.{k}" for s, k in leaves() if s not in SHOWN and k not in valued]


CHECKING = ("script.py", "load.py")
"""They refuse a pack, or take its script apart, by the value."""
SHOWN = frozenset({"irregularity", "words", "sign", "refusal", "line"})
"""Looked up by name, value and clause together."""


def _valued(node: ast.AST, children: list[ast.AST]) -> Iterator[str]:
    """Keys that are taken here for more than their clause."""
    match node:
        case ast.Attribute(value=ast.Attribute(attr=key), attr=of) if of != "clause":
            yield key
        case ast.Call(func=ast.Name(id=name)) if name in CITES:
            return
        case ast.Attribute():
            return
        case ast.Constant(value=str(key)) if key not in KINDS:
            yield key
    yield from (child.attr for child in children if isinstance(child, ast.Attribute))
