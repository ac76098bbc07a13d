"""What every proof of a device leaves: lines in the terminal, a page to print, a file for tools."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.given import require_writable
from controller.errors import ConfigError

if TYPE_CHECKING:
    from drivers.bench.found import Found, Outcome

MARKS = {"passed": "ok  ", "failed": "FAIL", "skipped": "-   "}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--report", type=Path, metavar="FILE.html", help="one page to print")
    parser.add_argument("--junit", type=Path, metavar="FILE.xml", help="for a tool")
    parser.add_argument("--by", default="", metavar="NAME", help="who did it, for the report")


def now() -> datetime:
    return datetime.now().astimezone()


def begin(args: argparse.Namespace) -> datetime:
    """Now. Raises: ConfigError when a paper could not be written at the end."""
    require_writable(args.report, args.junit)
    return now()


def line(one: Found) -> str:
    said = one.why if one.verdict != "passed" else one.found
    return f"{MARKS[one.verdict]} {one.sentence:6} {one.title}{f': {said}' if said else ''}"


def write(args: argparse.Namespace, outcome: Outcome, began: datetime) -> None:
    """Raises: ConfigError when a file cannot be written."""
    from controller.bench.prove.junit import junit
    from controller.bench.prove.paper import page

    if args.report:
        text = page(
            outcome,
            port=args.port,
            driver=getattr(args, "driver", "tablelink"),
            began=began,
            ended=now(),
            by=args.by,
        )
        _put(args.report, text.encode())
    if args.junit:
        name = f"{outcome.title}: {outcome.unit.words}"
        _put(args.junit, junit(name, outcome.found))


def _put(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise ConfigError.of_file(error, path) from error
