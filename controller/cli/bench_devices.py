"""`dealer-assist bench ports|identify|ping|conform|forget|firmware`: one device on a desk.

No table, no keys, no people. A port is written as in devices.toml; `sim:shoe`, `sim:reader`,
`sim:shuffler` and `sim:wheel` are simulators. Exit status: 0 good, 1 a fault was found, 2 nobody
answers.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from xml.etree import ElementTree as ET

import msgspec

if TYPE_CHECKING:
    from drivers.bench.conform import Found
    from drivers.bench.talk import Talk

T = TypeVar("T")
WHAT = ("ports", "identify", "ping", "conform", "forget", "firmware")
NOBODY = 2


def add_arguments(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    listed = kinds.add_parser("ports", help="what is plugged in, and its line for devices.toml")
    listed.add_argument("--json", action="store_true")
    asked = kinds.add_parser("identify", help="who answers there; nothing changes")
    asked.add_argument("port", metavar="PORT", nargs="+")
    asked.add_argument("--blink", type=int, default=0, metavar="SECONDS", help="show which it is")
    pinged = kinds.add_parser("ping", help="how long an answer takes")
    pinged.add_argument("port", metavar="PORT")
    pinged.add_argument("-n", type=int, default=100, metavar="N")
    judged = kinds.add_parser("conform", help="each sentence of PROTOCOL.md that needs no hands")
    judged.add_argument("port", metavar="PORT")
    judged.add_argument("--junit", type=Path, metavar="FILE.xml")
    forgot = kinds.add_parser("forget", help="make a spare as from the factory")
    forgot.add_argument("port", metavar="PORT")
    forgot.add_argument("--serial", required=True, help="of the unit that is meant")
    versions = kinds.add_parser("firmware", help="versions, and hashes against an approved list")
    versions.add_argument("port", metavar="PORT", nargs="+")
    versions.add_argument(
        "--approved", type=Path, metavar="FILE", help="one hash in hex a line; # begins a comment"
    )


def main(args: argparse.Namespace) -> int:
    from drivers.errors import DriverError

    acts: dict[str, Callable[[argparse.Namespace], int]] = {
        "ports": _ports,
        "identify": _identify,
        "ping": _ping,
        "conform": _conform,
        "forget": _forget,
        "firmware": _firmware,
    }
    try:
        return acts[args.what](args)
    except DriverError as error:
        print(f"nobody answers: {error}", file=sys.stderr)
        return NOBODY


def _talked(port: str, act: Callable[[Talk], Awaitable[T]]) -> T:
    """Open, talk, close. Raises: DriverError."""
    from controller.bench.opened import open_bench
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
    from drivers.tablelink.wire import Blink, Hello

    async def ask(talk: Talk) -> Hello:
        hello = await talk.hello()
        if args.blink:
            talk.say(Blink(min(args.blink, 255)))
            await asyncio.sleep(0.2)
        return hello

    for port in args.port:
        print(port)
        for name, value in who(_talked(port, ask)).items():
            print(f"    {name}: {value or 'not told'}")
    return 0


def _ping(args: argparse.Namespace) -> int:
    from drivers.bench.asked import ping

    found = _talked(args.port, lambda talk: ping(talk, args.n))
    print(found.words)
    return int(found.lost > 0 or found.bad_frames > 0)


def _conform(args: argparse.Namespace) -> int:
    from drivers.bench.conform import HANDS, conform

    def tell(one: Found) -> None:
        mark = {"passed": "ok  ", "failed": "FAIL", "skipped": "-   "}[one.verdict]
        print(f"{mark} {one.sentence:6} {one.title}{': ' + one.why if one.why else ''}", flush=True)

    hello, found = _talked(args.port, lambda talk: conform(talk, tell))
    failed = [one for one in found if one.verdict == "failed"]
    print(f"{hello.vendor} {hello.model} {hello.serial}: {len(found)} checks, {len(failed)} failed")
    print("These need your hands:")
    for text in HANDS:
        print(f"     {text}")
    if args.junit:
        args.junit.write_bytes(junit(f"{hello.model} {hello.serial}", found))
    return int(bool(failed))


def junit(name: str, found: list[Found]) -> bytes:
    """The checks as a test suite, for a tool that collects such files."""
    failed = sum(one.verdict == "failed" for one in found)
    skipped = sum(one.verdict == "skipped" for one in found)
    numbers = {"tests": str(len(found)), "failures": str(failed), "skipped": str(skipped)}
    suite = ET.Element("testsuite", {"name": name, **numbers})
    for one in found:
        case = ET.SubElement(
            suite,
            "testcase",
            {"classname": one.sentence, "name": one.title, "time": f"{one.ms / 1000:.3f}"},
        )
        if one.verdict != "passed":
            kind = "failure" if one.verdict == "failed" else "skipped"
            ET.SubElement(case, kind, {"message": one.why})
    whole: bytes = ET.tostring(suite, encoding="utf-8", xml_declaration=True)
    return whole


def _forget(args: argparse.Namespace) -> int:
    from drivers.bench.asked import forget

    hello = _talked(args.port, lambda talk: forget(talk, args.serial))
    print(f"{hello.model} {hello.serial} is as from the factory.")
    return 0


def _firmware(args: argparse.Namespace) -> int:
    """A hash that is not on the list is a fault; without a list they are only told."""
    approved = None
    if args.approved:
        lines = (line.partition("#")[0] for line in args.approved.read_text().splitlines())
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
