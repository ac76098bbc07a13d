"""What fails inside the daemon, the disk and `step` itself: its pages stay up.

Source: controller/README 2, 5.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import apsw
import httpx
import pytest
from pytest_mock import MockerFixture

from controller.console.app import console_app
from controller.console.sign_in.people import People
from controller.domain import commands as cmd
from controller.journal.verify import verify
from controller.procedure.charts.rows import FlatChart
from tests.daemon.tabletop import Tabletop, a_tabletop, rows
from tests.secrecy.ears import log_lines
from tests.secrecy.people import finish, tap_floor

STATEMENTS = {"full": "BEGIN IMMEDIATE", "I/O": "COMMIT"}
ERRORS = {"full": apsw.FullError, "I/O": apsw.IOError}


class Fault:
    """Something that we do not own and that may fail now."""

    kind = ""


@pytest.fixture
def disk(mocker: MockerFixture) -> Fault:
    fault = Fault()

    class Connection(apsw.Connection):
        def execute(self, statements: str, *args: Any, **kwargs: Any) -> apsw.Cursor:
            if fault.kind and statements == STATEMENTS[fault.kind]:
                raise ERRORS[fault.kind]("the disk says no")
            return super().execute(statements, *args, **kwargs)

    mocker.patch("apsw.Connection", Connection)
    return fault


@pytest.fixture
def charts(mocker: MockerFixture) -> Fault:
    """The charts; `kind` names the event at which they fail."""
    fault, send = Fault(), FlatChart.send

    def failing(chart: FlatChart, configuration: Any, event: str, c: Any) -> Any:
        if event == fault.kind:
            raise ZeroDivisionError("8c is nobody's business")
        return send(chart, configuration, event, c)

    mocker.patch.object(FlatChart, "send", failing)
    return fault


@asynccontextmanager
async def pages(table: Tabletop, folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = console_app(table.daemon.door, People(folder / "people.json"))
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


async def text(client: httpx.AsyncClient, path: str) -> str:
    reply = await client.get(path)
    assert reply.status_code == 200
    return reply.text


@pytest.mark.parametrize("kind", ["full", "I/O"])
async def test_failing_disk_holds_the_table_and_moves_nothing(
    tmp_path: Path, disk: Fault, kind: str
) -> None:
    """Hold on "cannot record", pages up, amber `recording_failed` afterwards.

    Source: controller/README 1.1, 2.
    """
    async with a_tabletop(tmp_path) as table, pages(table, tmp_path) as client:
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "7d", "5c", "9c", "Kd")
        before = table.state
        disk.kind = kind
        offered = table.offered("act1")
        assert offered is not None
        said = await table.tap(offered)
        await table.hands.mischief.arrange(["4h"])
        await table.draw("box 1.1")
        await asyncio.sleep(10)

        assert said.verdict == "not_recorded"
        assert table.state == before
        assert "Cannot record" in await text(client, "/dealer")
        assert "Please wait" in await text(client, "/sign")
        assert '"recording":false' in (await text(client, "/health")).replace(" ", "")

        disk.kind = ""
        await asyncio.sleep(10)

        amber = [i.kind for i in table.state.play.irregularities if i.status == "raised"]
        assert amber == ["recording_failed"]
        assert [s.face for s in table.state.play.hands[0].cards] == ["8c", "5c", "4h"]
        assert "Cannot record" not in await text(client, "/dealer")
        await finish(table, Random(1))
    assert verify(tmp_path / "journal.db").fault is None


async def test_error_inside_step_holds_until_the_input_is_struck_out(
    tmp_path: Path, charts: Fault
) -> None:
    """A "controller fault" without a text; a floorperson strikes the input out.

    Source: controller/README 2, 5.
    """
    logged: list[str] = []
    with log_lines(lambda _, line: logged.append(line)):
        async with a_tabletop(tmp_path) as table, pages(table, tmp_path) as client:
            await table.open_with_a_full_shoe()
            await table.deal("8c", "9d", "7d", "5c", "9c", "Kd")
            await table.hands.mischief.arrange(["4h", "2s"])
            charts.kind = "card_drawn"
            await table.draw("box 1.1")
            charts.kind = ""

            hold = table.view.hold
            assert hold is not None
            assert "Stop. Controller. Floor." in await text(client, "/dealer")
            assert [len(h.cards) for h in table.state.play.hands] == [2, 2]
            assert [i.kind for i in table.state.play.irregularities] == ["controller_fault"]
            assert (await table.tap(offered_floor(table))).verdict == "accepted"

            irr = next(i for i in table.daemon.door.floor_view().irregularities if i.red)
            strike = next(r for r in irr.rulings if "STRIKE OUT" in r.name)
            ruled = await tap_floor(table, strike.body, strike.token)
            assert ruled.verdict == "accepted", ruled
            assert table.view.hold is None
            await table.draw("box 1.1")
            assert [s.face for s in table.state.play.hands[0].cards] == ["8c", "5c", "2s"]
            await finish(table, Random(1))

    faults = [line for line in logged if "controller_fault" in line]
    assert faults
    assert "ZeroDivisionError" in faults[0]
    assert not [line for line in logged if "nobody's business" in line]
    verdicts = [r.outcome.verdict for r in rows(tmp_path)]
    assert verdicts.count("fault") == 1
    assert any(isinstance(r.stamped.input, cmd.Ruled) for r in rows(tmp_path))


def offered_floor(table: Tabletop) -> Any:
    return next(a for a in table.view.allowed if a.command == "FloorCalled")
