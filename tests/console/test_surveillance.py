"""The surveillance room: signed in, read-only, it acknowledges a jackpot and rules nothing."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from controller.console.sign_in.people import People
from controller.domain import commands
from controller.domain.structs import replace
from controller.domain.views.floor_view import Jackpot, SurveillanceView, WatchLine
from tests.console.drawing.test_floor_page import QUICK, visit
from tests.kit.pages.asking import tap
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.floor_views import CALM_FLOOR
from tests.kit.pages.views import at

NAME, PIN = "K. Hill", "4711"
SEEN = commands.Ruled(irr="5/jackpot/1", ruling="acknowledged")
VIEW = SurveillanceView(
    seq=7,
    table=CALM_FLOOR.table,
    round_no=212,
    dealer="R. Silva",
    jackpots=(
        Jackpot(
            headline="Jackpot, box 2: $3,000",
            round_no=211,
            at=at("21:40:02"),
            body='{"type":"Ruled","irr":"5/jackpot/1","ruling":"acknowledged"}',
        ),
    ),
    lines=(WatchLine(at=at("21:40:02"), round_no=211, box=2, text="Jackpot, box 2: $3,000"),),
)


@pytest.fixture
def door() -> FakeDoor:
    door = FakeDoor()
    door.watched = VIEW
    return door


@pytest.fixture
def people(tmp_path: Path) -> People:
    store = People(tmp_path / "people.json", QUICK)
    store.add(NAME, "surveillance", PIN)
    raw = (tmp_path / "people.json").read_text()
    (tmp_path / "people.json").write_text(
        raw.replace('"must_change": true', '"must_change": false')
    )
    return store


async def sign_in(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/floor/sign-in", data={"name": NAME, "pin": PIN})


def test_room_signs_in_to_its_own_page_and_reaches_no_page_of_the_floor(
    door: FakeDoor, people: People
) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        assert (await client.get("/surveillance")).headers["location"] == "/floor/sign-in"
        assert (await client.get("/events/surveillance")).status_code == 401
        assert (await sign_in(client)).headers["location"] == "/surveillance"
        page = (await client.get("/surveillance")).text
        assert "Jackpot, box 2: $3,000" in page
        assert "R. Silva" in page
        for path in ("/floor", "/floor/irregularity", "/floor/pause", "/floor/ruled"):
            assert (await client.get(path)).headers["location"] in ("/surveillance", "/floor")
        assert (await client.get("/events/floor")).status_code == 401
        assert (await tap(client, "/floor/tap", SEEN)).status_code == 401
        assert door.asked == []

    visit(door, people, act)


def test_room_steps_through_the_round_of_a_line_and_reads_where_the_video_is(
    door: FakeDoor, people: People
) -> None:
    """Each line names its round and the minutes of the video (console/README 6)."""
    pages: list[str] = []

    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client)
        pages.append((await client.get("/surveillance")).text)
        pages.append((await client.get("/floor/round/117?box=5")).text)

    visit(door, people, act)

    assert 'href="/floor/round/211?box=2"' in pages[0]
    assert "video 21:39:02 to 21:41:02" in pages[0]
    assert "Round 117" in pages[1]
    assert 'href="/surveillance"' in pages[1]
    assert "Check pays" not in pages[1]
    assert "Sign out" not in pages[1]


def test_line_that_names_its_box_does_not_name_it_again(door: FakeDoor, people: People) -> None:
    """`Box 1 was not asked box 1`."""
    said = ("Box 1 was not asked", "Card drawn in error")
    lines = tuple(WatchLine(at=at("21:40:02"), round_no=2, box=1, text=text) for text in said)
    door.watched = replace(VIEW, lines=lines)
    pages: list[str] = []

    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client)
        pages.append((await client.get("/surveillance")).text)

    visit(door, people, act)

    assert "Box 1 was not asked" in pages[0]
    assert pages[0].count(">box 1 <") == 1


def test_room_acknowledges_and_never_rules(door: FakeDoor, people: People) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        assert (await tap(client, "/surveillance/tap", SEEN)).status_code == 401
        await sign_in(client)
        paid = commands.Ruled(irr="5/jackpot/1", ruling="paid", reason="42")
        for other in (paid, commands.RoundVoided(reason="x"), commands.TableClosed()):
            assert (await tap(client, "/surveillance/tap", other)).status_code == 403
        assert (await tap(client, "/surveillance/tap", SEEN)).json()["verdict"] == "accepted"

    visit(door, people, act)
    (said,) = door.asked
    assert (said.by, said.rank, said.where) == (NAME, "surveillance", "surveillance")


def test_room_does_not_sign_on_as_a_dealer(door: FakeDoor, people: People) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        answer = await client.post("/dealer/sign-on", data={"name": NAME, "pin": PIN})
        assert answer.status_code == 403

    visit(door, people, act)
    assert door.asked == []
