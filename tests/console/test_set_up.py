"""The page of a computer that does not know its table yet, and how it gives way to the table."""

from __future__ import annotations

import asyncio
import shutil
from functools import partial
from pathlib import Path
from socket import gethostname

import httpx
import pytest
from argon2 import PasswordHasher

from controller.cli import run
from controller.console.set_up import SetUp
from controller.console.sign_in.people import People
from controller.console.until_set_up import set_up
from controller.errors import ConfigError
from controller.table.manifest import own_version
from drivers.bench.asked import ports
from tests.kit.pages.asking import browser
from tests.kit.wires.patience import PATIENCE_S
from tests.layout import ROOT

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
WHOLE = (ROOT / "devices.toml").read_text()
TITLES = (
    "Disk and clock",
    "Keys and record",
    "The table’s name and place",
    "Its pages",
    "The rules",
    "Devices",
    "One person who may sign in",
)


def ticked(page: SetUp) -> list[str]:
    return [line.title for line in page.lines() if line.ok]


def finish(folder: Path) -> None:
    run(["keys", "new", str(folder / "var" / "keys")])
    People(folder / "var" / "people.json", QUICK).add("Ada Fox", "floorperson", "4711")


def test_lines_are_ticked_as_they_are_done(tmp_path: Path) -> None:
    """An empty folder, then the whole file, then its keys and a person: each one seen by itself."""
    file = tmp_path / "devices.toml"
    page = SetUp(file, bench=True)
    bare = page.lines()
    assert tuple(line.title for line in bare) == TITLES
    assert ticked(page) == ["Disk and clock"]
    assert all(line.command for line in bare[1:])
    assert "no such file" in page.says()

    file.write_text(WHOLE)
    assert set(TITLES) - set(ticked(page)) == {TITLES[1], TITLES[-1]}
    assert not page.says()
    assert not page.done()

    finish(tmp_path)
    assert ticked(page) == [*TITLES]
    assert page.done()
    assert not SetUp(file).done()  # its wheel is an example, not for play


def test_lines_that_the_page_shows_are_lines_that_the_file_takes(tmp_path: Path) -> None:
    """Written as they stand there they make each section good; no one is a riddle."""
    file = tmp_path / "devices.toml"
    page = SetUp(file)
    file.write_text("\n\n".join(line.command for line in page.lines() if line.command))

    assert [line.title for line in page.lines() if "[" in line.command] == []
    assert ticked(page)[1:] == [*TITLES[2:6]]


def test_section_that_is_wrong_says_where_and_what(tmp_path: Path) -> None:
    file = tmp_path / "devices.toml"
    file.write_text(WHOLE.replace('shoe_side = "left"', 'shoe_side = "middle"'))

    (wrong,) = [line for line in SetUp(file).lines() if line.title == TITLES[2]]

    assert not wrong.ok
    assert "$.table.shoe_side" in wrong.text
    file.write_text("[table")
    assert "this is not TOML" in SetUp(file).lines()[-1].text


async def test_page_is_served_on_every_address_and_takes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "devices.toml"
    async with browser(SetUp(file).app()) as client:
        for path in ("/", "/dealer", "/floor", "/floor/sign-in"):
            shown = await client.get(path)
            assert shown.status_code == 200
            assert "NOT SET UP" in shown.text
            assert shown.headers["refresh"] == "5"
        posted = await client.post("/floor/sign-in", data={"name": "Ada Fox", "pin": "4711"})
        elsewhere = await client.get("/", headers={"Host": "evil.example"})

    assert posted.status_code == 405
    assert elsewhere.status_code == 421


@pytest.mark.parametrize("ends", ["set up", "stopped"])
def test_page_gives_way_once_nothing_is_missing(tmp_path: Path, ends: str) -> None:
    file = tmp_path / "devices.toml"
    said: list[str] = []

    async def go() -> bool:
        waits = asyncio.ensure_future(set_up(file, bench=True, say=said.append, port=0))
        while not said:
            await asyncio.sleep(0.01)
        url = said[0].partition("http")[1:]
        async with httpx.AsyncClient(timeout=PATIENCE_S) as client:
            shown = await client.get("".join(url).partition(" ")[0])
        assert "NOT SET UP" in shown.text
        assert not waits.done()
        if ends == "stopped":
            waits.cancel()
            return False
        file.write_text(WHOLE)
        finish(tmp_path)
        return await waits

    assert asyncio.run(go()) is (ends == "set up")


def test_port_that_is_taken_is_said(tmp_path: Path) -> None:
    shutil.copy(ROOT / "devices.toml", tmp_path)

    async def twice() -> None:
        first: list[str] = []
        waits = asyncio.ensure_future(
            set_up(tmp_path / "devices.toml", bench=True, say=first.append, port=0)
        )
        while not first:
            await asyncio.sleep(0.01)
        port = int(first[0].partition("127.0.0.1:")[2].partition("/")[0])
        with pytest.raises(ConfigError, match="cannot serve"):
            await set_up(tmp_path / "devices.toml", bench=True, say=first.append, port=port)
        waits.cancel()

    asyncio.run(twice())


async def test_bare_computer_names_its_software_and_what_is_plugged_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The port as it is written, and the serial number that stands on the device."""
    plugs = tmp_path / "by-id"
    plugs.mkdir()
    (plugs / "usb-FTDI_CR-00417-if00").touch()
    usb = tmp_path / "usb"
    for name, vendor, serial in (("1-1", "1209", "SS-00962"), ("1-2", "046d", "a mouse")):
        (usb / name).mkdir(parents=True)
        for part, said in (("idVendor", vendor), ("idProduct", "da01"), ("serial", serial)):
            (usb / name / part).write_text(f"{said}\n")
    here = partial(ports, plugs, tmp_path, usb, tmp_path)
    monkeypatch.setattr("controller.console.set_up.ports", here)
    async with browser(SetUp(tmp_path / "devices.toml").app()) as client:
        (tmp_path / "devices.toml").write_text("")
        text = (await client.get("/")).text

    assert f"dealer-assist {own_version()}" in text
    assert f"on {gethostname()}, port" in text
    assert f"serial:{plugs}/usb-FTDI_CR-00417-if00" in text
    assert "usb:1209:da01:SS-00962" in text
    assert "mouse" not in text
