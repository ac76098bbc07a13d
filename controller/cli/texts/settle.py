"""`dealer-assist settle [--pack NAME] FILE`: the payout calculator, JSON in and out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from controller.rules.cases import CaseError, Settled, decode, pack_for, settle_case


class Output(msgspec.Struct, frozen=True):
    cases: list[Settled]


EXAMPLE = """example: $1 on A K against a dealer's 9 K, in New Hampshire; amounts are cents

  dealer-assist settle - <<'END'
  {"rules": "NH", "decks": 8, "options": {"hole_card": true},
   "dealer": {"cards": ["9c", "Kd"]},
   "seats": [{"seat": 1, "wager": 100, "initial": ["As", "Ks"]}]}
  END
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog, parser.formatter_class = EXAMPLE, argparse.RawDescriptionHelpFormatter
    parser.add_argument("--pack", default="", metavar="NAME", help="default: by the case's code")
    parser.add_argument("file", metavar="FILE", help="one case or {cases: [...]}; - = stdin")


def main(args: argparse.Namespace) -> int:
    """Exit status 1 when a case is refused; nothing is printed to standard output then."""
    try:
        data = sys.stdin.buffer.read() if args.file == "-" else Path(args.file).read_bytes()
        done = [
            settle_case(pack_for(case, args.pack), case, case.id or f"$.cases[{n}]")
            for n, case in enumerate(decode(data))
        ]
    except OSError as error:
        refused = CaseError.of_file(error, "")
        print(f"{args.file}: {refused}", file=sys.stderr)
        return 1
    except CaseError as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return 1
    print(msgspec.json.encode(Output(done)).decode())
    return 0
