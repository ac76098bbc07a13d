"""`dealer-assist check`: is this table ready to be opened? Opens no port and changes nothing.

Every line begins with a tick, a cross (it stops the start) or an exclamation mark (a person should
look). Exit status: 0 ready, 1 something is not plugged in, 2 the configuration is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.given import CONFIG
from controller.cli.origin import refuse_foreign_packages
from controller.errors import TableError

if TYPE_CHECKING:
    from controller.config import Config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, default=Path("devices.toml"), metavar="FILE", help=CONFIG
    )
    parser.add_argument("--bench", action="store_true", help="let what is not for play pass")


def main(args: argparse.Namespace) -> int:
    refuse_foreign_packages()
    from controller.config import load
    from controller.for_play import not_for_play

    report = Report()
    config = load(args.config)
    report.good(f"{config.file}: table {config.table.asset_number}, {config.table.location}")
    report.judge(lambda: _pack(config))
    _script(config, report)
    report.judge(lambda: _keys(config))
    report.judge(lambda: _people(config))
    _journal(config, report)
    _devices(config, report)
    for reason in not_for_play(config):
        if args.bench:
            report.look(reason)
        else:
            report.bad(reason, 2)
    print(report.verdict(config.file))
    return report.status


@dataclass
class Report:
    """Print what was found, line by line, and remember the worst."""

    status: int = 0
    marks: dict[str, str] = field(
        default_factory=lambda: (
            {"good": "\N{CHECK MARK}", "look": "!", "bad": "\N{BALLOT X}"}
            if "utf" in (sys.stdout.encoding or "").lower()
            else {"good": "ok", "look": "!!", "bad": "NO"}
        )
    )

    def good(self, text: str) -> None:
        print(f" {self.marks['good']} {text}")

    def look(self, text: str) -> None:
        print(f" {self.marks['look']} {text}")

    def bad(self, text: str, status: int) -> None:
        print(f" {self.marks['bad']} {text}")
        self.status = max(self.status, status)

    def judge(self, question: Callable[[], Iterator[str]]) -> None:
        """Print what the question yields; its error is one line and the next question follows."""
        try:
            for text in question():
                self.good(text)
        except TableError as error:
            self.bad(str(error), 2)

    def verdict(self, file: Path) -> str:
        if self.status == 0:
            return f"\nReady. Open the table: dealer-assist run --config {file}"
        if self.status == 1:
            return "\nNot ready: plug in what is missing. The configuration is good."
        return "\nNot ready: correct what is marked above."


def _pack(config: Config) -> Iterator[str]:
    from controller.config import pack_of
    from controller.procedure.irregularities.catalog_check import triples, verify
    from controller.rules.pack import open_questions

    pack = pack_of(config)
    verify(pack)
    known = "" if pack.edition in pack.title else f", {pack.edition}"
    yield f"pack {pack.name}: {pack.title}{known}"
    for key, value in config.rules.options.items():
        plain = value.get("value") if isinstance(value, dict) else value
        yield f"option {key} = {plain}"
    yield f"{len(triples(pack))} rulings, each with words and an act"
    if questions := open_questions(pack):
        yield f"left open, asked for at the table: {', '.join(questions)}"


def _script(config: Config, report: Report) -> None:
    """What is unusual in the shuffle by hand; a pack that cannot be read was judged before."""
    from controller.config import pack_of
    from controller.rules.pack import warnings

    try:
        pack = pack_of(config)
    except TableError:
        return
    for text in warnings(pack.shuffle):
        report.look(text)


def _keys(config: Config) -> Iterator[str]:
    from controller.journal.days.names import newest
    from controller.journal.keys import KeyRing, load_table_key
    from controller.journal.seal import fingerprint

    load_table_key(config.journal.keys)
    signer = KeyRing(config.journal.keys).signer(newest(config.journal.path).number)
    yield f"keys in {config.journal.keys}, signing key {fingerprint(signer.public_key)}"


def _people(config: Config) -> Iterator[str]:
    from controller.console.sign_in.people import People
    from controller.errors import ConfigError

    people = People(config.people.path).all()
    if not people:
        raise ConfigError(
            "nobody can rule at this table",
            where=str(config.people.path),
            do=f"Add one: dealer-assist people --file {config.people.path} "
            "add NAME --rank floorperson",
        )
    ranks = sorted({person.rank.replace("_", " ") for person in people})
    yield f"people: {len(people)} ({', '.join(ranks)})"


def _journal(config: Config, report: Report) -> None:
    from controller.daemon.opening import in_words, offered
    from controller.journal.days import names

    path = config.journal.path
    try:
        names.require_record_name(path)
    except TableError as error:
        report.bad(str(error), 2)
        return
    if names.parts(path):
        report.good(f"journal {path}")
        try:
            if text := in_words(*offered(config)):
                report.look(text)
        except TableError as error:
            report.bad(str(error), 2)
    elif path.parent.is_dir():
        report.judge(lambda: _new_record(config))
    else:
        report.bad(f"journal {path}: the folder {path.parent} does not exist. Make it", 2)


def _new_record(config: Config) -> Iterator[str]:
    from controller.daemon.opening import require_first

    require_first(config)
    yield f"journal {config.journal.path}: new, begun at the first start"


def _devices(config: Config, report: Report) -> None:
    from drivers import catalog
    from drivers.link import look

    for device in config.devices:
        name = f"{device.name} ({device.role}, {device.driver})"
        if why := look.why_not(device.port):
            report.bad(f"{name}: {why}", 1)
        else:
            report.good(f"{name} on {device.port}")
        for lack in catalog.find(device.driver).lacks:
            report.look(f"{device.name}: {catalog.LACKS[lack]}")
