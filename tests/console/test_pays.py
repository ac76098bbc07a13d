"""The payout calculator on the floor console: a form in, payments with odds and clause out."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from controller.console.app import console_app
from controller.console.sign_in.people import People
from tests.kit.pages.asking import browser
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.views import at

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PIN = "4711"
PAGE = "/floor/pays"


@pytest.fixture
def door() -> FakeDoor:
    return FakeDoor()


@pytest.fixture
def people(tmp_path: Path) -> People:
    store = People(tmp_path / "people.json", QUICK)
    store.add("M. Okafor", "floorperson", "1234")
    return store


def page(door: FakeDoor, people: People, **form: str) -> str:
    """Hashing runs on a thread, so this runs on a real loop."""

    async def go() -> str:
        await people.change("M. Okafor", PIN)
        app = console_app(door, people, now=lambda: at("21:46:12"))
        async with browser(app) as client:
            await client.post("/floor/sign-in", data={"name": "M. Okafor", "pin": PIN})
            answer = await client.get(PAGE, params=form)
            assert answer.status_code == 200
            return answer.text

    return asyncio.run(go())


def rows(html: str) -> list[list[str]]:
    """The cells of the answer, without their marks."""
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", body)]
    return [[re.sub(r"<[^>]*>", " ", cell).strip() for cell in row] for row in cells]


def test_calculator_is_for_who_is_signed_in(door: FakeDoor, people: People) -> None:
    """A given PIN must be changed first, as everywhere on the floor's pages."""

    async def go() -> list[str]:
        async with browser(console_app(door, people)) as client:
            nobody = await client.get(PAGE)
            await client.post("/floor/sign-in", data={"name": "M. Okafor", "pin": "1234"})
            given = await client.get(PAGE)
            return [nobody.headers["location"], given.headers["location"]]

    assert asyncio.run(go()) == ["/floor/sign-in", "/floor/pin"]


def test_overview_leads_to_the_calculator(door: FakeDoor, people: People) -> None:
    async def go() -> str:
        await people.change("M. Okafor", PIN)
        async with browser(console_app(door, people)) as client:
            await client.post("/floor/sign-in", data={"name": "M. Okafor", "pin": PIN})
            return (await client.get("/floor")).text

    assert 'href="/floor/pays"' in asyncio.run(go())


def test_payments_show_direction_odds_amount_and_clause(door: FakeDoor, people: People) -> None:
    """A 6-7-8 of mixed suits on $25, and a match wager lost."""
    html = page(door, people, dealer="9s 8h", wager="25", cards1="6h 7d 8c", match="5")

    assert rows(html) == [
        ["match", "TAKE", "", "$5.00", "MA 6.d~2"],
        ["main", "PAY", "3:2", "$37.50", "MA 5.f.1"],
    ]
    assert "In all <b>$32.50</b>" in html


def test_split_hands_are_numbered_and_doubled_amounts_add_up(
    door: FakeDoor, people: People
) -> None:
    form = {"dealer": "9s,8h", "wager": "10", "cards1": "8h3D9c", "double1": "$10"}

    html = page(door, people, **form, cards2="8c 9d")

    assert [row[:2] + row[3:4] for row in rows(html)] == [
        ["main 1", "PAY", "$20.00"],
        ["main 2", "BACK", "$10.00"],
    ]


def test_refusal_names_its_clause_and_keeps_the_form(door: FakeDoor, people: People) -> None:
    html = page(door, people, dealer="9s 8h", wager="25", cards1="6h 10d 8c")

    assert "Td is in no deck (MA 2.a" in html
    assert "<tbody>" not in html
    assert 'value="6h 10d 8c"' in html


UNREADABLE = [
    ({"dealer": "9s 8", "wager": "25", "cards1": "6h 7d"}, "Dealer: Name the card: rank and suit"),
    ({"dealer": "9s 8h", "wager": "25", "cards1": ""}, "Hand 1: Name the card: rank and suit"),
    ({"dealer": "9s 8h", "wager": "lots", "cards1": "6h 7d"}, "Wager: write dollars"),
    ({"dealer": "9s 8h", "wager": "", "cards1": "6h 7d"}, "Wager: the amount is missing"),
    ({"dealer": "9s 8h", "wager": "5", "cards1": "6h 7d", "double1": "x"}, "Hand 1, doubled with"),
]


@pytest.mark.parametrize(("form", "said"), UNREADABLE)
def test_field_that_cannot_be_read_is_named(
    door: FakeDoor, people: People, form: dict[str, str], said: str
) -> None:
    assert said in page(door, people, **form)


def test_exact_amount_keeps_what_no_cent_makes(door: FakeDoor, people: People) -> None:
    """The pack does not round: half a cent stays half a cent."""
    html = page(door, people, dealer="9s 8h", wager="4.99", cards1="6h 7d 8c")

    assert rows(html)[0][3] == "748.5 ¢"


def test_fields_follow_the_pack(door: FakeDoor, people: People) -> None:
    """A table with a Break Bonus asks for it; one with a player-dealer knows no insurance."""
    door.pack = "boston-billiard"
    assert 'name="break_bonus"' in page(door, people)
    door.pack = "pure-21-5"
    html = page(door, people)
    assert 'name="insurance"' not in html
    assert 'name="match"' in html


def test_what_was_typed_is_shown_as_text_only(door: FakeDoor, people: People) -> None:
    html = page(door, people, dealer='"><b>x', wager="1", cards1="9h")

    assert "<b>x" not in html
