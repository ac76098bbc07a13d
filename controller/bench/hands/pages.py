"""The page `/hands` and its acts, served beside the consoles by a simulated table and by no other.

The product's own pages stand in a frame of the same origin.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from controller.console.web.static_files import StaticFiles
from drivers.sim.physical.pieces import CannotBe

from .table import HandsOn

STATIC = Path(__file__).parent / "static"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    do: str
    where: str = ""
    kind: str = ""
    cents: int = 0


class Teaching(Protocol):
    """What stands above the table when it is a lesson."""

    def state(self) -> dict[str, Any]: ...

    def asked(self, what: str) -> None:
        """`again`, `show`, `next`. Raises: CannotBe."""


class HandsPages:
    """Told of its table once that is open: a daemon takes its pages before it has a door."""

    def __init__(self, teaching: Teaching | None = None) -> None:
        self.table: HandsOn | None = None
        self._teaching = teaching
        self._html = (STATIC / "hands.html").read_text(encoding="utf-8")

    def routes(self) -> tuple[Route, ...]:
        return (
            Route("/hands", self._page),
            Route("/hands/state", self._state),
            Route("/hands/act", self._act, methods=["POST"]),
            Route("/hands/static/{name}", StaticFiles(STATIC).file),
        )

    async def _page(self, _: Request) -> Response:
        return HTMLResponse(self._html, headers={"Content-Security-Policy": POLICY})

    async def _state(self, _: Request) -> Response:
        state = await self.table.state() if self.table else {}
        if self._teaching is not None:
            state["lesson"] = self._teaching.state()
        return JSONResponse(state)

    async def _act(self, request: Request) -> Response:
        if self.table is None:
            return JSONResponse({"cannot": "the table is not open yet"})
        try:
            asked = msgspec.json.decode(await request.body(), type=Act)
            if self._teaching is not None and asked.do in ("lesson", "auto"):
                self._teaching.asked(asked.where if asked.do == "lesson" else asked.do)
            else:
                await self.table.act(asked.do, asked.where, asked.kind, asked.cents)
        except msgspec.MsgspecError:
            return JSONResponse({"cannot": "not understood"}, status_code=400)
        except (CannotBe, ValueError) as why:
            return JSONResponse({"cannot": str(why)})
        return JSONResponse({"cannot": ""})
