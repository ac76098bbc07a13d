"""`dealer-assist bench`: rounds and scenarios on a simulated table, and one device on a desk.

`cases FILE` deals stated rounds and compares the money; `scenario FILE...` runs given, when, then.
Simulators, drivers, daemon and charts are the real ones, in virtual time. The rest is for devices
(`bench_devices`). Exit status: 0 all agree, 1 one differs.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Protocol, TypeVar

from controller.bench import cases
from controller.bench.scenario import file as files
from controller.bench.scenario import run as scenarios
from controller.bench.simulated.virtual_time import run_virtual
from controller.bench.train.course import Course
from controller.cli import bench_devices
from controller.cli.given import a_port, whole
from controller.daemon.logs import configure_logs
from controller.errors import ConfigError
from controller.rules import pack as packs

T = TypeVar("T")


class Judged(Protocol):
    @property
    def verdict(self) -> str: ...

    @property
    def why(self) -> str: ...


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    stated = kinds.add_parser("cases", help="stated rounds, their money compared")
    stated.add_argument("file", metavar="FILE", type=Path, help="{cases: [...]}, money expected")
    stated.add_argument("--pack", default="", metavar="NAME", help="default: by the case's code")
    stated.add_argument("--only", default="", metavar="ID", help="cases whose id begins so")
    stated.add_argument("--limit", type=whole(1), metavar="N", help="stop after N of them")
    told = kinds.add_parser("scenario", help="scenario files, or folders of them")
    told.add_argument(
        "files", metavar="FILE", nargs="+", type=Path, help="given, when, then (TOML)"
    )
    told.add_argument(
        "--only", default="", metavar="TEXT", help="scenarios whose id has this in it"
    )
    told.add_argument("--rulings", action="store_true", help="tell which rulings none has taken")
    told.add_argument("--verbose", action="store_true", help="tell each step")
    told.add_argument("--serve", action="store_true", help="a lesson: deal the rest on /hands")
    told.add_argument("--stop-at", type=whole(0), metavar="N", help="steps that are done before")
    told.add_argument("--port", type=a_port(), default=8021, help="of the lesson's pages")
    bench_devices.add_arguments(kinds)


def main(args: argparse.Namespace) -> int:
    if args.what in bench_devices.WHAT:
        return bench_devices.main(args)
    return _cases(args) if args.what == "cases" else _scenarios(args)


def _cases(args: argparse.Namespace) -> int:
    try:
        stated = cases.read(args.file.read_bytes(), str(args.file))
    except OSError as error:
        raise ConfigError.of_file(error, args.file) from error
    chosen = [case for case in stated if case.id.startswith(args.only)][: args.limit]
    if not chosen:
        raise ConfigError("no case is chosen", where=str(args.file))
    print("Each case's shoe is arranged in the simulated world.")
    results = _played("CASES", lambda: run_virtual(cases.play_cases(chosen, args.pack, _tell_case)))
    _tell_skipped(results)
    played = sorted({r.pack for r in results})
    for pack in played:
        print(f"{pack}: {tally([r for r in results if r.pack == pack])}")
    if len(played) > 1:
        print(tally(results))
    return int(any(r.verdict == "failed" for r in results))


def _scenarios(args: argparse.Namespace) -> int:
    """Every file is read before the first is played."""
    every = [one for path in _each(args.files) for one in files.load(path)]
    chosen = [scenario for scenario in every if args.only in scenario.id]
    if not chosen:
        raise ConfigError("no scenario is chosen", where=" ".join(map(str, args.files)))
    if args.serve:
        if len(chosen) > 1:
            ids = ", ".join(one.id for one in chosen[:4])
            raise ConfigError("one lesson at a time", do=f"Choose with --only: {ids} ...")
        course = Course(chosen, stop_at=args.stop_at, stays=False)
        return course.run(args.port, _say)
    narrate = _say if args.verbose else _silent
    results = _played("SCENARIO", lambda: scenarios.play_scenarios(chosen, _tell_scenario, narrate))
    _tell_skipped(results)
    if args.rulings:
        _tell_rulings(results)
    print(tally(results))
    return int(any(r.verdict == "failed" for r in results))


def _tell_rulings(results: Sequence[scenarios.Result]) -> None:
    """Of every pack, what a floorperson may rule and no scenario has ruled."""
    ruled = {(one.pack, one.kind, one.ruling) for result in results for one in result.ruled}
    for name in packs.names():
        every = {
            (name, kind, ruling)
            for kind, rules in packs.load(name).irregularity.items()
            for ruling in rules.rulings
        }
        print(f"{name}: {len(every & ruled)} of {len(every)} rulings")
        left = sorted(every - ruled)
        for kind, missing in groupby(left, key=lambda one: one[1]):
            print(f"  {kind}: {', '.join(ruling for _, _, ruling in missing)}")


def _each(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.toml")) if path.is_dir() else (path,)


def _played(name: str, play: Callable[[], T]) -> T:
    lines = configure_logs(sys.stderr.fileno(), table=name, level=logging.ERROR)
    try:
        return play()
    except KeyboardInterrupt:
        logging.disable()  # tasks that end now have nothing to say
        raise
    finally:
        lines.close()


def _tell_case(result: cases.Result) -> None:
    if result.verdict == "failed":
        _say(f"{result.case} failed: {result.why}")


def _tell_scenario(result: scenarios.Result) -> None:
    if result.verdict == "failed":
        _say(f"failed {result.why}")


def _say(text: str) -> None:
    print(text, flush=True)


def _silent(_: str) -> None:
    return


def _tell_skipped(results: Sequence[Judged]) -> None:
    for reason, number in Counter(r.why for r in results if r.verdict == "skipped").items():
        print(f"skipped {number}: {reason}")


def tally(results: Sequence[Judged]) -> str:
    counted = Counter(r.verdict for r in results)
    return ", ".join(f"{counted[verdict]} {verdict}" for verdict in ("passed", "failed", "skipped"))
