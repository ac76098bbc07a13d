"""`make edge`: the published house edges, dealt again; status 1 when one is off by 3 errors.

Each edge over three million rounds, and the difference of two packs on the same cards, which
tells neighbouring rules apart. The split two-card 21 is at even money where the published figures
assume it.
"""

from __future__ import annotations

import argparse
import sys
import time

from controller.cli.texts import simulate
from controller.rules.simulate.terms import STAKE_CENTS

EVEN = ("--option", "split_two_card_21_v_drawn_21=even_money")
CASES: tuple[tuple[str, float, tuple[str, ...]], ...] = (
    ("MA 6 decks", 0.3697, ("--pack", "massachusetts", "--decks", "6", *EVEN)),
    ("MA 8 decks", 0.3842, ("--pack", "massachusetts", "--decks", "8", *EVEN)),
    ("MD 6 decks", 0.4016, ("--pack", "maryland", "--decks", "6", *EVEN)),
    ("MD 8 decks", 0.4202, ("--pack", "maryland", "--decks", "8", *EVEN)),
    ("MD 6 decks, defaults", 0.4336, ("--pack", "maryland", "--decks", "6")),
    ("MD 8 decks, defaults", 0.4526, ("--pack", "maryland", "--decks", "8")),
)
PAIR = ("--pack", "massachusetts", "--against", "maryland")
DIFFERENCES: tuple[tuple[str, float, tuple[str, ...]], ...] = (
    ("MD minus MA, 6 decks, defaults", 0.079, (*PAIR, "--decks", "6")),
    ("MD minus MA, 8 decks, defaults", 0.080, (*PAIR, "--decks", "8")),
    ("MD minus MA, 6 decks, even money", 0.030, (*PAIR, "--decks", "6", *EVEN)),
    ("MD minus MA, 8 decks, even money", 0.031, (*PAIR, "--decks", "8", *EVEN)),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3_000_000)
    parser.add_argument("--seed", default="edge")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    print(f"seed {args.seed}, {args.rounds:,} rounds each, cover card at 75 %")
    print(f"{'':<36}{'expected':>9}{'measured':>10}{'error':>8}{'off by':>8}{'rounds/s':>10}")
    near = [measure(args, *one) for one in (*CASES, *DIFFERENCES)]
    return 0 if all(near) else 1


def measure(args: argparse.Namespace, name: str, expected: float, argv: tuple[str, ...]) -> bool:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    given = parser.parse_args([*argv, "--seed", args.seed, "--rounds", str(args.rounds)])
    began = time.perf_counter()
    tally = simulate.gather(
        simulate.work_of(given), simulate.blocks(args.rounds, args.seed), jobs=args.jobs, rounds=1
    )
    took_s = time.perf_counter() - began
    edge, error = tally.edge(STAKE_CENTS)
    off = (edge - expected) / error
    print(
        f"{name:<36}{expected:>9.4f}{edge:>10.4f}{error:>8.4f}{off:>+8.2f}"
        f"{tally.rounds / took_s:>10,.0f}",
        flush=True,
    )
    return abs(off) <= 3


if __name__ == "__main__":
    sys.exit(main())
