"""A dealer signs on at the table's own screen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher

from controller.console.app import console_app
from controller.console.sign_in.people import People
from controller.console.sign_in.pin_check import MOST_NOTED
from controller.domain import commands
from tests.console.drawing.test_floor_page import Visit
from tests.kit.pages.asking import browser, tap
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.views import at

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def people(tmp_path: Path) -> People:
    store = People(tmp_path / "people.json", QUICK)
    store.add("Bea K.", "dealer", "1234")
    asyncio.run(store.change("Bea K.", "4711"))
    store.add("New N.", "dealer", "1234")
    return store


def visit(door: FakeDoor, people: People, act: Visit) -> None:
    async def go() -> None:
        app = console_app(door, people, now=lambda: at("21:46:12"))
        async with browser(app) as client:
            await act(client)

    asyncio.run(go())


async def sign_on(client: httpx.AsyncClient, name: str, pin: str, **more: str) -> httpx.Response:
    return await client.post("/dealer/sign-on", data={"name": name, "pin": pin, **more})


def test_dealer_signs_on_with_name_and_pin(people: People) -> None:
    """console/README 2.3: name and digits; the table hears who deals now."""
    door = FakeDoor()

    async def act(client: httpx.AsyncClient) -> None:
        wrong = await sign_on(client, "Bea K.", "9999")
        right = await sign_on(client, "Bea K.", "4711")
        assert wrong.status_code == 403
        assert (right.status_code, right.headers["location"]) == (303, "/dealer")

    visit(door, people, act)
    (heard,) = door.asked
    assert isinstance(heard, commands.DealerSignedOn)
    assert (heard.name, heard.by, heard.rank) == ("Bea K.", "Bea K.", "dealer")
    assert heard.proof == "pin"


def test_pin_that_was_given_is_changed_at_the_first_sign_on(people: People) -> None:
    door = FakeDoor()

    async def act(client: httpx.AsyncClient) -> None:
        asked = await sign_on(client, "New N.", "1234")
        same = await sign_on(client, "New N.", "1234", new="1234")
        done = await sign_on(client, "New N.", "1234", new="8642")
        assert "Choose your own" in asked.text
        assert "PIN you were given" in same.text
        assert done.status_code == 303

    visit(door, people, act)
    assert [type(c).__name__ for c in door.asked] == ["PersonChanged", "DealerSignedOn"]


def test_tap_cannot_sign_a_dealer_on(people: People) -> None:
    """The PIN stands between a page and a name."""
    door = FakeDoor()

    async def act(client: httpx.AsyncClient) -> None:
        answer = await tap(client, "/dealer/tap", commands.DealerSignedOn(name="Bea K."))
        assert answer.status_code == 403

    visit(door, people, act)
    assert door.asked == []


def test_dealer_has_no_floor_session(people: People) -> None:
    """A dealer does not rule: the floor's pages stay closed."""
    door = FakeDoor()

    async def act(client: httpx.AsyncClient) -> None:
        answer = await client.post("/floor/sign-in", data={"name": "Bea K.", "pin": "4711"})
        assert answer.status_code == 403

    visit(door, people, act)


def test_wrong_names_are_recorded_and_do_not_fill_the_record(people: People) -> None:
    """With the name as it was tried; of a flood the next row says how many more there were."""
    door = FakeDoor()

    async def act(client: httpx.AsyncClient) -> None:
        for n in range(MOST_NOTED + 5):
            await sign_on(client, f"guess {n}", "1357")
        await client.post("/floor/sign-in", data={"name": "Flo R.", "pin": "4711"})

    people.add("Flo R.", "floorperson", "4711")
    visit(door, people, act)

    *wrong, right = door.tried
    assert [t.name for t in wrong] == [f"guess {n}" for n in range(MOST_NOTED)]
    assert not any(t.right for t in wrong)
    assert (right.name, right.rank, right.right, right.missed) == ("Flo R.", "floorperson", True, 5)
