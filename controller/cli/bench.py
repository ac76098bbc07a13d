"""`dealer-assist bench cases FILE`: stated rounds played on a simulated table, money compared.

The shoe of each case is arranged in the simulated world; simulators, drivers, daemon and charts
are the real ones, in virtual time. Exit status: 0 all agree, 1 a case differs.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from controller.bench import cases
from controller.bench.virtual_time import run_virtual
from controller.daemon.logs import configure_logs
from controller.errors import ConfigError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["cases"], help="what to play")
    parser.add_argument("file", metavar="FILE", type=Path, help="{cases: [...]}, money expected")
    parser.add_argument("--pack", default="", metavar="NAME", help="default: by the case's code")
    parser.add_argument("--only", default="", metavar="ID", help="cases whose id begins so")
    parser.add_argument("--limit", type=int, metavar="N", help="stop after so many")


def main(args: argparse.Namespace) -> int:
    try:
        stated = cases.read(args.file.read_bytes())
    except OSError as error:
        raise ConfigError(error.strerror or "unreadable", where=str(args.file)) from error
    chosen = [case for case in stated if case.id.startswith(args.only)][: args.limit]
    if not chosen:
        raise ConfigError("no case is chosen", where=str(args.file))
    print("Each case's shoe is arranged in the simulated world.")
    lines = configure_logs(sys.stderr.fileno(), table="CASES", level=logging.ERROR)
    try:
        results = run_virtual(cases.play_cases(chosen, args.pack, _tell))
    finally:
        lines.close()
    for reason, number in Counter(r.why for r in results if r.verdict == "skipped").items():
        print(f"skipped {number}: {reason}")
    packs = sorted({r.pack for r in results})
    for pack in packs:
        print(f"{pack}: {tally([r for r in results if r.pack == pack])}")
    if len(packs) > 1:
        print(tally(results))
    return int(any(r.verdict == "failed" for r in results))


def _tell(result: cases.Result) -> None:
    if result.verdict == "failed":
        print(f"{result.case} failed: {result.why}", file=sys.stdout, flush=True)


def tally(results: Sequence[cases.Result]) -> str:
    counted = Counter(r.verdict for r in results)
    return ", ".join(f"{counted[verdict]} {verdict}" for verdict in ("passed", "failed", "skipped"))
