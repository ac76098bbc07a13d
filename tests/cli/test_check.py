"""`dealer-assist check`: what it says of a table, without opening a port."""

from __future__ import annotations

import asyncio
import os
import pty
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.cli import run
from controller.config import load
from controller.console.sign_in.people import People
from controller.daemon.opening import open_record
from controller.errors import JournalError
from controller.journal.keys import new_keys
from tests.daemon.tabletop import OPTIONS, a_tabletop, configured
from tests.layout import ROOT


def table(folder: Path, *, keys: bool = True, people: bool = True) -> Path:
    """The example, its keys made and a floorperson added."""
    file = folder / "devices.toml"
    file.write_text((ROOT / "devices.toml").read_text())
    (folder / "var").mkdir()
    if keys:
        new_keys(folder / "var/keys")
    if people:
        People(folder / "var/people.json").add("Ada", "floorperson", "2718")
    return file


def said(file: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    status = run(["check", "--config", str(file), *options])
    captured = capsys.readouterr()
    return status, captured.out + captured.err


def test_check_names_each_port_that_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A port that does not exist is told with its device; status 1, the configuration is good."""
    status, text = said(table(tmp_path), capsys, "--bench")

    assert status == 1
    assert "reader (card_reader, tablelink): /dev/serial/by-id/usb-FTDI" in text
    assert "(wheel, tablelink): USB device 1209:da02:WH-0007 is not there. Is it plugged" in text
    assert text.endswith("Not ready: plug in what is missing. The configuration is good.\n")


def test_check_tells_pack_options_keys_and_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, text = said(table(tmp_path), capsys, "--bench")

    assert "table BJ-07, Pit 2, table 7" in text
    assert "pack massachusetts-bonus-spin" in text
    assert "option variant = hole_card_reader" in text
    assert "signing key" in text
    assert "people: 1 (floorperson)" in text


def test_check_is_ready_when_everything_is_plugged_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ptys: Callable[[], str]
) -> None:
    file = table(tmp_path)
    plugged = re.sub(
        r'port = "(serial|usb):[^"]*"', lambda _: f'port = "serial:{ptys()}"', file.read_text()
    )
    file.write_text(plugged)

    status, text = said(file, capsys, "--bench")

    assert status == 0
    assert f"Ready. Open the table: dealer-assist run --config {file}" in text


@pytest.fixture
def ptys() -> Iterator[Callable[[], str]]:
    """Each call gives the path of one more terminal that somebody could open."""
    open_ends: list[int] = []

    def one() -> str:
        master, slave = pty.openpty()
        open_ends.append(master)
        path = os.ttyname(slave)
        os.close(slave)
        return path

    yield one
    for end in open_ends:
        os.close(end)


def test_check_refuses_the_example_wheel_at_a_real_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No text gives these sections: on the bench they are looked at, for play they are refused."""
    status, text = said(table(tmp_path), capsys)

    assert status == 2
    assert "wheel: these sections are an example; [wheel.approval] is required" in text


def test_check_tells_an_option_whose_approval_has_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A departure from the pack needs an approval that is in force; `run` refuses it too."""
    file = table(tmp_path)
    filed = 'reference = "S-9", date = "2020-01-31", expires = "2020-12-31"'
    option = f'bonus_spin_stake = {{ value = "kept", approval = {{ {filed} }} }}'
    file.write_text(file.read_text().replace("[rules.options]\n", f"[rules.options]\n{option}\n"))

    status, text = said(file, capsys)

    assert status == 2
    assert "option wheel.bonus_spin_stake: approval S-9 ended on 2020-12-31" in text


def test_check_goes_on_after_the_first_thing_that_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One visit finds everything: no keys and no people are two lines, status 2."""
    status, text = said(table(tmp_path, keys=False, people=False), capsys, "--bench")

    assert status == 2
    assert "dealer-assist keys new" in text
    assert "nobody can rule at this table" in text


def test_check_is_one_line_and_status_2_when_a_key_is_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = table(tmp_path)
    file.write_text(file.read_text().replace("shoe_side", "shoe_sid"))

    status, text = said(file, capsys)

    assert status == 2
    assert text.count("\n") == 1
    assert text.startswith("dealer-assist check: T110 devices.toml: $.table.shoe_sid: unknown key")


def test_check_names_an_option_that_the_pack_does_not_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = table(tmp_path)
    file.write_text(file.read_text().replace("variant =", "varant ="))

    status, text = said(file, capsys)

    assert status == 2
    assert "massachusetts-bonus-spin has no option 'varant'" in text


def test_check_names_the_limits_that_nobody_gave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The operator's values have no default: they are asked for, never guessed."""
    file = table(tmp_path)
    file.write_text(file.read_text().replace("main_min_cents = 1500\n", ""))

    _, text = said(file, capsys, "--bench")

    assert "left open, asked for at the table: deal.main_min_cents" in text


async def test_check_names_the_rules_that_wait_and_who_accepts_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """console/README 6: an edited file decides nothing; before and after stand in one line."""
    async with a_tabletop(tmp_path, rules={**OPTIONS, "main_min_cents": 500}):
        pass
    configured(tmp_path, options={**OPTIONS, "main_min_cents": 1500})

    _, text = said(tmp_path / "devices.toml", capsys, "--bench")

    waits = (
        "other rules wait: lowest main wager: $5 → $15. Two people accept them on /floor, between"
    )
    assert waits in text


@pytest.mark.parametrize(
    "name", ["journal-0002-2026-11-29.db", "journal.db.rest", "journal-0002-2026-11-29.db.rest"]
)
def test_name_of_a_later_file_is_no_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """A start made half a record of it, and asked for a key that nobody has."""
    file = table(tmp_path)
    file.write_text(file.read_text().replace("var/journal.db", f"var/{name}"))
    there = sorted((tmp_path / "var").iterdir())

    status, text = said(file, capsys, "--bench")
    assert status == 2
    assert f"{name}: is no name for a record" in text
    with pytest.raises(JournalError, match=r"Name the first file: journal\.db$"):
        asyncio.run(open_record(load(file), at_us=0, progress=None))
    assert sorted((tmp_path / "var").iterdir()) == there
