"""`dealer-assist journal export`: evidence of closed rounds in one zip, for whom and why."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from controller.audit.evidence import Asked, export, moment
from controller.audit.printed import identity, shown
from controller.cli.given import RECORD, whole
from controller.daemon import exports
from controller.domain import facts as fact
from controller.errors import JournalError
from controller.journal.days import names
from controller.journal.files import APPLICATION_ID, naming
from controller.journal.read import open_reader

from .journal_keep import require_day


def add_arguments(actions: Any) -> None:
    out = actions.add_parser(
        "export",
        help="evidence of closed rounds in one zip",
        epilog="example: dealer-assist journal export var/journal.db --round 212"
        ' --reason "player disputes box 4" --who "Agent R. Vance" -o round-212.zip',
    )
    out.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    which = out.add_mutually_exclusive_group(required=True)
    which.add_argument("--round", type=whole(1), default=0, metavar="N", help="one closed round")
    which.add_argument("--day", default="", metavar="DATE", help="a gaming day, 2026-11-27")
    which.add_argument("--from", dest="since", default="", metavar="TIME", help="2026-11-27 21:00")
    out.add_argument("--to", dest="until", default="", metavar="TIME", help="by the table's clock")
    out.add_argument("--reason", required=True, metavar="TEXT", help="why")
    out.add_argument("--who", required=True, metavar="NAME", help="for whom")
    out.add_argument("-o", dest="to", type=Path, required=True, metavar="ZIP", help="a new file")


def exported(args: argparse.Namespace) -> int:
    if not args.reason.strip() or not args.who.strip():
        print("dealer-assist journal: say for whom and why", file=sys.stderr)
        return 2
    try:
        made = export(args.file, _asked(args), args.to, at_us=int(time.time() * 1e6))
    except ValueError as error:
        print(f"dealer-assist journal: {error}", file=sys.stderr)
        return 2
    except JournalError as error:
        print(f"dealer-assist journal: {error}", file=sys.stderr)
        return 1
    said = fact.Exported(
        who=args.who,
        reason=args.reason,
        what=_asked(args).words(),
        first=made.first,
        last=made.last,
        sha256=made.sha256,
    )
    record = names.base(names.record_at(args.file, APPLICATION_ID))
    with naming(exports.folder_of(record), "The evidence was made, but no row will say so"):
        exports.leave(record, said)
    rounds = ", ".join(map(str, made.rounds))
    print(f"evidence    {shown(made.path)}: rounds {rounds}, rows {made.first} to {made.last}")
    print(f"sha256      {made.sha256}")
    if not made.printed:
        print("no PDF      there is no chromium here; story.html prints the same")
    print("recorded    the daemon makes a row of it, at the latest at its next start")
    return 0


def _asked(args: argparse.Namespace) -> Asked:
    """Raises: ValueError for a time or a day that is none, JournalError."""
    since = until = 0
    if args.day:
        require_day(args.day)
    if args.since:
        with open_reader(args.file) as reader:
            whose = identity(reader)
        since = moment(args.since, whose)
        until = moment(args.until, whose) if args.until else 1 << 62
    return Asked(
        who=args.who,
        reason=args.reason,
        round=args.round,
        day=args.day,
        since=since,
        until=until,
    )
