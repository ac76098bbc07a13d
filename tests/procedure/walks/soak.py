"""`make soak`: hostile evenings over all packs until so many rounds were dealt; all are replayed.

A broken promise is printed with the seed that breaks it again: `make soak ARGS="--first 1234"`.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import count
from os import cpu_count
from typing import NamedTuple

from rich.progress import Progress

from .promises import broken
from .reached import Reached
from .walk import walked

TOLD_EVERY = 1000
"""Rounds between two lines of a run that no terminal shows."""


class Evening(NamedTuple):
    seed: int
    rounds: int
    inputs: int
    refusals: int
    irregularities: int
    broken: list[str]
    places: Counter[str]
    rulings: Counter[tuple[str, str]]


def dealt(seed: int) -> Evening:
    """An evening whose promises cannot even be looked at is told as a broken one."""
    try:
        return _dealt(seed)
    except Exception:  # noqa: BLE001 - the other evenings are dealt all the same
        said = traceback.format_exc(limit=-3).strip()
        return Evening(seed, 0, 0, 0, 0, [said], Counter(), Counter())


def _dealt(seed: int) -> Evening:
    walk = walked(seed, roams=True)
    reached = Reached().walk(walk)
    outcomes = [step.outcome for _, step in walk.steps]
    return Evening(
        seed,
        walk.rounds,
        len(outcomes),
        sum(o.verdict == "refused" for o in outcomes),
        sum(len(o.raised) for o in outcomes),
        broken(walk),
        reached.places,
        reached.rulings,
    )


def evenings(first: int, jobs: int) -> Iterator[Evening]:
    """Without end, as they are done."""
    with ProcessPoolExecutor(jobs) as pool:
        seeds = count(first)
        waiting = {pool.submit(dealt, next(seeds)) for _ in range(jobs * 2)}
        try:
            while True:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(dealt, next(seeds)) for _ in done}
                for one in done:
                    yield one.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def main() -> int:
    """Exit status 1 when a promise was broken."""
    ask = argparse.ArgumentParser(prog="make soak", description=__doc__)
    ask.add_argument("--rounds", type=int, default=20_000)
    ask.add_argument("--first", type=int, default=10_000, metavar="SEED")
    ask.add_argument("--jobs", type=int, default=cpu_count() or 1)
    args = ask.parse_args()
    began, found, total = time.monotonic(), 0, [0, 0, 0, 0]
    reached = Reached()
    with Progress() as progress:
        bar = progress.add_task("rounds", total=args.rounds)
        for evening in evenings(args.first, args.jobs):
            before = total[0] // TOLD_EVERY
            total = [a + b for a, b in zip(total, evening[1:5], strict=True)]
            progress.update(bar, completed=min(total[0], args.rounds))
            if not progress.console.is_terminal and total[0] // TOLD_EVERY > before:
                progress.console.print(f"{total[0]:,} rounds, seed {evening.seed}")
            reached.add(evening.places, evening.rulings)
            for text in evening.broken:
                found += 1
                progress.console.print(f"seed {evening.seed}: {text}", markup=False)
            if total[0] >= args.rounds:
                break
    rounds, inputs, refusals, irregularities = total
    print(
        f"{rounds:,} rounds, {inputs:,} inputs, {refusals:,} refusals, "
        f"{irregularities:,} irregularities, {found} broken promises, "
        f"{time.monotonic() - began:.0f} s"
    )
    print(f"\nplaces reached:\n{reached.table()}")
    if never := reached.never():
        print(f"never reached: {', '.join(never)}")
    return 1 if found or never else 0


if __name__ == "__main__":
    sys.exit(main())
