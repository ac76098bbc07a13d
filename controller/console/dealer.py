"""The dealer's page: no sign-in, the rank of a dealer, whatever the body says."""

from __future__ import annotations

from collections.abc import Callable

from sse_starlette.sse import EventSourceResponse
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from controller.console.drawing.pages import Pages
from controller.console.sign_in.table_screen import TableScreen
from controller.console.web.json_reply import Said, reply
from controller.console.web.stream import Beat, Source, events
from controller.console.web.taps import BadTap, decode
from controller.domain.commands import DealerSignedOn, Reported
from controller.domain.views.floor_view import Verdict

from .door import TableDoor
from .drawing import words

HOME = "/dealer"


class DealerPages:
    def __init__(
        self, door: TableDoor, pages: Pages, beat: Callable[[], Beat], screen: TableScreen
    ) -> None:
        self._door, self._pages, self._beat, self._screen = door, pages, beat, screen

    async def page(self, request: Request) -> Response:
        html = self._pages.dealer_page(self._door.view(), _size(request))
        response = HTMLResponse(html)
        self._screen.shown(request, response)
        return response

    async def report(self, request: Request) -> Response:
        """What people see and no device does: a page of its own, a touch away."""
        self._screen.shown(request)
        return HTMLResponse(self._pages.reports_page(self._door.reports()))

    async def view(self, _: Request) -> Response:
        """Answer what the page shows, as JSON, for a console that is no browser."""
        return reply(self._door.view())

    async def events(self, request: Request) -> Response:
        self._screen.shown(request)
        size = _size(request)
        render = lambda: self._pages.dealer(self._door.view(), size)  # noqa: E731
        if request.query_params.get("page") == "report":
            render = lambda: self._pages.reports(self._door.reports())  # noqa: E731
        source = Source(view=self._door.view, render=render, beat=self._beat)
        return EventSourceResponse(events(self._door.subscribe(), source), ping=0)

    async def tap(self, request: Request) -> Response:
        view = self._door.view()
        by = view.dealer.name if view.dealer else "dealer"
        try:
            command = decode(await request.body(), by=by, rank="dealer", where="dealer")
        except BadTap as bad:
            return reply(
                Verdict(verdict="refused", text=self._pages.said(f"Not understood: {bad}.")), 400
            )
        if isinstance(command, DealerSignedOn):
            return reply(
                Verdict(verdict="refused", text=self._pages.said("Sign on with name and PIN.")), 403
            )
        said = await self._door.command(command)
        reported = isinstance(command, Reported) and said.verdict == "accepted"
        return reply(
            Said(
                said.verdict,
                words.public(said.clause),
                self._pages.said(said.text),
                HOME if reported else "",
            )
        )


def _size(request: Request) -> str:
    return "small" if request.query_params.get("size") == "small" else "large"
