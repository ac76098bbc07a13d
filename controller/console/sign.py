"""The players' sign. A hold shorter than two seconds is never shown: its length would be a hint."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sse_starlette.sse import EventSourceResponse
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from controller.console.drawing.pages import Pages
from controller.console.web.stream import Beat, Source, events
from controller.domain.views.floor_view import SignView

from .door import TableDoor

HOLD_DELAY_S = 2.0


class SignPages:
    def __init__(self, door: TableDoor, pages: Pages, beat: Callable[[], Beat]) -> None:
        self._door, self._pages, self._beat = door, pages, beat
        self._calm: SignView | None = None
        self._held_since: float | None = None

    async def page(self, _: Request) -> Response:
        return HTMLResponse(self._pages.page("sign.html", main=self._main(), view=self._view()))

    async def events(self, _: Request) -> Response:
        source = Source(view=self._view, render=self._main, beat=self._beat)
        return EventSourceResponse(events(self._door.subscribe(), source), ping=0)

    def _view(self) -> SignView:
        view, now = self._door.sign_view(), asyncio.get_running_loop().time()
        if not view.held:
            self._calm, self._held_since = view, None
            return view
        if self._held_since is None:
            self._held_since = now
        early = now - self._held_since < HOLD_DELAY_S
        return self._calm if early and self._calm else view

    def _main(self) -> str:
        return self._pages.fragment("sign_main.html", view=self._view())
