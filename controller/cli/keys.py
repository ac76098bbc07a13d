"""`dealer-assist keys new DIR`: make the table's keys, print what the auditor compares."""

from __future__ import annotations

import argparse
from pathlib import Path

from controller.journal.keys import PUBLIC_KEY, new_keys
from controller.journal.seal import fingerprint


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    new = actions.add_parser("new", help="make a table key and a signing key, never over old ones")
    new.add_argument("directory", type=Path, metavar="DIR")


def main(args: argparse.Namespace) -> int:
    signer = new_keys(args.directory)
    print(f"keys made in {args.directory}, readable by their owner only")
    print(f"signing key {fingerprint(signer.public_key)}")
    print(f"give {args.directory / PUBLIC_KEY} to the auditor and write the fingerprint down")
    return 0
