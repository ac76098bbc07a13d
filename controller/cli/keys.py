"""`dealer-assist keys`: make the table's keys, and the next file's; print what is compared."""

from __future__ import annotations

import argparse
from pathlib import Path

from controller.cli.record.card_keys import WHO, closed_for_ever, destroy
from controller.journal.append import require_key
from controller.journal.days.names import base, newest, record_at
from controller.journal.files import APPLICATION_ID
from controller.journal.keys import PUBLIC_KEY, KeyRing, new_keys
from controller.journal.read import open_reader
from controller.journal.seal import fingerprint


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    new = actions.add_parser("new", help="make a table key and a signing key, never over old ones")
    new.add_argument("directory", type=Path, metavar="DIR", help="the folder of the keys")

    rotate = actions.add_parser(
        "rotate",
        help="make the next file's signing key now; the change of file takes it",
        description="Each file of the record has a signing key of its own. The table makes it at"
        " the change of file, unless it was made here before; the key before signs it there. The"
        " same for the key of its hidden cards.",
    )
    rotate.add_argument("directory", type=Path, metavar="DIR", help="the folder of the keys")
    rotate.add_argument("--journal", type=Path, required=True, metavar="FILE", help="the record")
    rotate.add_argument(
        "--destroy",
        action="store_true",
        help="destroy the keys of the hidden cards of older files: what was never turned there"
        " stays unknown; those of held days, of the day before and of the shoe in use stay",
    )
    rotate.add_argument("--who", default="", metavar="NAME", help=f"with --destroy: {WHO}")


def main(args: argparse.Namespace) -> int:
    return _rotate(args) if args.action == "rotate" else _new(args)


def _rotate(args: argparse.Namespace) -> int:
    with open_reader(args.journal):  # a name that was mistyped has no next file
        record = base(record_at(args.journal, APPLICATION_ID))
    number = newest(record).number
    ring = KeyRing(args.directory)
    with open_reader(record) as reader:
        require_key(reader, ring.signer(number))
    signer = ring.new(number + 1)
    print(f"signing key {fingerprint(signer.public_key)}, of file {number + 1}")
    print("it is taken when the next gaming day's file is begun; until then nothing changes")
    if args.destroy:
        behind = (n for n in closed_for_ever(record) if n < number - 1)
        gone = destroy(record, ring, behind, args.who)
        said = ", ".join(map(str, gone)) or "none: every key is needed, or gone before"
        print(f"destroyed the keys of hidden cards of files: {said}")
    return 0


def _new(args: argparse.Namespace) -> int:
    signer = new_keys(args.directory)
    print(f"keys made in {args.directory}, readable by their owner only")
    print(f"signing key {fingerprint(signer.public_key)}")
    print(f"give {args.directory / PUBLIC_KEY} to the auditor and write the fingerprint down")
    return 0
