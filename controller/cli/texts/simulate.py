"""`dealer-assist simulate`: the house edge of a pack under a published strategy, rules only.

Rounds are dealt in blocks, each with random numbers of its own from seed and block number, so that
the result is the same for any number of processes. `--against` plays two packs on the same cards
and reports the difference, which a single edge of millions of rounds could not show.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.given import require_writable, whole
from controller.errors import ConfigError
from controller.rules import pack as packs
from controller.rules.simulate import run, strategy
from controller.rules.simulate.terms import STAKE_CENTS, terms

if TYPE_CHECKING:
    from rich.progress import ProgressType

Work = Callable[[tuple[str, int]], run.Tally]
"""From (seed, rounds) of a block to what came of it."""
BLOCK_ROUNDS = 50_000
LONG_ROUNDS = 500_000
"""From here on a progress bar is worth its line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pack", required=True, help="name of a rule pack")
    parser.add_argument("--against", metavar="PACK", help="report PACK's edge minus this one's")
    parser.add_argument("--rounds", type=whole(1), default=1_000_000, help="default: a million")
    parser.add_argument("--decks", type=whole(1, 64), default=6, help="default: 6")
    parser.add_argument("--seed", default="1", help="another seed, other cards")
    parser.add_argument("--strategy", choices=strategy.names(), help="default: by the pack")
    parser.add_argument("--cut", type=float, default=0.75, help="share dealt before a shuffle")
    parser.add_argument("--jobs", type=whole(1, 1024), default=1, help="processes")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the pack, such as split_two_card_21_v_drawn_21=even_money",
    )
    parser.add_argument("--no-super", action="store_true", help="leave the super bonus out")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="png or svg (needs matplotlib)")


def main(args: argparse.Namespace) -> int:
    if not 0 <= args.cut <= 1:
        raise ConfigError("a share from 0 to 1", where="--cut")
    for option in args.option:
        if "=" not in option:
            raise ConfigError(f"{option!r} has no value", where="--option", do="Write KEY=VALUE")
    if args.plot and importlib.util.find_spec("matplotlib") is None:
        raise ConfigError("--plot needs matplotlib", do="Run pip install 'dealer-assist[plot]'")
    require_writable(args.plot)
    work = work_of(args)
    began = time.perf_counter()
    tally = gather(work, blocks(args.rounds, args.seed), jobs=args.jobs, rounds=args.rounds)
    report(args, tally, time.perf_counter() - began)
    if args.plot:
        plot(args, tally)
    return 0


def work_of(args: argparse.Namespace) -> Work:
    """What one block is: the rounds of one pack, or of two on the same cards."""
    table = table_of(args, args.pack)
    if args.against:
        return partial(deal_both, table, table_of(args, args.against))
    return partial(deal, table)


def table_of(args: argparse.Namespace, name: str) -> run.Table:
    pack = packs.apply_options(packs.load(name), dict(map(option, args.option)))
    if args.decks not in pack.cards.decks.allow:
        allowed = ", ".join(map(str, pack.cards.decks.allow))
        raise ConfigError(
            f"{name} has no game of {args.decks} decks ({pack.cards.decks.clause})",
            do=f"Allowed: {allowed}",
        )
    found = terms(pack, super_bonus=not args.no_super)
    book = args.strategy or by_pack(hits=found.hits_soft_17, redoubles=found.doubles > 1)
    return run.Table(found, strategy.load(book), args.decks, args.cut)


def by_pack(*, hits: bool, redoubles: bool) -> str:
    if not hits:
        return "S17"
    return "H17R" if redoubles else "H17"


def option(text: str) -> tuple[str, object]:
    """A simulation needs no approval to look at what another value would do."""
    key, _, word = text.partition("=")
    value: object = {"yes": True, "no": False}.get(word, word)
    if word.isdigit():
        value = int(word)
    return key, {"value": value, "approval": {"reference": "simulation", "date": "none"}}


def blocks(rounds: int, seed: str) -> list[tuple[str, int]]:
    """(seed, rounds) of each block."""
    whole, rest = divmod(rounds, BLOCK_ROUNDS)
    sizes = [BLOCK_ROUNDS] * whole + [rest] * (rest > 0)
    return [(f"{seed}/{n}", size) for n, size in enumerate(sizes)]


def deal(table: run.Table, block: tuple[str, int]) -> run.Tally:
    seed, rounds = block
    return run.simulate(table, rounds, random.Random(seed).shuffle)  # noqa: S311 - no secret


def deal_both(one: run.Table, other: run.Table, block: tuple[str, int]) -> run.Tally:
    seed, rounds = block
    return run.compare(one, other, rounds, random.Random(seed).shuffle)  # noqa: S311 - no secret


def gather(
    work: Work,
    parts: list[tuple[str, int]],
    *,
    jobs: int,
    rounds: int,
) -> run.Tally:
    total = run.Tally()
    if jobs == 1:
        for done in watched(map(work, parts), len(parts), rounds):
            total.add(done)
        return total
    with ProcessPoolExecutor(jobs) as pool:
        for done in watched(pool.map(work, parts), len(parts), rounds):
            total.add(done)
    return total


def watched(
    done: Iterable[ProgressType], count: int, rounds: int
) -> Iterator[ProgressType] | Iterable[ProgressType]:
    """Show a bar on a terminal, for a long run."""
    if rounds < LONG_ROUNDS or not sys.stderr.isatty():
        return done
    from rich.console import Console
    from rich.progress import track

    return track(done, "dealing", total=count, console=Console(stderr=True), transient=True)


def report(args: argparse.Namespace, tally: run.Tally, took_s: float) -> None:
    edge, error = tally.edge(STAKE_CENTS)
    what = f"{args.against} minus {args.pack}" if args.against else args.pack
    book = table_of(args, args.pack).book.name
    print(f"{what}: {book}, {args.decks} decks, cover card at {args.cut:.0%}, seed {args.seed}")
    print(f"{tally.rounds:,} rounds in {took_s:.1f} s, {tally.rounds / took_s:,.0f} rounds/s")
    unit = "points" if args.against else "%"
    print(f"house edge          {edge:8.4f} {unit}, standard error {error:.4f}")
    print(f"standard deviation  {tally.deviation() / STAKE_CENTS:8.4f} wagers a round")
    for event in run.EVENTS:
        if tally.events[event]:
            print(f"{event:<18}  {100 * tally.events[event] / tally.rounds:8.4f} in 100 rounds")
    if not args.against:
        nets = sorted(tally.nets.items())
        for name, some in (
            ("box wins", sum(n for net, n in nets if net > 0)),
            ("box even", tally.nets[0]),
            ("box loses", sum(n for net, n in nets if net < 0)),
        ):
            print(f"{name:<18}  {100 * some / tally.rounds:8.4f} in 100 rounds")


def plot(args: argparse.Namespace, tally: run.Tally) -> None:
    """Bars of the net result of a round, in wagers, on a logarithmic scale."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    edge, error = tally.edge(STAKE_CENTS)
    nets = [net / STAKE_CENTS for net in tally.nets]
    shares = [100 * times / tally.rounds for times in tally.nets.values()]
    figure, axes = plt.subplots(figsize=(9, 5), layout="constrained")
    axes.bar(nets, shares, width=0.35, color="#2f6f8f")
    axes.set_yscale("log")
    axes.set_xlabel("net result of a round, in original wagers")
    axes.set_ylabel("share of rounds, %")
    what = f"{args.against} minus {args.pack}" if args.against else args.pack
    axes.set_title(f"{what}, {args.decks} decks: {edge:.3f} ± {error:.3f} %", loc="left")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.savefig(args.plot, dpi=150)
    plt.close(figure)
    print(f"plot written to {args.plot}")
