"""`dealer-assist train`: lessons at a simulated table, dealt by the trainee's own hands.

The course of the product is the ten commonest holds and the fifteen commonest slips; a trainer's
own lessons are scenario files. Exit status: 0 all passed, 1 not all, 2 usage or configuration.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from controller.bench.scenario.file import Scenario
from controller.bench.scenario.file import load as load_scenario
from controller.bench.train import result
from controller.bench.train.course import Course
from controller.cli.demo import PACKS
from controller.cli.given import a_port, require_writable
from controller.cli.origin import refuse_foreign_packages
from controller.daemon.logs import configure_logs
from controller.errors import ConfigError

LESSONS = Path(result.__file__).parent / "lessons"
PACK = "massachusetts"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        type=Path,
        help="your own lessons: scenario files or folders of them; default: those of the product",
    )
    parser.add_argument("--pack", default="", help=f"the rules: {', '.join(PACKS)}; default {PACK}")
    parser.add_argument("--only", default="", metavar="TEXT", help="lessons whose name has this")
    parser.add_argument("--list", action="store_true", help="list the lessons and end")
    parser.add_argument("--by", default="", metavar="NAME", help="the trainee, for the result")
    parser.add_argument("--result", type=Path, metavar="FILE", help="write the result page (HTML)")
    parser.add_argument("--port", type=a_port(), default=8021, help="of the pages")


def main(args: argparse.Namespace) -> int:
    refuse_foreign_packages()
    lessons = chosen(args.files, args.pack, args.only)
    if args.list:
        for no, one in enumerate(lessons, start=1):
            print(f"{no:>3}  {one.name}")
        return 0
    require_writable(args.result)
    course = Course(lessons, by=args.by)
    lines = configure_logs(sys.stderr.fileno(), table="LESSON", level=logging.ERROR)
    try:
        print("Deal with your own hands on /hands. Ctrl-C ends the course.", flush=True)
        return course.run(args.port, lambda text: print(text, flush=True))
    finally:
        lines.close()
        print(f"{course.tried.passed()} of {len(lessons)} passed")
        if args.result is not None:
            _write(args.result, result.page(course.tried))


def chosen(files: Sequence[Path], pack: str, only: str) -> tuple[Scenario, ...]:
    """The lessons of one pack, by the names of their files. Raises: ConfigError."""
    if pack and pack not in PACKS:
        raise ConfigError(f"no rule pack {pack!r}", where="--pack", do=f"Use: {', '.join(PACKS)}")
    pack = pack or ("" if files else PACK)
    every = [one for path in files or [LESSONS] for one in _loaded(path)]
    found = tuple(
        one for one in every if pack in ("", one.pack) and only.casefold() in one.name.casefold()
    )
    if not found:
        raise ConfigError("no lesson is chosen", where=" ".join(map(str, files)), do="See --list")
    return found


def _loaded(path: Path) -> list[Scenario]:
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return [one for file in files for one in load_scenario(file)]


def _write(file: Path, page: str) -> None:
    """Raises: ConfigError."""
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise ConfigError.of_file(error, file) from error
    print(f"The result to print: {file}")
