"""Does every leaf of a pack change an outcome in some test: `python -m tests.rules.planted_leaves`.

Each scenario row is dealt once while the reads of the pack are noted. Then each leaf gets another
value that the pack's own checks let through, in the text of the pack, and the rows that read it
are dealt until one fails. A leaf whose other values do not load is known by its type. What no row
notices meets the tests whose files name its key or its clause. What then lives changes nothing.
"""

from __future__ import annotations

import argparse
import os
import pickle
import random
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
import structlog
from msgspec import Struct

from controller.bench.scenario.file import Scenario
from controller.bench.scenario.file import load as load_file
from controller.bench.scenario.run import play_scenarios
from controller.domain.structs import replace
from controller.errors import PackError
from controller.rules import pack as packs
from controller.rules.pack import earlier
from controller.rules.pack import load as load_pack
from controller.rules.pack.one_text import toml
from controller.rules.pack.pack import SECTIONS, Pack

TESTS = Path(__file__).parents[1]
LOADING = sys.modules[load_pack.__module__]
OF_PACKS = ("rules/pack/", "catalog_check.py", "rules/ledger.py")
"""What reads a leaf to check it or to show it as it stands, and decides nothing by it."""
TEXTS = ("words", "sign", "refusal", "line")
NOTICED, SILENT = 0, 7
ROWS, FILES = 6, 4
"""At most so many rows, and files of tests, for one value."""


class Leaf(Struct, frozen=True):
    pack: str
    section: str
    key: str
    field: str = "value"

    @property
    def path(self) -> str:
        return f"{self.section}.{self.key}" + (f".{self.field}" if self.field != "value" else "")


# ---- other values ----
@cache
def raw(name: str) -> dict[str, Any]:
    return tomllib.loads(packs.read(name))


def clause_of(leaf: Leaf) -> str:
    found: str = raw(leaf.pack)[leaf.section][leaf.key]["clause"]
    return found


def leaves(sections: tuple[str, ...]) -> Iterator[Leaf]:
    for name in packs.names():
        for section in sections:
            for key, row in raw(name)[section].items():
                if section != "irregularity":
                    yield Leaf(name, section, key)
                elif row["rulings"]:
                    yield from (Leaf(name, section, key, f) for f in ("holds", "needs"))


def planted(leaf: Leaf) -> Iterator[str]:
    """Texts of the pack with another value of the leaf, those that load."""
    text = packs.read(leaf.pack)
    row = raw(leaf.pack)[leaf.section][leaf.key]
    head, mark, rest = text.partition(f"\n[{leaf.section}]\n")
    start = (
        rest.index(f"{leaf.key} = {{")
        if rest.startswith(leaf.key)
        else rest.index(f"\n{leaf.key} = {{")
    )
    end = rest.index("\n", start + 1)
    line = rest[start:end]
    old = f"{leaf.field} = {toml(row[leaf.field])}"
    if old not in line:
        return
    for value in others(leaf, row):
        new = line.replace(old, f"{leaf.field} = {toml(value)}", 1)
        made = f"{head}{mark}{rest[:start]}{new}{rest[end:]}"
        try:
            packs.parse(made, f"packs/{leaf.pack}.toml")
        except PackError:
            continue
        yield made


def others(leaf: Leaf, row: dict[str, Any]) -> Iterator[Any]:
    value = row[leaf.field]
    if leaf.field == "holds":
        yield "amber" if value == "red" else "red"
    elif leaf.field == "needs":
        yield from ("casino_supervisor", "floorperson")
    elif isinstance(value, bool):
        yield not value
    elif "allow" in row:
        yield from (v for v in row["allow"] if v != value)
    elif named := _literals(leaf):
        yield from (v for v in named if v != value)
    elif isinstance(value, int):
        yield from (v for v in (value + 1, value * 2, value - 1, 100 * value) if v >= 0)
    elif isinstance(value, list):
        yield from ([*value[:-1]], value[::-1]) if value else ()
    elif re.fullmatch(r"\d+:\d+", value) or value == "none":
        yield from (v for v in ("2:1", "1:1", "5:4") if v != value)
    elif value == "ask":
        yield from (row.get("least", 1), "1/4")
    elif re.fullmatch(r"\d+/\d+", value):
        yield from ("1/3", "1/2")
    else:
        yield f"{value}~"


def _literals(leaf: Leaf) -> tuple[Any, ...]:
    kind: Any = get_type_hints(get_type_hints(Pack)[leaf.section])[leaf.key]
    inner: Any = next(iter(getattr(kind, "__args__", ())), None)
    return get_args(inner) if get_origin(inner) is Literal else ()


# ---- in a process of its own ----
def aside(act: Callable[[], Any]) -> Any:
    """Do it in a child, so that no pack, cache or clock of it is left; None = it died."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        with os.fdopen(writing, "wb") as out, Path(os.devnull).open("w") as null:
            os.dup2(null.fileno(), 1)
            os.dup2(null.fileno(), 2)
            with redirect_stdout(null):
                try:
                    pickle.dump(act(), out)
                except Exception as error:  # noqa: BLE001 - whatever it was, the value was noticed
                    pickle.dump(f"{error}", out)
            out.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as got:
        said = got.read()
    os.waitpid(child, 0)
    return pickle.loads(said) if said else None


def put_in(name: str, text: str) -> None:
    """From now on the pack of that name reads so, wherever it is read."""
    old = packs.read

    def read(asked: str) -> str:
        return text if asked == name else old(asked)

    for module in list(sys.modules.values()):
        if getattr(module, "read", None) is old:
            module.read = read  # type: ignore[attr-defined]
    load_pack.cache_clear()


def noted() -> set[tuple[str, str]]:
    """From now on packs are read through sections that note each read that decides something."""
    reads: set[tuple[str, str]] = set()

    def note(section: str, key: str) -> None:
        file = sys._getframe(2).f_code.co_filename
        if "controller/" in file and not any(part in file for part in OF_PACKS):
            reads.add((section, key))

    def watching(section: str, held: Any) -> Any:
        if isinstance(held, dict):
            return _Rows(held, lambda key: note(section, key))
        kind = type(held)
        fields = frozenset(kind.__struct_fields__)

        def read(self: Any, key: str) -> Any:
            if key in fields:
                note(section, key)
            return object.__getattribute__(self, key)

        meta: Any = type(kind)
        made: Any = meta(kind.__name__, (kind,), {"__getattribute__": read}, frozen=True)
        return made(**{key: getattr(held, key) for key in kind.__struct_fields__})

    plain = LOADING.parse

    def parse(text: str, where: str) -> Pack:
        pack = plain(text, where)
        every = {key: getattr(pack, key) for key in Pack.__struct_fields__}
        return Pack(**every | {s: watching(s, every[s]) for s in SECTIONS})

    for module in (LOADING, earlier):
        setattr(module, "parse", parse)  # noqa: B010 - a stand-in for a cached function
    load_pack.cache_clear()
    return reads


class _Rows(dict[str, Any]):
    def __init__(self, held: dict[str, Any], note: Callable[[str], None]) -> None:
        super().__init__(held)
        self._note = note

    def __getitem__(self, key: str) -> Any:
        self._note(key)
        return super().__getitem__(key)


def passes(row: Scenario) -> bool:
    return play_scenarios([row])[0].verdict == "passed"


# ---- the hunt ----
class Map:
    """Which rows read which leaf; without a look, those that prove its clause."""

    def __init__(self, rows: list[Scenario], *, look: bool = True) -> None:
        self._all = rows
        self._by: dict[tuple[str, str, str], list[Scenario]] = {}
        self._sizes: dict[str, int] = {}
        for row in rows if look else ():
            found = aside(partial(_reads, row)) or set()
            self._sizes[row.id] = len(found)
            for section, key in found:
                self._by.setdefault((row.pack, section, key), []).append(row)

    def rows(self, leaf: Leaf, clause: str) -> list[Scenario]:
        """Those that prove its clause first, then those that read least."""
        if not self._sizes:
            return [r for r in self._all if r.pack == leaf.pack and clause in r.clauses]
        found = self._by.get((leaf.pack, leaf.section, leaf.key), [])
        return sorted(found, key=lambda r: (clause not in r.clauses, self._sizes[r.id]))

    def chosen(self, leaf: Leaf) -> list[Scenario]:
        """Rows that choose the leaf's value themselves, so that the pack's own is not looked at."""
        names = (leaf.key, f"{leaf.section}.{leaf.key}")
        mine = (r for r in self._all if r.pack == leaf.pack)
        return [r for r in mine if any(n in r.given.options for n in names)][:ROWS]


def without(row: Scenario, key: str) -> Scenario:
    left = {n: v for n, v in row.given.options.items() if n.rpartition(".")[2] != key}
    return replace(row, given=replace(row.given, options=left))


def _reads(row: Scenario) -> set[tuple[str, str]]:
    reads = noted()
    return reads if passes(row) else set()


def noticed_by(leaf: Leaf, reach: Map) -> str:
    """What fails with another value of the leaf; empty = nothing that was tried."""
    texts = list(planted(leaf))[:3]
    if not texts:
        return "no other value loads"
    clause = clause_of(leaf)
    for row in reach.chosen(leaf):
        if not aside(partial(passes, without(row, leaf.key))):
            return f"{row.id} without its option"
    for text, row in product(texts, reach.rows(leaf, clause)[:ROWS]):
        if aside(partial(_dealt, leaf.pack, text, row)) is not True:
            return row.id
    for text, file in product(texts, _files(leaf, clause)):
        if aside(partial(_suite, leaf.pack, text, file)) != 0:
            return file.name
    return ""


def _dealt(name: str, text: str, row: Scenario) -> bool:
    put_in(name, text)
    return passes(row)


def _suite(name: str, text: str, file: Path) -> int:
    put_in(name, text)
    return int(pytest.main(["-x", "-q", "-n0", "-p", "no:cacheprovider", str(file)]))


def _files(leaf: Leaf, clause: str) -> list[Path]:
    """Files of tests that name the key, then those that name the clause."""
    found: list[tuple[int, Path]] = []
    for folder in ("rules", "procedure", "console", "bench"):
        for file in sorted((TESTS / folder).glob("test_*.py")):
            text = file.read_text("utf-8")
            if re.search(rf"\b{leaf.key}\b", text) or f'"{clause}"' in text:
                found.append((not re.search(rf"\b{leaf.key}\b", text), file))
    return [file for _, file in sorted(found)][:FILES]


def hunt(chosen: list[Leaf], rows: list[Scenario]) -> list[str]:
    """By key: noticed in one pack is enough. What nothing noticed."""
    reach = Map(rows)
    by_path: dict[str, list[Leaf]] = {}
    for leaf in chosen:
        by_path.setdefault(leaf.path, []).append(leaf)
    silent = []
    for path, of_packs in by_path.items():
        by = next((f"{one.pack}: {who}" for one in of_packs if (who := noticed_by(one, reach))), "")
        sys.stdout.write(f"{path}   {by or 'CHANGES NOTHING'}\n")
        sys.stdout.flush()
        if not by:
            silent.append(path)
    return silent


def sample_of_rows(seed: int, each: int) -> list[Scenario]:
    """So many rows of each scenario file, chosen by the seed."""
    pick = random.Random(seed)
    found = []
    for file in sorted((TESTS / "scenarios").glob("*.toml")):
        rows = [row for row in load_file(file) if not row.skip]
        found += pick.sample(rows, min(each, len(rows)))
    return found


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--only", default="", help="leaves whose path holds this text")
    ask.add_argument("--texts", action="store_true", help="words instead of rules")
    ask.add_argument("--rows", type=int, default=2, help="of each scenario file")
    ask.add_argument(
        "--random", type=int, default=0, metavar="N", help="so many leaves by the seed"
    )
    ask.add_argument("--seed", type=int, default=1)
    args = ask.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    sections = TEXTS if args.texts else tuple(s for s in SECTIONS if s not in TEXTS)
    chosen = [leaf for leaf in leaves(sections) if args.only in leaf.path]
    if args.random:
        paths = sorted({leaf.path for leaf in chosen})
        kept = set(random.Random(args.seed).sample(paths, min(args.random, len(paths))))
        chosen = [leaf for leaf in chosen if leaf.path in kept]
    silent = hunt(chosen, sample_of_rows(args.seed, args.rows))
    sys.stdout.write(f"{len({x.path for x in chosen})} leaves, {len(silent)} change nothing\n")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
