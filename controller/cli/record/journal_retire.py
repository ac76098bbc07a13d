"""`dealer-assist journal retire`: give a record up for good; two people sign with their PINs."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import sys
import time
from pathlib import Path
from typing import Any

from controller.audit.printed import shown
from controller.cli.given import RECORD
from controller.console.sign_in.people import People, Person
from controller.domain.wording import dollars
from controller.errors import ConfigError, JournalError
from controller.journal.days import names
from controller.journal.days.retired import Retired, retire
from controller.journal.files import APPLICATION_ID
from controller.journal.keys import KeyRing
from controller.journal.read import open_reader
from controller.table.recovery import Recovered, recover
from controller.view.prizes import meters

FIRST, SECOND = ("floorperson", "casino_supervisor"), ("casino_supervisor",)


def add_arguments(actions: Any) -> None:
    out = actions.add_parser(
        "retire",
        help="give a record up for good; the table must be closed, the daemon stopped",
        epilog="the PINs are asked for, or are the first two lines of standard input",
    )
    out.add_argument("file", type=Path, metavar="FILE", help=RECORD)
    out.add_argument("--keys", type=Path, required=True, metavar="DIR", help="of the table")
    out.add_argument("--people", type=Path, required=True, metavar="FILE", help="the people file")
    out.add_argument("--who", required=True, metavar="NAME", help="floorperson or above")
    out.add_argument("--and", dest="other", required=True, metavar="NAME", help="supervisor")
    out.add_argument("--reason", required=True, metavar="TEXT", help="why")


def retired(args: argparse.Namespace) -> int:
    signer = KeyRing(args.keys).signer
    people = People(args.people)
    try:
        record = names.base(names.record_at(args.file, APPLICATION_ID))
        found = _closed(record)
        first, second = _two(people, args)
        house, play = found.procedure.house, found.state.play
        last = tuple((m.name, m.cents) for m in meters(play, house))
        said = Retired((first.name, second.name), args.reason.strip(), last)
        head = asyncio.run(retire(record, signer, said, at_us=int(time.time() * 1e6)))
    except (ConfigError, JournalError) as error:
        print(f"dealer-assist journal: {error}", file=sys.stderr)
        return 1
    print(f"retired     {shown(args.file)}, by {first.name} and {second.name}")
    for name, cents in last:
        print(f"meter       {name}: {dollars(cents)}")
    print(f"head        {head.seq} {head.hash.hex()}")
    print("write it down: whoever shows this file later must show this head")
    return 0


def _closed(path: Path) -> Recovered:
    """Raises: JournalError when a round or the table is open, or this software differs."""
    with open_reader(path) as reader:
        found = recover(reader)
    if found.difference is not None or found.state.play.opening != "closed":
        what = "the table of this record is not closed"
        raise JournalError(what, where=str(path), do="Start the daemon and close the table first")
    return found


def _two(people: People, args: argparse.Namespace) -> tuple[Person, Person]:
    """Raises: ConfigError."""
    if not args.reason.strip():
        raise ConfigError("no reason was given", do="Say why in --reason")
    first = _proven(people, args.who, FIRST)
    second = _proven(people, args.other, SECOND)
    if first.name == second.name:
        raise ConfigError("one person signed twice", do="Two people give a record up")
    return first, second


def _proven(people: People, name: str, ranks: tuple[str, ...]) -> Person:
    """Raises: ConfigError."""
    if sys.stdin.isatty():
        pin = getpass.getpass(f"PIN of {name}: ")
    else:
        pin = sys.stdin.readline().strip()
    person = asyncio.run(people.verify(name, pin))
    if person is None:
        raise ConfigError(f"name or PIN of {name} is wrong", do="See: people list")
    if person.rank not in ranks:
        words = " or ".join(rank.replace("_", " ") for rank in ranks)
        raise ConfigError(f"{name} is no {words}", do="Ask one of that rank")
    return person
