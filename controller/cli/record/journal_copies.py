"""`dealer-assist journal backup` and `restore`: a proven copy out, a copy back in its place."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path
from typing import Any

from controller.audit.printed import shown
from controller.cli.given import RECORD
from controller.errors import JournalError
from controller.journal.backup import backup, restore
from controller.journal.keys import KeyRing, load_public_key


def add_arguments(actions: Any) -> None:
    out = actions.add_parser(
        "backup", help="copy it while it is written; proven before it says done"
    )
    out.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    out.add_argument("to", type=Path, metavar="TO", help="a new file, or a folder")
    out.add_argument("--public-key", type=Path, metavar="FILE", help="signing.pub of the table")
    back = actions.add_parser("restore", help="put a copy back; the daemon must be stopped")
    back.add_argument("copy", type=Path, metavar="COPY", help="made by `journal backup`")
    back.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    back.add_argument("--keys", type=Path, required=True, metavar="DIR", help="of the table")


def backed_up(args: argparse.Namespace) -> int:
    key = load_public_key(args.public_key) if args.public_key else None
    try:
        to, report = backup(args.file, args.to, key)
    except JournalError as error:
        print(f"dealer-assist journal: {error}", file=sys.stderr)
        return 1
    print(f"backed up   {shown(to)}")
    print(f"rows        {report.rows}, proven to row {report.signed}")
    print(f"head        {report.head.seq} {report.head.hash.hex()}")
    return 0


def restored(args: argparse.Namespace) -> int:
    signer = KeyRing(args.keys).signer
    try:
        found = asyncio.run(restore(args.copy, args.file, signer, at_us=int(time.time() * 1e6)))
    except JournalError as error:
        print(f"dealer-assist journal: {error}", file=sys.stderr)
        return 1
    print(f"restored    {shown(args.file)} to row {found.kept}")
    if found.known:
        print(f"missing     {max(0, found.known - found.kept)} rows, as the head file knows")
    else:
        print("missing     not known: there is no head file; compare with the last head printed")
    if found.rounds is not None:
        print(f"            {found.rounds} closed rounds, as the old file shows")
    print("kept        what stood there, beside it; the table asks for alignment at its start")
    return 0
