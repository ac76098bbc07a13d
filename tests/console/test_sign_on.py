"""A dealer signs on at the table's own screen."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher

from controller.console.app import console_app
from controller.console.drawing.look import Look
from controller.console.sign_in.people import People
from controller.console.sign_in.pin_check import MOST_NOTED
from controller.domain import commands
from controller.rules.languages import PAGE
from controller.rules.languages import table as words_of
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


def visit(door: FakeDoor, people: People, act: Visit, language: str = "en") -> None:
    async def go() -> None:
        look = Look(language=language)
        app = console_app(door, people, now=lambda: at("21:46:12"), look=look)
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


def test_dealer_signs_on_in_the_language_of_his_page(people: People) -> None:
    """The page, and each answer that a name and a PIN can have."""
    people.add("Vic V.", "surveillance", "1234")
    asyncio.run(people.change("Vic V.", "4711"))
    tries: tuple[dict[str, str], ...] = (
        {},
        {"name": "Bea K.", "pin": "9999"},
        {"name": "Vic V.", "pin": "4711"},
        {"name": "New N.", "pin": "1234"},
        {"name": "New N.", "pin": "1234", "new": "1234"},
        {"name": "New N.", "pin": "1234", "new": "7777"},
    )
    english = [text.partition("{")[0] for text in words_of("es", PAGE)["sign_on"]]

    async def act(client: httpx.AsyncClient) -> None:
        page = await client.get("/dealer/sign-on")
        answers = [await client.post("/dealer/sign-on", data=given) for given in tries]
        said = [re.search('role="alert">(.*?)</p>', answer.text) for answer in answers]
        assert [found[1] for found in said if found] == [
            "Dé nombre y PIN.",
            "Nombre o PIN incorrectos.",
            "Vigilancia no da cartas.",
            "Este PIN se lo dieron. Elija uno suyo.",
            "Ese es el PIN que le dieron.",
            "Un PIN tiene de 4 a 12 cifras, no todas iguales.",
        ]
        for one in (page, *answers):
            assert '<html lang="es"' in one.text
            assert [
                text for text in english if f">{text}<" in one.text or f'"{text}"' in one.text
            ] == []

    visit(FakeDoor(), people, act, "es")


def test_other_pages_stay_english(people: People) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        page = await client.get("/floor/sign-in")
        assert '<html lang="en"' in page.text
        assert "Who are you?" in page.text

    visit(FakeDoor(), people, act, "es")


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
