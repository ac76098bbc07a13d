"""What was once done to the pages by somebody who should not: each way in, and that it is shut."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher

from controller.console.app import console_app
from controller.console.sign_in import people as people_module
from controller.console.sign_in.people import People
from controller.console.sign_in.sessions import Sessions
from controller.domain import commands
from controller.domain.views.floor_view import Verdict
from tests.console.drawing.test_floor_page import Visit
from tests.kit.pages.asking import browser, tap
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.floor_views import HELD_FLOOR, ID
from tests.kit.pages.views import at
from tests.kit.wires.patience import PATIENCE_S
from tests.kit.wires.table import until

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ADA, BEN, EYE = "Ada Fox", "Ben Roe", "Eve Eye"
PINS = {ADA: "4711", BEN: "2468", EYE: "8642"}


@pytest.fixture
def door() -> FakeDoor:
    door = FakeDoor()
    door.floor = HELD_FLOOR
    return door


@pytest.fixture
def people(tmp_path: Path) -> People:
    store = People(tmp_path / "people.json", QUICK)
    for name, rank in ((ADA, "floorperson"), (BEN, "casino_supervisor"), (EYE, "surveillance")):
        store.add(name, rank, "1357")  # type: ignore[arg-type]
        asyncio.run(store.change(name, PINS[name]))
    return store


def visit(door: FakeDoor, people: People, *acts: Visit, address: str = "127.0.0.1") -> None:
    """Each act is a browser of its own; they come one after the other."""

    async def go() -> None:
        app = console_app(door, people, now=lambda: at("21:46:12"))
        for act in acts:
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app, client=(address, 4711)),
                base_url="http://127.0.0.1",
            ) as client:
                await act(client)

    asyncio.run(go())


async def sign_in(client: httpx.AsyncClient, name: str, pin: str = "") -> httpx.Response:
    return await client.post("/floor/sign-in", data={"name": name, "pin": pin or PINS[name]})


async def is_in(client: httpx.AsyncClient, page: str = "/floor") -> bool:
    """A table whose list of people is empty shows what to set up, and nothing of the table."""
    shown = await client.get(page)
    return shown.status_code == 200 and "Nobody can sign in" not in shown.text


# ---- another's PIN ----
def test_page_left_open_changes_nobodys_pin(door: FakeDoor, people: People) -> None:
    """`/floor/pin` asks for the PIN that is in force; guesses are counted as at the sign-in."""

    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client, ADA)
        new = {"pin": "9753", "again": "9753"}
        blind = await client.post("/floor/pin", data=new)
        said = [(await client.post("/floor/pin", data={"old": "1111", **new})) for _ in range(4)]
        assert blind.status_code == 400
        assert [r.status_code for r in said] == [403, 403, 403, 429]

    visit(door, people, act)
    assert asyncio.run(people.verify(ADA, PINS[ADA]))


def test_changed_pin_ends_the_persons_other_sessions(door: FakeDoor, people: People) -> None:
    async def go() -> list[bool]:
        app = console_app(door, people, now=lambda: at("21:46:12"))
        async with browser(app) as here, browser(app) as there:
            await sign_in(here, ADA)
            await sign_in(there, ADA)
            form = {"old": PINS[ADA], "pin": "9753", "again": "9753"}
            await here.post("/floor/pin", data=form)
            gone = await tap(there, "/floor/tap", commands.FloorCalled())
            return [await is_in(here), await is_in(there), gone.status_code == 401]

    assert asyncio.run(go()) == [True, False, True]


# ---- who is no longer who signed in ----
WAYS: dict[str, Callable[[People, str], object]] = {
    "removed": lambda people, name: people.remove(name),
    "another rank": lambda people, name: people.edit(name, rank="dealer"),
    "another PIN": lambda people, name: people.edit(name, pin="1590"),
    "another file": lambda people, _: (Path(str(people._path))).write_text('{"people":[]}'),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "page"), [(ADA, "/floor"), (EYE, "/surveillance")])
def test_person_who_is_changed_is_signed_out_at_once(
    door: FakeDoor, people: People, way: str, name: str, page: str
) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client, name)
        assert await is_in(client, page)
        WAYS[way](people, name)
        acted = await tap(client, f"{page}/tap", commands.FloorCalled())
        assert acted.status_code == 401
        assert not await is_in(client, page)

    visit(door, people, act)
    assert door.asked == []


def test_open_stream_of_a_removed_person_ends(door: FakeDoor, people: People) -> None:
    """The room's page is not left to watch on."""

    async def go() -> list[str]:
        app = console_app(door, people, now=lambda: at("21:46:12"))
        async with browser(app) as client:
            await sign_in(client, EYE)
            reading = asyncio.create_task(client.get("/events/surveillance"))
            await until(lambda: door._waiting)
            people.remove(EYE)
            door.changed()
            return (await asyncio.wait_for(reading, PATIENCE_S)).text.splitlines()

    assert asyncio.run(go())


# ---- the table's own screen ----
ACTS = (
    commands.Ruled(irr=ID, ruling="card_entered"),
    commands.Reported(what="touched", box=3),
    commands.OutOfService(device="shoe", out=True),
    commands.RoundVoided(reason="why"),
    commands.FloorCalled(),
)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.0.0.2", "[::1]"])
@pytest.mark.parametrize("act", ACTS, ids=lambda act: type(act).__name__)
def test_session_on_the_tables_screen_ends_with_its_first_act(
    door: FakeDoor, people: People, host: str, act: commands.Command
) -> None:
    """By whichever name of this machine, and whatever was done: the dealer must not go on."""

    async def dealing(client: httpx.AsyncClient) -> None:
        await client.get("/dealer")

    async def ruling(client: httpx.AsyncClient) -> None:
        client.base_url = httpx.URL(f"http://{host}:8642")
        await sign_in(client, ADA)
        for asks in (
            commands.FactAnswered(irr=ID, question="seen", answer="NOT SEEN"),
            commands.Notified(irr=ID, whom="", role=""),
        ):
            await tap(client, "/floor/tap", asks, rid=f"rid-{type(asks).__name__}")
            assert await is_in(client)
        said = await tap(client, "/floor/tap", act)
        assert said.json()["go"] == "/dealer"
        assert not await is_in(client)

    visit(door, people, dealing, ruling)


class SlowDoor(FakeDoor):
    """A table whose disk takes its time."""

    async def command(self, command: commands.Command) -> Verdict:
        await asyncio.sleep(0.01)
        return await super().command(command)


@pytest.mark.parametrize("page", ["tap", "people"])
def test_two_acts_at_once_on_the_tables_screen_are_one(people: People, page: str) -> None:
    """The second waits for the first, and finds the session ended."""
    door = SlowDoor()
    door.floor = HELD_FLOOR

    async def act(client: httpx.AsyncClient) -> None:
        await client.get("/dealer")
        await sign_in(client, ADA)
        posted = [_act(client, page, n) for n in range(2)]
        said = [response.status_code for response in await asyncio.gather(*posted)]
        assert sorted(said) == ([200, 401] if page == "tap" else [303, 303])
        assert not await is_in(client)

    visit(door, people, act)
    assert len(door.asked) == 1


async def _act(client: httpx.AsyncClient, page: str, n: int) -> httpx.Response:
    if page == "people":
        change = {"act": "new_pin", "name": (BEN, EYE)[n], "pin": "9051"}
        return await client.post("/floor/people", data=change)
    return await tap(client, "/floor/tap", ACTS[n], rid=f"rid-of-{n}-tap")


def test_refused_act_leaves_the_session_on_the_tables_screen(
    door: FakeDoor, people: People
) -> None:
    door.verdict = Verdict(verdict="refused", text="Not now.")

    async def act(client: httpx.AsyncClient) -> None:
        await client.get("/dealer")
        await sign_in(client, ADA)
        await tap(client, "/floor/tap", commands.FloorCalled())
        assert await is_in(client)

    visit(door, people, act)


# ---- names ----
@pytest.mark.parametrize("page", ["floor", "dealer"])
def test_notice_is_of_who_speaks_whatever_the_request_names(
    door: FakeDoor, people: People, page: str
) -> None:
    forged = commands.Notified(irr=ID, whom="R. Delgado", role="casino_supervisor", how="phone")

    async def act(client: httpx.AsyncClient) -> None:
        if page == "floor":
            await sign_in(client, ADA)
        await tap(client, f"/{page}/tap", forged)

    visit(door, people, act)
    (heard,) = door.asked
    assert isinstance(heard, commands.Notified)
    assert (heard.whom, heard.role) == (
        (ADA, "floorperson") if page == "floor" else (heard.by, "dealer")
    )


def test_dealer_who_opens_the_table_is_named_by_his_sign_on_only(
    door: FakeDoor, people: People
) -> None:
    """A body that names a dealer proves nobody."""

    async def act(client: httpx.AsyncClient) -> None:
        await tap(client, "/dealer/tap", commands.TableOpened(dealer="Ada Fox"))

    visit(door, people, act)
    (heard,) = door.asked
    assert isinstance(heard, commands.TableOpened)
    assert heard.dealer == heard.by != "Ada Fox"


def test_new_pin_stands_on_the_record_with_whose_it_is(door: FakeDoor, people: People) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        for name in (ADA, EYE):
            await sign_in(client, name)
            form = {"old": PINS[name], "pin": "9753", "again": "9753"}
            assert (await client.post("/floor/pin", data=form)).status_code == 303

    visit(door, people, act)
    heard = [(c.whom, c.by, c.where) for c in door.asked if isinstance(c, commands.PersonChanged)]
    assert heard == [(ADA, ADA, "floor"), (EYE, EYE, "surveillance")]


@pytest.mark.parametrize("page", ["floor", "dealer"])
def test_tap_proves_no_dealer_and_changes_no_pin(door: FakeDoor, people: People, page: str) -> None:
    """A floorperson may name who deals; that it is this person only a PIN or a badge shows."""

    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client, ADA)
        forged = commands.DealerSignedOn(name="Bea K.", proof="badge")
        await tap(client, f"/{page}/tap", forged)
        said = await tap(client, f"/{page}/tap", commands.PersonChanged(whom=BEN))
        assert said.status_code == 400

    visit(door, people, act)
    proofs = [c.proof for c in door.asked if isinstance(c, commands.DealerSignedOn)]
    assert proofs == ([""] if page == "floor" else [])


# ---- guessing ----
def test_guesses_at_names_that_nobody_has_lock_nobody(door: FakeDoor, people: People) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        for n in range(40):
            await sign_in(client, f"nobody {n}", "1234")
        assert (await sign_in(client, ADA)).status_code == 303

    visit(door, people, act)


def test_own_success_buys_no_guesses_at_others(door: FakeDoor, people: People) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        seen = []
        for n in range(20):
            seen.append((await sign_in(client, BEN, f"{1000 + n}")).status_code)
            await sign_in(client, ADA)
        assert seen[:2] == [403, 403]
        assert seen.count(429) >= 16

    visit(door, people, act)


def test_pins_are_hashed_one_after_the_other(door: FakeDoor, people: People) -> None:
    """Forty at once: those over the number that may wait are sent away, nothing else waits."""

    async def go() -> list[int]:
        app = console_app(door, people, now=lambda: at("21:46:12"))
        async with browser(app) as client:
            asked = (sign_in(client, f"nobody {n}", "1234") for n in range(40))
            return [r.status_code for r in await asyncio.gather(*asked)]

    codes = asyncio.run(go())
    assert set(codes) == {403, 429}
    assert codes.count(403) <= people_module._MOST_WAITING


# ---- the people file ----
@pytest.mark.parametrize("how", ["damaged", "others may read it", "folder in its place", "bytes"])
def test_people_file_that_cannot_be_read_is_words_and_no_500(
    door: FakeDoor, people: People, tmp_path: Path, how: str
) -> None:
    """Who is signed in goes on; who comes is told; an amber stands on the floor's page."""
    file = tmp_path / "people.json"

    def spoil() -> None:
        if how == "damaged":
            file.write_text('{"people": [')
        elif how == "bytes":
            file.write_bytes(b'{"people":[{"name":"\xff"}]}')
        elif how == "folder in its place":
            file.unlink()
            file.mkdir()
        else:
            file.chmod(0o644)

    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client, ADA)
        spoil()
        page = await client.get("/floor")
        sign = await client.post("/floor/sign-in", data={"name": BEN, "pin": PINS[BEN]})
        deal = await client.post("/dealer/sign-on", data={"name": BEN, "pin": PINS[BEN]})
        pin = {"old": PINS[ADA], "pin": "9753", "again": "9753"}
        change = await client.post("/floor/pin", data=pin)
        assert page.status_code == 200
        assert "Nobody can sign in now" in page.text
        assert [r.status_code for r in (sign, deal, change)] == [503, 503, 503]
        assert all("Nobody can sign in now" in r.text for r in (sign, deal, change))

    visit(door, people, act)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes another's file")
def test_file_that_root_writes_keeps_owner_and_mode(people: People, tmp_path: Path) -> None:
    file = tmp_path / "people.json"
    os.chown(file, 65534, 65534)
    file.chmod(0o400)

    people.add("New N.", "dealer", "1234")
    people.edit("New N.", licence="D-1")

    found = file.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (65534, 65534, 0o400)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes another's file")
def test_first_file_that_root_writes_is_its_folders_owners(tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)

    People(tmp_path / "people.json", QUICK).add("New N.", "dealer", "1234")

    found = (tmp_path / "people.json").stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (65534, 65534, 0o600)


def test_file_is_not_written_through_a_link_that_waits_beside_it(
    people: People, tmp_path: Path
) -> None:
    """Root must not be led to overwrite what somebody pointed at."""
    prey = tmp_path / "prey"
    prey.write_text("mine")
    (tmp_path / "people.json.new").symlink_to(prey)

    people.add("New N.", "dealer", "1234")

    assert prey.read_text() == "mine"


# ---- a restart ----
def test_session_outlives_the_daemon_for_its_idle_time(
    door: FakeDoor, people: People, tmp_path: Path
) -> None:
    """The file holds no key that a browser could send."""
    file = tmp_path / "people.json.sessions"

    async def run(cookies: httpx.Cookies | None, idle_s: float = 300) -> tuple[bool, httpx.Cookies]:
        sessions = Sessions(idle_s, file)
        app = console_app(door, people, sessions=sessions, now=lambda: at("21:46:12"))
        async with browser(app) as client:
            client.cookies = cookies or client.cookies
            if cookies is None:
                await sign_in(client, ADA)
            found = await is_in(client)
            await sessions.kept()
            return found, client.cookies

    first, cookies = asyncio.run(run(None))
    again, _ = asyncio.run(run(cookies))
    people.edit(ADA, pin="1590")
    changed, _ = asyncio.run(run(cookies))

    assert (first, again, changed) == (True, True, False)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert cookies["floor"] not in file.read_text()


@pytest.mark.parametrize("kept", ["[]", "[{}]", '{"a":1}', "\x00", json.dumps([{"key": 1}])])
def test_file_of_sessions_that_is_none_signs_nobody_in(
    door: FakeDoor, people: People, tmp_path: Path, kept: str
) -> None:
    file = tmp_path / "people.json.sessions"
    file.write_text(kept)
    file.chmod(0o600)

    async def go() -> bool:
        app = console_app(door, people, sessions=Sessions(300, file))
        async with browser(app) as client:
            return await is_in(client)

    assert not asyncio.run(go())
