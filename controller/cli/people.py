"""`dealer-assist people`: add, list and remove those who may sign in on the floor.

A PIN is asked for at the terminal, or read from standard input with `--pin-stdin`; it is never an
argument, because other users of the machine can read those.
"""

from __future__ import annotations

import argparse
import getpass
import sys
from pathlib import Path

from controller.console.people import People
from controller.errors import ConfigError

RANKS = ("dealer", "floorperson", "casino_supervisor", "surveillance")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--file", type=Path, default=Path("people.json"), help="the people file")
    act = parser.add_subparsers(dest="act", required=True)
    adding = act.add_parser("add", help="add a person")
    adding.add_argument("name")
    adding.add_argument("--rank", choices=RANKS, required=True)
    adding.add_argument("--licence", default="", help="licence number")
    adding.add_argument("--pin-stdin", action="store_true", help="read the PIN from standard input")
    act.add_parser("list", help="print people, ranks and licence numbers")
    removing = act.add_parser("remove", help="remove a person")
    removing.add_argument("name")


def main(args: argparse.Namespace) -> int:
    people = People(args.file)
    if args.act == "add":
        person = people.add(args.name, args.rank, _pin(args.pin_stdin), args.licence)
        print(f"{person.name} is added; the PIN must be changed at the first sign-in")
    elif args.act == "remove":
        people.remove(args.name)
        print(f"{args.name} is removed")
    else:
        everybody = people.all()
        width = max((len(p.name) for p in everybody), default=4)
        for person in sorted(everybody, key=lambda p: p.name):
            new = "  PIN not yet changed" if person.must_change else ""
            rank = person.rank.replace("_", " ")
            print(f"{person.name:<{width}}  {rank:<17}  {person.licence or '-'}{new}")
    return 0


def _pin(from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().strip()
    pin = getpass.getpass("PIN: ")
    if getpass.getpass("PIN again: ") != pin:
        raise ConfigError("the two PINs are not the same")
    return pin
