"""`dealer-assist journal`: prove, show, find, replay and copy a record, tell a round."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from controller.audit import hand
from controller.audit.explain import round_story
from controller.audit.find import Wanted, find
from controller.audit.fold import zone_of
from controller.audit.printed import heading, identity, opening_lines, safe, shown
from controller.audit.replay import EVERY, Replayed, replay
from controller.audit.rows import as_json as as_json_line
from controller.audit.rows import as_line
from controller.audit.rule_changes import rule_changes
from controller.audit.watchers import Watch
from controller.cli.given import RECORD, whole
from controller.errors import JournalError
from controller.journal.keys import load_public_key
from controller.journal.read import Reader, open_reader
from controller.journal.rows import Row
from controller.journal.seal import fingerprint
from controller.journal.verify import Report, accept_end, verify
from controller.table.record import code_hash
from controller.table.recovery import InForce, newest_rules
from drivers.number import counted

from . import journal_copies, journal_export, journal_keep, journal_retire

OPEN_END = 3
"""Exit status of `verify` when more rows may follow: not signed yet, or cut off unseen."""

OLD_HEAD = 4
"""Exit status of `verify` when the head file knows an older end than the record has."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    proof = actions.add_parser(
        "verify",
        help="prove chain, signatures and head",
        description="Prove chain, every signature and head."
        " Exit status: 0 = every row is proven, and a closing row or the head file says that"
        f" none is missing at the end; {OPEN_END} = proven as far as it goes: the last rows are"
        f" not signed yet, or nothing says where the record ends; {OLD_HEAD} = proven, but the head"
        " file knows an older end: it was put back or forged; 1 = something is wrong.",
    )
    proof.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    proof.add_argument("--public-key", type=Path, metavar="FILE", help="signing.pub of the table")
    proof.add_argument("--watch", action="store_true", help="fold it and look for what must not be")
    show = actions.add_parser("show", help="print rows")
    show.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    show.add_argument(
        "--from", dest="first", type=whole(1), default=1, metavar="N", help="first row"
    )
    show.add_argument("--last", type=whole(1), default=0, metavar="N", help="only the last N rows")
    show.add_argument("--json", action="store_true", help="one JSON object a row")
    again = actions.add_parser("replay", help="fold the record again, compare every outcome")
    again.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    again.add_argument("--all", action="store_true", help="list every difference, not the first")
    told = actions.add_parser("hand", help="tell a round step by step; without ROUND the last 10")
    told.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    told.add_argument("round", type=whole(1), nargs="?", metavar="ROUND", help="its number")
    told.add_argument(
        "--box", type=whole(1, 7), default=0, metavar="N", help="one box and the table"
    )
    told.add_argument("--json", action="store_true", help="with the layout at every step")
    rules = actions.add_parser("rules", help="every change of the rules, and who signed")
    rules.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    _add_searches(actions)
    journal_copies.add_arguments(actions)
    journal_export.add_arguments(actions)
    journal_retire.add_arguments(actions)
    journal_keep.add_arguments(actions)
    accept = actions.add_parser(
        "accept", help="go on after rows were lost: the record ends where it ends now"
    )
    accept.add_argument("file", type=Path, metavar="FILE", help=RECORD)


def _add_searches(actions: Any) -> None:
    opened = actions.add_parser("opening", help="row 1: rules, limits, approvals, devices, version")
    opened.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    search = actions.add_parser(
        "find",
        help="find rows by time, box, person, kind or card",
        epilog="example: dealer-assist journal find var/journal.db --at 02:14 --box 4",
    )
    search.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    search.add_argument("--at", default="", metavar="HH:MM", help="the table's clock, +- a minute")
    search.add_argument("--box", type=whole(1, 7), default=0, metavar="N", help="1 to 7")
    search.add_argument("--who", default="", metavar="NAME", help="part of a name")
    search.add_argument("--kind", default="", metavar="WORD", help="part of a kind: ten, Ruled")
    search.add_argument("--card", default="", metavar="CARD", help="turned up in it: Kd")
    search.add_argument("--json", action="store_true", help="one JSON object a row")


def main(args: argparse.Namespace) -> int:
    actions = {
        "verify": _verify,
        "show": _show,
        "accept": _accept,
        "replay": _replay,
        "hand": _hand,
        "rules": _rules,
        "opening": _opening,
        "find": _find,
        "backup": journal_copies.backed_up,
        "export": journal_export.exported,
        "restore": journal_copies.restored,
        "retire": journal_retire.retired,
        "hold": journal_keep.kept,
        "prune": journal_keep.kept,
    }
    try:
        status = actions[args.action](args)
        sys.stdout.flush()
    except BrokenPipeError:
        # `| head` has seen enough; what is still buffered must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _verify(args: argparse.Namespace) -> int:
    key = load_public_key(args.public_key) if args.public_key else None
    began = time.perf_counter()
    try:
        report = verify(args.file, key)
    except JournalError as error:
        print(f"dealer-assist journal: {error}", file=sys.stderr)
        return 1
    for line in _report(report, trusted=key is not None):
        print(line)
    print(f"time        {time.perf_counter() - began:.2f} s")
    if report.fault:
        print(f"NOT PROVEN  {shown(args.file)}: {safe(report.fault.what)}. {report.fault.do}")
        return 1
    if report.old_head and report.noted is not None:
        old = (
            f"the head file knows row {report.noted.seq} and no later one: it is old or was forged"
        )
        print(f"proven to row {report.signed}; {old}: {shown(args.file)}")
        return (_watch(args.file) if args.watch else 0) or OLD_HEAD
    if not report.signed or report.rows > report.signed + 1:
        print(f"{_so_far(report)}: {shown(args.file)}")
        return (_watch(args.file) if args.watch else 0) or OPEN_END
    if report.ends_open:
        print(f"proven to row {report.signed}; later rows may be missing: {shown(args.file)}")
        return (_watch(args.file) if args.watch else 0) or OPEN_END
    print(f"proven      {shown(args.file)}")
    return _watch(args.file) if args.watch else 0


def _so_far(report: Report) -> str:
    """A signature is signed by nobody: the row that holds it is no open end."""
    first = report.signed + (2 if report.signed else 1)
    rows = f"row {first}" if first == report.rows else f"rows {first} to {report.rows}"
    return f"proven to row {report.signed}; {rows} not signed yet"


def _report(report: Report, *, trusted: bool) -> Iterable[str]:
    yield f"rows        {report.rows}"
    said = f"{report.signatures}, all checked; they prove rows {report.first} to {report.signed}"
    yield f"signatures  {said}"
    if report.first > 1:
        yield f"before it   rows 1 to {report.first - 1} lie in files that are not here"
    if len(report.files) > 1:
        for one in report.files:
            key = fingerprint(one.public_key)
            gone = ", deleted" if one.deleted else ""
            yield f"file        {safe(one.name)}: rows {one.first} to {one.last}{gone}, key {key}"
    if report.public_key:
        source = "the given key" if trusted else "the key in row 1; --public-key proves whose"
        yield f"key         {fingerprint(report.public_key)}, {source}"
    yield f"head        {report.head.seq} {report.head.hash.hex()}"
    if report.noted is None:
        yield "head file   none: last rows that were cut off would not be noticed"
    if report.fault is None and not report.closed:
        after = f"the record may go on after row {report.rows}"
        yield f"end         no closing row: {after}. Compare the"
        yield "            head with one kept elsewhere, or with the next day's file."


def _accept(args: argparse.Namespace) -> int:
    noted, end = accept_end(args.file)
    known = f"row {noted.seq}" if noted else "nothing"
    print(f"{shown(args.file)}: goes on after row {end.seq}; its head file knew {known}")
    return 0


def _replayed(path: Path, *, every: bool, watch: bool) -> tuple[Replayed, float]:
    """Second: seconds of the fold alone."""
    with open_reader(path) as reader:
        code = code_hash()
        began = time.perf_counter()
        done = replay(
            reader,
            code,
            every=every,
            watch=Watch(InForce(reader).house) if watch else None,
            progress=_progress if sys.stderr.isatty() else None,
        )
    return done, time.perf_counter() - began


def _progress(row: int, last: int) -> None:
    end = "\n" if row + EVERY > last else ""
    print(f"\r{row} of {last} rows", end=end, file=sys.stderr, flush=True)


def _watch(path: Path) -> int:
    done, _ = _replayed(path, every=True, watch=True)
    for finding in done.findings:
        print(f"WATCH       {finding}")
    found = counted(len(done.findings), "finding")
    print(f"watched     {counted(done.inputs, 'input')}, {found}")
    return 1 if done.findings else 0


def _replay(args: argparse.Namespace) -> int:
    done, took = _replayed(args.file, every=args.all, watch=False)
    print(f"rows        {done.rows} in {took:.2f} s, {done.rows / took:,.0f} rows/s")
    print(f"inputs      {done.inputs}, {done.rounds} rounds closed")
    print(f"snapshots   {done.equal} equal to the fold")
    if done.skipped:
        print(f"            {done.skipped} made by other code, not compared")
    if done.unread:
        print(f"            {done.unread} of a shape that this software does not know")
    for difference in done.differences:
        print(f"DIFFERS     {difference}")
    if not done.whole:
        print("stopped     at the first difference; --all lists them all")
    return 1 if done.differences else 0


def _hand(args: argparse.Namespace) -> int:
    with open_reader(args.file) as reader:
        zone = zone_of(newest_rules(reader))
        if args.round is None:
            for line in hand.as_list(reader, zone):
                print(line)
            return 0
        story = round_story(reader, args.round)
        whose = identity(reader)
    if story is None:
        print(f"{shown(args.file)}: no round {args.round}; without ROUND the last are listed")
        return 1
    if args.box:
        story = hand.only_box(story, args.box)
        if not any(told.box == args.box for told in story.told):
            print(f"{shown(args.file)}: box {args.box} had no part in round {args.round}")
            return 1
    if args.json:
        print(hand.as_json(story).decode())
        return 0
    for line in (*heading(whose, hand.began(story)), *hand.as_text(story, zone)):
        print(safe(line))
    return 0


def _rules(args: argparse.Namespace) -> int:
    with open_reader(args.file) as reader:
        for line in rule_changes(reader, zone_of(newest_rules(reader))):
            print(line)
    return 0


def _show(args: argparse.Namespace) -> int:
    with open_reader(args.file) as reader:
        last = reader.head().seq
        if args.first > last:
            print(f"{shown(args.file)}: no such row; the last is {last}", file=sys.stderr)
            return 1
        first = max(1, args.first, last - args.last + 1 if args.last else 1)
        _print_rows(reader, reader.rows(first), as_json=args.json)
    return 0


def _find(args: argparse.Namespace) -> int:
    wanted = Wanted(at=args.at, box=args.box, who=args.who, kind=args.kind, card=args.card)
    with open_reader(args.file) as reader:
        try:
            found = list(find(reader, wanted, identity(reader).zone))
        except ValueError as error:
            print(f"dealer-assist journal: {error}", file=sys.stderr)
            return 2
        _print_rows(reader, found, as_json=args.json)
    if not found:
        print(f"{shown(args.file)}: no such row", file=sys.stderr)
    return 0 if found else 1


def _print_rows(reader: Reader, rows: Iterable[Row], *, as_json: bool) -> None:
    whose, headed = identity(reader), as_json
    for row in rows:
        if not headed:
            for line in heading(whose, row.at_us):
                print(line)
        headed = True
        print(as_json_line(row, whose) if as_json else as_line(row, whose))


def _opening(args: argparse.Namespace) -> int:
    with open_reader(args.file) as reader:
        for line in opening_lines(reader):
            print(line)
    return 0
