"""The page of people: who may sign in, changed by two people who are signed in.

One asks, a second of a casino supervisor's rank signs; nobody signs for what he has asked for or
for himself. Both stand on the record before anything is written, and the person's sessions end with
it: `Sessions` asks the file.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import get_args

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from controller.console.drawing.pages import Pages
from controller.console.sign_in.people import (
    People,
    PersonLine,
    Rank,
    TooManyTries,
    check_licence,
    check_name,
)
from controller.console.sign_in.pin_check import form_of
from controller.console.sign_in.sessions import Session, Sessions
from controller.console.sign_in.waiting import SECOND, Act, Proposal, Waiting, check, do
from controller.domain.commands import SURVEILLANCE, PersonAct, PersonChanged
from controller.errors import ConfigError

from .door import TableDoor
from .floor import CHANGE, COOKIE, SIGN_IN, WATCH

ACTS: tuple[Act, ...] = get_args(Act)
RANKS: tuple[Rank, ...] = get_args(Rank)
PAGE = "/floor/people"


class PeoplePage:
    def __init__(
        self,
        door: TableDoor,
        pages: Pages,
        people: People,
        sessions: Sessions,
        waiting: Waiting,
    ) -> None:
        self._door, self._pages = door, pages
        self._people, self._sessions, self._waiting = people, sessions, waiting

    async def page(self, request: Request) -> Response:
        """The list; posted, a change that somebody asks for."""
        return await self._for(request, self._listed)

    async def sign(self, request: Request) -> Response:
        """The second person signs, or one of the two takes it back."""
        return await self._for(request, self._decided)

    async def _for(
        self, request: Request, answer: Callable[[Request, Session], Awaitable[Response]]
    ) -> Response:
        await request.body()  # a browser that is slow to send it keeps nobody else waiting
        async with self._sessions.acting(request.cookies.get(COOKIE, "")) as session:
            if session is None:
                return RedirectResponse(SIGN_IN, status_code=303)
            if session.must_change:
                return RedirectResponse(CHANGE, status_code=303)
            if session.rank == SURVEILLANCE:
                return RedirectResponse(WATCH, status_code=303)
            return await answer(request, session)

    async def _listed(self, request: Request, session: Session) -> Response:
        chosen = request.query_params.get("name", "")[:60]
        if request.method == "GET":
            return self._shown(session, chosen)
        form = await form_of(request)
        try:
            asked = await self._asked(session, form)
            check(self._people, asked)
            proposal = self._waiting.put(asked)
        except ConfigError as error:
            return self._shown(session, form.get("name", ""), _sentence(error), form, 400)
        except TooManyTries:
            return self._shown(session, chosen, "Many sign in at once. Try again.", form, 429)
        said = await self._kept() or await self._record(
            session, proposal, "asked", to=proposal.told
        )
        if said:
            self._waiting.drop(proposal)
            await self._kept()
            return self._shown(session, proposal.name, said, form, 503)
        return self._gone_on(request, session)

    async def _decided(self, request: Request, session: Session) -> Response:
        form = await form_of(request)
        proposal = self._waiting.find(form.get("id", ""))
        if proposal is None:
            return self._shown(session, "", "That change waits no more.", status=409)
        if form.get("act") == "withdraw":
            said = await self._withdrawn(session, proposal)
        else:
            said = await self._signed(session, proposal)
        return (
            self._shown(session, "", said, status=409) if said else self._gone_on(request, session)
        )

    async def _withdrawn(self, session: Session, proposal: Proposal) -> str:
        said = await self._record(session, proposal, "withdrawn", to=proposal.told)
        if not said:
            self._waiting.drop(proposal)
            await self._kept()
        return said

    async def _signed(self, session: Session, proposal: Proposal) -> str:
        """Recorded first; why it was not done, in words."""
        if why := why_not(session, proposal):
            return why
        try:
            check(self._people, proposal)
        except ConfigError as error:
            return _sentence(error)
        told = "" if proposal.act in ("new_pin", "removed") else proposal.told
        self._waiting.drop(proposal)
        if said := await self._record(session, proposal, proposal.act, to=told, first=proposal.by):
            self._waiting.put(proposal)
            return said
        try:
            do(self._people, proposal)
        except ConfigError as error:
            await self._record(session, proposal, "not_done", to=proposal.told)
            return _sentence(error)
        finally:
            await self._kept()
        return ""

    async def _kept(self) -> str:
        """Why what waits is not written down, in words; empty = it is."""
        try:
            await self._waiting.keep()
        except ConfigError as error:
            return _sentence(error)
        return ""

    async def _asked(self, session: Session, form: dict[str, str]) -> Proposal:
        """Raises: ConfigError, TooManyTries."""
        act = next((one for one in ACTS if one == form.get("act")), None)
        rank = next((one for one in RANKS if one == form.get("rank", "dealer")), None)
        if act is None or rank is None:
            raise ConfigError("that is no change")
        pin = form.get("pin", "")
        return Proposal(
            act=act,
            name=check_name(form.get("name", "")),
            rank=rank,
            licence=check_licence(form.get("licence", "")),
            hash=await self._people.hashed(pin) if act in ("added", "new_pin") else "",
            by=session.name,
            at=self._pages.now(),
        )

    async def _record(
        self, session: Session, proposal: Proposal, what: PersonAct, *, to: str, first: str = ""
    ) -> str:
        """Why it is not on the record, in words; empty = it is."""
        verdict = await self._door.command(
            PersonChanged(
                whom=proposal.name,
                what=what,
                to=to,
                first=first,
                by=session.name,
                rank=session.rank,
                where="floor",
                rid=secrets.token_hex(8),
            )
        )
        return "" if verdict.verdict == "accepted" else verdict.text or "Not recorded."

    def _gone_on(self, request: Request, session: Session) -> Response:
        """At the table's own screen a session ends with its act."""
        if session.once:
            self._sessions.close(request.cookies.get(COOKIE, ""))
            return RedirectResponse("/dealer", status_code=303)
        return RedirectResponse(PAGE, status_code=303)

    def _shown(
        self,
        session: Session,
        chosen: str,
        said: str = "",
        form: dict[str, str] | None = None,
        status: int = 200,
    ) -> Response:
        view = self._door.floor_view(session.rank)
        lines = people_lines(self._people, self._sessions)
        waiting = [(one, why_not(session, one)) for one in self._waiting.all()]
        html = self._pages.page(
            "people.html",
            view=view,
            tabs=self._pages.tabs(view),
            session=session,
            people=lines,
            waiting=waiting,
            lost=self._waiting.lost,
            chosen=next((one for one in lines if one.name == chosen), None),
            ranks=RANKS,
            form=form or {},
            said=said,
        )
        return HTMLResponse(html, status_code=status)


def why_not(session: Session, proposal: Proposal) -> str:
    """Why this person may not sign for it, in words."""
    if session.name == proposal.by:
        return "A second person signs."
    if session.name.casefold() == proposal.name.casefold():
        return "Nobody signs for himself."
    if session.rank != SECOND:
        return "A casino supervisor signs."
    return ""


def _sentence(error: ConfigError) -> str:
    return f"{error.what[:1].upper()}{error.what[1:]}."


def people_lines(people: People, sessions: Sessions) -> tuple[PersonLine, ...]:
    """Who may sign in, and who has."""
    try:
        found = people.all()
    except ConfigError:
        return ()
    there = sessions.names()
    return tuple(
        PersonLine(
            name=p.name,
            rank=p.rank,
            licence=p.licence,
            state="signed in" if p.name in there else "must change PIN" if p.must_change else "",
        )
        for p in found
    )
