"""The dealer's page: no sign-in, the rank of a dealer, whatever the body says."""

from __future__ import annotations

from collections.abc import Callable

from sse_starlette.sse import EventSourceResponse
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from controller.domain.commands import DealerSignedOn
from controller.domain.floor_view import Verdict
from controller.domain.structs import replace

from . import words
from .door import TableDoor
from .json_reply import reply
from .pages import Pages
from .stream import Beat, Source, events
from .table_screen import TableScreen
from .taps import BadTap, decode


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

    async def view(self, _: Request) -> Response:
        """Answer what the page shows, as JSON, for a console that is no browser."""
        return reply(self._door.view())

    async def events(self, request: Request) -> Response:
        self._screen.shown(request)
        size = _size(request)
        source = Source(
            view=self._door.view,
            render=lambda: self._pages.dealer(self._door.view(), size),
            beat=self._beat,
        )
        return EventSourceResponse(events(self._door.subscribe(), source), ping=0)

    async def tap(self, request: Request) -> Response:
        view = self._door.view()
        by = view.dealer.name if view.dealer else "dealer"
        try:
            command = decode(await request.body(), by=by, rank="dealer", where="dealer")
        except BadTap as bad:
            return reply(Verdict(verdict="refused", text=f"Not understood: {bad}."), 400)
        if isinstance(command, DealerSignedOn):
            return reply(Verdict(verdict="refused", text="Sign on with name and PIN."), 403)
        said = await self._door.command(command)
        return reply(replace(said, clause=words.public(said.clause)))


def _size(request: Request) -> str:
    return "small" if request.query_params.get("size") == "small" else "large"
