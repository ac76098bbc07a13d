"""Ask the console without a socket, as a browser on the table would."""

from __future__ import annotations

import json

import httpx
from starlette.types import ASGIApp

from .views import body

HOST = "http://127.0.0.1"


def browser(app: ASGIApp) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=HOST)


async def tap(
    client: httpx.AsyncClient, where: str, command: object, **more: object
) -> httpx.Response:
    """Post a tap; `command` is a command or the text of a body."""
    text = command if isinstance(command, str) else body(command)  # type: ignore[arg-type]
    fields = {"rid": "a1b2c3d4e5f6", "token": "t", "body": text, "fill": {}} | more
    return await client.post(
        where, content=json.dumps(fields), headers={"Content-Type": "application/json"}
    )
