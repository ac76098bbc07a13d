"""The page of people: one asks, a second signs, and the record has both."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher

from controller.console.app import console_app
from controller.console.sign_in.people import People
from controller.domain.commands import PersonChanged
from controller.domain.views.floor_view import Verdict
from tests.kit.pages.asking import browser
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.views import at

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PIN = "4711"
FLOOR, SUPERVISOR, OTHER = "M. Okafor", "L. Chen", "N. Adeyemi"
Visit = Callable[[dict[str, httpx.AsyncClient]], Awaitable[None]]


@pytest.fixture
def door() -> FakeDoor:
    return FakeDoor()


@pytest.fixture
def people(tmp_path: Path) -> People:
    store = People(tmp_path / "people.json", QUICK)
    for name, rank in (
        (FLOOR, "floorperson"),
        (SUPERVISOR, "casino_supervisor"),
        (OTHER, "casino_supervisor"),
        ("K. Hill", "surveillance"),
        ("Dana R.", "dealer"),
    ):
        store.add(name, rank, "1234")  # type: ignore[arg-type]
        asyncio.run(store.change(name, PIN))
    return store


def visit(door: FakeDoor, people: People, *names: str, act: Visit) -> None:
    """Everybody signed in on a browser of his own."""

    async def visiting() -> None:
        app = console_app(door, people, now=lambda: at("21:46:12"))
        there = {}
        for name in names:
            there[name] = browser(app)
            await there[name].post("/floor/sign-in", data={"name": name, "pin": PIN})
        await act(there)
        for client in there.values():
            await client.aclose()

    asyncio.run(visiting())


async def ask(client: httpx.AsyncClient, **fields: str) -> httpx.Response:
    return await client.post("/floor/people", data=fields)


async def sign(client: httpx.AsyncClient, act: str = "") -> httpx.Response:
    page = (await client.get("/floor/people")).text
    key = page.partition('name="id" value="')[2].partition('"')[0]
    return await client.post("/floor/people/sign", data={"id": key, "act": act})


def recorded(door: FakeDoor) -> list[tuple[str, str, str, str]]:
    return [(c.what, c.whom, c.by, c.first) for c in door.asked if isinstance(c, PersonChanged)]


def test_person_is_added_by_two_people_and_both_are_on_the_record(
    door: FakeDoor, people: People
) -> None:
    async def act(there: dict[str, httpx.AsyncClient]) -> None:
        asked = await ask(
            there[FLOOR], act="added", name="Ada Fox", rank="floorperson", licence="L-1", pin="9051"
        )
        assert asked.status_code == 303
        assert people.find("Ada Fox") is None
        page = (await there[SUPERVISOR].get("/floor")).text
        assert 'aria-label="1 waiting"' in page
        assert (await sign(there[SUPERVISOR])).status_code == 303

    visit(door, people, FLOOR, SUPERVISOR, act=act)

    added = people.require("Ada Fox")
    assert (added.rank, added.licence, added.must_change) == ("floorperson", "L-1", True)
    assert asyncio.run(people.verify("Ada Fox", "9051")) is not None
    assert recorded(door) == [
        ("asked", "Ada Fox", FLOOR, ""),
        ("added", "Ada Fox", SUPERVISOR, FLOOR),
    ]
    assert "9051" not in str(door.asked)


@pytest.mark.parametrize(
    ("asks", "whom", "signs", "why"),
    [
        (SUPERVISOR, "Dana R.", SUPERVISOR, "A second person signs."),
        (SUPERVISOR, "Dana R.", FLOOR, "A casino supervisor signs."),
        (FLOOR, SUPERVISOR, SUPERVISOR, "Nobody signs for himself."),
    ],
)
def test_change_is_signed_by_nobody_who_may_not(
    door: FakeDoor, people: People, asks: str, whom: str, signs: str, why: str
) -> None:
    before = people.require(whom)

    async def act(there: dict[str, httpx.AsyncClient]) -> None:
        await ask(there[asks], act="new_pin", name=whom, pin="9051")
        refused = await sign(there[signs])
        assert refused.status_code == 409
        assert why in refused.text

    visit(door, people, *{asks, signs}, act=act)

    assert people.require(whom) == before
    assert [what for what, *_ in recorded(door)] == ["asked"]


@pytest.mark.parametrize(
    "fields",
    [
        {"act": "removed"},
        {"act": "new_pin", "pin": "9051"},
        {"act": "changed", "rank": "dealer"},
    ],
)
def test_sessions_of_the_person_end_with_the_change(
    door: FakeDoor, people: People, fields: dict[str, str]
) -> None:
    async def act(there: dict[str, httpx.AsyncClient]) -> None:
        assert (await there[FLOOR].get("/floor")).status_code == 200
        await ask(there[SUPERVISOR], name=FLOOR, **fields)
        assert (await there[FLOOR].get("/floor")).status_code == 200
        assert (await sign(there[OTHER])).status_code == 303
        assert (await there[FLOOR].get("/floor")).headers["location"] == "/floor/sign-in"
        assert (await there[FLOOR].get("/events/floor")).status_code == 401

    visit(door, people, FLOOR, SUPERVISOR, OTHER, act=act)


@pytest.mark.parametrize("name", ["Ada\u202eFox", "Ada\x07Fox", "Ada\u200bFox", ""])
@pytest.mark.parametrize("field", ["name", "licence"])
def test_text_that_is_not_seen_as_it_is_stored_is_refused(
    door: FakeDoor, people: People, name: str, field: str
) -> None:
    fields = {"name": "Ada Fox", "licence": "L-1", field: name or ("x" * 70)}

    async def act(there: dict[str, httpx.AsyncClient]) -> None:
        refused = await ask(there[FLOOR], act="added", rank="dealer", pin="9051", **fields)
        assert refused.status_code == 400
        assert 'role="alert"' in refused.text

    visit(door, people, FLOOR, act=act)

    assert recorded(door) == []


def test_name_and_rank_are_the_sessions_whatever_the_request_says(
    door: FakeDoor, people: People
) -> None:
    async def act(there: dict[str, httpx.AsyncClient]) -> None:
        await ask(
            there[FLOOR], act="removed", name="Dana R.", by=SUPERVISOR, first=OTHER,
            session_rank="casino_supervisor",
        )  # fmt: skip

    visit(door, people, FLOOR, act=act)

    (said,) = (c for c in door.asked if isinstance(c, PersonChanged))
    assert (said.by, said.rank, said.first) == (FLOOR, "floorperson", "")


@pytest.mark.parametrize("at_signing", [False, True])
def test_what_is_not_recorded_changes_nobody(
    door: FakeDoor, people: People, *, at_signing: bool
) -> None:
    no = Verdict(verdict="not_recorded", text="Not recorded. Nothing has moved.")

    async def act(there: dict[str, httpx.AsyncClient]) -> None:
        door.verdict = door.verdict if at_signing else no
        asked = await ask(there[FLOOR], act="removed", name="Dana R.")
        assert asked.status_code == (303 if at_signing else 503)
        door.verdict = no
        if at_signing:
            assert "Not recorded" in (await sign(there[SUPERVISOR])).text

    visit(door, people, FLOOR, SUPERVISOR, act=act)

    assert people.find("Dana R.") is not None


def test_last_casino_supervisor_stays(door: FakeDoor, people: People) -> None:
    people.remove(OTHER)

    async def act(there: dict[str, httpx.AsyncClient]) -> None:
        refused = await ask(there[FLOOR], act="removed", name=SUPERVISOR)
        assert "L. Chen is the last casino supervisor." in refused.text

    visit(door, people, FLOOR, act=act)


def test_who_asked_takes_it_back(door: FakeDoor, people: People) -> None:
    async def act(there: dict[str, httpx.AsyncClient]) -> None:
        await ask(there[FLOOR], act="removed", name="Dana R.")
        assert (await sign(there[FLOOR], "withdraw")).status_code == 303
        assert "Sign for it" not in (await there[SUPERVISOR].get("/floor/people")).text

    visit(door, people, FLOOR, SUPERVISOR, act=act)

    assert people.find("Dana R.") is not None
    assert [what for what, *_ in recorded(door)] == ["asked", "withdrawn"]


def test_nobody_else_reaches_the_page(door: FakeDoor, people: People) -> None:
    async def act(there: dict[str, httpx.AsyncClient]) -> None:
        watching = there["K. Hill"]
        assert (await watching.get("/floor/people")).headers["location"] == "/surveillance"
        asked = await ask(watching, act="removed", name="Dana R.")
        assert asked.headers["location"] == "/surveillance"
        nobody = there["Nobody"]
        assert (await nobody.get("/floor/people")).headers["location"] == "/floor/sign-in"

    visit(door, people, "K. Hill", "Nobody", act=act)

    assert recorded(door) == []
