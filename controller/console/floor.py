"""The floor's pages: signed in by name and PIN, every tap vouched for by the session."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from urllib.parse import quote

import msgspec
from sse_starlette.sse import EventSourceResponse
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from controller.console.drawing.pages import Pages
from controller.console.drawing.replay import Wanted
from controller.console.sign_in.people import People, TooManyTries
from controller.console.sign_in.pin_check import (
    PinCheck,
    form_of,
    known,
    note_new_pin,
    on_duty,
    place_of,
)
from controller.console.sign_in.sessions import Session, Sessions
from controller.console.sign_in.table_screen import TableScreen
from controller.console.web.json_reply import Said, reply
from controller.console.web.stream import Beat, Drawn, Source, events, whole
from controller.console.web.taps import SIGNED, BadTap, decode, pin_in
from controller.domain.commands import SURVEILLANCE, FactAnswered, Notified, Ruled
from controller.domain.views.floor_view import FloorView, Verdict
from controller.domain.wording import first_upper
from controller.errors import ConfigError

from .door import TableDoor
from .drawing import ruled, words

COOKIE = "floor"
RULING = ("floorperson", "casino_supervisor", SURVEILLANCE)
KEPT = 64
"""Sessions whose last ruling is remembered."""
NOTE = "Out by itself after 5 minutes. At the table’s own screen: one ruling."
SIGN_IN, CHANGE, WATCH = "/floor/sign-in", "/floor/pin", "/surveillance"


class FloorPages:
    def __init__(
        self,
        door: TableDoor,
        pages: Pages,
        beat: Callable[[], Beat],
        people: People,
        sessions: Sessions,
        check: PinCheck,
        screen: TableScreen,
    ) -> None:
        self._door, self._pages, self._beat = door, pages, beat
        self._people, self._sessions = people, sessions
        self._check, self._screen = check, screen
        self._ruled: dict[str, ruled.Done] = {}
        """What was ruled last, by session."""

    # ---- pages ----
    async def overview(self, request: Request) -> Response:
        return await self._shown(request, "/events/floor", self._overview)

    async def irregularity(self, request: Request) -> Response:
        wanted = request.query_params.get("id", "")
        where = "/events/floor?page=irregularity"
        return await self._shown(
            request,
            f"{where}&id={quote(wanted, safe='')}",
            lambda session: self._irregularity(session, wanted),
        )

    async def pause(self, request: Request) -> Response:
        return await self._shown(request, "/events/floor?page=pause", self._pause)

    async def rules(self, request: Request) -> Response:
        """Other rules that wait: what they change, who has signed, and the key of who may."""
        return await self._shown(request, "/events/floor?page=rules", self._rules)

    async def ruled(self, request: Request) -> Response:
        if request.cookies.get(COOKIE, "") not in self._ruled:
            return RedirectResponse("/floor", status_code=303)
        render = self._rendered(request)
        return await self._shown(request, "/events/floor?page=ruled", render)

    async def round(self, request: Request) -> Response:
        """The surveillance room steps through rounds, too."""
        no, wanted = request.path_params["no"], _wanted(request)
        query = f"page=round&no={no}&step={wanted.step}&{wanted.query}"
        return await self._shown(
            request,
            f"/events/floor?{query}",
            lambda session: self._round(session, no, wanted),
            watched=True,
        )

    async def events(self, request: Request) -> Response:
        key = request.cookies.get(COOKIE, "")
        session = self._sessions.find(key, touch=False)
        query = request.query_params
        watched = query.get("page") == "round"
        if session is None or session.must_change:
            return Response(status_code=401)
        if session.rank == SURVEILLANCE and not watched:
            return Response(status_code=401)
        render: Callable[[Session], Drawn] = self._overview
        if query.get("page") == "irregularity":
            render = lambda session: self._irregularity(session, query.get("id", ""))  # noqa: E731
        if query.get("page") == "ruled" and key in self._ruled:
            render = self._rendered(request)
        if query.get("page") in ("pause", "rules"):
            render = self._pause if query["page"] == "pause" else self._rules
        if query.get("page") == "strip":
            render = lambda session: self._pages.strip(  # noqa: E731
                self._door.floor_view(session.rank), session, query.get("here", "")
            )
        if query.get("page") == "round":
            no, wanted = _number(query.get("no", "")), _wanted(request)
            render = lambda session: self._round(session, no, wanted)  # noqa: E731
        source = Source(
            view=lambda: self._door.floor_view(session.rank),
            render=lambda: render(session),
            beat=self._beat,
            panel=self._pages.panel,
            alive=lambda: self._sessions.find(key, touch=False) is not None,
        )
        return EventSourceResponse(events(self._door.subscribe(), source), ping=0)

    # ---- taps ----
    async def tap(self, request: Request) -> Response:
        key = request.cookies.get(COOKIE, "")
        await request.body()  # a browser that is slow to send it keeps nobody else waiting
        async with self._sessions.acting(key) as session:
            if session is None or session.must_change or session.rank == SURVEILLANCE:
                return reply(Verdict(verdict="refused", text="Signed out."), 401)
            return await self._tapped(request, key, session)

    async def _tapped(self, request: Request, key: str, session: Session) -> Response:
        try:
            command = decode(
                await request.body(), by=session.name, rank=session.rank, where="floor"
            )
        except BadTap as bad:
            return reply(Verdict(verdict="refused", text=f"Not understood: {bad}."), 400)
        if isinstance(command, SIGNED) and (no := await self._unsigned(request, session)):
            return reply(Verdict(verdict="refused", text=no), 403)
        before = self._door.floor_view(session.rank)
        verdict = await self._door.command(command)
        go = ""
        if isinstance(command, Ruled) and verdict.verdict == "accepted":
            go = self._after(key, before, command)
        asks = isinstance(command, FactAnswered | Notified)
        if session.once and not asks and verdict.verdict == "accepted":
            self._sessions.close(key)
            go = "/dealer"
        return reply(Said(verdict.verdict, words.public(verdict.clause), verdict.text, go))

    async def _unsigned(self, request: Request, session: Session) -> str:
        """Why this person has not signed with the PIN; empty = it is signed."""
        pin = pin_in(await request.body())
        if not pin:
            return "Your PIN first."
        found = await self._check(request, session.name, pin)
        if found.person is not None:
            return ""
        return "That is not your PIN." if found.status == 403 else found.said

    def _after(self, key: str, before: FloorView, command: Ruled) -> str:
        """What was ruled is shown, unless the table is held by something else."""
        view = self._door.floor_view()
        done = None if view.hold is not None else ruled.done(before, command, self._pages.now())
        if done is None:
            return ""
        if len(self._ruled) >= KEPT:
            self._ruled.pop(next(iter(self._ruled)))
        self._ruled[key] = msgspec.structs.replace(done, row=view.seq)
        return "/floor/ruled"

    # ---- signing in and out ----
    async def sign_in(self, request: Request) -> Response:
        if request.method == "GET":
            return self._sign_in_page(request.query_params.get("name", "")[:60], "")
        form = await form_of(request)
        name = form.get("name", "")
        found = await self._check(request, name, form.get("pin", ""))
        person = found.person
        if person is not None and person.rank == "dealer":
            return self._sign_in_page(name, "A dealer signs on at the table.", 403)
        if person is None:
            return self._sign_in_page(name, found.said, found.status, found.wait_s)
        await self._check.record.passed(person, place_of(request))
        key = self._sessions.open(person, once=self._screen.is_it(request))
        held = self._door.floor_view().hold is not None
        home = WATCH if person.rank == SURVEILLANCE else "/floor/irregularity" if held else "/floor"
        go = CHANGE if person.must_change else home
        response = RedirectResponse(go, status_code=303)
        response.set_cookie(
            COOKIE, key, httponly=True, samesite="strict", secure=request.url.scheme == "https"
        )
        return response

    async def change_pin(self, request: Request) -> Response:
        """The old PIN is asked for: a page that was left open changes nobody's."""
        key = request.cookies.get(COOKIE, "")
        session = self._sessions.find(key)
        if session is None:
            return RedirectResponse(SIGN_IN, status_code=303)
        if request.method == "GET":
            return self._change_page(session, "")
        form = await form_of(request)
        old, pin, again = (form.get(field, "") for field in ("old", "pin", "again"))
        if pin != again:
            return self._change_page(session, "The two are not the same.", 400)
        if pin == old:
            return self._change_page(session, "That is the PIN you have.", 400)
        found = await self._check(request, session.name, old)
        if found.person is None:
            wrong = found.status == 403
            said = "The PIN you have is not that one." if wrong else found.said
            return self._change_page(session, said, found.status)
        try:
            await self._people.change(session.name, pin)
            person = self._people.require(session.name)
            self._sessions.changed_pin(key, person)
        except ConfigError as error:
            return self._change_page(session, first_upper(error.what) + ".", 400)
        except TooManyTries:
            return self._change_page(session, "Many sign in at once. Try again.", 429)
        watches = session.rank == SURVEILLANCE
        await note_new_pin(self._door, person, "surveillance" if watches else "floor")
        home = WATCH if watches else "/floor"
        return RedirectResponse(home, status_code=303)

    async def sign_out(self, request: Request) -> Response:
        self._sessions.close(request.cookies.get(COOKIE, ""))
        response = RedirectResponse(SIGN_IN, status_code=303)
        response.delete_cookie(COOKIE)
        return response

    # ---- rendering ----
    async def _shown(
        self,
        request: Request,
        events_url: str,
        render: Callable[[Session], Drawn],
        *,
        watched: bool = False,
    ) -> Response:
        session = self._sessions.find(request.cookies.get(COOKIE, ""))
        if session is None:
            return RedirectResponse(SIGN_IN, status_code=303)
        if session.must_change:
            return RedirectResponse(CHANGE, status_code=303)
        if session.rank == SURVEILLANCE and not watched:
            return RedirectResponse(WATCH, status_code=303)
        main = self._pages.safe(await whole(render(session)))
        return HTMLResponse(self._pages.page("floor.html", main=main, events=events_url))

    def _overview(self, session: Session) -> str:
        return self._pages.floor(self._door.floor_view(session.rank), session)

    def _rendered(self, request: Request) -> Callable[[Session], str]:
        done = self._ruled[request.cookies.get(COOKIE, "")]
        return lambda session: self._pages.ruled(self._door.floor_view(session.rank), session, done)

    def _rules(self, session: Session) -> str:
        return self._pages.rules(self._door.floor_view(session.rank), session)

    def _pause(self, session: Session) -> str:
        return self._pages.pause(self._door.floor_view(session.rank), session)

    def _irregularity(self, session: Session, wanted: str) -> str:
        return self._pages.irregularity(self._door.floor_view(session.rank), session, wanted)

    async def _round(self, session: Session, no: int, wanted: Wanted) -> str:
        steps = await self._door.steps(no)
        return self._pages.round(self._door.floor_view(), session, no, steps, wanted)

    def _sign_in_page(self, name: str, said: str, status: int = 200, wait_s: int = 0) -> Response:
        return self._door_page(name, said, status, wait_s=wait_s)

    def _change_page(self, session: Session, said: str, status: int = 200) -> Response:
        return self._door_page(session.name, said, status, given=session.must_change, change=True)

    def _licence(self, name: str) -> str:
        """No licence number is a PIN; where the list cannot be read, the server judges alone."""
        with contextlib.suppress(ConfigError):
            return self._people.require(name).licence
        return ""

    def _door_page(
        self,
        name: str,
        said: str,
        status: int,
        *,
        change: bool = False,
        given: bool = False,
        wait_s: int = 0,
    ) -> Response:
        view = self._door.floor_view()
        html = self._pages.page(
            "sign_in.html",
            title="floor",
            table=view.table.id,
            view=view,
            name=name,
            known=() if change else known(self._people, RULING),
            said=said,
            action=CHANGE if change else SIGN_IN,
            change=change,
            licence=self._licence(name) if change else "",
            given=given,
            wait_s=wait_s,
            others=on_duty(self._people, self._sessions.names(), name) if wait_s else (),
            new_pin=False,
            button="Sign in",
            note=NOTE,
            back="",
        )
        return HTMLResponse(html, status_code=status)


def _wanted(request: Request) -> Wanted:
    query = request.query_params
    return Wanted(
        step=_number(query.get("step", "")),
        box=_number(query.get("box", "")),
        rulings=query.get("rulings", "") == "1",
    )


def _number(text: str) -> int:
    """What an address names; 0 where it is no number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
