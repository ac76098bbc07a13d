"""Short questions to a device: `ports`, `identify`, `ping`, `conform`, `forget`, `firmware`."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from controller.cli.given import PORT, read_text, whole
from controller.errors import ConfigError

from . import papers
from .progress import progress

if TYPE_CHECKING:
    from drivers.bench.found import Found
    from drivers.bench.talk import Talk

T = TypeVar("T")
NOBODY = 2


def add_arguments(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    listed = kinds.add_parser("ports", help="what is plugged in, and its line for devices.toml")
    listed.add_argument("--json", action="store_true", help="for a tool")
    asked = kinds.add_parser("identify", help="who answers there; nothing changes")
    asked.add_argument("port", metavar="PORT", nargs="*", help=PORT)
    asked.add_argument("--all", action="store_true", help="everything that may speak tablelink")
    asked.add_argument(
        "--blink", type=whole(0, 255), default=0, metavar="SECONDS", help="show which it is"
    )
    pinged = kinds.add_parser("ping", help="how long an answer takes")
    pinged.add_argument("port", metavar="PORT", help=PORT)
    pinged.add_argument("-n", type=whole(1, 1_000_000), default=100, metavar="N", help="questions")
    judged = kinds.add_parser("conform", help="each sentence of PROTOCOL.md that needs no hands")
    judged.add_argument("port", metavar="PORT", help=PORT)
    for one in (pinged, judged):
        papers.add_arguments(one)
    forgot = kinds.add_parser("forget", help="make a spare as from the factory")
    forgot.add_argument("port", metavar="PORT", help=PORT)
    forgot.add_argument("--serial", required=True, help="of the unit that is meant")
    versions = kinds.add_parser("firmware", help="versions, and hashes against an approved list")
    versions.add_argument("port", metavar="PORT", nargs="+", help=PORT)
    versions.add_argument(
        "--approved", type=Path, metavar="FILE", help="one hash in hex a line; # begins a comment"
    )


def _talked(port: str, act: Callable[[Talk], Awaitable[T]]) -> T:
    """Open, talk, close. Raises: DriverError."""
    from controller.bench.prove.opened import open_bench
    from drivers.bench.talk import Talk

    async def go() -> T:
        async with Talk(await open_bench(port)) as talk:
            return await act(talk)

    return asyncio.run(go())


def _ports(args: argparse.Namespace) -> int:
    from drivers.bench.asked import ports

    found = list(ports())
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return 0
    for one in found:
        print(f'port = "{one.port}"')
        about = {
            "place": one.by_path,
            "product": one.product,
            "kernel driver": one.driver,
            "latency timer": "" if one.latency_ms is None else f"{one.latency_ms} ms",
            "drivers": ", ".join(one.fits),
            "NOT USABLE": one.why_not,
        }
        for name, value in about.items():
            if value:
                print(f"    {name}: {value}")
    if not found:
        print("Nothing is plugged in that a driver knows.")
    return 0


def _identify(args: argparse.Namespace) -> int:
    from drivers.bench.asked import who
    from drivers.errors import DriverError
    from drivers.tablelink.messages.wire import Blink, Hello

    async def ask(talk: Talk) -> Hello:
        hello = await talk.hello()
        if args.blink:
            talk.say(Blink(args.blink))
            await asyncio.sleep(0.2)
        return hello

    if bool(args.port) == args.all:
        raise ConfigError("name ports, or --all", where="bench identify")
    silent = 0
    for port in _tablelink_ports() if args.all else args.port:
        print(port)
        try:
            told = who(_talked(port, ask))
        except DriverError as error:
            if not args.all:
                raise
            silent += 1
            told = {"NOBODY ANSWERS": str(error)}
        for name, value in told.items():
            print(f"    {name}: {value or 'not told'}")
    return NOBODY if silent else 0


def _tablelink_ports() -> list[str]:
    """Raises: ConfigError when nothing is plugged in."""
    from drivers.bench.asked import ports

    found = [one.port for one in ports() if "tablelink" in one.fits]
    if not found:
        raise ConfigError("nothing is plugged in", where="--all", do="See: bench ports")
    return found


def _ping(args: argparse.Namespace) -> int:
    from controller.bench.prove.proof import unit_of
    from drivers.bench.asked import Pings, ping
    from drivers.bench.by_hand import so_many
    from drivers.bench.found import Outcome, judged
    from drivers.tablelink.messages.wire import Hello

    async def go(talk: Talk) -> tuple[Hello, Pings]:
        hello = await talk.hello()
        with progress() as tell:
            return hello, await ping(talk, args.n, tell)

    began = papers.begin(args)
    hello, found = _talked(args.port, go)
    print(found.words)
    wrong = found.lost > 0 or found.bad_frames > 0
    line = judged("7", "PING is answered", found.words if wrong else "", found=found.words)
    title = so_many(found.sent, args.n, "ping", cut=found.sent < args.n)
    outcome = Outcome(title, unit_of(hello), (line,), found.took)
    papers.write(args, outcome, began)
    return int(wrong)


def _conform(args: argparse.Namespace) -> int:
    from controller.bench.prove.proof import unit_of
    from drivers.bench.by_hand import so_many
    from drivers.bench.conform import CHECKS, HANDS, UNGREETED, conform
    from drivers.bench.found import Outcome

    def tell(one: Found) -> None:
        print(papers.line(one), flush=True)

    began = papers.begin(args)
    hello, found = _talked(args.port, lambda talk: conform(talk, tell))
    failed = [one for one in found if one.verdict == "failed"]
    print(f"{hello.vendor} {hello.model} {hello.serial}: {len(found)} checks, {len(failed)} failed")
    print("These need your hands:")
    for text in HANDS:
        print(f"     {text}")
    notes = ("Not tried here, since it needs hands: " + "; ".join(HANDS),)
    due = len(UNGREETED) + len(CHECKS)
    cut = len(found) < due
    title = f"conformance, {so_many(len(found), due, 'check', cut=cut)}" if cut else "conformance"
    outcome = Outcome(title, unit_of(hello), tuple(found), notes=notes)
    papers.write(args, outcome, began)
    return int(bool(failed))


def _forget(args: argparse.Namespace) -> int:
    from drivers.bench.asked import forget

    hello = _talked(args.port, lambda talk: forget(talk, args.serial))
    print(f"{hello.model} {hello.serial} is as from the factory.")
    return 0


def _firmware(args: argparse.Namespace) -> int:
    """A hash that is not on the list is a fault; without a list they are only told."""
    approved = None
    if args.approved:
        lines = (line.partition("#")[0] for line in read_text(args.approved).splitlines())
        approved = {line.strip().lower() for line in lines if line.strip()}
    odd = 0
    for port in args.port:
        hello = _talked(port, lambda talk: talk.hello())
        told = hello.firmware_hash.hex()
        wrong = approved is not None and told not in approved
        odd += wrong
        verdict = "NOT APPROVED" if wrong else "approved" if approved is not None else ""
        print(
            f"{hello.model} {hello.serial}: {hello.firmware}, {told or 'no hash'} {verdict}".strip()
        )
    return int(odd > 0)


ACTS: dict[str, Callable[[argparse.Namespace], int]] = {
    "ports": _ports,
    "identify": _identify,
    "ping": _ping,
    "conform": _conform,
    "forget": _forget,
    "firmware": _firmware,
}
