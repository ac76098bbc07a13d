"""Answer a request with a struct as JSON."""

from __future__ import annotations

import msgspec
from starlette.responses import Response


def reply(value: msgspec.Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status_code=status, media_type="application/json")
