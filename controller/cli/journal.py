"""`dealer-assist journal`: prove the record, show its rows, replay it, tell a round.

Payloads are shown as far as msgpack tells their shape; bytes (seals, keys, macs) only by length.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from controller.audit import hand
from controller.audit.explain import round_story
from controller.audit.fold import zone_of
from controller.audit.replay import EVERY, Replayed, replay
from controller.audit.rule_changes import rule_changes
from controller.errors import JournalError
from controller.journal.keys import load_public_key
from controller.journal.read import open_reader
from controller.journal.rows import Row
from controller.journal.seal import fingerprint
from controller.journal.verify import Report, accept_end, verify
from controller.procedure.watchers import Watch
from controller.table.record import code_hash
from controller.table.recovery import InForce, newest_rules

OPEN_END = 3
"""Exit status of `verify` when the last rows are not signed yet: a round is open."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    proof = actions.add_parser(
        "verify",
        help="prove chain, signatures and head",
        description="Prove chain, every signature and head."
        f" Exit status: 0 = every row is proven, {OPEN_END} = the last rows are not signed yet,"
        " 1 = something is wrong.",
    )
    proof.add_argument("file", type=Path, metavar="FILE")
    proof.add_argument("--public-key", type=Path, metavar="FILE", help="signing.pub of the table")
    proof.add_argument("--watch", action="store_true", help="fold it and look for what must not be")
    show = actions.add_parser("show", help="print rows")
    show.add_argument("file", type=Path, metavar="FILE")
    show.add_argument("--from", dest="first", type=int, default=1, metavar="N", help="first row")
    show.add_argument("--last", type=int, default=0, metavar="N", help="only the last N rows")
    show.add_argument("--json", action="store_true", help="one JSON object a row")
    again = actions.add_parser("replay", help="fold the record again, compare every outcome")
    again.add_argument("file", type=Path, metavar="FILE")
    again.add_argument("--all", action="store_true", help="list every difference, not the first")
    told = actions.add_parser("hand", help="tell a round step by step; without ROUND the last 10")
    told.add_argument("file", type=Path, metavar="FILE")
    told.add_argument("round", type=int, nargs="?", metavar="ROUND")
    told.add_argument("--box", type=int, default=0, metavar="N", help="one box and the table")
    told.add_argument("--json", action="store_true", help="with the layout at every step")
    rules = actions.add_parser("rules", help="every change of the rules, and who signed")
    rules.add_argument("file", type=Path, metavar="FILE")
    accept = actions.add_parser("accept", help="go on after lost rows: the present end is the head")
    accept.add_argument("file", type=Path, metavar="FILE")


def main(args: argparse.Namespace) -> int:
    actions = {
        "verify": _verify,
        "show": _show,
        "accept": _accept,
        "replay": _replay,
        "hand": _hand,
        "rules": _rules,
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
        print(f"NOT PROVEN  {args.file}: {report.fault.what}. {report.fault.do}")
        return 1
    if not report.signed or report.rows > report.signed + 1:
        print(f"{_so_far(report)}: {args.file}")
        return (_watch(args.file) if args.watch else 0) or OPEN_END
    print(f"proven      {args.file}")
    return _watch(args.file) if args.watch else 0


def _so_far(report: Report) -> str:
    """A signature is signed by nobody: the row that holds it is no open end."""
    first = report.signed + (2 if report.signed else 1)
    rows = f"row {first}" if first == report.rows else f"rows {first} to {report.rows}"
    return f"proven to row {report.signed}; {rows} not signed yet"


def _report(report: Report, *, trusted: bool) -> Iterable[str]:
    yield f"rows        {report.rows}"
    yield f"signatures  {report.signatures}, all checked; they prove rows 1 to {report.signed}"
    if report.public_key:
        source = "the given key" if trusted else "the key in row 1; --public-key proves whose"
        yield f"key         {fingerprint(report.public_key)}, {source}"
    yield f"head        {report.head.seq} {report.head.hash.hex()}"
    if report.noted is None:
        yield "head file   none: last rows that were cut off would not be noticed"


def _accept(args: argparse.Namespace) -> int:
    noted, end = accept_end(args.file)
    known = f"row {noted.seq}" if noted else "nothing"
    print(f"{args.file}: goes on after row {end.seq}; its head file knew {known}")
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
    print(f"watched     {done.inputs} inputs, {len(done.findings)} findings")
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
    if story is None:
        print(f"{args.file}: no round {args.round}; without ROUND the last are listed")
        return 1
    story = hand.only_box(story, args.box) if args.box else story
    if args.json:
        print(hand.as_json(story).decode())
        return 0
    for line in hand.as_text(story, zone):
        print(line)
    return 0


def _rules(args: argparse.Namespace) -> int:
    with open_reader(args.file) as reader:
        for line in rule_changes(reader, zone_of(newest_rules(reader))):
            print(line)
    return 0


def _show(args: argparse.Namespace) -> int:
    with open_reader(args.file) as reader:
        first = max(1, args.first, reader.head().seq - args.last + 1 if args.last else 1)
        for row in reader.rows(first):
            print(_as_json(row) if args.json else _as_line(row))
    return 0


def _as_line(row: Row) -> str:
    at = datetime.fromtimestamp(row.at_us / 1e6, UTC)
    local = at.astimezone().strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
    utc = at.strftime("%H:%M:%S") + "Z"
    payload = _text(_plain(row.payload))
    return f"{row.seq:>7}  {local}  {utc}  {row.source:<12}  {row.kind:<16}  {payload}"


def _as_json(row: Row) -> str:
    at = datetime.fromtimestamp(row.at_us / 1e6, UTC)
    return json.dumps(
        {
            "seq": row.seq,
            "at": at.isoformat(timespec="microseconds"),
            "source": row.source,
            "kind": row.kind,
            "payload": _plain(row.payload),
            "hash": row.hash.hex(),
        }
    )


def _plain(payload: bytes) -> object:
    try:
        return _hide(msgspec.msgpack.decode(payload))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _bytes(payload)


def _hide(value: Any) -> object:
    if isinstance(value, bytes):
        return _bytes(value)
    if isinstance(value, msgspec.msgpack.Ext):
        return _bytes(bytes(value.data))
    if isinstance(value, dict):
        return {str(_hide(k)): _hide(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_hide(v) for v in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value


def _bytes(value: bytes) -> str:
    return f"<{len(value)} bytes>"


def _text(value: object) -> str:
    """Write maps as `type key=value`, a text of several lines by their number."""
    if isinstance(value, dict):
        rest = (f"{k}={_text(v)}" for k, v in value.items() if k != "type")
        return " ".join([*([str(value["type"])] if "type" in value else []), *rest])
    if isinstance(value, list):
        return "[" + ", ".join(map(_text, value)) + "]"
    lines = str(value).splitlines()
    return f"<{len(lines)} lines>" if len(lines) > 1 else str(value)
