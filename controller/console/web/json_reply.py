"""Answer a request with a struct as JSON."""

from __future__ import annotations

import msgspec
from starlette.responses import Response


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A verdict, and where the page goes now when what it was opened for is done."""

    verdict: str
    clause: str = ""
    text: str = ""
    go: str = ""


def reply(value: msgspec.Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status_code=status, media_type="application/json")
