"""`dealer-assist bench WHAT PORT` for one device on a desk: ask it, prove it, watch it.

No table, no keys, no people. A port is written as in devices.toml; `sim:shoe`, `sim:reader`,
`sim:shuffler` and `sim:wheel` are simulators. Exit status: 0 good, 1 a fault was found, 2 nobody
answers, another device does, or what was asked makes no sense.
"""

from __future__ import annotations

import argparse
import sys

from . import asked, proved, watched

NOBODY = 2
ACTS = {**asked.ACTS, **proved.ACTS, **watched.ACTS}
WHAT = tuple(ACTS)


def add_arguments(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    for module in (asked, proved, watched):
        module.add_arguments(kinds)


def main(args: argparse.Namespace) -> int:
    from drivers.errors import DriverError, Refused

    try:
        return ACTS[args.what](args)
    except Refused as error:
        print(f"dealer-assist bench {args.what}: {error}", file=sys.stderr)
        return NOBODY
    except DriverError as error:
        print(f"nobody answers: {error}", file=sys.stderr)
        return NOBODY
