"""`dealer-assist demo`: watch a simulated table being dealt, until Ctrl-C.

Exit status: 0 ended, 1 the table and what lay on it disagreed, 2 usage or configuration.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from controller.cli.given import a_port, whole
from controller.cli.origin import refuse_foreign_packages
from controller.errors import ConfigError

SEED = 43
"""Its second round has an ace up with insurance and a Blackjack with a Bonus Spin."""
SLOWEST, FASTEST = 0.1, 1000.0
PACK = "massachusetts-bonus-spin"
PACKS = (
    "boston-billiard", "maryland", "massachusetts", "massachusetts-bonus-spin", "pure-21-5",
)  # fmt: skip
FAULTS = (
    "shoe-unplugged", "shoe-rebooted", "shoe-noise", "reader-mute", "reader-unplugged",
    "wheel-unplugged", "wheel-stuck", "shuffler-jam", "ten", "card-unread", "card-face-up",
    "foreign-card", "reader-lies", "reader-fault", "card-in-error-seen", "card-in-error",
    "dealer-drew-too-far", "hand-passed-over", "hand-with-one-card", "hole-card-shown",
    "reader-used",
)  # fmt: skip
"""As `controller.bench.demo.faults` has them; named here so that `--help` loads nothing."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pack", default=PACK, help=f"the rules: {', '.join(PACKS)}")
    parser.add_argument("--speed", type=float, default=1.0, help="1 = human pace; 0.1 to 1000")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed, another evening")
    parser.add_argument("--rounds", type=whole(1), metavar="N", help="stop after N rounds")
    parser.add_argument("--port", type=a_port(), help="of the consoles; 8021, or a free one")
    parser.add_argument("--dir", type=Path, help="where keys, settings and the journal go")
    parser.add_argument(
        "--fault",
        default="",
        metavar="NAME",
        help="a fault or slip from round 2 on, most of which hold the table until somebody "
        f"rules on /floor: {', '.join(FAULTS)}",
    )
    parser.add_argument("--hands", action="store_true", help="you deal, on the page /hands")
    parser.add_argument(
        "--end",
        action="store_true",
        help="end with the last round, or once a hold has waited a minute for a ruling on /floor",
    )
    parser.add_argument(
        "--from",
        dest="start",
        choices=("bets", "opening"),
        default="bets",
        help="opening = all of it",
    )


def main(args: argparse.Namespace) -> int:
    refuse_foreign_packages()
    from controller.bench.demo.watched import Options, run

    if not SLOWEST <= args.speed <= FASTEST:
        raise ConfigError("from 0.1 to 1000", where="--speed", do="1 is human pace")
    return run(
        Options(
            pack=args.pack,
            speed=args.speed,
            seed=args.seed,
            rounds=args.rounds,
            port=args.port,
            folder=args.dir,
            fault=args.fault,
            hands=args.hands,
            from_opening=args.start == "opening",
            stays=not args.end,
        ),
        _tell,
    )


def _tell(line: str) -> None:
    print(line, file=sys.stdout, flush=True)
