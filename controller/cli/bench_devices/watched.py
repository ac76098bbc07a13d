"""Look at a live wire, spoil one on purpose, move a simulated world: `monitor`, `proxy`, `hand`."""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
from collections.abc import Callable
from pathlib import Path

from controller.cli.given import PORT, require_writable, seconds, whole
from controller.errors import ConfigError

MONITOR = """examples:
  dealer-assist bench monitor usb:1209:da01:SH-0007
  dealer-assist bench monitor serial:/dev/ttyUSB0 --seconds 60 --log losses.txt

Nothing is acknowledged. Events are masked, their kind and length too; --faces shows those of a test
deck, and is refused while the device keeps events for a table."""
HAND = """examples:
  dealer-assist bench hand var/hands put_test_card A K
  dealer-assist bench hand var/hands draw box1
  dealer-assist bench hand var/hands pull wheel stuck true"""
PROXY = """examples:
  dealer-assist bench proxy usb:1209:da01:SH-0007 --at /tmp/shoe --drop 5 --corrupt 3
  dealer-assist bench shoe serial:/tmp/shoe --decks 1

It makes a serial port under the name after --at and spoils the stated number of frames, both ways.
For some seconds more it passes everything on, then it ends. One seed always spoils the same way."""
MOST = 1_000_000


def add_arguments(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    raw = argparse.RawDescriptionHelpFormatter
    look = kinds.add_parser(
        "monitor", help="live frames, cards masked", epilog=MONITOR, formatter_class=raw
    )
    look.add_argument("port", metavar="PORT", help=PORT)
    look.add_argument("--seconds", type=seconds, default=0.0, metavar="S", help="0 = until Ctrl-C")
    look.add_argument(
        "--log", type=Path, metavar="FILE", help="the last 64 frames at each loss go there"
    )
    look.add_argument("--faces", action="store_true", help="show what a test deck says")
    spoil = kinds.add_parser(
        "proxy", help="a port that loses, delays, splits, flips", epilog=PROXY, formatter_class=raw
    )
    spoil.add_argument("port", metavar="PORT", help=PORT)
    spoil.add_argument("--at", type=Path, required=True, metavar="NAME", help="the port to make")
    for kind, text in (
        ("drop", "frames that never arrive"),
        ("delay", "frames that arrive 0.1 to 1.5 s late, and all behind them"),
        ("split", "frames that arrive byte by byte"),
        ("corrupt", "frames with a flipped bit"),
    ):
        spoil.add_argument(f"--{kind}", type=whole(0, MOST), default=0, metavar="N", help=text)
    spoil.add_argument(
        "--seed", type=int, default=1, metavar="N", help="another seed, other frames"
    )
    _add_hand(kinds)
    spoil.add_argument("--after", type=seconds, default=5.0, metavar="S", help="seconds in peace")


def _add_hand(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    hand = kinds.add_parser(
        "hand",
        help="one act at a simulated table",
        epilog=HAND,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    hand.add_argument("socket", metavar="SOCKET", type=Path, help="as `run --simulate` prints it")
    hand.add_argument("act", metavar="ACT", help="its name in drivers/sim/physical/hands.py")
    hand.add_argument("words", metavar="ARG", nargs="*", help="as JSON where it is JSON, or text")


def _monitor(args: argparse.Namespace) -> int:
    from controller.bench.prove.monitor import Monitor
    from controller.bench.prove.opened import at

    require_writable(args.log)

    async def go() -> int:
        async with at(args.port, _say) as bench:
            monitor = Monitor(bench, _say, log=args.log, faces=args.faces)
            stop = asyncio.Event()
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)
            return await monitor.run(args.seconds or None, stop)

    return int(asyncio.run(go()) > 0)


def _proxy(args: argparse.Namespace) -> int:
    from controller.bench.prove.opened import at
    from controller.bench.prove.proxy import Budget, Proxy

    budget = Budget(args.drop, args.delay, args.split, args.corrupt)
    if not budget.left:
        raise ConfigError("nothing to spoil", where="--drop", do="Give at least one fault a number")
    if not args.at.parent.is_dir() or (args.at.exists() and not args.at.is_symlink()):
        raise ConfigError("no port can be made there", where=str(args.at), do="Name a new file")

    async def go() -> str:
        async with at(args.port, _say) as bench:
            proxy = Proxy(budget, args.seed)
            return await proxy.run(bench, args.at, args.after, _say)

    lost = asyncio.run(go())
    return int(bool(lost))


def _say(text: str) -> None:
    print(text, flush=True)


def _hand(args: argparse.Namespace) -> int:
    from controller.bench.prove.hands import CannotBe, act_at

    try:
        done = asyncio.run(act_at(args.socket, args.act, [_value(word) for word in args.words]))
    except OSError as error:
        do = f"Start one: python -m drivers.sim --socket {args.socket} --serial shoe"
        raise ConfigError("no simulated table is there", where=str(args.socket), do=do) from error
    except CannotBe as error:
        _say(f"cannot be: {error}")
        return 1
    if done is not None:
        _say(json.dumps(done))
    return 0


def _value(word: str) -> object:
    try:
        return json.loads(word)
    except ValueError:
        return word


ACTS: dict[str, Callable[[argparse.Namespace], int]] = {
    "monitor": _monitor,
    "proxy": _proxy,
    "hand": _hand,
}
