"""Run a simulated table as a process: `python -m drivers.sim --socket PATH --seed N`."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

import msgspec

from drivers.sim.hosting.process import die_with_parent, serve_until_stopped

from .build import Build


def main() -> None:
    parser = ArgumentParser(prog="drivers.sim", description=__doc__)
    parser.add_argument("--socket", type=Path, required=True, help="control socket to make")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", default="{}", help="what it is built of, as JSON")
    parser.add_argument("--shuffle-s", type=_above_0, default=120.0)
    parser.add_argument("--shoe-without-lock", action="store_true")
    parser.add_argument("--reader-with-lock", action="store_true")
    parser.add_argument(
        "--serial", default="", metavar="NAMES", help="on pseudo-terminals too: shoe,wheel"
    )
    options = parser.parse_args()
    die_with_parent()
    rig = msgspec.json.decode(options.build, type=Build).rig(
        options.seed,
        shuffle_s=options.shuffle_s,
        shoe_lockable=not options.shoe_without_lock,
        reader_lockable=options.reader_with_lock,
    )
    serial = [name for name in options.serial.split(",") if name]
    if strange := [name for name in serial if name not in rig.devices]:
        parser.error(f"--serial: no device {strange[0]!r}; there are {', '.join(rig.devices)}")
    options.socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    asyncio.run(serve_until_stopped(rig, options.socket, serial))


def _above_0(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise ArgumentTypeError(f"{text}: seconds, above 0")
    return value


if __name__ == "__main__":
    main()
