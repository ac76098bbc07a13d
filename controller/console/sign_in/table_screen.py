"""Which browser stands beside the table: a floor session on it covers one ruling.

A browser that showed the dealer's page has a cookie. A cookie belongs to one name of this machine;
so once this machine has shown the dealer's page, each of its browsers counts, by whichever name.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from .pin_check import OWN, place_of

COOKIE = "table_screen"


class TableScreen:
    def __init__(self) -> None:
        self._here = False

    def forget(self) -> None:
        """The screen of this machine was taken away."""
        self._here = False

    def shown(self, request: Request, response: Response | None = None) -> None:
        """The dealer's page was shown there."""
        self._here = self._here or place_of(request) == OWN
        if response is not None:
            response.set_cookie(COOKIE, "1", httponly=True, samesite="strict")

    def is_it(self, request: Request) -> bool:
        return COOKIE in request.cookies or (self._here and place_of(request) == OWN)
