"""Another dealer signs on at the table's own screen: name and PIN, hands showing, a few seconds.

It signs the previous dealer off. No session is opened: the page goes on as the dealer's own.
"""

from __future__ import annotations

import secrets
from typing import Literal

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from controller.console.door import TableDoor
from controller.console.drawing.pages import Pages
from controller.domain.commands import SURVEILLANCE, DealerSignedOn
from controller.domain.wording import first_upper
from controller.errors import ConfigError

from .people import People, Person, TooManyTries
from .pin_check import PinCheck, form_of, known, note_new_pin

DEALING = ("dealer", "floorperson", "casino_supervisor")


def signed_on(person: Person, proof: Literal["pin", "badge"]) -> DealerSignedOn:
    """By the person, at the table's own place."""
    return DealerSignedOn(
        name=person.name,
        proof=proof,
        by=person.name,
        rank="dealer",
        where="dealer",
        rid=secrets.token_hex(8),
    )


class SignOn:
    def __init__(self, door: TableDoor, pages: Pages, people: People, check: PinCheck) -> None:
        self._door, self._pages, self._people, self._check = door, pages, people, check

    async def page(self, request: Request) -> Response:
        if request.method == "GET":
            return self._page(request.query_params.get("name", "")[:60], "")
        form = await form_of(request)
        name, pin, new = (form.get(key, "") for key in ("name", "pin", "new"))
        found = await self._check(request, name, pin)
        person = found.person
        if person is None:
            return self._page(name, found.said, found.status, wait_s=found.wait_s)
        if person.rank == SURVEILLANCE:
            return self._page(name, "Surveillance deals no cards.", 403)
        if person.must_change and (said := await self._change(person, pin, new)):
            return self._page(name, said, change=True)
        return await self._signed_on(person)

    async def _change(self, person: Person, pin: str, new: str) -> str:
        """Why the PIN that was given is not changed yet; empty = it is."""
        if not new:
            return "This PIN was given to you. Choose your own."
        if new == pin:
            return "That is the PIN you were given."
        try:
            await self._people.change(person.name, new)
        except TooManyTries:
            return "Many sign in at once. Try again."
        except ConfigError as error:
            return first_upper(error.what) + "."
        await note_new_pin(self._door, person, "dealer")
        return ""

    async def _signed_on(self, person: Person) -> Response:
        said = await self._door.command(signed_on(person, "pin"))
        if said.verdict == "refused":
            return self._page(person.name, f"{said.text}.", 409)
        return RedirectResponse("/dealer", status_code=303)

    def _page(
        self, name: str, said: str, status: int = 200, *, change: bool = False, wait_s: int = 0
    ) -> Response:
        html = self._pages.sign_on_page(
            title="dealer signs on",
            table="",
            view=None,
            wait_s=wait_s,
            others=(),
            name=name,
            known=known(self._people, DEALING),
            said=said,
            action="/dealer/sign-on",
            change=False,
            given=False,
            new_pin=change,
            button="Sign on",
            note="It signs the previous dealer off.",
            back="/dealer",
        )
        return HTMLResponse(html, status_code=status)
