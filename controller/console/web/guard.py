"""Around one request: who may ask, what a browser may do with the answer, what a failure shows.

A failed request gets one line; the daemon lives. The log gets the type, never the text: an error's
text may hold what a page may not show.
"""

from __future__ import annotations

import ipaddress

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .crowd import by_proxy, is_own

LARGEST_POST = 8192
DEALERS = ("/dealer", "/events/dealer")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FRAMED = {
    "Content-Security-Policy": HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    )
}
"""Where a simulated bench shows the pages in a page of its own."""
_log = structlog.get_logger("console")


class Guard:
    """The outermost middleware. `hosts`: the names that are ours beside addresses, localhost."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = (), *, framed: bool = False) -> None:
        self._app, self._hosts = app, {"localhost", *hosts}
        self._headers = {**HEADERS, **(FRAMED if framed else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        refusal = self._refuse(Headers(scope=scope), scope)
        if refusal is not None:
            await refusal(scope, receive, sending)
            return
        try:
            await self._app(scope, receive, sending)
        except ClientDisconnect:
            return  # nobody waits for the answer
        except Exception as error:  # noqa: BLE001 - one request fails, the table goes on
            _log.error("request failed", path=scope["path"], error=type(error).__name__)
            if not started:
                await _failed(scope)(scope, receive, sending)

    def _refuse(self, headers: Headers, scope: Scope) -> Response | None:
        method = scope["method"]
        host = _host(headers.get("host", ""))
        if host not in self._hosts and not _is_address(host):
            return PlainTextResponse("not a name of this table", status_code=421)
        if scope["path"].startswith(DEALERS) and not _is_beside_the_table(headers, scope):
            return PlainTextResponse(
                "The dealer's page is for the screen beside the table.", status_code=403
            )
        if method in {"GET", "HEAD"}:
            return None
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != headers.get("host"):
            return PlainTextResponse("not from our pages", status_code=403)
        if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
            return PlainTextResponse("not from our pages", status_code=403)
        length = headers.get("content-length", "")
        if not length.isdigit() or int(length) > LARGEST_POST:
            return PlainTextResponse("too long", status_code=413)
        return None


def _is_beside_the_table(headers: Headers, scope: Scope) -> bool:
    client = scope.get("client")
    return bool(client and is_own(client[0])) and not by_proxy(headers, scope)


def _failed(scope: Scope) -> Response:
    text = "The controller could not answer. Try again."
    if scope["path"].endswith("/tap"):
        return JSONResponse({"verdict": "not_recorded", "text": text}, status_code=500)
    return PlainTextResponse(text, status_code=500)


def _host(header: str) -> str:
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0].lower()


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
