"""`dealer-assist rules coverage`: which clauses the tests prove, which are outside, wait, are open.

It collects the tests and does not run them, so it says the truth about a green suite only.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from controller.errors import TableError
from controller.rules import ledger
from controller.rules import pack as packs

BY_CASES = (
    "definition",
    "wager",
    "decision",
    "draw",
    "settle",
    "payout",
    "side-bet",
    "fee",
)
"""Kinds that the rules alone can prove; the others need the charts or the devices."""


class Tally(Struct, frozen=True):
    """The clauses of one pack, each in exactly one of four places."""

    pack: str
    proven: tuple[ledger.Clause, ...]
    outside: tuple[ledger.Clause, ...]
    waits: tuple[ledger.Clause, ...]
    open: tuple[ledger.Clause, ...]

    @property
    def count(self) -> int:
        return len(self.proven) + len(self.outside) + len(self.waits) + len(self.open)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tests", default="tests", metavar="DIR", help="where the tests are")
    parser.add_argument(
        "--kind", action="append", help="only clauses of this kind; `cases` = what rules can prove"
    )
    parser.add_argument("--by-test", action="store_true", help="name the tests of each clause")


def _kinds(args: argparse.Namespace) -> frozenset[str]:
    """Raises: TableError for a kind that no clause has."""
    known = {clause.kind for clause in ledger.all_clauses()} | {"cases"}
    if none := set(args.kind or []) - known:
        what, do = f"no kind {min(none)!r}", f"Kinds: {', '.join(sorted(known))}"
        raise TableError(what, where="--kind", do=do)
    return frozenset(
        k for kind in args.kind or [] for k in (BY_CASES if kind == "cases" else [kind])
    )


def main(args: argparse.Namespace) -> int:
    """Exit status: 1 when a test marks an unknown clause or one that is named as waiting."""
    kinds, marks = _kinds(args), collect(Path(args.tests))
    unknown = sorted(name for name in marks if not ledger.exists(name))
    for name in unknown:
        print(f"no such clause: {name!r} in {', '.join(marks[name][:3])}")
    early = sorted(name for name in marks if name in ledger.waits())
    for name in early:
        print(f"{name!r} is proven by {marks[name][0]}: strike it out of clauses/waits.toml")
    shipped = map(packs.load, packs.names())
    tallies = [tally(pack.name, pack.source, marks, kinds) for pack in shipped]
    print_summary(tallies)
    for one in tallies:
        print_open(one)
    print_waits(tallies)
    print_outside(tallies)
    if args.by_test:
        print_tests(marks)
    return 1 if unknown or early else 0


def collect(tests: Path) -> dict[str, list[str]]:
    """Clause id -> node ids of the tests that carry it.

    Raises: TableError with pytest's own words when the tests cannot be collected.
    """
    if not tests.is_dir():
        do = "Name the folder of the tests with --tests"
        raise TableError("is no folder", where=str(tests), do=do)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "clauses.json"
        done = subprocess.run(  # noqa: S603 - our own interpreter, a path the user gave
            [
                *(sys.executable, "-m", "pytest", "--collect-only", "-qq", "--assert=plain"),
                *(
                    "-p",
                    "controller.cli.texts.clause_marks",
                    f"--clause-report={report}",
                    str(tests),
                ),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0 or not report.exists():
            tail = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
            raise TableError(f"the tests in {tests} cannot be collected\n{tail}")
        marks: dict[str, list[str]] = json.loads(report.read_text("utf-8"))
    return marks


def tally(
    pack: str, source: str, marks: Mapping[str, Sequence[str]], kinds: frozenset[str] = frozenset()
) -> Tally:
    """A clause that is outside or named as waiting stays so, unless a test proves it."""
    mine = [
        c for c in ledger.all_clauses() if source in c.documents and (not kinds or c.kind in kinds)
    ]
    proven = tuple(c for c in mine if c.id in marks)
    rest = [c for c in mine if c.id not in marks]
    return Tally(
        pack,
        proven,
        tuple(c for c in rest if c.enforceable == "outside"),
        tuple(c for c in rest if c.enforceable != "outside" and c.id in ledger.waits()),
        tuple(c for c in rest if c.enforceable != "outside" and c.id not in ledger.waits()),
    )


def print_summary(tallies: Sequence[Tally]) -> None:
    print(f"{'pack':<26}{'clauses':>8}{'proven':>8}{'outside':>9}{'waits':>7}{'open':>6}")
    for one in tallies:
        counts = (one.count, len(one.proven), len(one.outside), len(one.waits), len(one.open))
        print(f"{one.pack:<26}{'{:>8}{:>8}{:>9}{:>7}{:>6}'.format(*counts)}")


def print_open(one: Tally) -> None:
    if not one.open:
        return
    print(f"\n{one.pack}: open")
    for kind in dict.fromkeys(c.kind for c in one.open):
        ids = [c.id for c in one.open if c.kind == kind]
        text = f"{len(ids)}: {ids[0][:2]} {', '.join(i[3:] for i in ids)}"
        print(textwrap.fill(text, 110, initial_indent=f"  {kind:<13} ", subsequent_indent=" " * 16))


def print_waits(tallies: Sequence[Tally]) -> None:
    """By reason, each clause once."""
    waiting = {c.id: ledger.waits()[c.id] for one in tallies for c in one.waits}
    if waiting:
        print("\nwaits")
    for reason in dict.fromkeys(waiting.values()):
        print(f"  {reason}")
        ids = ", ".join(name for name, why in waiting.items() if why == reason)
        print(textwrap.fill(ids, 110, initial_indent=" " * 4, subsequent_indent=" " * 4))


def print_outside(tallies: Sequence[Tally]) -> None:
    found = {c.id: c for one in tallies for c in one.outside}
    if found:
        print("\noutside the controller")
    for clause in found.values():
        reason = clause.note or clause.means
        print(
            textwrap.fill(
                reason, 110, initial_indent=f"  {clause.id:<13} ", subsequent_indent=" " * 16
            )
        )


def print_tests(marks: Mapping[str, Sequence[str]]) -> None:
    print("\nproven by")
    order = {name: place for place, name in enumerate(ledger.by_id())}
    for name in sorted(marks, key=lambda n: order.get(n, -1)):
        for test in marks[name]:
            print(f"  {name:<22}{test}")
