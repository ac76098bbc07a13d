"""The shape of the repository, checked by `make check`: files, functions, waits, leftovers.

Run it as a script: it prints one line for each offence and ends with status 1 when there is one.
`--measure` prints how many product files name a command, a fact, a kind and a role.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent
CODE = ("controller", "drivers")
MAX_FILE_LINES = 350
MAX_TEST_LINES = 470
MAX_FUNCTION_LINES = 50
TOP_LEVEL = frozenset({
    "pyproject.toml", "controller", "drivers", "devices.toml", "systemd", "tests", "README.md",
    "Makefile", "LICENSE",
})  # fmt: skip
FORBIDDEN = {
    "a task left behind": re.compile(r"\b(TODO|FIXME|XXX)\b"),
    "a paper that no reader has": re.compile(r"\b(DESIGN|TABLE|STYLE|HOUSE)(\.md)? [0-9]"),
    "a path of somebody's machine": re.compile(r"(?<![\w.])/(home|root|Users)/\w"),
}
BROAD = frozenset({"Exception", "BaseException"})
BROAD_EXCEPT_ALLOWED = frozenset({
    "drivers/driver.py",  # supervise(): a driver that fails is a device lost
    "controller/procedure/engine/fold.py",  # an unexpected one is the outcome "controller fault"
    "controller/procedure/step.py",  # the same, outside the fold: step never raises
    "controller/console/web/guard.py",  # one request fails, the page stays
})  # fmt: skip
LAYOUT_ITSELF = "tests/layout.py"
PAGES = {
    "controller/README": "controller/README.md",
    "console/README": "controller/console/README.md",
}
"""The pages whose numbered sections the code cites."""
CITED = re.compile(rf"\b({'|'.join(PAGES)}) ((?:\d+(?:\.\d+)?(?:, | and )?)+)")
SECTION = re.compile(r"^(?:#+ |- \*\*)(\d+(?:\.\d+)?)\.? ", re.MULTILINE)
MAX_FOLDER_FILES = 15
NAMED_IN = (
    ("a command", 4, ("SpotGiven", "CoverChosen", "BurnShown")),
    ("a device fact", 6, ("CardPushedBack", "CardsTakenIn", "LevelLate")),
    ("a kind", 3, ("cards_not_gathered", "lock_unconfirmed", "cover_card_early")),
    ("a role", 8, ("progressive", "keys")),
)
"""What a change opens: three examples each, and the product files that name them at most."""

LEAST_S = 60.0
"""A wait for a real process or page that is shorter fails where others use the machine."""
ELSEWHERE = ("tests/guest/", "tests/speed/", "tests/mutation/")
"""A kernel of its own, measurements, and a tool with a clock of processor time."""
BOUNDS = frozenset({"timeout", "within_s"})
BOUNDED = frozenset({"result", "join", "settimeout", "wait", "communicate"})
VIRTUAL = frozenset({"asyncio", "host", "world", "self"})
"""Whose waits a test's own loop or clock ends."""
FIXED = frozenset({"sleep", "wait_for_timeout"})
CLIENTS = frozenset({"get", "post", "stream", "Client", "AsyncClient"})


def tracked(root: Path) -> list[str]:
    """Paths of the files that git tracks or would track, relative to `root`."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return sorted(name for name in names if (root / name).is_file())


def offences(root: Path, names: list[str]) -> Iterator[str]:
    """Yield one line for each thing that has no place here."""
    for top in sorted({name.split("/", 1)[0] for name in names}):
        if top not in TOP_LEVEL and not top.startswith("."):
            yield f"{top}: not an entry of the top level; it belongs below one of the others"
    files = {n for n in names if n.endswith(".py") and n.split("/", 1)[0] in CODE}
    needs: dict[str, set[str]] = {}
    for name in names:
        if name.endswith(".py"):
            text = (root / name).read_text(encoding="utf-8")
            if name in files:
                needs[name] = set(_imported(name, text, files)) - {name}
                yield from _long_file(name, text, MAX_FILE_LINES)
                yield from _long_functions(name, text)
                yield from _broad_excepts(name, text)
            else:
                yield from _long_file(name, text, MAX_TEST_LINES)
            yield from _short_aliases(name, text)
            yield from _impatient(name, text)
            yield from _forbidden(name, text)
    yield from _dangling(root, names)
    yield from _crowded_folders(names)
    yield from _named_too_often(root, names)
    yield from _circle(needs)


def _long_file(name: str, text: str, most: int) -> Iterator[str]:
    lines = len(text.splitlines())
    if lines > most:
        yield f"{name}: {lines} lines, at most {most}"


@lru_cache(maxsize=1)
def _nodes(name: str, text: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(text, filename=name)))


def _long_functions(name: str, text: str) -> Iterator[str]:
    for node in _nodes(name, text):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > MAX_FUNCTION_LINES:
                yield (
                    f"{name}:{node.lineno}: {node.name} has {lines} lines, "
                    f"at most {MAX_FUNCTION_LINES}"
                )


def _broad_excepts(name: str, text: str) -> Iterator[str]:
    """One that ends with a bare `raise` only tidies up; the three named may judge."""
    if name in BROAD_EXCEPT_ALLOWED:
        return
    for node in _nodes(name, text):
        if isinstance(node, ast.ExceptHandler) and _is_broad(node.type):
            last = node.body[-1]
            if not (isinstance(last, ast.Raise) and last.exc is None):
                yield f"{name}:{node.lineno}: a broad except"


def _short_aliases(name: str, text: str) -> Iterator[str]:
    for node in _nodes(name, text):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                if alias.asname and len(alias.asname) == 1:
                    yield f"{name}:{node.lineno}: {alias.name} as {alias.asname}: say it in a word"


def _impatient(name: str, text: str) -> Iterator[str]:
    """Literal numbers alone: one with a name of its own has its reason beside it."""
    if not name.startswith("tests/") or name.startswith(ELSEWHERE):
        return
    nodes = _nodes(name, text)
    loops = [n for n in nodes if isinstance(n, ast.For | ast.AsyncFor | ast.While)]
    looked = {id(inside) for loop in loops for inside in ast.walk(loop)}
    for node in nodes:
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and (what := _impatience(node, node.func, again=id(node) in looked))
        ):
            yield f"{name}:{node.lineno}: {what}"


def _impatience(call: ast.Call, asked: ast.Attribute, *, again: bool) -> str:
    of = asked.value.id if isinstance(asked.value, ast.Name) else ""
    keys = {key.arg: key.value for key in call.keywords}
    if of == "httpx" and asked.attr in CLIENTS and not keys.keys() & {"timeout", "transport"}:
        return "httpx waits five seconds: say timeout=PATIENCE_S"
    if of in VIRTUAL:
        return ""
    bounds = [value for key, value in keys.items() if key in BOUNDS]
    first = call.args[:1]
    if any(_short(one) for one in (*bounds, *(first if asked.attr in BOUNDED else ()))):
        return f"{asked.attr} waits too little for a slow machine: PATIENCE_S"
    if asked.attr in FIXED and first and _short(first[0]) and not again:
        return f"{asked.attr} for a fixed time: wait for what comes"
    return ""


def _short(value: ast.expr) -> bool:
    return (
        isinstance(value, ast.Constant)
        and isinstance(value.value, int | float)
        and 0 < value.value < LEAST_S * (1000 if value.value >= 100 else 1)
    )


def _dangling(root: Path, names: list[str]) -> Iterator[str]:
    """A citation of a section that its page does not have."""
    has = {
        page: set(SECTION.findall((root / path).read_text("utf-8")))
        for page, path in PAGES.items()
        if (root / path).is_file()
    }
    for name in names:
        if not name.endswith((".py", ".toml")) or name == LAYOUT_ITSELF:
            continue
        for number, line in enumerate((root / name).read_text("utf-8").splitlines(), start=1):
            for page, sections in CITED.findall(line):
                for one in re.findall(r"\d+(?:\.\d+)?", sections):
                    if one not in has.get(page, ()):
                        yield f"{name}:{number}: {page} has no section {one}"


def _crowded_folders(names: list[str]) -> Iterator[str]:
    code = (n for n in names if n.endswith(".py") and n.split("/", 1)[0] in (*CODE, "tests"))
    for folder, count in Counter(n.rpartition("/")[0] for n in code).items():
        if count > MAX_FOLDER_FILES:
            yield f"{folder}: {count} files, at most {MAX_FOLDER_FILES}"


def named_in(root: Path, names: list[str]) -> dict[str, int]:
    """How many product files name each of the examples, in a word or between quotes."""
    texts = [
        (root / n).read_text("utf-8")
        for n in names
        if n.endswith(".py") and n.split("/", 1)[0] in CODE
    ]
    found = {}
    for _, _, examples in NAMED_IN:
        for one in examples:
            word = re.compile(rf"\b{one}\b" if one[0].isupper() else f'"{one}"')
            found[one] = sum(1 for text in texts if word.search(text))
    return found


def _named_too_often(root: Path, names: list[str]) -> Iterator[str]:
    counts = named_in(root, names)
    for what, most, examples in NAMED_IN:
        for one in examples:
            if counts[one] > most:
                yield f"{what}: {one} is named in {counts[one]} files, at most {most}"


def _circle(needs: dict[str, set[str]]) -> Iterator[str]:
    """Files of the product that need each other, if only for a type; one circle at a time."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        yield f"files in a circle: {', '.join(reversed(error.args[1]))}"


def _imported(name: str, text: str, files: set[str]) -> Iterator[str]:
    module = _nodes(name, text)[0]
    assert isinstance(module, ast.Module)
    for node in _at_import(module.body):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _file_of(alias.name.split("."), files)
        elif isinstance(node, ast.ImportFrom):
            above = name.split("/")[: -node.level] if node.level else []
            package = [*above, *(node.module or "").split(".")] if node.module else above
            for alias in node.names:
                yield from _file_of([*package, alias.name], files)


def _at_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Not what a function loads when it is called: a package may open its parts when asked."""
    for node in body:
        yield node
        if isinstance(node, ast.If):
            yield from _at_import(node.body)


def _file_of(dotted: list[str], files: set[str]) -> Iterator[str]:
    """A module, or the module in which a name is; a package only for a name of its own."""
    for path in (dotted, dotted[:-1]):
        for end in (".py", "/__init__.py"):
            if (found := "/".join(path) + end) in files:
                yield found
                return


def _is_broad(caught: ast.expr | None) -> bool:
    return caught is None or (isinstance(caught, ast.Name) and caught.id in BROAD)


def _forbidden(name: str, text: str) -> Iterator[str]:
    if name == LAYOUT_ITSELF:
        return
    for number, line in enumerate(text.splitlines(), start=1):
        for what, pattern in FORBIDDEN.items():
            if pattern.search(line):
                yield f"{name}:{number}: {what}: {line.strip()[:80]}"


def main() -> int:
    names = tracked(ROOT)
    if sys.argv[1:] == ["--measure"]:
        for one, count in named_in(ROOT, names).items():
            sys.stdout.write(f"{count:3} files name {one}\n")
        return 0
    found = list(offences(ROOT, names))
    for line in found:
        sys.stdout.write(f"{line}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
