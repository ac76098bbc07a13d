"""`dealer-assist people`: add, list, change and remove those who may sign in on the floor.

A PIN is asked for at the terminal; without one, or with `--pin-stdin`, it is the first line of
standard input. It is never an argument, because other users of the machine can read those.
"""

from __future__ import annotations

import argparse
import getpass
import sys
from pathlib import Path

from controller.console.sign_in.people import People
from controller.errors import ConfigError

RANKS = ("dealer", "floorperson", "casino_supervisor", "surveillance")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--file", type=Path, default=Path("people.json"), help="the people file")
    act = parser.add_subparsers(dest="act", required=True, metavar="ACTION")
    adding = act.add_parser(
        "add",
        help="add a person",
        epilog='example: dealer-assist people --file var/people.json add "Ada Fox"'
        " --rank floorperson",
    )
    adding.add_argument("name", metavar="NAME", help="as it is shown, in quotes")
    adding.add_argument("--rank", choices=RANKS, required=True, help="what the person may do")
    adding.add_argument("--licence", default="", help="licence number")
    adding.add_argument("--pin-stdin", action="store_true", help="read the PIN from standard input")
    act.add_parser("list", help="print people, ranks and licence numbers")
    changing = act.add_parser("change", help="change rank or licence, or give another PIN")
    changing.add_argument("name", metavar="NAME", help="as it is shown, in quotes")
    changing.add_argument("--rank", choices=RANKS, help="another rank")
    changing.add_argument("--licence", help="licence number")
    changing.add_argument("--pin", action="store_true", help="give a PIN, to be changed at once")
    changing.add_argument("--pin-stdin", action="store_true", help="read it from standard input")
    badged = act.add_parser("badge", help="give a person a badge: scan it when asked")
    badged.add_argument("name", metavar="NAME", help="as it is shown, in quotes")
    badged.add_argument("--none", action="store_true", help="take it away")
    badged.add_argument(
        "--number-stdin", action="store_true", help="read its number from standard input"
    )
    removing = act.add_parser("remove", help="remove a person")
    removing.add_argument("name", metavar="NAME", help="as it is shown, in quotes")
    for one in act.choices.values():  # people write it before or behind the action
        one.add_argument("--file", type=Path, default=argparse.SUPPRESS, help="the people file")


def main(args: argparse.Namespace) -> int:
    people = People(args.file)
    if args.act == "add":
        person = people.add(args.name, args.rank, _pin(args.pin_stdin), args.licence)
        print(f"{person.name} is added; the PIN must be changed at the first sign-in")
    elif args.act == "remove":
        print(f"{people.remove(args.name).name} is removed and signed out")
    elif args.act == "badge":
        number = "" if args.none else _number(args.number_stdin)
        person = people.give_badge(args.name, _bytes(number))
        print(f"{person.name} has {'no badge' if args.none else 'this badge'} now")
    elif args.act == "change":
        _change(people, args)
    else:
        everybody = people.all()
        if not everybody:
            print(f"nobody yet in {args.file}; add somebody: people --file {args.file} add NAME")
        width = max((len(p.name) for p in everybody), default=4)
        for person in sorted(everybody, key=lambda p: p.name):
            new = "  PIN not yet changed" if person.must_change else ""
            rank = person.rank.replace("_", " ")
            badge = "  badge" if person.badge else ""
            print(f"{person.name:<{width}}  {rank:<17}  {person.licence or '-'}{badge}{new}")
    return 0


def _change(people: People, args: argparse.Namespace) -> None:
    """Raises: ConfigError."""
    people.require(args.name)
    gives_pin = args.pin or args.pin_stdin
    if args.rank is None and args.licence is None and not gives_pin:
        raise ConfigError("nothing to change", do="Give --rank, --licence or --pin")
    pin = _pin(args.pin_stdin) if gives_pin else None
    person = people.edit(args.name, rank=args.rank, licence=args.licence, pin=pin)
    print(f"{person.name} is changed and signed out")


def _number(from_stdin: bool) -> str:
    """Without the prefix that devices.toml names. Raises: ConfigError."""
    if from_stdin or not sys.stdin.isatty():
        number = sys.stdin.readline().strip()
    else:
        number = getpass.getpass("Hold the badge to a reader that types here: ").strip()
    if not number:
        raise ConfigError("no badge was read", do="Scan it, or give --none to take one away")
    return number


def _bytes(number: str) -> bytes:
    """Raises: ConfigError."""
    try:
        return number.encode()
    except UnicodeEncodeError as error:
        raise ConfigError("the badge's number is no text", do="Scan it again") from error


def _pin(from_stdin: bool) -> str:
    """Raises: ConfigError."""
    if from_stdin or not sys.stdin.isatty():
        pin = sys.stdin.readline().strip()
        if not pin:
            do = "Type it at a terminal, or pipe it: printf '%s\\n' PIN | dealer-assist people ..."
            raise ConfigError("no PIN was given", do=do)
        return pin
    pin = getpass.getpass("PIN: ")
    if getpass.getpass("PIN again: ") != pin:
        raise ConfigError("the two PINs are not the same")
    return pin
