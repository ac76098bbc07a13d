"""A verdict on one device: `shoe`, `reader`, `shuffler`, `wheel`, `soak`."""

from __future__ import annotations

import argparse
import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.given import PORT, read_text, seconds
from controller.daemon.logs import configure_logs
from controller.errors import ConfigError
from drivers.number import counted

from . import papers
from .progress import progress

if TYPE_CHECKING:
    from controller.bench.prove.proof import Asked, What
    from drivers.bench.found import Outcome
    from drivers.bench.tries.tell import Tell

STDERR = 2
MOST_CYCLES, MOST_DECKS, MOST_HOURS = 100_000, 8, 24 * 31
EXAMPLES = {
    "shoe": (
        "bench shoe usb:1209:da01:SH-0007 --deck deck.txt --report shoe.html",
        "bench shoe sim:shoe --decks 1",
        "bench shoe serial:/dev/ttyUSB0@4800 --driver angel-eye --decks 1",
    ),
    "reader": ("bench reader serial:/dev/ttyUSB0 -n 48 --report reader.html",),
    "shuffler": ("bench shuffler serial:/dev/ttyUSB0 -n 5 --cards 288 --junit shuffler.xml",),
    "wheel": (
        "bench wheel usb:1209:da02:WH-0007 -n 500 --sections 10=20,15=12,25=6",
        "bench wheel sim:wheel -n 2",
    ),
    "soak": ("bench soak usb:1209:da01:SH-0007 --hours 24 --report night.html",),
}


def add_arguments(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    shoe = _parser(kinds, "shoe", "a known deck is drawn: misreads, doubles, omissions")
    what = shoe.add_mutually_exclusive_group()
    what.add_argument("--deck", type=Path, metavar="FILE", help="codes in order: As Th 2c; # | too")
    what.add_argument(
        "--decks",
        type=int,
        default=1,
        metavar="N",
        help="full decks, ace to king of spades, hearts, diamonds, clubs, tens included",
    )
    reader = _parser(kinds, "reader", "pairs of test cards: each answer compared")
    reader.add_argument("-n", type=int, default=48, metavar="N", help="pairs")
    shuffler = _parser(kinds, "shuffler", "N shuffles: time, count, one for each order")
    shuffler.add_argument("-n", type=int, default=3, metavar="N", help="shuffles")
    shuffler.add_argument("--cards", type=int, default=0, metavar="N", help="that are put in")
    wheel = _parser(kinds, "wheel", "N spins: sections compared with chance (chi-square)")
    wheel.add_argument("-n", type=int, default=100, metavar="N", help="spins")
    wheel.add_argument(
        "--sections",
        default="",
        metavar="NAME=WEIGHT,...",
        help="of this wheel; without it all that come are due alike",
    )
    soak = _parser(kinds, "soak", "hours of being connected: heartbeat, line, starts")
    soak.add_argument("--hours", type=float, default=8.0, metavar="H", help="default: 8")
    soak.add_argument("--role", default="shoe_scanner", help="behind a driver that cannot ask")


def _parser(
    kinds: argparse._SubParsersAction[argparse.ArgumentParser], name: str, summary: str
) -> argparse.ArgumentParser:
    examples = "\n".join(f"  dealer-assist {one}" for one in EXAMPLES[name])
    parser = kinds.add_parser(
        name,
        help=summary,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("port", metavar="PORT", help=PORT)
    papers.add_arguments(parser)
    parser.add_argument("--driver", default="tablelink", help="of the catalog")
    parser.add_argument(
        "--discard", action="store_true", help="give up the events that it keeps for its table"
    )
    parser.add_argument(
        "--idle", type=seconds, default=60.0, metavar="S", help="seconds that your hands may rest"
    )
    parser.add_argument(
        "--hands", type=Path, metavar="SOCKET", help="of a simulated table: its world is moved"
    )
    return parser


def _run(args: argparse.Namespace) -> int:
    asked = _asked(args)
    began = papers.begin(args)
    lines = configure_logs(STDERR, table="bench", level=logging.ERROR)
    try:
        with progress() as tell:
            outcome = asyncio.run(_prove(args, asked, tell))
    finally:
        lines.close()
    for one in outcome.found:
        print(papers.line(one))
    failed = len(outcome.failed)
    left = outcome.count("skipped")
    print(
        f"{outcome.unit.words}: {outcome.title}. {counted(len(outcome.found), 'requirement')}, "
        f"{failed} failed, {left} not tested"
    )
    papers.write(args, outcome, began)
    return int(failed > 0)


async def _prove(args: argparse.Namespace, asked: Asked, tell: Tell) -> Outcome:
    from controller.bench.prove.opened import at
    from controller.bench.prove.proof import prove

    async with at(args.port, _say, hands=args.hands, idle_s=args.idle) as bench:
        return await prove(bench, asked, tell)


def _asked(args: argparse.Namespace) -> Asked:
    """Raises: ConfigError, Refused for what makes no sense."""
    from controller.bench.prove.proof import Asked

    what: What = args.what
    if args.hands and args.port.startswith("sim:"):
        do = "Leave --hands out: a sim: port has a world of its own"
        raise ConfigError("is not asked", where=f"--hands {args.hands}", do=do)
    _within("--idle", args.idle, 0.1, 3600)
    if what not in {"soak", "shoe"}:
        _within("-n", args.n, 1, MOST_CYCLES)
    if what == "soak":
        _within("--hours", args.hours, 0.0001, MOST_HOURS)
    return Asked(
        what=what,
        count=getattr(args, "n", 0),
        deck=_deck(args) if what == "shoe" else (),
        weights=_weights(args.sections) if what == "wheel" else {},
        cards=getattr(args, "cards", 0),
        hours=getattr(args, "hours", 0.0),
        driver=args.driver,
        role=getattr(args, "role", ""),
        discard=args.discard,
    )


def _within(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise ConfigError(f"from {least:g} to {most:g}", where=f"{name} {value:g}")


def _deck(args: argparse.Namespace) -> tuple[str, ...]:
    from drivers.bench.decks import in_order, parse

    if args.deck is None:
        _within("--decks", args.decks, 1, MOST_DECKS)
        return in_order(args.decks)
    return parse(read_text(args.deck))


def _weights(said: str) -> dict[str, float]:
    weights: dict[str, float] = {}
    for part in filter(None, (one.strip() for one in said.split(","))):
        name, _, weight = part.partition("=")
        try:
            weights[name] = float(weight or 1)
        except ValueError as error:
            raise ConfigError("no number", where=f"--sections {part}", do="Write 10=20") from error
        if not 0 < weights[name] < 1e9:
            raise ConfigError("a weight is above 0", where=f"--sections {part}")
    return weights


def _say(text: str) -> None:
    print(text, flush=True)


ACTS: dict[str, Callable[[argparse.Namespace], int]] = dict.fromkeys(EXAMPLES, _run)
