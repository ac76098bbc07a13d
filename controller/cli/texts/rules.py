"""`dealer-assist rules`: read the rule packs and the ledger of clauses on a terminal.

    rules list                 the packs with title and edition
    rules show PACK            every leaf with its value and clause
    rules diff PACK PACK       the leaves that differ
    rules explain CLAUSE       meaning, values, test and note of a clause
    rules explain LEAF         meaning of a leaf, its value and clause in each pack
    rules irregularities PACK  what may go wrong: clause, red or amber, facts, rulings, who
    rules split FILE           a pack in one text, as a journal embeds it, as the two files of now
    rules coverage             which clauses the tests prove, which are outside, which are open

Packs are read as data here, leaf by leaf: a pack is one leaf a line, so its lines are its table.
"""

from __future__ import annotations

import argparse
import shutil
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from controller.errors import PackError
from controller.rules import ledger
from controller.rules import pack as packs

from . import clause_coverage

PACK = "its name, as `rules list` prints it"
WIDEST = 110
"""Columns: longer lines of prose are hard to follow."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    verbs.add_parser("list", help="the packs with title and edition")
    show = verbs.add_parser("show", help="every leaf of a pack with its value and clause")
    show.add_argument("pack", metavar="PACK", help=PACK)
    diff = verbs.add_parser("diff", help="the leaves in which two packs differ")
    diff.add_argument("first", metavar="PACK", help=PACK)
    diff.add_argument("second", metavar="PACK", help="another")
    wrong = verbs.add_parser("irregularities", help="what may go wrong and who rules it how")
    wrong.add_argument("pack", nargs="?", metavar="PACK", help="default: all")
    explain = verbs.add_parser("explain", help="meaning of a clause, or of a leaf of the packs")
    explain.add_argument(
        "clause", nargs="+", metavar="CLAUSE", help='such as "MA 15.l", or "settle.win"'
    )
    split = verbs.add_parser("split", help="take a pack in one text apart into its two files")
    split.add_argument("file", metavar="FILE", type=Path, help="as a record embeds it")
    split.add_argument("--to", type=Path, default=Path(), metavar="DIR", help="default: here")
    clause_coverage.add_arguments(
        verbs.add_parser("coverage", help="clauses proven by tests, outside, open")
    )


def main(args: argparse.Namespace) -> int:
    match args.verb:
        case "list":
            list_packs()
        case "show":
            show_pack(args.pack)
        case "diff":
            return diff_packs(args.first, args.second)
        case "irregularities":
            for name in [args.pack] if args.pack else packs.names():
                irregularities(name)
        case "explain":
            wanted = " ".join(args.clause)
            return explain_leaf(wanted) if packs.has_leaf(wanted) else explain(wanted)
        case "split":
            split_pack(args.file, args.to)
        case _:
            return clause_coverage.main(args)
    return 0


def read_pack(name: str) -> dict[str, Any]:
    """Raises: PackError when there is no such pack."""
    return tomllib.loads(packs.read(name))


def list_packs() -> None:
    names = packs.names()
    widest = max(map(len, names), default=0)
    for name in names:
        head = read_pack(name)
        said = [str(head[key]) for key in ("jurisdiction", "title", "edition") if key in head]
        print(f"{name:<{widest}}  {' · '.join(said)}")


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str, str]]:
    """Path, value as text and clause of each leaf, in the order of the file."""
    for key, node in table.items():
        where = f"{path}.{key}" if path else key
        if not isinstance(node, dict):
            yield where, text_of(node), ""
        elif "clause" in node:
            yield where, leaf_text(node), str(node["clause"])
        else:
            yield from leaves(node, where)


def leaf_text(leaf: Mapping[str, Any]) -> str:
    """The value, and what else the operator may choose."""
    rest = {k: v for k, v in leaf.items() if k not in {"clause", "value", "free"}}
    if "value" not in leaf:
        return text_of(rest)
    choice = text_of(rest["allow"]) if "allow" in rest else ""
    if "least" in rest:
        choice = f"{rest['least']} to {rest['most']}"
    free = "free: " if leaf.get("free") else "approved: "
    return text_of(leaf["value"]) + (f"  [{free}{choice}]" if choice else "")


def text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(text_of, value)) or "none"
    if isinstance(value, dict):
        return "; ".join(f"{k} {text_of(v)}" for k, v in value.items())
    return str(value)


def show_pack(name: str) -> None:
    rows = list(leaves(read_pack(name)))
    section = ""
    for path, value, clause in rows:
        head, _, rest = path.partition(".")
        if rest and head != section:
            section = head
            print(f"\n[{section}]")
        print_leaf(rest or path, value, clause)


def print_leaf(name: str, value: str, clause: str) -> None:
    room = max(width() - 64, 24)
    lines = textwrap.wrap(value, room) or [""]
    print(f"{name:<40}  {lines[0]:<{room}}  {clause}".rstrip())
    for line in lines[1:]:
        print(f"{'':<40}  {line}")


def diff_packs(first: str, second: str) -> int:
    """Exit status: 1 when the packs differ."""
    left = {path: (value, clause) for path, value, clause in leaves(read_pack(first))}
    right = {path: (value, clause) for path, value, clause in leaves(read_pack(second))}
    differ = [p for p in {**left, **right} if left.get(p, "")[:1] != right.get(p, "")[:1]]
    shown = max(len(first), len(second))
    for path in differ:
        print(path)
        for name, pack in ((first, left), (second, right)):
            value, clause = pack.get(path, ("(no such leaf)", ""))
            print(f"  {name:<{shown}}  {value}{f'  ({clause})' if clause else ''}")
    alike = len({**left, **right}) - len(differ)
    print(f"\n{len(differ)} leaves differ, {alike} have the same value.")
    return 1 if differ else 0


def irregularities(name: str) -> None:
    """The catalogue of a pack: one kind a paragraph, in the pack's order."""
    from controller.procedure.irregularities.catalog_check import rows

    pack = packs.load(name)
    known = "" if pack.edition in pack.title else f", {pack.edition}"
    print(f"{pack.title}{known} ({name})\n")
    for row in rows(pack):
        print(f"{row.kind.replace('_', ' ')}  ({row.clause}; {row.holds})")
        paragraph("facts", " / ".join(row.facts))
        paragraph("rulings", " | ".join(row.rulings))
        told = f"; {row.notify} told first" if row.notify == "casino_supervisor" else ""
        paragraph("rules", f"{row.needs}{told}".replace("_", " "))


def explain(clause_id: str) -> int:
    """Exit status: 1 when the ledger has no such clause."""
    try:
        found = ledger.clause(spelt(clause_id))
    except ledger.UnknownClause as unknown:
        print(f"No clause {clause_id!r} in the ledger.")
        for near in unknown.close:
            print(f"  {near:<20}{textwrap.shorten(ledger.clause(near).means, width() - 22)}")
        print("`dealer-assist rules show PACK` lists leaves and clauses.")
        return 1
    kept = "house reading, not a clause" if found.house else f"{found.kind}, {found.actor}"
    print(f"{found.id}  ({kept}; {found.enforceable})")
    paragraph("means", found.means)
    for key, value in found.values.items():
        paragraph(f"value {key}" if len(key) < 10 else key, text_of(value))
    paragraph("test", found.test)
    paragraph("note", found.note)
    paragraph("text", ", ".join(found.documents))
    return 0


def explain_leaf(path: str) -> int:
    """What a leaf means, then what each pack says of it."""
    section, key = path.split(".")
    print(path)
    paragraph("means", packs.meaning(section, key))
    paragraph("section", packs.about(section))
    for name in packs.names():
        value, clause = next((v, c) for p, v, c in leaves(read_pack(name)) if p == path)
        paragraph(packs.load(name).code, f"{value}  ({clause})")
    return 0


def split_pack(file: Path, to: Path) -> None:
    """Raises: PackError for a text that is no pack, or a file that is there already."""
    try:
        text = tomllib.loads(file.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise PackError.of_file(error, file) from error
    except (ValueError, RecursionError) as error:
        raise PackError(f"this is not TOML: {error}", where=str(file)) from error
    for name, written in packs.apart(text, str(file)).items():
        target = to / name
        if target.exists():
            raise PackError("is there already", where=str(target), do="Name another folder: --to")
        target.write_text(written, "utf-8")
        print(target)


def spelt(clause_id: str) -> str:
    """The id as the ledger writes it: `md 13.p` is `MD 13.P`."""
    wanted = " ".join(clause_id.split())
    alike = [i for i in ledger.by_id() if i.casefold() == wanted.casefold()]
    return alike[0] if len(alike) == 1 else wanted


def paragraph(name: str, text: str) -> None:
    if text:
        lead = f"  {name}: " if len(name) > 12 else f"  {name:<14}"
        print(textwrap.fill(text, width(), initial_indent=lead, subsequent_indent=" " * 16))


def width() -> int:
    return min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST)
