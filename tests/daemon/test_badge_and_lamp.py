"""A badge at the table signs the dealer on; a lamp shows the pit how the table stands."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from controller.cli import run
from controller.config import Config, load
from controller.console.sign_in.people import People
from controller.daemon import Daemon
from controller.errors import ConfigError
from drivers.hid.lamp import AMBER, GREEN, RED
from drivers.sim.hid.badge import WedgeReader
from drivers.sim.hid.lamp import SimLamp
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig
from tests.daemon.tabletop import Tabletop, configured, now

MORE = """
[[device]]
name = "badge"
role = "badge"
driver = "badge-wedge"
port = "sim:badge"
prefix = "B:"

[[device]]
name = "lamp"
role = "lamp"
driver = "blink1"
port = "sim:lamp"
"""


def with_both(folder: Path) -> Config:
    config = configured(folder)
    config.file.write_text(config.file.read_text() + MORE)
    config = load(config.file)
    people = People(config.people.path)
    people.add("Ada Fox", "dealer", "271828")
    people.add("Eve", "surveillance", "314159")
    people.give_badge("Ada Fox", b"0042")
    people.give_badge("Eve", b"0007")
    return config


@asynccontextmanager
async def a_table(folder: Path) -> AsyncIterator[tuple[Tabletop, WedgeReader, SimLamp]]:
    rig, badge, lamp = Rig(1), WedgeReader(), SimLamp("blink1")
    host = MemoryHost(rig.world, {**rig.devices, "badge": badge, "lamp": lamp})
    config = with_both(folder)
    try:
        async with Daemon(config, host.open, simulated=True, consoles=False, now=now) as daemon:
            await asyncio.sleep(3)
            yield Tabletop(daemon, rig), badge, lamp
    finally:
        host.close()


async def test_badge_signs_the_dealer_on_and_one_that_nobody_knows_does_nothing(
    tmp_path: Path,
) -> None:
    async with a_table(tmp_path) as (table, badge, _):
        await table.open_with_a_full_shoe()
        for number in ("B:9999", "B:0007", "0042"):
            badge.hold(number)
            await asyncio.sleep(1)
            assert table.state.play.dealer_name != "Ada Fox"
        badge.hold("B:0042")
        await asyncio.sleep(1)

        assert table.state.play.dealer_name == "Ada Fox"
        assert table.state.play.dealer_proof == "badge"
    assert b"0042" not in (tmp_path / "journal.db").read_bytes()


async def test_lamp_is_green_in_play_and_red_in_a_hold(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (table, _, lamp):
        shown = {str(lamp.shows)}
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
        await asyncio.sleep(2)
        shown.add(str(lamp.shows))
        await table.hands.pull("shoe", "plugged", value=False)
        await asyncio.sleep(12)

        assert lamp.shows == RED
        assert shown <= {str(GREEN), str(AMBER), str(RED)}
        assert str(GREEN) in shown


async def test_badge_reader_and_lamp_that_are_gone_stop_no_card(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (table, badge, lamp):
        await table.open_with_a_full_shoe()
        badge.pull("plugged", False)
        lamp.pull("plugged", False)
        await asyncio.sleep(15)
        await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")

        assert table.phase in {"deciding", "turn_due"}


def test_badge_is_one_persons_and_its_number_is_not_in_the_file(tmp_path: Path) -> None:
    config = with_both(tmp_path)
    people = People(config.people.path)
    found = people.of_badge(b"0042")

    assert found is not None
    assert found.name == "Ada Fox"
    assert people.of_badge(b"0043") is None
    assert b"0042" not in config.people.path.read_bytes()
    with pytest.raises(ConfigError, match="that is the badge of Ada Fox"):
        people.give_badge("Eve", b"0042")
    people.give_badge("Ada Fox", b"")
    assert people.of_badge(b"0042") is None


def test_command_gives_a_badge_and_takes_it_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = with_both(tmp_path)
    reader, writer = os.pipe()
    os.write(writer, b"7777\n")
    os.close(writer)
    with os.fdopen(reader) as typed:
        monkeypatch.setattr("sys.stdin", typed)
        assert run(["people", "--file", str(config.people.path), "badge", "Eve"]) == 0
    assert People(config.people.path).of_badge(b"7777") is not None
    assert run(["people", "--file", str(config.people.path), "badge", "Eve", "--none"]) == 0
    assert run(["people", "--file", str(config.people.path), "list"]) == 0
    assert "badge" in capsys.readouterr().out
    assert People(config.people.path).of_badge(b"7777") is None
