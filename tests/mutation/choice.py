"""Choose places in the rules and the procedure by seed, and say how each reads when it is wrong.

Cosmic Ray finds the places and changes the code; we draw a place first and then one of its
changes, so that a sum with eleven wrong operators weighs no more than a `not`. Left out: what no
test can see (annotations, type aliases, whether a struct is frozen: mypy sees who writes to one),
`is` for `==`, which small values answer alike, and `<` for `==` between names, which have no order.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

import msgspec
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[2]
ROOMS = ("controller/rules", "controller/procedure")
"""Where mutants are drawn unless other rooms are named."""
MAPPED = (*ROOMS, "controller/view", "controller/audit/watchers")
"""Where they may be drawn: of these it is known which test runs which line."""

Spot = tuple[str, int, int]
"""File, line (from 1) and column (from 0)."""
Span = tuple[tuple[int, int], tuple[int, int]]
"""From line and column up to line and column."""
COMPARISON = "core/ReplaceComparisonOperator"


class Mutant(msgspec.Struct, frozen=True):
    """One place of the code, changed."""

    file: str
    line: int
    before: str
    """The line as it stands, without its margin."""
    after: str
    code: str
    """The whole file, changed."""

    @property
    def named(self) -> str:
        return f"{self.file}:{self.line}: {self.before}  ->  {self.after}"


@cache
def operators() -> tuple[tuple[str, Operator], ...]:
    """Each change that needs no argument; comparisons by identity are left out."""
    found = []
    for name in operator_names():
        kind = get_operator(name)
        identity = name.startswith(COMPARISON) and name.endswith(("_Is", "_IsNot"))
        if name != "core/NoOp" and not kind.arguments() and not identity:
            found.append((name, kind()))
    return tuple(found)


def sources(rooms: Sequence[str] = MAPPED) -> list[str]:
    return sorted(
        str(file.relative_to(ROOT)) for room in rooms for file in (ROOT / room).rglob("*.py")
    )


def spots(file: str, code: str) -> dict[Spot, list[tuple[Operator, int]]]:
    """The places of a file, each with its changes (an operator and which occurrence of it)."""
    tree = ast.parse(code)
    unseen, named = tuple(_unseen(tree)), _compared_with_names(tree)
    nodes = list(ast_nodes(get_ast(code)))
    found: dict[Spot, list[tuple[Operator, int]]] = defaultdict(list)
    for name, operator in operators():
        orders = name.startswith(COMPARISON) and not name.endswith(("_Eq", "_NotEq"))
        left_out = (*unseen, *named) if orders else unseen
        positions = (start for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, start in enumerate(positions):
            if not any(low <= start < high for low, high in left_out):
                found[file, *start].append((operator, occurrence))
    return found


def _compared_with_names(tree: ast.Module) -> list[Span]:
    """Where something is compared with a name in quotes, or several."""
    return [
        _span(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        and any(
            isinstance(c, ast.Constant) and isinstance(c.value, str)
            for side in (node.left, *node.comparators)
            for c in ast.walk(side)
        )
    ]


def _span(node: ast.expr) -> Span:
    end = (node.end_lineno or 0, node.end_col_offset or 0)
    return (node.lineno, node.col_offset), end


def _unseen(tree: ast.Module) -> Iterator[Span]:
    """From where to where no test can see a change."""
    annotations: list[ast.expr | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            annotations.append(node.annotation)
        if isinstance(node, ast.FunctionDef):
            annotations.append(node.returns)
        if isinstance(node, ast.ClassDef):
            annotations.extend(word.value for word in node.keywords if word.arg == "frozen")
    annotations.extend(
        top.value
        for top in tree.body
        if isinstance(top, ast.Assign) and isinstance(top.value, ast.BinOp | ast.Subscript)
    )
    for part in annotations:
        if part is not None:
            yield _span(part)


def chosen(number: int, seed: int, files: Sequence[str]) -> list[Mutant]:
    """So many mutants, the same ones for the same seed and code."""
    texts = {file: (ROOT / file).read_text("utf-8") for file in files}
    every: dict[Spot, list[tuple[Operator, int]]] = {}
    for file, text in texts.items():
        every.update(spots(file, text))
    random = Random(seed)
    drawn = random.sample(sorted(every), len(every))
    found: list[Mutant] = []
    for spot in drawn:
        if len(found) == number:
            break
        changes = every[spot]
        operator, occurrence = random.choice(changes)
        if mutant := changed(spot[0], texts[spot[0]], operator, occurrence):
            found.append(mutant)
    return found


def changed(file: str, text: str, operator: Operator, occurrence: int) -> Mutant | None:
    """The file with this change; None where it does not compile or means the same.

    A bare `*` of a signature that becomes `/` changes what may be called how, which types say.
    """
    code = mutate_code(text, operator, occurrence)
    if code is None:
        return None
    try:
        was, now = ast.parse(text), ast.parse(code)
        if ast.dump(now) == ast.dump(was) or _without_names(now) != _without_names(was):
            return None
        compile(code, file, "exec")
    except SyntaxError:
        return None
    old, new = text.splitlines(), code.splitlines()
    line = _first_difference(old, new)
    after = new[line].strip() if line < len(new) else ""
    return Mutant(file, line + 1, old[line].strip(), after, code)


def _without_names(tree: ast.Module) -> int:
    """How many arguments are given by place alone."""
    return sum(len(n.posonlyargs) for n in ast.walk(tree) if isinstance(n, ast.arguments))


def _first_difference(old: Sequence[str], new: Sequence[str]) -> int:
    return next(
        (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
        min(len(old), len(new)),
    )
