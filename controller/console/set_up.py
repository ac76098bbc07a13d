"""What a computer shows that does not know its table yet: what is missing, and the lines to write.

On this machine alone, without a key, a hash or a name; it moves nothing and takes no command. The
file is read again with each look, so that the page fills itself in. Behind it the table begins.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from controller import config as configuration
from controller.console.sign_in.people import People
from controller.console.web.guard import Guard
from controller.console.web.static_files import StaticFiles
from controller.errors import ConfigError, TableError
from controller.for_play import not_for_play
from controller.journal.keys import load_table_key
from controller.rules.pack import names
from drivers.bench.asked import ports

from .drawing.look import Look
from .drawing.templates import templates
from .first_start import AGAIN_S, RANK, Line, running

PATHS = ("/", "/dealer", "/floor", "/floor/sign-in")
LEAST_FREE = 1_000_000_000
"""Bytes: a season's records of one table, and room to notice it."""


class Section(Struct, frozen=True):
    title: str
    asks: str
    write: str
    """Its lines, with values that are examples."""


SECTIONS = {
    "journal": Section(
        "Keys and record",
        "It says where the record and its keys are kept.",
        '[journal]\npath = "var/journal.db"\nkeys = "var/keys"',
    ),
    "table": Section(
        "The table’s name and place",
        "Write these lines, with your own values:",
        '[table]\nasset_number = "BJ-07"\nlocation = "Pit 2, table 7"\n'
        'gaming_day_start = "06:00"\ntimezone = "America/New_York"\nshoe_side = "left"',
    ),
    "console": Section(
        "Its pages",
        "They are served on this machine, or over TLS.",
        '[console]\nhost = "127.0.0.1"\nport = 8642',
    ),
    "rules": Section(
        "The rules",
        f"They come from your approval, so they have no default: {', '.join(names())}.",
        '[rules]\npack = "massachusetts-bonus-spin"',
    ),
    "device": Section(
        "Devices",
        "Each has a table of its own, the shoe’s first:",
        '[[device]]\nname = "shoe"\nrole = "shoe_scanner"\ndriver = "tablelink"\n'
        'port = "serial:/dev/serial/by-id/..."',
    ),
    "people": Section(
        "One person who may sign in",
        "Somebody must be able to rule before a card may be dealt.",
        '[people]\npath = "var/people.json"',
    ),
}


class SetUp:
    """`bench`: what is not for play may be run."""

    def __init__(self, file: Path, *, bench: bool = False) -> None:
        self._file, self._bench = file, bench
        self._folder = file.resolve().parent
        self._template = templates().get_template("set_up.html")

    def app(self) -> Starlette:
        static = StaticFiles(Path(__file__).parent / "static")
        return Starlette(
            middleware=[Middleware(Guard)],
            routes=[
                *(Route(path, self.page) for path in PATHS),
                Route("/static/{name}", static.file),
            ],
        )

    async def page(self, request: Request) -> Response:
        html = self._template.render(
            look=Look(),
            clock_text=f"{datetime.now().astimezone():%H:%M:%S}",
            file=self._file,
            running=running(request),
            lines=self.lines(),
            says=self.says(),
        )
        return HTMLResponse(html, headers={"Refresh": str(AGAIN_S)})

    def done(self) -> bool:
        """Whether the table can be started. No device need be plugged in for it.

        Asked every second: the pack is read only once all lines are ticked.
        """
        return all(line.ok for line in self.lines()) and not self.says()

    def lines(self) -> tuple[Line, ...]:
        """In the order in which they are done."""
        then: dict[str, Callable[[Any], str]] = {"journal": self._keys, "people": self._people}
        try:
            found = configuration.sections(self._file)
        except ConfigError as error:
            return self._disk(), Line(title=self._file.name, text=f"{error}.", ok=False)
        return (
            self._disk(),
            *(self._line(found[name], name, then.get(name, _nothing)) for name in SECTIONS),
        )

    def says(self) -> str:
        """What `check` says first; empty = nothing."""
        try:
            found = configuration.load(self._file)
            configuration.pack_of(found)
            return "" if self._bench else "; ".join(not_for_play(found))
        except TableError as error:
            return str(error)

    # ---- lines ----
    def _line(self, found: object, name: str, then: Callable[[Any], str]) -> Line:
        """A section that is there and good, and the command that it still needs."""
        section = SECTIONS[name]
        if not isinstance(found, ConfigError):
            command = then(found)
            text = "Run this yet:" if command else f"Written in {self._file.name}."
            return Line(title=section.title, text=text, ok=not command, command=command)
        if found.what != configuration.MISSING:
            return Line(title=section.title, text=f"{found}.", ok=False)
        key = f"[[{name}]]" if name == "device" else f"[{name}]"
        text = f"{self._file.name} has no {key}. {section.asks}"
        if name == "device" and (plugged := _plugged()):
            text += f" Plugged in here: {', '.join(plugged)}."
        return Line(title=section.title, text=text, ok=False, command=section.write)

    def _disk(self) -> Line:
        """The folder of a file that is not there yet may be missing, too."""
        there = next(one for one in (self._folder, *self._folder.parents) if one.is_dir())
        free = shutil.disk_usage(there).free
        text = f"{free / 1e9:.0f} GB free. It is {datetime.now().astimezone():%H:%M %Z} here."
        return Line(title="Disk and clock", text=text, ok=free >= LEAST_FREE)

    def _keys(self, journal: configuration.JournalFiles) -> str:
        keys = self._folder / journal.keys
        try:
            load_table_key(keys)
        except TableError:
            return f"dealer-assist keys new {keys}"
        return ""

    def _people(self, people: configuration.PeopleFile) -> str:
        path = self._folder / people.path
        add = f'dealer-assist people --file {path} \\\n    add "Ada Fox" {RANK}'
        try:
            return "" if People(path).all() else add
        except TableError as error:
            return str(error)


def _nothing(_: object) -> str:
    return ""


def _plugged() -> tuple[str, ...]:
    """As devices.toml writes them; a keyboard is as a rule the computer's own."""
    return tuple(one.port for one in ports() if not one.port.startswith("evdev:"))
