"""What a table shows before anybody can sign in: what is done, what comes next, in which order.

On this machine alone, before any sign-in, and without a key, a hash or a name. Once somebody is in
the people file it is there no more. A table at which cards lie goes on showing its own page.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from socket import gethostname

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from controller.console.drawing.pages import Pages
from controller.console.sign_in.people import People
from controller.console.sign_in.pin_check import OWN, place_of
from controller.domain.views.floor_view import FloorView, Health
from controller.domain.views.view import Device
from controller.errors import ConfigError
from controller.table.manifest import own_version

from .door import TableDoor

Page = Callable[[Request], Awaitable[Response]]
BEFORE_PLAY = ("opening", "closed")
"""Phases in which no card can lie on the table."""
RANK = "--rank floorperson"
AGAIN_S = 5
"""How often the page reads the table again."""


class Line(Struct, frozen=True, kw_only=True):
    """One thing that a table needs before a card may be dealt."""

    title: str
    text: str
    ok: bool = True
    command: str = ""


class Running(Struct, frozen=True, kw_only=True):
    """What runs, and where."""

    version: str
    host: str
    port: int


def running(request: Request) -> Running:
    return Running(version=own_version(), host=gethostname(), port=request.url.port or 0)


class FirstStart:
    def __init__(self, door: TableDoor, pages: Pages, people: People) -> None:
        self._door, self._pages, self._people = door, pages, people

    def or_else(self, page: Page, *, dealers: bool = False) -> Page:
        """`dealers`: the page that is never hidden from a card, nor on a bench."""

        async def answered(request: Request) -> Response:
            idle = request.method == "GET" and (not dealers or self._idle(request))
            if idle and self._needed(request):
                return self._shown(request, dealers=dealers)
            return await page(request)

        return answered

    def _needed(self, request: Request) -> bool:
        try:
            return place_of(request) == OWN and not self._people.all()
        except ConfigError:
            return False

    def _idle(self, request: Request) -> bool:
        view = self._door.view()
        idle = view.round.phase in BEFORE_PLAY and view.hold is None and not view.simulated
        return idle and "anyway" not in request.query_params

    def _shown(self, request: Request, *, dealers: bool) -> Response:
        view = self._door.floor_view()
        html = self._pages.page(
            "first_start.html",
            view=view,
            lines=lines(view, self._door.health(), self._people.path),
            people_file=self._people.path,
            running=running(request),
            dealers=dealers,
        )
        return HTMLResponse(html, headers={"Refresh": str(AGAIN_S)})


def lines(view: FloorView, health: Health, people: Path) -> tuple[Line, ...]:
    """In the order in which they are done; a daemon that answers has the first ones behind it."""
    journal, table = health.journal, view.table
    edition = f", {table.edition}" if table.edition else ""
    free = f" {round(journal.free * 100)}% of the disk is free." if journal.free is not None else ""
    return (
        Line(title="Keys", text="One seals face-down cards, one signs the record."),
        Line(
            title="Record",
            text=f"It is written and signed, row {journal.row:,}.{free}"
            if journal.recording
            else "Nothing can be written. Look at the disk first.",
            ok=journal.recording,
        ),
        Line(title="The table’s name", text=f"{table.id} in devices.toml."),
        Line(title="The rules", text=f"{table.pack}{edition}."),
        _devices(view.devices or health.devices, {d.role: d.serial for d in health.devices}),
        Line(
            title="One person who may sign in",
            text="Somebody must be able to rule before a card may be dealt.",
            ok=False,
            command=f'dealer-assist people --file {people} \\\n    add "Ada Fox" {RANK}',
        ),
    )


def _devices(found: tuple[Device, ...], serials: dict[str, str]) -> Line:
    """Each with the number that is printed on it, as far as it has told it."""

    def said(good: bool) -> str:
        return ", ".join(
            " ".join(
                filter(None, (d.name or d.role.replace("_", " "), d.serial or serials.get(d.role)))
            )
            for d in found
            if d.good is good
        )

    silent, answering = said(good=False), said(good=True)
    text = f"No answer from: {silent}. Plug in, or see devices.toml." if silent else ""
    more = f"Answering: {answering}." if answering else ""
    return Line(title="Devices", text=f"{text} {more}".strip(), ok=not silent)
