"""The console application: pages, event streams and taps over one `TableDoor`."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, tzinfo
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from controller.console.drawing.look import Look
from controller.console.drawing.pages import Pages
from controller.console.sign_in.lapsing import lapsing
from controller.console.sign_in.people import People
from controller.console.sign_in.pin_check import OWN, PinCheck, people_fault, place_of
from controller.console.sign_in.sessions import Sessions
from controller.console.sign_in.sign_on import SignOn
from controller.console.sign_in.table_screen import TableScreen
from controller.console.sign_in.tries import Tries
from controller.console.sign_in.waiting import Waiting
from controller.console.web.guard import Guard
from controller.console.web.json_reply import reply
from controller.console.web.static_files import StaticFiles
from controller.console.web.stream import Beat

from .dealer import DealerPages
from .door import TableDoor
from .first_start import FirstStart
from .floor import FloorPages
from .pays import PaysPage
from .people import PeoplePage
from .sign import SignPages
from .surveillance import SurveillancePages


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _dealer(dealer: DealerPages, sign_on: SignOn, first: FirstStart) -> tuple[Route, ...]:
    return (
        Route("/dealer", first.or_else(dealer.page, dealers=True)),
        Route("/dealer/report", dealer.report),
        Route("/dealer/view", dealer.view),
        Route("/dealer/tap", dealer.tap, methods=["POST"]),
        Route("/dealer/sign-on", sign_on.page, methods=["GET", "POST"]),
        Route("/events/dealer", dealer.events),
    )


def _floor(floor: FloorPages, pays: PaysPage, first: FirstStart) -> tuple[Route, ...]:
    return (
        Route("/floor", first.or_else(floor.overview)),
        Route("/floor/irregularity", floor.irregularity),
        Route("/floor/pause", floor.pause),
        Route("/floor/ruled", floor.ruled),
        Route("/floor/round/{no:int}", floor.round),
        Route("/floor/pays", pays.page),
        Route("/floor/rules", floor.rules),
        Route("/floor/sign-in", first.or_else(floor.sign_in), methods=["GET", "POST"]),
        Route("/floor/pin", floor.change_pin, methods=["GET", "POST"]),
        Route("/floor/sign-out", floor.sign_out, methods=["POST"]),
        Route("/floor/tap", floor.tap, methods=["POST"]),
        Route("/events/floor", floor.events),
    )


def _people(page: PeoplePage) -> tuple[Route, ...]:
    return (
        Route("/floor/people", page.page, methods=["GET", "POST"]),
        Route("/floor/people/sign", page.sign, methods=["POST"]),
    )


def _sign(sign: SignPages) -> tuple[Route, ...]:
    return Route("/sign", sign.page), Route("/events/sign", sign.events)


def _surveillance(watch: SurveillancePages) -> tuple[Route, ...]:
    return (
        Route("/surveillance", watch.page),
        Route("/surveillance/tap", watch.tap, methods=["POST"]),
        Route("/events/surveillance", watch.events),
    )


async def _home(request: Request) -> Response:
    return RedirectResponse("/dealer" if place_of(request) == OWN else "/floor")


async def _missing(pages: Pages, _: Request, __: Exception) -> Response:
    text = pages.page("oops.html", headline="No such page", text="", back="/floor")
    return HTMLResponse(text, status_code=404)


def console_app(
    door: TableDoor,
    people: People,
    *,
    zone: tzinfo = UTC,
    look: Look | None = None,
    hosts: tuple[str, ...] = (),
    sessions: Sessions | None = None,
    kept: Path | None = None,
    now: Callable[[], int] = wall_ms,
    more: tuple[Route, ...] = (),
) -> Starlette:
    """`hosts`: further names of this table; `more`: of a bench; `kept`: what waits for a second."""
    waiting, look = Waiting(now, kept), look or Look()
    told: dict[str, Callable[[], Any]] = {
        "people_fault": partial(people_fault, people),
        "people_wait": waiting.count,
    }
    pages = Pages(door, now=now, zone=zone, look=look, said=look.words(), **told)

    def beat() -> Beat:
        return Beat(round(door.health().oldest_unrecorded_s, 1), now(), pages.clock())

    sessions, check, screen = sessions or Sessions(), PinCheck(door, people, Tries()), TableScreen()
    sessions.watch(people)
    dealer = DealerPages(door, pages, beat, screen)
    floor = FloorPages(door, pages, beat, people, sessions, check, screen)
    watch, first = SurveillancePages(door, pages, beat, sessions), FirstStart(door, pages, people)

    async def health(_: Request) -> Response:
        return reply(door.health())

    app = Starlette(
        middleware=[Middleware(Guard, hosts=hosts, framed=bool(more))],
        routes=[
            Route("/", _home),
            *more,
            *_dealer(dealer, SignOn(door, pages, people, check), first),
            *_floor(floor, PaysPage(door, pages, sessions), first),
            *_people(PeoplePage(door, pages, people, sessions, waiting)),
            *_surveillance(watch),
            *_sign(SignPages(door, pages, beat)),
            Route("/health", health),
            Route("/static/{name}", StaticFiles(Path(__file__).parent / "static").file),
        ],
        exception_handlers={404: partial(_missing, pages)},
    )
    app.state.warm, app.state.screen = pages.warm, screen
    app.state.lapsing = partial(lapsing, waiting, door)
    return app
