"""The surveillance room's page: read-only, signed in, each view logged; it may acknowledge."""

from __future__ import annotations

from collections.abc import Callable

import structlog
from sse_starlette.sse import EventSourceResponse
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from controller.console.drawing.pages import Pages
from controller.console.sign_in.sessions import Session, Sessions
from controller.console.web.json_reply import reply
from controller.console.web.stream import Beat, Source, events
from controller.console.web.taps import BadTap, decode
from controller.domain.commands import SURVEILLANCE, PauseSeen, Ruled
from controller.domain.views.floor_view import Verdict

from .door import TableDoor
from .floor import COOKIE, SIGN_IN

_log = structlog.get_logger("console")


class SurveillancePages:
    def __init__(
        self, door: TableDoor, pages: Pages, beat: Callable[[], Beat], sessions: Sessions
    ) -> None:
        self._door, self._pages, self._beat, self._sessions = door, pages, beat, sessions

    async def page(self, request: Request) -> Response:
        session = self._session(request)
        if session is None:
            return RedirectResponse(SIGN_IN, status_code=303)
        _log.info("surveillance_view", by=session.name, row=self._door.surveillance_view().seq)
        main = self._pages.safe(self._main(session))
        return HTMLResponse(self._pages.page("surveillance.html", main=main))

    async def events(self, request: Request) -> Response:
        session = self._session(request)
        if session is None:
            return Response(status_code=401)
        source = Source(
            view=self._door.surveillance_view,
            render=lambda: self._main(session),
            beat=self._beat,
            alive=lambda: self._session(request) is not None,
        )
        return EventSourceResponse(events(self._door.subscribe(), source), ping=0)

    async def tap(self, request: Request) -> Response:
        """The acknowledgement of a jackpot or of a pause, and nothing else."""
        session = self._session(request)
        if session is None:
            return reply(Verdict(verdict="refused", text="Signed out."), 401)
        try:
            command = decode(
                await request.body(), by=session.name, rank=SURVEILLANCE, where="surveillance"
            )
        except BadTap as bad:
            return reply(Verdict(verdict="refused", text=f"Not understood: {bad}."), 400)
        jackpot = isinstance(command, Ruled) and command.ruling == "acknowledged"
        if not jackpot and not isinstance(command, PauseSeen):
            return reply(Verdict(verdict="refused", text="Surveillance acknowledges only."), 403)
        return reply(await self._door.command(command))

    def _session(self, request: Request) -> Session | None:
        """Watching is activity: the room's page stays open."""
        found = self._sessions.find(request.cookies.get(COOKIE, ""))
        mine = found is not None and found.rank == SURVEILLANCE and not found.must_change
        return found if mine else None

    def _main(self, session: Session) -> str:
        view = self._door.surveillance_view()
        return self._pages.page("surveillance_main.html", view=view, session=session)
