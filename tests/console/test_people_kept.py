"""A change of people that waits for its second person outlives the daemon, or its loss is told."""

from __future__ import annotations

import asyncio
import functools
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from controller.console.app import console_app
from controller.console.sign_in.lapsing import lapse
from controller.console.sign_in.people import People
from controller.console.sign_in.waiting import OPEN_S, Waiting
from controller.domain.views.floor_view import Verdict
from tests.daemon.tabletop import configured
from tests.daemon.test_process import NOWHERE, free_port, running
from tests.kit.pages.asking import browser
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.views import at
from tests.kit.wires.patience import PATIENCE_S

from .test_people_page import FLOOR, PIN, QUICK, SUPERVISOR, ask, recorded, sign

NOW = at("21:46:12")


def on_a_real_clock(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """PINs are looked at and files are written on threads."""

    @functools.wraps(test)
    def run(**given: Any) -> None:
        asyncio.run(test(**given))

    return run


@pytest.fixture
def people(tmp_path: Path) -> People:
    store = People(tmp_path / "people.json", QUICK)
    for name, rank in ((FLOOR, "floorperson"), (SUPERVISOR, "casino_supervisor")):
        store.add(name, rank, "1234")  # type: ignore[arg-type]
        asyncio.run(store.change(name, PIN))
    return store


class Table:
    """Consoles that are started anew for each person who comes."""

    def __init__(self, people: People, kept: Path) -> None:
        self.door, self.people, self.kept, self.now = FakeDoor(), people, kept, NOW

    async def comes(self, name: str) -> httpx.AsyncClient:
        app = console_app(self.door, self.people, kept=self.kept, now=lambda: self.now)
        client = browser(app)
        await client.post("/floor/sign-in", data={"name": name, "pin": PIN})
        return client


@pytest.fixture
def table(people: People, tmp_path: Path) -> Table:
    return Table(people, tmp_path / "people.json.waiting")


async def add(client: httpx.AsyncClient) -> httpx.Response:
    return await ask(
        client, act="added", name="Ada Fox", rank="floorperson", licence="L-1", pin="9051"
    )


@on_a_real_clock
async def test_second_person_signs_after_a_restart(table: Table) -> None:
    """Forgotten with the daemon, while the record said `asked` for ever."""
    assert (await add(await table.comes(FLOOR))).status_code == 303

    assert (await sign(await table.comes(SUPERVISOR))).status_code == 303

    assert await table.people.verify("Ada Fox", "9051") is not None
    assert recorded(table.door) == [
        ("asked", "Ada Fox", FLOOR, ""),
        ("added", "Ada Fox", SUPERVISOR, FLOOR),
    ]
    page = (await (await table.comes(FLOOR)).get("/floor/people")).text
    assert "Sign for it" not in page
    assert "Withdraw" not in page


@on_a_real_clock
async def test_who_asked_still_may_not_sign_after_a_restart(table: Table) -> None:
    await add(await table.comes(FLOOR))

    assert "A second person signs." in (await sign(await table.comes(FLOOR))).text
    assert table.people.find("Ada Fox") is None


@on_a_real_clock
async def test_withdrawn_change_does_not_come_back(table: Table) -> None:
    await add(await table.comes(FLOOR))
    assert (await sign(await table.comes(FLOOR), "withdraw")).status_code == 303

    assert "Ada Fox" not in (await (await table.comes(SUPERVISOR)).get("/floor/people")).text


@on_a_real_clock
async def test_restart_gives_no_longer_than_half_an_hour(table: Table) -> None:
    await add(await table.comes(FLOOR))
    table.now += int(OPEN_S * 1000)

    assert "Ada Fox" not in (await (await table.comes(SUPERVISOR)).get("/floor/people")).text


@on_a_real_clock
async def test_change_that_lapsed_is_on_the_record_once(table: Table) -> None:
    """The record said `asked` for ever; over a restart, and while the record cannot be written."""
    await add(await table.comes(FLOOR))
    waiting = Waiting(lambda: table.now, table.kept)
    await lapse(waiting, table.door)
    assert waiting.count() == 1
    table.now += int(OPEN_S * 1000)
    await waiting.keep()

    waiting = Waiting(lambda: table.now, table.kept)
    table.door.verdict = Verdict(verdict="not_recorded")
    await lapse(waiting, table.door)
    assert len(waiting.lapsed()) == 1
    table.door.verdict = Verdict(verdict="accepted")
    await lapse(waiting, table.door)
    await lapse(Waiting(lambda: table.now, table.kept), table.door)

    assert recorded(table.door) == [
        ("asked", "Ada Fox", FLOOR, ""),
        ("lapsed", "Ada Fox", "table", FLOOR),
    ]
    told = table.door.asked[-1].in_record()
    assert told == (
        "a place as floorperson, licence L-1 for Ada Fox lapsed: nobody signed in time,"
        f" asked for by {FLOOR}"
    )


@on_a_real_clock
async def test_file_that_cannot_be_read_is_on_the_record_once(table: Table) -> None:
    table.kept.write_bytes(b"{")
    waiting = Waiting(lambda: table.now, table.kept)

    await lapse(waiting, table.door)
    await lapse(waiting, table.door)

    assert recorded(table.door) == [("lost", "", "table", "")]
    assert waiting.lost


@pytest.mark.parametrize("how", ["damaged", "read by others"])
@on_a_real_clock
async def test_file_that_cannot_be_trusted_is_told(table: Table, how: str) -> None:
    await add(await table.comes(FLOOR))
    if how == "damaged":
        table.kept.write_bytes(b"{")
    else:
        table.kept.chmod(0o644)

    page = (await (await table.comes(SUPERVISOR)).get("/floor/people")).text

    assert "could not be read after the restart" in page
    assert "Ada Fox" not in page


@on_a_real_clock
async def test_change_that_cannot_be_kept_is_not_asked_for(table: Table) -> None:
    """What the record says is kept first."""
    client = await table.comes(FLOOR)
    table.kept.mkdir()

    refused = await add(client)

    assert refused.status_code == 503
    assert "could not be kept" in refused.text
    assert recorded(table.door) == []


@on_a_real_clock
async def test_file_knows_no_pin_and_nobody_else_reads_it(table: Table) -> None:
    await add(await table.comes(FLOOR))

    assert table.kept.stat().st_mode & 0o777 == 0o600
    assert b"9051" not in table.kept.read_bytes()


def test_kill_of_the_daemon_forgets_no_change(tmp_path: Path) -> None:
    """The process itself: SIGKILL between the two people."""
    port = free_port()
    config = configured(tmp_path, ports=NOWHERE, port=port)
    for name, rank in ((FLOOR, "floorperson"), (SUPERVISOR, "casino_supervisor")):
        People(config.people.path, QUICK).add(name, rank, "1234")  # type: ignore[arg-type]
        asyncio.run(People(config.people.path, QUICK).change(name, PIN))

    with running(tmp_path) as process:
        change = {"act": "new_pin", "name": SUPERVISOR, "pin": "9051"}
        said = _visit(port, FLOOR, change)
        assert said.status_code == 303, said.text
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE_S)
    with running(tmp_path):
        page = _visit(port, SUPERVISOR).text

    assert f"{SUPERVISOR}: a new PIN" in page
    assert "Nobody signs for himself." in page


def _visit(port: int, who: str, change: dict[str, str] | None = None) -> httpx.Response:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S) as client:
        client.post("/floor/sign-in", data={"name": who, "pin": PIN})
        if change is None:
            return client.get("/floor/people")
        return client.post("/floor/people", data=change)
