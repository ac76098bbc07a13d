"""`dealer-assist journal hold` and `prune`: keep a day for a dispute, delete what is old enough."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from datetime import date
from pathlib import Path
from typing import Any

from controller.audit.printed import identity, safe
from controller.cli.given import RECORD, whole
from controller.domain import facts as fact
from controller.errors import ConfigError, JournalError
from controller.journal.days import names, retention
from controller.journal.files import APPLICATION_ID
from controller.journal.keys import KeyRing
from controller.journal.read import open_reader
from drivers.number import counted

from .card_keys import WHO, closed_for_ever, destroy, leave_word
from .held_rows import held


def add_arguments(actions: Any) -> None:
    holding = actions.add_parser("hold", help="keep a gaming day for a dispute, whatever its age")
    acts = holding.add_subparsers(dest="act", required=True, metavar="ACT")
    adding = acts.add_parser("add", help="nothing of that day is deleted from now on")
    removing = acts.add_parser("remove", help="the day is kept no longer than others")
    listing = acts.add_parser("list", help="print the days that are held, by whom and why")
    for one in (adding, removing, listing):
        one.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    for one in (adding, removing):
        one.add_argument("--day", required=True, metavar="DATE", help="a gaming day, 2026-11-27")
    adding.add_argument("--reason", required=True, metavar="TEXT", help="why it is kept")
    adding.add_argument("--who", required=True, metavar="NAME", help="who keeps it")
    removing.add_argument("--reason", default="", metavar="TEXT", help="why no longer")
    removing.add_argument("--who", default="", metavar="NAME", help="who keeps it no longer")
    old = actions.add_parser(
        "prune",
        help="delete the rows of finished files that are old enough; the daemon must be stopped",
        description="Days are the record's own gaming days, fewer where the clock of this machine"
        " says so; time between two files counts 31 days at most. Without --delete it only prints"
        " what would go and why the rest is kept. A day that is held is never deleted.",
    )
    old.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    old.add_argument("--keep-days", type=whole(1), required=True, metavar="N", help="gaming days")
    old.add_argument("--keys", type=Path, metavar="DIR", help="of the table, with --delete")
    old.add_argument("--who", default="", metavar="NAME", help=WHO)
    old.add_argument("--delete", action="store_true", help="and not only print what would go")


def require_day(text: str) -> None:
    """Raises: ValueError."""
    try:
        written = date.fromisoformat(text).isoformat()
    except ValueError:
        written = ""
    if written != text:
        raise ValueError(f"{text!r} is no date; write 2026-11-27")


def kept(args: argparse.Namespace) -> int:
    try:
        with open_reader(args.file):  # so that no name that was mistyped is held
            record = names.base(names.record_at(args.file, APPLICATION_ID))
        return _hold(record, args) if args.action == "hold" else _prune(record, args)
    except ValueError as error:
        print(f"dealer-assist journal: {error}", file=sys.stderr)
        return 2
    except (ConfigError, JournalError) as error:
        print(f"dealer-assist journal: {error}", file=sys.stderr)
        return 1


def _hold(record: Path, args: argparse.Namespace) -> int:
    if args.act == "add":
        require_day(args.day)
        _require_there(record, args.day)
        if not args.reason.strip() or not args.who.strip():
            raise ValueError("say who keeps the day and why")
        retention.hold(record, retention.Hold(args.day, args.reason, args.who))
        print(f"held        gaming day {args.day}")
        _leave_word(record, args, released=False)
    elif args.act == "remove":
        if args.day not in {one.day for one in _holds(record)}:
            print(f"dealer-assist journal: {args.day} is not held", file=sys.stderr)
            return 1
        _leave_word(record, args, released=True)
        retention.release(record, args.day)
        print(f"released    gaming day {args.day}")
    else:
        found = _holds(record)
        for one in found:
            print(f"{safe(one.day)}  {safe(one.by)}: {safe(one.reason)}")
        if not found:
            print("no gaming day is held")
    return 0


def _holds(record: Path) -> list[retention.Hold]:
    """What the file of the holds says, and what only rows say. Raises: JournalError."""
    found = list(retention.holds(record))
    days = {one.day for one in found}
    return found + [row.hold for row in held(record) if row.hold.day not in days]


def _require_there(record: Path, day: str) -> None:
    """Raises: JournalError for a day of which the record has no rows."""
    with open_reader(record) as reader:
        whose = identity(reader)
    spans = [
        (max(part.day, whose.day(first)), max(part.day, whose.day(last)))
        for part, first, last in retention.spans(record)
    ]
    if not any(first <= day <= last for first, last in spans):
        there = ", ".join(a if a == b else f"{a} to {b}" for a, b in spans)
        what = f"no file holds gaming day {day}"
        raise JournalError(what, where=str(record), do=f"There are: {there}")


def _leave_word(record: Path, args: argparse.Namespace, *, released: bool) -> None:
    """Raises: JournalError."""
    said = fact.DayHeld(day=args.day, who=args.who, reason=args.reason, released=released)
    leave_word(record, said)


def _prune(record: Path, args: argparse.Namespace) -> int:
    if args.delete and args.keys is None:
        print("dealer-assist journal: --delete needs --keys", file=sys.stderr)
        return 2
    rows, at_us = held(record), int(time.time() * 1e6)
    finished = list(retention.ages(record, args.keep_days, rows, at_us=at_us))
    for part, why in finished:
        print(f"{safe(part.name)}: {safe(why) or 'old enough'}")
    if not finished:
        print("no finished file has rows to delete")
    if not args.delete:
        return 0
    by, closed = KeyRing(args.keys).signer, closed_for_ever(record)
    pruning = retention.prune(record, by, args.keep_days, rows=rows, at_us=at_us)
    gone = asyncio.run(pruning)
    destroy(record, KeyRing(args.keys), (n.number for n in gone if n.number in closed), args.who)
    for one in gone:
        print(f"deleted     rows {one.first} to {one.last} of file {one.number}")
    print(f"{counted(len(gone), 'file')} deleted; the files behind them are proven as before")
    return 0
